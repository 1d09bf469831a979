# cython: boundscheck=False, wraparound=False, nonecheck=False, initializedcheck=False
"""Lines of svmlight text into compressed sparse rows: the loop of `SvmlightFile`."""

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

SPACE, TAB, RETURN, NEWLINE, HASH, COLON, NIL, TEN = b" \t\r\n#:09"
Q, I, D = b"qid"  # of qid:, a number of a query, which ranking needs and we do not
COLUMN_DIGITS = 10  # of the largest column, 2^31 - 1

FAULTS = (
    "",
    "a label, a finite number, was expected",
    "another label than the two classes",
    "column:value was expected",
    "a value, a finite number, was expected",
    "a blank was expected after the number",
    "columns must rise from left to right, each at most once",
    "the column is too large",
    "the column is too small",
)
LABEL, CLASS, ENTRY, VALUE, BLANK, ORDER, LARGE, LITTLE = range(1, len(FAULTS))


class SvmlightLines(Decimals):
    """Whole lines of a buffer, parsed into arrays that are used again for the next ones.

        line = [number [qid:digits] {column:value}] [# anything]       with blanks or tabs between

    A byte is looked at once; the newline at the end of the buffer stops every inner loop, so that none has to
    ask where the end is. The arrays have room for whatever so many bytes can say.

    base                  what the first column is called, 0 or 1
    most                  the largest column allowed, counted from 0
    negative, positive    the labels that become -1 and +1
    settled               is the negative label known? Else the first label of 0 or -1 is it
    numbers               labels are any numbers, and stay as they are
    """

    def __init__(self, *, base: int, most: int, negative: float, positive: float, settled: bool, numbers: bool) -> None:
        super().__init__()
        self.base = base
        self.most = most
        self.negative = negative
        self.positive = positive
        self.settled = settled
        self.numbers = numbers
        self.top = -1  # the largest column that came
        self.take(bytearray(b"\n"))

    def take(self, buffer: bytearray) -> None:
        """Read from this buffer from now on, with room for all it can hold: a row takes two bytes, an entry four."""
        self.hold(buffer)
        self.renew()
        self.starts = np.zeros(len(buffer) // 2 + 2, dtype=np.int64)
        self.labels = np.zeros(len(buffer) // 2 + 1)
        self.columns = np.zeros(len(buffer) // 4 + 1, dtype=np.int32)
        self.values = np.zeros(len(buffer) // 4 + 1)

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
            and self.entries + size // 4 <= self.columns.shape[0]
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
        """Read one line up to its end or comment."""
        text = self.text
        while text[at] == SPACE or text[at] == TAB:
            at += 1
        if self.ends(at):
            self.at = at
            return 0
        y = self.number(at)
        if y != y:
            return LABEL
        first = at
        at = self.at
        fresh = False
        if not self.numbers:
            if y == self.positive:
                y = 1.0
            elif y == self.negative and self.settled:
                y = -1.0
            elif not self.settled and (y == 0.0 or y == -1.0):
                self.negative = y
                fresh = True
                y = -1.0
            else:
                self.at = first
                return CLASS
        k = self.entries
        last = -1
        queried = False
        while True:
            if text[at] != SPACE and text[at] != TAB:
                self.at = at
                if self.ends(at):
                    break
                return BLANK
            while text[at] == SPACE or text[at] == TAB:
                at += 1
            first = at
            value = self.pair(at)
            if value == value:
                column = self.column
                at = self.at
            else:
                column = 0
                while NIL <= text[at] <= TEN:
                    column = column * 10 + (text[at] - NIL)
                    at += 1
                if at == first or text[at] != COLON:
                    self.at = first
                    if at == first and self.ends(at):
                        break
                    if queried or k > self.entries or not self.query(first):
                        return ENTRY
                    queried = True
                    at = self.at
                    continue
                if at - first > COLUMN_DIGITS:
                    self.at = first
                    return LARGE
                value = self.number(at + 1)
                if value != value:
                    if column - self.base <= self.most and column - self.base > last:
                        return VALUE
                    value = 0.0
                at = self.at
            column -= self.base
            if column > self.most:
                self.at = first
                return LARGE
            if column <= last:
                self.at = first
                return LITTLE if column < 0 else ORDER
            self.columns[k] = column
            self.values[k] = value
            k += 1
            last = column
        if last > self.top:
            self.top = last
        self.settled = self.settled or fresh
        self.labels[self.rows] = y
        self.rows += 1
        self.entries = k
        self.starts[self.rows] = k
        return 0

    def ends(self, at: int) -> bool:
        """Is what the line says over here?"""
        byte = self.text[at]
        return byte in (NEWLINE, HASH) or (byte == RETURN and self.text[at + 1] == NEWLINE)

    def query(self, at: int) -> bool:
        """Does qid:digits begin here? Then go behind it."""
        text = self.text
        if text[at] != Q or text[at + 1] != I or text[at + 2] != D or text[at + 3] != COLON:
            return False
        at += 4
        first = at
        while NIL <= text[at] <= TEN:
            at += 1
        self.at = at
        return at > first

    def told(self, fault: int) -> str:
        """A fault in words: what is wrong with the line, and what to do."""
        what = FAULTS[fault]
        if fault == CLASS:
            known = f"{self.negative:g} and {self.positive:g}" if self.settled else "-1 and 1, or 0 and 1"
            what += f", {known}: say which two there are, labels=(negative, positive), or labels='numbers'"
        elif fault == LARGE:
            what += f": at most {self.most + self.base:,}"
        elif fault == LITTLE:
            what += ": with base=1 the first is 1; base=0 takes the numbers as they are"
        return what
