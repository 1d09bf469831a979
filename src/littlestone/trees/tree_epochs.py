# cython: boundscheck=False, wraparound=False, cdivision=True
"""The epochs of a tree that begins anew when it does worse than it did."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..errors import StateError
from ..state import Counts, Held, Numbers, Saved, Vector, fields

BETS = (0.05, 0.1, 0.2, 0.4, 0.8)  # as shares of the largest bet that cannot be ruined


class Epochs(Saved):
    """What the epochs that are over have lost, and the evidence that this one has become worse.

        M <- (1 + b (X/mean - 1)) (M + 1)            for five bets b; the evidence is the mean of the five

    X is what a round was priced at, from 0 to 1, and mean that of the rounds of this epoch before it, as if one had
    been lost wholly. Each M is the sum, over all rounds a change may have begun at, of the wealth of one who began to
    bet then that rounds have become dearer (e-detector, Shin, Ramdas and Rinaldo 2023). Were the mean known, and rounds
    no dearer on average, it would take `run_length` rounds or more until the evidence reached that number.
    """

    saved = fields(
        Counts("counts", "over", "leaves", "splits"),
        Numbers("sums", "best", "mixed", "weight", "total"),
        Vector("wealth", size=len(BETS), least=0.0, finite=True),
        Vector("taught", least=None, finite=True),
    )

    def __init__(self, run_length: float, values: int) -> None:
        self.run_length = run_length
        self.over = 0  # epochs that are over
        self.leaves = 0  # of their best prunings, and how many of their nodes were split
        self.splits = 0
        self.best = 0.0  # what these prunings paid, in nats, with ln 2 for each split
        self.mixed = 0.0  # and all prunings of each epoch together
        self.taught = np.zeros(1 + values)  # the tallies of their roots
        self.bets = np.array(BETS)
        self.begin()

    def begin(self) -> None:
        """Know nothing of the present epoch."""
        self.weight = 0.0
        self.total = 0.0
        self.wealth = np.zeros(len(BETS))

    def condemns(self, price: float, share: float) -> bool:
        """Enter what a round was priced at, from 0 to 1, and the share that it weighs; is the tree to begin anew?"""
        excess = share * (price * (self.weight + 1.0) / (self.total + 1.0) - 1.0)
        self.weight += share
        self.total += share * price
        evidence = 0.0
        for k in range(self.bets.shape[0]):
            self.wealth[k] = (1.0 + self.bets[k] * excess) * (self.wealth[k] + 1.0)
            evidence += self.wealth[k]
        return bool(evidence >= self.run_length * self.bets.shape[0])

    def end(self, best: float, mixed: float, leaves: int, splits: int, taught: Any) -> None:
        """Enter the epoch that is over, and begin the next one."""
        self.over += 1
        self.best += best
        self.mixed += mixed
        self.leaves += leaves
        self.splits += splits
        self.taught = taught + np.pad(np.asarray(self.taught), (0, len(taught) - len(self.taught)))
        self.begin()

    def check_state(self, held: Held) -> None:
        best, mixed, weight, total = held["sums"]
        if not (0.0 <= total <= weight < np.inf and np.isfinite([best, mixed]).all()):
            raise StateError("'sums' are what epochs lost, and the prices of this one, each from 0 to 1")
