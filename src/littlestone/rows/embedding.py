# cython: boundscheck=False, wraparound=False, nonecheck=False
"""`Embedding`: an example as a rule sees it, written into a reused buffer."""

from __future__ import annotations

import numpy as np

from ..row import Batch, Row

ROOM = 64  # entries to begin with


class Embedding:
    """A buffer for one example with a constant coordinate before the others, all times a factor.

    It is for callers that do not keep the row: a copy for each of them would cost more than a round. Evidence copies
    the rows that it keeps.
    """

    def __init__(self) -> None:
        self.make_room(ROOM)

    def make_room(self, room: int) -> None:
        """Room for so many entries."""
        self.columns = np.zeros(room, dtype=np.int32)
        self.values = np.zeros(room)
        self.batch = Batch([0, room], self.columns, self.values, 0)
        self.batch.checked = True  # its contents are checked already
        self.view = self.batch.view(0, room, 0)

    def row(self, x: Row, shift: int, constant: float, factor: float) -> Row:
        """The row (constant, x) times the factor, x moved by `shift` columns; without the constant if that is 0."""
        size = x.stop - x.start + (1 if constant != 0.0 else 0)
        if size > self.values.shape[0]:
            self.make_room(2 * size)
        columns = self.columns
        values = self.values
        batch = x.batch
        to = 0
        if constant != 0.0:
            columns[0] = 0
            values[0] = constant * factor
            to = 1
        for k in range(x.start, x.stop):
            columns[to] = batch.columns[k] + shift
            values[to] = batch.values[k] * factor
            to += 1
        view = self.view
        view.stop = size
        view.width = x.width + shift
        return view
