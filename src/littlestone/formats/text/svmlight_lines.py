# cython: boundscheck=False, wraparound=False, nonecheck=False, initializedcheck=False
"""Lines of svmlight text into compressed sparse rows: the loop of `SvmlightReader`."""

from __future__ import annotations

from typing import Any

from .row_lines import RowLines

SPACE, TAB, RETURN, NEWLINE, HASH, COLON, NIL, TEN = b" \t\r\n#:09"
Q, I, D = b"qid"  # of qid:, the number of a query, which only ranking needs
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


class SvmlightLines(RowLines):
    """Lines of svmlight text.

        line = [number [qid:digits] {column:value}] [# anything]       with blanks or tabs between

    base       what the first column is called, 0 or 1
    most       the largest column allowed, counted from 0
    classes    of the labels: see `RowLines`
    """

    def __init__(self, *, base: int, most: int, **classes: Any) -> None:
        super().__init__(least=4, **classes)
        self.base = base
        self.most = most
        self.top = -1  # the largest column so far

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
        sign = self.sign(y)
        if sign != sign:
            self.at = at
            return CLASS
        at = self.at
        k = self.entries
        last = -1
        queried = False
        while True:
            usual = self.pairs(at, self.columns, self.values, k, last, self.base, self.most)
            if usual > 0:
                k += usual
                last = self.columns[k - 1]
                at = self.at
            if text[at] != SPACE and text[at] != TAB:
                self.at = at
                if self.ends(at):
                    break
                return BLANK
            while text[at] == SPACE or text[at] == TAB:
                at += 1
            first = at
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
            column -= self.base
            if at - first > COLUMN_DIGITS or column > self.most:
                self.at = first
                return LARGE
            if column <= last:
                self.at = first
                return LITTLE if column < 0 else ORDER
            value = self.number(at + 1)
            if value != value:
                return VALUE
            at = self.at
            self.columns[k] = column
            self.values[k] = value
            k += 1
            last = column
        if last > self.top:
            self.top = last
        self.enter(y, sign, k)
        return 0

    def ends(self, at: int) -> bool:
        """Is this the end of the line's content?"""
        byte = self.text[at]
        return byte in (NEWLINE, HASH) or (byte == RETURN and self.text[at + 1] == NEWLINE)

    def query(self, at: int) -> bool:
        """Skip qid:digits if it begins here; was it there?"""
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
        """The message of a fault: what is wrong with the line, and what to do."""
        what = FAULTS[fault]
        if fault == CLASS:
            what += f", {self.known()}"
        elif fault == LARGE:
            what += f": at most {self.most + self.base:,}"
        elif fault == LITTLE:
            what += ": with base=1 the first is 1; base=0 takes the numbers as they are"
        return what
