"""`PolicyValue`: what a policy that was not played would have earned, with bounds that hold at all times."""

from __future__ import annotations

from math import isfinite
from typing import Any

from ..errors import BadParameter
from ..state import Declared, Part, fields
from ..support.settings import real
from .confidence_sequence import ConfidenceSequence


class PolicyValue(Declared):
    """The average reward that a policy would have had, by importance weights, in an interval that holds at all times.

    In round t the action a was played with chance p, and the policy would have played it with chance q; w = q/p. Then
    w r has, given the past, the mean of what the policy would have earned, and w (1 - r) the mean of 1 less that
    (Horvitz and Thompson 1952): every action that the policy may play has to have a chance above 0. Both are 0 or more,
    and a lower confidence sequence needs no more than that, however small p was: what large weights cost is their
    squares. The lower bound is that of the first, the upper bound 1 less that of the second, each for half of delta
    (as in Waudby-Smith, Wu, Ramdas, Karampatziakis and Mineiro 2024):

        P(at some time t the mean of the values of rounds 1, ..., t is not in interval(delta)) <= delta

    The value of a round is the mean, given all that came before it, of what the policy would have earned. The policy
    may learn and the world may drift: the statement is about the average so far, and none about rounds to come. Rewards
    are cut to their range, and the statement is about what is left.

    least, most    the range of rewards; those beyond are cut

    >>> value = PolicyValue()
    >>> for t in range(1000):  # played: one of two actions, by a coin; the policy: always the second, which pays 1
    ...     value.record(2.0 if t % 2 else 0.0, 1.0 if t % 2 else 0.0)
    >>> value.mean, [round(end, 2) for end in value.interval(0.05)]
    (1.0, [0.89, 1.0])
    """

    _saved = fields(Part("earned/", "earned"), Part("missed/", "missed"))

    def __init__(self, least: float = 0.0, most: float = 1.0) -> None:
        self.least, self.most = real("least", least, "the least reward"), real("most", most, "the largest reward")
        if not self.least < self.most:
            raise BadParameter(f"rewards have a range, least < most, not {least!r} and {most!r}")
        self.earned = ConfidenceSequence()
        self.missed = ConfidenceSequence()

    def record(self, weight: float, reward: float) -> None:
        """Enter a round: the chance of its action by the policy over that with which it was played, and its reward."""
        check_weight(weight)
        if not isfinite(reward):
            raise BadParameter(f"a reward is a number, not {reward!r}")
        share = (min(self.most, max(self.least, reward)) - self.least) / (self.most - self.least)
        self.earned.record(weight * share)
        self.missed.record(weight * (1.0 - share))

    @property
    def mean_weight(self) -> float:
        """The average weight so far. It is 1 on average, and less where an action of the policy had no chance."""
        return self.earned.mean + self.missed.mean

    @property
    def rounds(self) -> int:
        """How many rounds were entered."""
        return self.earned.count

    @property
    def mean(self) -> float:
        """The average of the weighted rewards as it is, which may be beyond the range; at first the least reward."""
        return self.least + (self.most - self.least) * self.earned.mean

    def interval(self, delta: float) -> tuple[float, float]:
        """Both ends for the average value so far; right at all times at once with chance 1 - delta."""
        low, high = self.earned.lower(0.5 * delta), 1.0 - self.missed.lower(0.5 * delta)
        span = self.most - self.least
        return self.least + span * min(1.0, low), self.least + span * max(0.0, high)

    def as_dict(self, delta: float) -> dict[str, Any]:
        """All of it for JSON, at the level 1 - delta."""
        lower, upper = self.interval(delta)
        found = {"rounds": self.rounds, "mean": self.mean, "lower": lower, "upper": upper}
        return {**found, "mean_weight": self.mean_weight, "delta": delta}


def check_weight(weight: float) -> None:
    """Raise if it is no quotient of two chances."""
    if not (isfinite(weight) and weight >= 0.0):
        raise BadParameter(f"a weight is the quotient of two chances, 0 or more, not {weight!r}")
