# cython: boundscheck=False, wraparound=False, nonecheck=False, initializedcheck=False
"""`RowLines`, the base of the parsers that turn lines of text into compressed sparse rows."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

import numpy as np

from ...errors import BadFile
from .decimals import Decimals

if TYPE_CHECKING:
    from ...support import uncompiled as cython
else:
    try:
        import cython
    except ImportError:
        from ...support import uncompiled as cython

NEWLINE, RETURN = b"\n\r"
NO_TEXT, ODD = 1, 2  # faults that `look` finds
NO_LABEL = float("nan")
LITTLE = sys.byteorder == "little"
ONES, HIGHS, PLACES = 0x0101010101010101, 0x8080808080808080, 0x0001020304050607  # words of eight bytes
LONG = 0xFFFFFFFFFFFFFFFF
SAY_WHICH = "say which two there are, labels=(negative, positive), or labels='numbers'"


class RowLines(Decimals):
    """Parses whole lines of a buffer into arrays that are reused. A subclass, one per format, parses a line.

    A byte is read once or twice; the newline at the end of the buffer stops every inner loop, so that none checks for
    the end. The arrays have room for all entries that a buffer of this size can hold.

    least                 bytes that an entry takes at least
    negative, positive    the labels that become -1 and +1
    settled               is the negative label known? If not, it is the first label that is 0 or -1
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
        """Set the buffer to read from and make room for all it can hold: a row takes two bytes at least."""
        self.hold(buffer)
        self.renew()
        self.plain = False
        self.starts = np.zeros(len(buffer) // 2 + 2, dtype=np.int64)
        self.labels = np.zeros(len(buffer) // 2 + 1)
        self.columns = np.zeros(len(buffer) // self.least + 1, dtype=np.int32)
        self.values = np.zeros(len(buffer) // self.least + 1)

    def settle(self, negative: float) -> None:
        """Set the negative label, which was found in another block."""
        self.negative = negative
        self.settled = True

    def renew(self) -> None:
        """Clear the rows; the next ones overwrite them."""
        self.rows = 0
        self.entries = 0
        self.lines = 0

    def parse(self, start: int, stop: int) -> int:
        """Parse the lines from `start` to `stop`, just after a newline, without holding the GIL.

        Returns 0, or the number of a fault: then `begin` is where its line begins and `at` where the fault is.
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
        """The loop over lines. A line with a fault adds nothing to the arrays."""
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
        """Parse one line up to its end or comment and `enter` it; return 0 or the number of a fault."""
        return 0

    def glance(self, start: int, stop: int) -> None:
        """Is this part of the buffer ASCII without control characters? Then its lines need no `look`."""
        odd = max(self.buffer.find(b"\0", start, stop), self.buffer.find(b"\r", start, stop))
        self.plain = odd < 0 and self.buffer.isascii()

    def seek(self, at: int, below: int, one: int, other: int) -> int:
        """Where the first byte is, from `at` on, that is less than a limit or equal to one of two.

        All three are given eight times over, as words: a byte less one borrows from its highest bit if it is zero, and
        likewise those that are below the limit; the borrowing may run on, but the lowest such bit is right.
        """
        text: Any = self.text
        while LITTLE and at + 8 <= self.size:
            if cython.compiled:
                word: int = cython.cast("const unsigned long long*", text + at)[0]
            else:
                word = int.from_bytes(text[at : at + 8], "little")
            first, second = word ^ one, word ^ other
            hits = ((word - below) & ~word | (first - ONES) & ~first | (second - ONES) & ~second) & HIGHS
            if hits:
                product = ((hits & -hits) >> 7) * PLACES  # as in `leading` of decimals
                if not cython.compiled:
                    product &= LONG
                return at + (product >> 56)
            at += 8
        byte = text[at]
        while byte >= below & 0xFF and byte != one & 0xFF and byte != other & 0xFF:
            at += 1
            byte = text[at]
        return at

    def look(self, at: int) -> int:
        """Is the line valid text, with a carriage return only at its end? If not, `at` is where it is wrong."""
        text = self.text
        high = 0
        odd = False
        stop = at
        while text[stop] != NEWLINE:
            high |= text[stop]
            odd = odd or text[stop] == 0 or text[stop] == RETURN
            stop += 1
        if high & 0x80 and not self.is_text(at):
            return NO_TEXT
        if odd:
            while at < stop and not (text[at] == 0 or (text[at] == RETURN and at + 1 < stop)):
                at += 1
            self.at = at
            if at < stop:
                return ODD
        return 0

    def is_text(self, at: int) -> bool:
        """Are the bytes up to the newline UTF-8 (RFC 3629)? If not, `at` is where they are wrong."""
        text = self.text
        while text[at] != NEWLINE:
            self.at = at
            byte = text[at]
            at += 1
            if byte < 0x80:
                continue
            if byte < 0xC2 or byte > 0xF4:
                return False
            least = 0xA0 if byte == 0xE0 else 0x90 if byte == 0xF0 else 0x80  # no overlong encoding
            most = 0x9F if byte == 0xED else 0x8F if byte == 0xF4 else 0xBF  # no surrogates, nothing above U+10FFFF
            if not least <= text[at] <= most:
                return False
            at += 1
            for _ in range((byte >= 0xE0) + (byte >= 0xF0)):
                if not 0x80 <= text[at] <= 0xBF:
                    return False
                at += 1
        return True

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
        """Finish a row with label y, stored as `sign`, whose entries end at `entries`."""
        if sign == -1.0 and not (self.settled or self.numbers):
            self.negative = y
            self.settled = True
        self.labels[self.rows] = sign
        self.rows += 1
        self.entries = entries
        self.starts[self.rows] = entries

    def known(self) -> str:
        """For messages: the two classes, and what to do if there are others."""
        known = f"{self.negative:g} and {self.positive:g}" if self.settled else "-1 and 1, or 0 and 1"
        return f"{known}: {SAY_WHICH}"

    def told(self, fault: int) -> str:
        """The message of a fault: what is wrong with the line, and what to do."""
        raise NotImplementedError(f"{type(self).__name__} must say what its faults are")
