# cython: boundscheck=False, wraparound=False, nonecheck=False, initializedcheck=False
"""Lines of flat JSON objects into codes: the loop of `JsonReader`, which knows nothing of what values mean."""

from __future__ import annotations

from array import array
from sys import float_info

import numpy as np

from ...features.name_table import NameTable
from ..text.row_lines import RowLines

SPACE, TAB, RETURN, NEWLINE, QUOTE, COMMA, COLON, OPEN, CLOSE, SLASH = b' \t\r\n",:{}\\'
MINUS, PLUS, POINT, ZERO, NINE, SMALL_E, LARGE_E, SMALL_T, SMALL_F, SMALL_N = b"-+.09eEtfn"
LEFT_OUT, CELL, NUMBER, TRUTH, OUTCOME = range(5)  # what is done with the values of a key: see `CellLines`
KINDS, LITERAL, ESCAPED = 4, 1, 2  # of values: see below
HARD, NEW = 1, 2  # a line that is left to Python's json module; a key that nobody has given a role
ODD, NO_TRUTH = -2, -1  # instead of the code of a label: see `CellLines`
CONTROLS, QUOTES, SLASHES = 0x2020202020202020, 0x2222222222222222, 0x5C5C5C5C5C5C5C5C  # what ends a run of characters
YES, NO, NOTHING = b"true", b"false", b"null"
DIGITS = 16  # whole numbers of so many digits may be beyond 2^53: the schema checks them
LONGEST_NUMBER = 1000  # Python refuses whole numbers of some thousands of digits
MOST_KEYS = 1 << 20  # objects with a key after so many are read one by one
LARGEST, NO_LABEL = float_info.max, float("nan")
ROOM = 64


class JsonCells(RowLines):
    """Lines with one flat object each. Entry i of a row is a value: its code in `columns`, its number in `values`.

    Keys have places, in the order in which they came. The code is the number that `table` gives to the bytes of the
    value, in a group: four times its place, and one more (LITERAL) where it is no text in quotes but a number, true,
    false or null, two (ESCAPED) where it is a text with backslashes. Or it is -1 - place where the value is plainly a
    number, which stands in `values`. `truths` has the codes of labels, `labels` those that are numbers, NaN where there
    is none.

    A line that is not plain, with an object or array within, an escaped key, a key twice, or what is no JSON, becomes
    an ODD row without entries. `begins` is where in the buffer each row begins. `parse` stops with NEW at a key that is
    new; when it has been given its role by `add_key` it has to go on at `begin`.

    labelled    is one of the keys the label? Until it has come once, lines without it are ODD
    """

    def __init__(self, *, labelled: bool) -> None:
        self.table = NameTable()
        self.keys = NameTable()
        self.roles = bytearray(ROOM)
        self.stamps = array("q", bytes(8 * ROOM))  # the record that each key was met in last
        self.stamp = 0
        self.width = 0
        self.first = 0
        self.labelled = labelled
        super().__init__(least=2, negative=-1.0, positive=1.0, settled=True, numbers=True)

    def take(self, buffer: bytearray) -> None:
        """Set the buffer to read from."""
        RowLines.take(self, buffer)
        self.truths = np.zeros(len(buffer) // 2 + 1, dtype=np.int32)
        self.numbers_of_lines = np.zeros(len(buffer) // 2 + 1, dtype=np.int64)
        self.begins = np.zeros(len(buffer) // 2 + 1, dtype=np.int64)

    def renew_table(self) -> None:
        """Begin a new table of values: the codes of the rows to come are those of another one."""
        self.table = NameTable()

    def number_lines(self, first: int) -> None:
        """Say how many lines there were before those that `lines` counts."""
        self.first = first

    def add_key(self, role: int) -> None:
        """Say what is done with the values of the next key that is new."""
        if self.width == len(self.roles):
            self.roles = bytearray(memoryview(self.roles)) + bytearray(self.width)
            self.stamps = array("q", memoryview(self.stamps).tobytes() + bytes(8 * self.width))
        self.roles[self.width] = role
        self.width += 1

    def glance(self, start: int, stop: int) -> None:
        """Is this part of the buffer ASCII without NUL? Then its lines need no `look`."""
        self.plain = self.buffer.find(b"\0", start, stop) < 0 and self.buffer.isascii()

    def line(self, at: int) -> int:
        """Read one line; NEW at a key that has no role."""
        text = self.text
        begin = at
        at = self.skip(at)
        self.at = at
        if text[at] == NEWLINE:
            return 0
        self.begins[self.rows] = begin
        self.numbers_of_lines[self.rows] = self.first + self.lines + 1
        fault = HARD
        if self.plain or not self.look(begin):
            fault = self.record(at)
            if fault == NEW:
                return NEW
        if fault:
            self.at = begin
            self.truths[self.rows] = ODD
            self.enter(0.0, 0.0, self.entries)
        return 0

    def record(self, at: int) -> int:
        """Read a flat object, and enter it; HARD if the line is no flat object, NEW at a key that has no role."""
        text = self.text
        if text[at] != OPEN:
            return HARD
        at = self.skip(at + 1)
        k = self.entries
        truth = NO_TRUTH
        outcome = NO_LABEL
        came = not self.labelled
        self.stamp += 1
        if text[at] == CLOSE:
            at += 1
        else:
            while True:
                if text[at] != QUOTE:
                    return HARD
                stop = self.seek(at + 1, CONTROLS, QUOTES, SLASHES)
                if text[stop] != QUOTE:
                    return HARD
                place = self.keys.settle(text, at + 1, stop, self.size, 0)
                if place >= self.width:
                    if place < MOST_KEYS:
                        return NEW
                    self.keys.forget(self.width)
                    return HARD
                if self.stamps[place] == self.stamp:
                    return HARD
                self.stamps[place] = self.stamp
                at = self.skip(stop + 1)
                if text[at] != COLON:
                    return HARD
                at = self.skip(at + 1)
                role = self.roles[place]
                group = KINDS * place
                number = False
                value = 0.0
                first = at
                if text[at] == QUOTE:
                    first = at + 1
                    stop = self.seek(first, CONTROLS, QUOTES, SLASHES)
                    if text[stop] == SLASH and role != LEFT_OUT:
                        group += ESCAPED
                        while text[stop] == SLASH and text[stop + 1] >= SPACE:
                            stop = self.seek(stop + 2, CONTROLS, QUOTES, SLASHES)
                    if text[stop] != QUOTE:
                        return HARD
                    at = stop + 1
                else:
                    group += LITERAL
                    stop = at
                    if role in (NUMBER, OUTCOME):
                        stop = self.brief(at, COMMA)
                        value = self.found
                        number = stop > at and not (
                            text[at + (text[at] == MINUS)] == ZERO
                            and ZERO <= text[at + 1 + (text[at] == MINUS)] <= NINE
                        )
                    if not number:
                        stop = self.end_of_literal(at)
                        if stop == at:
                            return HARD
                        if role in (NUMBER, OUTCOME) and text[at] <= NINE:
                            value = self.number(at)
                            number = -LARGEST <= value <= LARGEST and self.is_short(first, stop)
                    if number and value == 0.0 and text[first] == MINUS:
                        number = False  # the whole number -0 is 0, the other is -0.0: the schema tells them apart
                    at = stop
                if role in (CELL, NUMBER):
                    self.columns[k] = -1 - place if number else self.table.settle(text, first, stop, self.size, group)
                    self.values[k] = value
                    k += 1
                elif role != LEFT_OUT:
                    came = True
                    if number:
                        outcome = value
                    else:
                        truth = self.table.settle(text, first, stop, self.size, group)
                at = self.skip(at)
                if text[at] != COMMA:
                    break
                at = self.skip(at + 1)
            if text[at] != CLOSE:
                return HARD
            at += 1
        at = self.skip(at)
        if text[at] != NEWLINE or not came:
            return HARD
        self.labelled = False
        self.at = at
        self.truths[self.rows] = truth
        self.enter(outcome, outcome, k)
        return 0

    def skip(self, at: int) -> int:
        """Where the next character is that is no white space, or the line ends."""
        text = self.text
        while text[at] == SPACE or text[at] == TAB or text[at] == RETURN:
            at += 1
        return at

    def end_of_literal(self, at: int) -> int:
        """Where a number, true, false or null ends that begins here; `at` if there is none."""
        text = self.text
        first = at
        if text[at] == SMALL_T:
            return self.after(at, YES, 4)
        if text[at] == SMALL_F:
            return self.after(at, NO, 5)
        if text[at] == SMALL_N:
            return self.after(at, NOTHING, 4)
        if text[at] == MINUS:
            at += 1
        stop = self.digits(at)
        if stop == at or (text[at] == ZERO and stop > at + 1):
            return first
        at = stop
        if text[at] == POINT:
            stop = self.digits(at + 1)
            if stop == at + 1:
                return first
            at = stop
        if text[at] == SMALL_E or text[at] == LARGE_E:
            at += 1
            if text[at] == MINUS or text[at] == PLUS:
                at += 1
            stop = self.digits(at)
            if stop == at:
                return first
            at = stop
        return at if at - first < LONGEST_NUMBER else first

    def digits(self, at: int) -> int:
        """Where the digits end that begin here."""
        text = self.text
        while ZERO <= text[at] <= NINE:
            at += 1
        return at

    def after(self, at: int, word: bytes, size: int) -> int:
        """Where this word ends; `at` if it is another one."""
        text = self.text
        for k in range(size):
            if text[at + k] != word[k]:
                return at
        return at + size

    def is_short(self, first: int, stop: int) -> bool:
        """Is a number not so long a whole one that a double might not hold it?"""
        if stop - first < DIGITS:
            return True
        text = self.text
        for k in range(first, stop):
            if text[k] == POINT or text[k] == SMALL_E or text[k] == LARGE_E:
                return True
        return False
