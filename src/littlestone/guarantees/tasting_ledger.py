"""The account of one-sided feedback: what was tasted, what was found, and what must have been missed."""

from __future__ import annotations

from math import sqrt

import numpy as np

from ..account import PlainAccount
from ..errors import StateError
from ..state import Counts, Held, Numbers, fields

COUNTS = ("rounds", "tasted", "explored", "false_positives", "wasted", "found", "told", "missed", "late")
SUMS = ("risk", "estimate", "last")


class TastingLedger(PlainAccount):
    """Counts the rounds of a game in which a label is seen only after a positive act.

    `tasted` rounds were acted on positively and seen: because the learner said so, or `explored`, by the coin. Of the
    learner's own positives `false_positives` were wrong; of the explored `wasted` were negative, and `found` were
    misses of the learner. `told` counts labels that somebody told of rounds that were not tasted, `missed` the positive
    ones among them: they are counted here and nobody learns them. `risk` adds up the chances of exploring; `estimate`
    is what the misses that were found stand for: one that was found with chance q for 1/q - 1 that were not, which is
    right on average.

    misses      how many misses the learner is promised to have at most, None if nobody knows
    horizon     how many rounds there will be, None if nobody knows
    """

    _saved = fields(Counts("counts", *COUNTS), Numbers("sums", *SUMS))

    def __init__(self, misses: int | None, horizon: int | None) -> None:
        self.misses = misses
        self.horizon = horizon
        self.rounds = 0
        self.tasted = 0
        self.explored = 0
        self.false_positives = 0
        self.wasted = 0
        self.found = 0
        self.told = 0
        self.missed = 0
        self.late = 0  # labels that came after others were learned
        self.risk = 0.0
        self.estimate = 0.0
        self.last = 1.0  # the smallest chance of exploring so far

    def chance(self) -> float:
        """The chance of exploring in the coming round, if the learner says no."""
        among = self.found + 1 if self.misses is None else self.misses
        return min(1.0, sqrt(among / (self.horizon or self.rounds + 1)))

    def opened(self, positive: bool, chance: float, explored: bool) -> None:
        """Enter that a round was opened."""
        self.rounds += 1
        self.last = min(self.last, chance)
        if positive or explored:
            self.tasted += 1
        if not positive:
            self.risk += chance
            self.explored += explored

    def judged(self, positive: bool, chance: float, tasted: bool, right: bool, late: bool) -> None:
        """Enter a label: `positive` is what the learner said, `right` what is true."""
        self.late += late
        if not tasted:
            self.told += 1
            self.missed += right
        elif positive:
            self.false_positives += not right
        elif right:
            self.found += 1
            self.estimate += 1.0 / chance - 1.0
        else:
            self.wasted += 1

    @property
    def labelled(self) -> int:
        """Rounds so far."""
        return self.rounds

    @property
    def hidden(self) -> int:
        """Rounds that were not tasted and of which nobody told the label."""
        return self.rounds - self.tasted - self.told

    @property
    def mistakes(self) -> float:
        """Mistakes of the acts: exact where the labels of all rounds were told, else with an estimate of the misses."""
        misses = self.estimate if self.hidden else float(self.missed)
        return self.false_positives + self.wasted + misses

    def _check_state(self, held: Held) -> None:
        sums, counts = np.array(held["sums"]), dict(zip(COUNTS, held["counts"], strict=True))
        if not (np.isfinite(sums) & (sums >= 0.0)).all():
            raise StateError("the sums of an account of tasting are numbers, 0 or more")
        if not counts["explored"] <= counts["tasted"] <= counts["rounds"] or counts["missed"] > counts["told"]:
            raise StateError("an account of tasting has explored rounds among the tasted, and these among all")
