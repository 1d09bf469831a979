"""Base of the learners of actions that weigh exponentially by estimated losses, and the schedule of their rates."""

from __future__ import annotations

from math import sqrt
from typing import Any

import numpy as np

from ..errors import BadParameter
from ..row import Row
from ..state import Vector, fields
from ..support import elementary
from ..support.settings import whole
from .action import ActionLearner, estimates

DOUBLING = "doubling"


class Schedule:
    """The rates c sqrt(2/T) for T rounds that are known; c/sqrt(t) for any number of them; or, by doubling, those for
    1, 2, 4, 8, ... rounds, one after the other, each from the beginning.

    c = sqrt(ln(n)/K) where n actions or policies are weighed and K actions are drawn from.
    """

    def __init__(self, horizon: int | str | None, c: float) -> None:
        if horizon != DOUBLING and (horizon is not None and isinstance(horizon, str)):
            raise BadParameter(f"horizon is a number of rounds, 'doubling' or None, not {horizon!r}")
        self.horizon: Any = horizon
        if horizon not in (None, DOUBLING):
            self.horizon = whole("horizon", horizon, "a number of rounds", least=1)
        self.c = c

    def rate(self, t: int) -> float:
        """The rate of round t, counted from 1."""
        if self.horizon is None:
            return self.c / sqrt(t)
        length = 1 << (t.bit_length() - 1) if self.horizon == DOUBLING else self.horizon
        return self.c * sqrt(2.0 / length)

    def begins(self, t: int) -> bool:
        """Does the learner begin anew in round t?"""
        return self.horizon == DOUBLING and t & (t - 1) == 0


class ExponentialActions(ActionLearner):
    """Weighs n actions, or policies, by exp(-eta times the sum of their estimated losses); see EXP3 and EXP4."""

    saved = fields(Vector("losses", size="n", least=0.0, finite=True))

    def __init__(self, K: int, n: int, horizon: int | str | None) -> None:
        super().__init__(K)
        self.n = n
        self.schedule = Schedule(horizon, sqrt(elementary.log(max(2, n)) / self.K))
        self.losses = np.zeros(n)  # estimated, since the last new beginning

    @property
    def eta(self) -> float:
        """The rate of the coming round."""
        return self.schedule.rate(self.updates + 1)

    @property
    def gamma(self) -> float:
        """What is added to a chance when a loss is divided by it."""
        return 0.0

    def shares(self) -> Any:
        return self.kept_shares(self.losses)

    def shares_of(self, losses: Any) -> Any:
        if self.schedule.begins(self.updates + 1):
            losses = np.zeros(self.n)
        weights = elementary.exps(-self.eta * (losses - losses.min()))
        return weights / weights.sum()

    def predict(self, x: Row | None) -> Any:
        return self.shares()

    def learn(self, x: Row | None, action: int, loss: float, chance: float) -> None:
        self.take(estimates(self.K, action, loss, chance + self.gamma))

    def take(self, losses: Any) -> None:
        """Add the estimated losses of a round."""
        if self.schedule.begins(self.updates + 1):
            self.losses = np.zeros(self.n)
        self.losses = self.losses + losses
        self.updates += 1

    def parameters(self) -> dict[str, Any]:
        return {**super().parameters(), "horizon": self.schedule.horizon}
