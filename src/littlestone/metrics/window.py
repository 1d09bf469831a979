"""The last rounds of a game, from which metrics over a sliding window are read."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..errors import StateError
from ..learner import State
from .tally import Tally

EACH = 6  # numbers of a round: the arguments of `Tally.add`


class Window:
    """Keeps the last `size` labelled rounds as they were, in a ring; a metric of them is counted anew when it is read.

    So it is what the metric of these rounds alone would be, to the last bit, however long the game is.
    """

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

    def state(self) -> State:
        """The rounds that are kept, and how many there were."""
        return {"seen": np.int64(self.seen), "rounds": np.array(self.rounds())}

    def restore(self, state: State) -> None:
        """Restore the window from its `state`."""
        rounds, seen = np.asarray(state["rounds"], dtype=np.float64), int(state["seen"])
        if rounds.shape != (min(max(seen, 0), self.size), EACH):
            raise StateError(f"'rounds' of the metrics are the last {self.size} of {seen}, {EACH} numbers each")
        self.seen = seen
        self.ring = np.zeros(EACH * self.size)
        place = (seen - len(rounds) + np.arange(len(rounds))) % self.size
        np.asarray(self.ring).reshape(-1, EACH)[place] = rounds
