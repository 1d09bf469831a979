# cython: boundscheck=False, wraparound=False, initializedcheck=False
"""The examples that the leaves of growing trees hold, each stored once for all trees of a forest."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..features.saved_rows import saved_batch
from ..row import Batch, Row
from ..rows.evidence import longer
from ..state import Held, Saved, Vector, fields
from ..support.uncompiled import NO_NUMBER as ABSENT

ROOM = 16  # places at first, of examples and of entries
FEW = 16  # entries that are searched by asking all of them


class KeptExamples(Saved):
    """Examples with their labels and weights; a place is free again when the last leaf has let go of it.

    `place` are found again by number. The entries of all rows stand end to end; rows that are gone leave gaps, which
    are closed when there is no more room. Saved are the examples that are held, the oldest first.
    """

    saved = fields(
        Vector("starts", lambda own: own.batch().starts, dtype=np.int64),
        Vector("columns", lambda own: own.batch().columns, dtype=np.int32),
        Vector("values", lambda own: own.batch().values),
        Vector("labels", lambda own: np.asarray(own.label)[own.in_order()], finite=True),
        Vector("weights", lambda own: np.asarray(own.weight)[own.in_order()], like="labels", least=0.0, finite=True),
    )

    def __init__(self) -> None:
        self.clear()

    def clear(self) -> None:
        """Hold nothing."""
        self.count = 0  # places that were ever taken
        self.free = 0  # how many of them are free
        self.used = 0  # entries, gaps among them
        self.live = 0  # entries of examples that are held
        self.age = 0
        self.starts = np.zeros(ROOM, dtype=np.int64)
        self.stops = np.zeros(ROOM, dtype=np.int64)
        self.holders = np.zeros(ROOM, dtype=np.int32)  # leaves that hold the example
        self.ages = np.zeros(ROOM, dtype=np.int64)
        self.vacant = np.zeros(ROOM, dtype=np.int32)  # the free places, a stack
        self.label = np.zeros(ROOM)
        self.weight = np.zeros(ROOM)
        self.columns = np.zeros(ROOM, dtype=np.int32)
        self.values = np.zeros(ROOM)

    def add(self, x: Row, y: float, weight: float) -> int:
        """Store an example, held by the caller, who lets go of it; return its place."""
        size = x.stop - x.start
        if self.used + size > self.values.shape[0]:
            self.make_room(size)
        if self.free > 0:
            self.free -= 1
            place = int(self.vacant[self.free])
        else:
            if self.count == self.starts.shape[0]:
                self.more_places()
            place = self.count
            self.count += 1
        batch = x.batch
        to = self.used
        for k in range(x.start, x.stop):
            self.columns[to] = batch.columns[k]
            self.values[to] = batch.values[k]
            to += 1
        self.starts[place] = self.used
        self.stops[place] = to
        if not batch.ordered:
            self.sort(self.used, to)
        self.used = to
        self.live += size
        self.holders[place] = 1
        self.ages[place] = self.age
        self.age += 1
        self.label[place] = y
        self.weight[place] = weight
        return place

    def sort(self, start: int, stop: int) -> None:
        """Sort the entries of a row by column."""
        columns, values = np.asarray(self.columns)[start:stop], np.asarray(self.values)[start:stop]
        order = columns.argsort()
        columns[:], values[:] = columns[order], values[order]

    def hold(self, place: int) -> None:
        """Keep an example for one leaf more."""
        self.holders[place] += 1

    def let_go(self, place: int) -> None:
        """Free the place of an example that one leaf holds no more, unless another does."""
        self.holders[place] -= 1
        if self.holders[place] == 0:
            self.live -= self.stops[place] - self.starts[place]
            self.vacant[self.free] = place
            self.free += 1

    def more_places(self) -> None:
        """Make room for more examples."""
        self.starts, self.stops, self.ages = longer(self.starts), longer(self.stops), longer(self.ages)
        self.holders, self.vacant = longer(self.holders), longer(self.vacant)
        self.label, self.weight = longer(self.label), longer(self.weight)

    def make_room(self, size: int) -> None:
        """Make room for so many entries more: close the gaps, and take more memory if that does not give half of it."""
        held = self.in_order()
        places = held[np.argsort(np.asarray(self.starts)[held], kind="stable")]
        room = self.values.shape[0]
        while 2 * (self.live + size) > room:
            room += room // 2 + size
        columns, values = np.zeros(room, dtype=np.int32), np.zeros(room)
        to = 0
        for place in places.tolist():
            start, stop = self.starts[place], self.stops[place]
            columns[to : to + stop - start] = self.columns[start:stop]
            values[to : to + stop - start] = self.values[start:stop]
            self.starts[place], self.stops[place] = to, to + stop - start
            to += stop - start
        self.columns, self.values, self.used = columns, values, to

    def value(self, place: int, column: int) -> float:
        """The value of an example in a column; no number if it has none there."""
        low = self.starts[place]
        high = self.stops[place]
        if low + column < high and self.columns[low + column] == column:
            return float(self.values[low + column])  # most rows have every column
        while high - low > FEW:
            k = (low + high) // 2
            if self.columns[k] < column:
                low = k + 1
            else:
                high = k
        less = 0  # of a few all are asked: branches that are guessed wrong cost more than that
        for k in range(low, high):
            less += 1 if self.columns[k] < column else 0
        low += less
        if low < self.stops[place] and self.columns[low] == column:
            return float(self.values[low])
        return ABSENT

    def in_order(self) -> Any:
        """The places of the examples that are held, the oldest first."""
        held = np.ones(self.count, dtype=bool)
        held[np.asarray(self.vacant)[: self.free]] = False
        places = np.flatnonzero(held)
        return places[np.argsort(np.asarray(self.ages)[places], kind="stable")]

    def batch(self) -> Batch:
        """The examples that are held, the oldest first."""
        places = self.in_order()
        starts, stops = np.asarray(self.starts)[places], np.asarray(self.stops)[places]
        sizes = stops - starts
        ends = np.concatenate(([0], np.cumsum(sizes))).astype(np.int64)
        entries = np.repeat(starts - ends[: len(sizes)], sizes) + np.arange(sizes.sum())
        columns = np.asarray(self.columns)[entries]
        return Batch(ends, columns, np.asarray(self.values)[entries], int(columns.max(initial=-1)) + 1)

    def check_state(self, held: Held) -> None:
        width = int(held["columns"].max(initial=-1)) + 1
        held["batch"] = saved_batch(held["starts"], held["columns"], held["values"], width, held["labels"])

    def _put_state(self, held: Held) -> None:
        self.clear()
        batch = held["batch"]
        for t in range(batch.rows):
            row = batch.view(held["starts"][t], held["starts"][t + 1], batch.width)
            place = self.add(row, held["labels"][t], held["weights"][t])
            self.holders[place] = 0  # the leaves come and hold it
