"""`PolicyAdvantage`: by how much a policy that was not played would have earned more than the one that was."""

from __future__ import annotations

from math import isfinite
from typing import Any

from ..errors import BadParameter
from ..state import Declared, Part, fields
from .confidence_sequence import ConfidenceSequence, check_delta


class PolicyAdvantage(Declared):
    """The running average by which another policy would have earned more, with bounds that hold at all times.

    In round t the action was played with chance p, the other policy would have played it with chance q, and it brought
    r, from 0 to 1. With w = q/p, (w - 1) r has, given the past, the mean of what the other would have earned less that
    of what the player earned, and (w - 1)(1 - r) the mean of minus that. Both are -1 or more, however small p was,
    which is all that a lower confidence sequence needs. So the average of these differences so far is `lower(delta)` at
    least, at all times at once with chance 1 - delta, and `upper(delta)` at most, likewise: see `PolicyValue` and
    `Advantage`.

    >>> found = PolicyAdvantage()
    >>> for t in range(1000):  # played: one of two actions, by a coin; the other: always the second, which pays 1
    ...     found.record(2.0 if t % 2 else 0.0, 1.0 if t % 2 else 0.0)
    >>> found.mean, round(found.lower(0.05), 2), found.better(0.05)
    (0.5, 0.43, True)
    """

    _saved = fields(Part("for/", "gains"), Part("against/", "losses"))

    def __init__(self) -> None:
        self.gains = ConfidenceSequence(-1.0, 1.0, 0.0)
        self.losses = ConfidenceSequence(-1.0, 1.0, 0.0)

    def record(self, weight: float, reward: float) -> None:
        """Enter a round: the other's chance of the action over that with which it was played, and what it brought."""
        if not (isfinite(weight) and weight >= 0.0):
            raise BadParameter(f"a weight is the quotient of two chances, 0 or more, not {weight!r}")
        if not 0.0 <= reward <= 1.0:
            raise BadParameter(f"a reward lies from 0 to 1 here, not {reward!r}")
        self.gains.record((weight - 1.0) * reward)
        self.losses.record((weight - 1.0) * (1.0 - reward))

    @property
    def rounds(self) -> int:
        """How many rounds were entered."""
        return self.gains.count

    @property
    def mean(self) -> float:
        """The average of the differences, by the weights."""
        return self.gains.mean

    def lower(self, delta: float) -> float:
        """A lower bound of the average of the means given the past; right at all times with chance 1 - delta."""
        return self.gains.lower(delta)

    def upper(self, delta: float) -> float:
        """An upper bound of it; right at all times with chance 1 - delta."""
        return -self.losses.lower(delta)

    @property
    def evidence(self) -> float:
        """The evidence that the other would have earned more so far; above 1/delta, the lower bound is above 0."""
        return self.gains.evidence(0.0)

    def better(self, delta: float) -> bool:
        """Is the lower bound above 0?"""
        return self.evidence > 1.0 / check_delta(delta)

    def as_dict(self, delta: float) -> dict[str, Any]:
        """All of it for JSON, at the level 1 - delta."""
        return {
            "rounds": self.rounds,
            "mean": self.mean,
            "lower": self.lower(delta),
            "upper": self.upper(delta),
            "evidence": self.evidence,
            "needed": 1.0 / delta,
            "delta": delta,
        }
