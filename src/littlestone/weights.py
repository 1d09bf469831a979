"""Sample weights: what a ledger has paid when a round of weight h counts h times."""

from __future__ import annotations

from math import inf
from typing import Any

import numpy as np

from .errors import BadWeight, StateError

LIGHTEST, HEAVIEST = 1e-100, 1e50  # sums of weighed losses, and their squares, are numbers between these
SUMS = ("total", "lightest", "heaviest", "loss", "mistakes", "expected")  # what is saved
WANTED = f"0, or a number from {LIGHTEST:g} to {HEAVIEST:g}"


class Weights:
    """The account by weight, beside the plain one: the weights of all rounds, and of the mistakes and losses.

    `now` is the weight of the round that is entered. A ledger has none until a round has another weight than 1; the
    rounds until then are entered with 1.
    """

    def __init__(self, labelled: int, loss: float, mistakes: int, expected: float) -> None:
        self.now = 1.0
        self.total = float(labelled)  # the sum of all weights
        self.lightest = 1.0 if labelled else inf
        self.heaviest = 1.0 if labelled else 0.0
        self.loss = loss
        self.mistakes = float(mistakes)
        self.expected = expected

    @classmethod
    def of(cls, state: Any) -> Weights:
        """The weights of a saved array."""
        if not (state[[0, 1, 2, 4, 5]] >= 0.0).all():
            raise StateError("'weights' are six sums: all weights, least, most, loss, mistakes and expected mistakes")
        weights = cls(0, 0.0, 0, 0.0)
        for name, value in zip(SUMS, state.tolist(), strict=True):
            setattr(weights, name, value)
        return weights

    def enter(self, cost: float, mistaken: bool, chance: float) -> None:
        """Enter a round: what it cost, whether it was a mistake, and the chance that it would be one."""
        self.total += self.now
        self.lightest = min(self.lightest, self.now)
        self.heaviest = max(self.heaviest, self.now)
        self.loss += self.now * cost
        if mistaken:
            self.mistakes += self.now
        self.expected += self.now * chance

    def add(self, tallies: Any) -> None:
        """Add the sums of another account, whose rounds weigh 1 if it has none by weight."""
        if "weights" in tallies:
            other = np.asarray(tallies["weights"], dtype=np.float64).tolist()
        else:
            count = float(tallies["labelled"])
            plain = (float(tallies[name]) if name in tallies else 0.0 for name in ("loss", "mistakes", "expected"))
            other = [count, 1.0 if count else inf, 1.0 if count else 0.0, *plain]
        self.total += other[0]
        self.lightest = min(self.lightest, other[1])
        self.heaviest = max(self.heaviest, other[2])
        self.loss += other[3]
        self.mistakes += other[4]
        self.expected += other[5]

    def state(self) -> Any:
        """All sums, as an array."""
        return np.array([getattr(self, name) for name in SUMS])

    def in_words(self, learner: Any) -> str:
        """The weights in a line of the receipt."""
        words = (
            f"rounds weigh {self.lightest:.4g} to {self.heaviest:.4g}, {self.total:,.6g} in all, "
            f"{self.mistakes:,.6g} of it on mistakes"
        )
        return words if learner.weighs else f"{words}; the rule of {learner.title} treats every label alike"

    def as_dict(self) -> dict[str, float]:
        """The weights as a dict for JSON."""
        return {
            "total": self.total,
            "least": self.lightest,
            "most": self.heaviest,
            "mistakes": self.mistakes,
            "expected_mistakes": self.expected,
            "loss": self.loss,
        }


def too_heavy(learner: Any, weight: float) -> BadWeight:
    """The error for a round that weighs more than the `heaviest` that a learner was promised."""
    return BadWeight(
        f"a round weighs {weight:g}, but {learner.name} is made for weights up to {learner.heaviest:g}: "
        f"promise {type(learner).__name__}(heaviest=...), or --set heaviest=... on the command line"
    )


def a_weight(weight: Any) -> float:
    """Check and return a sample weight."""
    try:
        number = float(weight)
    except (TypeError, ValueError, OverflowError):
        raise BadWeight(f"a weight is a number, 0 or more, not {weight!r:.60}") from None
    if not (LIGHTEST <= number <= HEAVIEST or number == 0.0):
        raise BadWeight(f"a weight is {WANTED}, not {number:g}")
    return number
