# cython: boundscheck=False, wraparound=False, nonecheck=False, initializedcheck=False
"""Lines of text into compressed sparse rows, whatever the format: what the loops of its readers share."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ..errors import BadFile
from .decimals import Decimals

if TYPE_CHECKING:
    from .. import uncompiled as cython
else:
    try:
        import cython
    except ImportError:
        from .. import uncompiled as cython

NEWLINE = ord("\n")
NO_LABEL = float("nan")
SAY_WHICH = "say which two there are, labels=(negative, positive), or labels='numbers'"


class RowLines(Decimals):
    """Whole lines of a buffer, parsed into arrays that are used again for the next ones. A format says what a line is.

    A byte is looked at once or twice; the newline at the end of the buffer stops every inner loop, so that none has to
    ask where the end is. The arrays have room for whatever so many bytes can say.

    least                 bytes that an entry takes at least
    negative, positive    the labels that become -1 and +1
    settled               is the negative label known? Else the first label of 0 or -1 is it
    numbers               labels are any numbers, and stay as they are
    """

    def __init__(self, *, least: int, negative: float, positive: float, settled: bool, numbers: bool) -> None:
        super().__init__()
        self.least = least
        self.negative = negative
        self.positive = positive
        self.settled = settled
        self.numbers = numbers
        self.take(bytearray(b"\n"))

    def take(self, buffer: bytearray) -> None:
        """Read from this buffer from now on, with room for all it can hold: a row takes two bytes."""
        self.hold(buffer)
        self.renew()
        self.starts = np.zeros(len(buffer) // 2 + 2, dtype=np.int64)
        self.labels = np.zeros(len(buffer) // 2 + 1)
        self.columns = np.zeros(len(buffer) // self.least + 1, dtype=np.int32)
        self.values = np.zeros(len(buffer) // self.least + 1)

    def renew(self) -> None:
        """Forget the rows: the next ones are written over them."""
        self.rows = 0
        self.entries = 0
        self.lines = 0

    def parse(self, start: int, stop: int) -> int:
        """Read the lines from `start` to `stop`, which is behind a newline; others may play meanwhile.

        0 when all are read; else the number of a fault, `begin` is where its line begins and `at` where it is.
        """
        size = stop - start
        if not (
            0 <= start <= stop <= len(self.buffer)
            and (size == 0 or self.buffer[stop - 1] == NEWLINE)
            and self.rows + size // 2 <= self.labels.shape[0]
            and self.entries + size // self.least <= self.columns.shape[0]
        ):
            raise BadFile(f"from {start} to {stop} the buffer has no whole lines that there is room for")
        with cython.nogil:
            return self.run(start, stop)

    def run(self, start: int, stop: int) -> int:
        """The loop over lines. A line with a fault leaves no trace."""
        at = start
        text = self.text
        while at < stop:
            self.begin = at
            fault = self.line(at)
            if fault:
                return fault
            at = self.at
            while text[at] != NEWLINE:  # a comment
                at += 1
            at += 1
            self.lines += 1
        return 0

    def line(self, at: int) -> int:
        """Read one line up to its end or comment, and `enter` what it says; or the number of a fault."""
        return 0

    def sign(self, y: float) -> float:
        """A label as -1 or +1, or as it is if labels are numbers; NaN if it is neither of the two classes."""
        if self.numbers:
            return y
        if y == self.positive:
            return 1.0
        if (y == self.negative) if self.settled else (y == 0.0 or y == -1.0):
            return -1.0
        return NO_LABEL

    def enter(self, y: float, sign: float, entries: int) -> None:
        """A row is whole: with label y, which is `sign` inside, and all entries up to `entries`."""
        if sign == -1.0 and not (self.settled or self.numbers):
            self.negative = y
            self.settled = True
        self.labels[self.rows] = sign
        self.rows += 1
        self.entries = entries
        self.starts[self.rows] = entries

    def known(self) -> str:
        """The classes that there are, and what to do if there are others."""
        known = f"{self.negative:g} and {self.positive:g}" if self.settled else "-1 and 1, or 0 and 1"
        return f"{known}: {SAY_WHICH}"

    def told(self, fault: int) -> str:
        """A fault in words: what is wrong with the line, and what to do."""
        raise NotImplementedError(f"{type(self).__name__} must say what its faults are")
