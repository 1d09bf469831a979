"""`Lead`: the running average by which one player is ahead of another, with bounds that hold at all times."""

from __future__ import annotations

from typing import Any

from ..state import Declared, Part, fields
from .confidence_sequence import ConfidenceSequence, check_delta


class Lead(Declared):
    """A lower and an upper confidence sequence of a running average of differences; the two say what they are of.

    largest    no value of `gains`, nor of `losses`, is less than -largest

    `Advantage` has differences of losses, which both players are known to have had, and `PolicyAdvantage` those of
    rewards, by importance weights.
    """

    _saved = fields(Part("for/", "gains"), Part("against/", "losses"))

    def __init__(self, largest: float = 1.0) -> None:
        self.gains = ConfidenceSequence(-largest, largest, 0.0)
        self.losses = ConfidenceSequence(-largest, largest, 0.0)

    @property
    def rounds(self) -> int:
        """How many rounds were entered."""
        return self.gains.count

    @property
    def mean(self) -> float:
        """The average of the differences as they were counted."""
        return self.gains.mean

    def lower(self, delta: float) -> float:
        """A lower bound of the average of the means given the past; right at all times with chance 1 - delta."""
        return self.gains.lower(delta)

    def upper(self, delta: float) -> float:
        """An upper bound of it; right at all times with chance 1 - delta."""
        return -self.losses.lower(delta)

    @property
    def evidence(self) -> float:
        """The evidence for being ahead on average so far; above 1/delta, the lower bound is above 0."""
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
