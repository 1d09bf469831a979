"""The area under the ROC curve, exact up to a size, then from a bounded sketch that knows its error."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from ..errors import StateError
from ..state import Held, Table, fields
from ..truth import SIGNS, Truth
from .tally import Tally

EXACT = 65_536  # rounds that are kept as they are
CELLS = 8_192  # intervals of guesses that those before them are summed up in


class Ranks(Tally):
    """The guesses of positives and negatives, by which they rank:

        auc = chance that a positive has a larger guess than a negative, + half the chance that they are equal
                                                                                   (Hanley and McNeil 1982)

    The last rounds are kept as they are, up to 65,536 of them. When there are more, they are sorted into some 8,192
    cells: disjoint intervals of guesses, with the number of positives and negatives in each. Pairs in different cells
    are counted exactly; of those in one cell half are taken for right, and `error` is half their share of all pairs,
    the most by which auc can be off, whatever the guesses were. Neighbours are merged while they hold at most 2/8,192
    of the rounds together, so it is about 1/8,192; guesses of few values are counted exactly for ever.

    A guess that is not a number ranks as 0.
    """

    higher = ("auc",)
    truths = (SIGNS,)
    saved = fields(
        Table("rounds", lambda own: np.array([own.guesses, own.signed])[:, : own.count], shape=(2, None)),
        Table("cells", shape=(4, None)),
    )

    def __init__(self, labels: Any, truth: Truth) -> None:
        super().__init__(labels, truth)
        self.count = 0
        self.guesses = np.zeros(64)
        self.signed = np.zeros(64)  # the weight of a round, below zero if it was a negative
        self.cells = np.zeros((4, 0))  # by columns: least and largest guess, weight of positives and of negatives

    def add(self, y: float, said: float, act: float, surprise: float, square: float, weight: float) -> None:
        if self.count == self.guesses.shape[0]:
            self.make_room()
        self.guesses[self.count] = said if said == said else 0.0
        self.signed[self.count] = weight if y > 0.0 else -weight
        self.count += 1

    def make_room(self) -> None:
        """Make room for more rounds, up to `EXACT`; then sort them into the cells and begin again."""
        if self.count < EXACT:
            self.guesses = np.concatenate((self.guesses, np.zeros(self.count)))
            self.signed = np.concatenate((self.signed, np.zeros(self.count)))
        else:
            self.cells = self.all_cells()
            if self.cells.shape[1] > CELLS:
                self.cells = merged(self.cells)
            self.count = 0

    def all_cells(self) -> Any:
        """The cells with the rounds since: those outside of all cells are cells of one guess each."""
        guesses, signed = np.asarray(self.guesses)[: self.count], np.asarray(self.signed)[: self.count]
        values, where = np.unique(guesses, return_inverse=True)
        positives = np.bincount(where, np.maximum(signed, 0.0), len(values))
        negatives = np.bincount(where, np.maximum(-signed, 0.0), len(values))
        low, high, ups, downs = self.cells
        if not len(low):
            return np.array([values, values, positives, negatives])
        cell = np.searchsorted(low, values, side="right") - 1
        inside = (cell >= 0) & (values <= high[cell])
        ups = ups + np.bincount(cell[inside], positives[inside], len(low))
        downs = downs + np.bincount(cell[inside], negatives[inside], len(low))
        new = np.array([values, values, positives, negatives])[:, ~inside]
        together = np.concatenate((np.array([low, high, ups, downs]), new), axis=1)
        return together[:, np.argsort(together[0], kind="stable")]

    def auc(self) -> float | None:
        """The area under the ROC curve; None before there is a label of both classes."""
        _, _, ups, downs = self.all_cells()
        pairs = float(ups.sum() * downs.sum())
        if not pairs:
            return None
        return float((ups * (np.cumsum(downs) - downs / 2.0)).sum() / pairs)

    def error(self, name: str) -> float:
        low, high, ups, downs = self.all_cells()
        pairs = float(ups.sum() * downs.sum())
        return float((ups * downs)[low < high].sum() / 2.0 / pairs) if pairs else 0.0

    def check_state(self, held: Held) -> None:
        super().check_state(held)
        rounds, cells = held["rounds"], held["cells"]
        if rounds.shape[1] > EXACT or np.isnan(rounds).any():
            raise StateError(f"'rounds' of the metrics are guesses and signed weights, of {EXACT:,} rounds at most")
        if np.isnan(cells).any() or (cells[2:] < 0.0).any():
            raise StateError("'cells' of the metrics are intervals of guesses, and the weights of both classes in them")
        ends = cells[:2].T.ravel()
        if (ends[1:] < ends[:-1]).any():
            raise StateError("'cells' of the metrics are disjoint intervals of guesses, in their order")

    def take_up(self, held: Held) -> None:
        super().take_up(held)
        self.count = held["rounds"].shape[1]
        room = 64
        while room < self.count:
            room *= 2
        self.guesses, self.signed = np.zeros(room), np.zeros(room)
        np.asarray(self.guesses)[: self.count], np.asarray(self.signed)[: self.count] = held["rounds"]


def merged(cells: Any) -> Any:
    """The cells, with neighbours merged while they hold less than 2/`CELLS` of the positives and negatives together.

    Two neighbours hold more than that together, so not many more than `CELLS` are left.
    """
    positives, negatives = float(cells[2].sum()), float(cells[3].sum())
    share = np.zeros(cells.shape[1])
    for total, row in ((positives, cells[2]), (negatives, cells[3])):
        if total > 0.0:
            share += row / total
    most = 2.0 * float(share.sum()) / CELLS
    starts = np.flatnonzero(begins(share, most))
    ends = np.append(starts[1:], cells.shape[1]) - 1
    sums = np.add.reduceat(cells[2:], starts, axis=1)
    return np.array([cells[0][starts], cells[1][ends], sums[0], sums[1]])


def begins(share: Any, most: float) -> Any:
    """Where a new cell begins: 1 where the cells since the last beginning would hold more than `most` with this one."""
    first = np.zeros(share.shape[0], dtype=np.int8)
    held = math.inf
    for k in range(share.shape[0]):
        held += share[k]
        if held > most:
            first[k] = 1
            held = share[k]
    return np.asarray(first)
