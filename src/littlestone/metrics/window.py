"""The last rounds of a game, from which metrics over a sliding window are read."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..state import Count, Held, Saved, Table, fields
from .tally import Tally

EACH = 6  # numbers of a round: the arguments of `Tally.add`


class Window(Saved):
    """Keeps the last `size` labelled rounds as they were, in a ring; a metric of them is counted anew when it is read.

    So it is what the metric of these rounds alone would be, to the last bit, however long the game is.
    """

    saved = fields(
        Count("seen"), Table("rounds", "rounds()", shape=(lambda own, held: min(held["seen"], own.size), EACH))
    )

    def __init__(self, size: int) -> None:
        self.size = size
        self.seen = 0
        self.ring = np.zeros(EACH * size)

    def add(self, y: float, said: float, act: float, surprise: float, square: float, weight: float) -> None:
        """Keep a round in the place of the oldest: see `Tally.add`."""
        at = EACH * (self.seen % self.size)
        ring = self.ring
        ring[at] = y
        ring[at + 1] = said
        ring[at + 2] = act
        ring[at + 3] = surprise
        ring[at + 4] = square
        ring[at + 5] = weight
        self.seen += 1

    def rounds(self) -> Any:
        """The rounds that are kept, the oldest first, a row each."""
        kept = np.asarray(self.ring).reshape(-1, EACH)
        oldest = self.seen % self.size
        return np.concatenate((kept[oldest:], kept[:oldest])) if self.seen > self.size else kept[: self.seen]

    def fill(self, tally: Tally) -> Tally:
        """Add these rounds to a tally, and return it."""
        ring = np.ascontiguousarray(self.rounds()).ravel()
        for k in range(0, ring.shape[0], 6):
            tally.add(ring[k], ring[k + 1], ring[k + 2], ring[k + 3], ring[k + 4], ring[k + 5])
        return tally

    def take_up(self, held: Held) -> None:
        super().take_up(held)
        rounds = held["rounds"]
        self.ring = np.zeros(EACH * self.size)
        place = (self.seen - len(rounds) + np.arange(len(rounds))) % self.size
        np.asarray(self.ring).reshape(-1, EACH)[place] = rounds
