"""How fast a learner of actions learns in which round: at once for T rounds, for ever, or by doubling."""

from __future__ import annotations

from math import sqrt
from typing import Any

from ..errors import BadParameter
from ..support.settings import whole

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
