"""Rewards as they are told, and as losses from 0 to 1, which learners of actions are taught."""

from __future__ import annotations

from math import isfinite, nan
from numbers import Real
from typing import Any

import numpy as np

from ..errors import BadLabel, BadParameter
from ..support.settings import real
from ..truth import ACTIONS


class Rewards:
    """Turns rewards from `low` to `high` into losses from 1 to 0, for K actions."""

    def __init__(self, K: int, low: float = 0.0, high: float = 1.0) -> None:
        self.K = K
        self.low = real("low", low, "the least reward")
        self.high = real("high", high, "the largest reward")
        if not self.low < self.high or not isfinite(self.high - self.low):
            raise BadParameter(f"rewards lie from low to high, and low is less: not from {low!r} to {high!r}")

    def inside(self, value: Any) -> float:
        """The loss of a reward."""
        if isinstance(value, bool | np.bool_):
            value = float(value)
        try:
            reward = float(value) if isinstance(value, Real) else nan
        except OverflowError:  # a whole number of hundreds of digits
            reward = nan
        if not self.low <= reward <= self.high:  # NaN is in no range
            raise BadLabel(
                f"a reward is a number from {self.low:g} to {self.high:g}, not {value!r:.40}; other rewards need other "
                f"low and high, which are promised when the game is made"
            )
        return (self.high - reward) / (self.high - self.low)

    def all_inside(self, values: Any) -> Any:
        """The losses of all K actions, where the rewards of all are known."""
        try:
            rewards = np.array(values, dtype=np.float64)
        except (TypeError, ValueError):
            rewards = np.zeros(0)
        if rewards.shape != (self.K,):
            raise BadLabel(f"the rewards of all actions are {self.K} numbers, not {values!r:.60}")
        if not ((rewards >= self.low) & (rewards <= self.high)).all():
            raise BadLabel(f"rewards are numbers from {self.low:g} to {self.high:g}, not {values!r:.60}")
        return (self.high - rewards) / (self.high - self.low)

    def outside(self, loss: float) -> float:
        """The reward of a loss."""
        return self.high - loss * (self.high - self.low)


ACTIONS.labels = Rewards
