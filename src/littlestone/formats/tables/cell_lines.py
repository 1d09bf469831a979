# cython: boundscheck=False, wraparound=False, nonecheck=False, initializedcheck=False
"""Lines of cells into codes: the loop of `CsvFile`, which knows nothing of what cells mean."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...features.name_table import NameTable
from ..text.row_lines import RowLines

NEWLINE, RETURN, POINT, SMALL_E, LARGE_E = b"\n\r.eE"
LEFT_OUT, CELL, NUMBER, TRUTH, OUTCOME, WEIGHT = range(6)  # what is done with the cells of a column
HARD = 1  # what `parse` says of a record that is left to Python's csv module
ODD = -2  # instead of the code of a label: the record of this row was read elsewhere
NO_TRUTH = -1  # the same: the label is a number, or there is none
LONGEST_CELL = 131_072  # the csv module refuses longer ones
DIGITS = 16  # whole numbers of so many digits may be beyond 2^53: the schema checks them
ONES, CONTROLS = 0x0101010101010101, 0x0E0E0E0E0E0E0E0E  # eight bytes: of 1, and of what is above all line ends


class CellLines(RowLines):
    """Lines of cells between delimiters. Entry i of a row is a cell: its code in `columns`, its value in `values`.

    The code is the number that `table` gives to the bytes of the cell, in the group that is its place in the line, so
    that whoever wants to know what a cell means has to ask once for each that is new; or -1 - place where a cell is
    plainly a number, which stands in `values`. `truths` has the codes of labels, `labels` those that are numbers,
    `weights` what rows weigh.

    A record that is not plain, with quotes within quotes, more than one line, the wrong number of cells or what is no
    text, is left to the csv module: `parse` stops with HARD where it begins, and goes on where it is told to.

    delimiter    the byte between cells
    quote        the byte that cells may be quoted with; -1 for none
    roles        what is done with the cells at each place
    """

    def __init__(self, *, delimiter: int, quote: int, roles: bytes) -> None:
        self.table = NameTable()
        self.delimiter = delimiter
        self.delimiters = delimiter * ONES
        self.quote = quote
        self.held = roles
        self.roles = roles
        self.width = len(roles)
        self.first = 0
        super().__init__(least=1, negative=-1.0, positive=1.0, settled=True, numbers=True)

    def take(self, buffer: bytearray) -> None:
        """Set the buffer to read from."""
        RowLines.take(self, buffer)
        self.truths = np.zeros(len(buffer) // 2 + 1, dtype=np.int32)
        self.numbers_of_lines = np.zeros(len(buffer) // 2 + 1, dtype=np.int64)
        self.weights = np.ones(len(buffer) // 2 + 1)

    def renew_table(self) -> None:
        """Begin a new table: the codes of the rows to come are those of another one."""
        self.table = NameTable()

    def number_lines(self, first: int) -> None:
        """Say how many lines there were before those that `lines` counts."""
        self.first = first

    def glance(self, start: int, stop: int) -> None:
        """Is this part of the buffer ASCII without NUL? Then its lines need no `look`: returns are seen anyway."""
        self.plain = self.buffer.find(b"\0", start, stop) < 0 and self.buffer.isascii()

    def odd_row(self) -> int:
        """Enter a row for a record that was read elsewhere; return its number."""
        self.truths[self.rows] = ODD
        self.weights[self.rows] = 1.0
        self.enter(0.0, 0.0, self.entries)
        return int(self.rows - 1)

    def line(self, at: int) -> int:
        """Read one record; HARD if it is not plain."""
        text = self.text
        if text[at] == NEWLINE or (text[at] == RETURN and text[at + 1] == NEWLINE):
            self.at = at
            return 0  # a blank line is no record
        if not self.plain and self.look(at):
            return HARD
        delimiter, quote = self.delimiter, self.quote
        k = self.entries
        truth = NO_TRUTH
        outcome = 0.0
        weight = 1.0
        place = 0
        while True:
            if place == self.width:
                return HARD
            role = self.roles[place]
            number = False
            value = 0.0
            code = -1
            first = at
            if text[at] == quote:
                first = at + 1
                at = first
                while text[at] != quote:
                    if text[at] == NEWLINE or text[at] == RETURN:
                        return HARD
                    at += 1
                stop = at
                at += 1
                if role in (NUMBER, OUTCOME, WEIGHT):
                    value = self.number(first)
                    number = value == value and self.at == stop and self.is_short(first, stop)
            else:
                if role in (NUMBER, OUTCOME, WEIGHT):
                    at = self.brief(at, delimiter)
                number = at > first
                value = self.found if number else 0.0
                if not number and role != LEFT_OUT:
                    code = self.known_cell(first, place)  # the code of a cell says that it is no number
                    at = self.table.stop
                if not number and code < 0:
                    at = self.end_of_cell(first)
                    if role in (NUMBER, OUTCOME, WEIGHT):
                        stop = at
                        value = self.number(first)
                        number = value == value and self.at == stop and self.is_short(first, stop)
                stop = at
            if text[at] != delimiter and text[at] != NEWLINE and (text[at] != RETURN or text[at + 1] != NEWLINE):
                return HARD
            if role in (NUMBER, CELL):
                if number:
                    code = -1 - place
                elif code < 0:
                    code = self.code(first, stop, place)
                self.columns[k] = code
                self.values[k] = value
                k += 1
            elif role == OUTCOME and number:
                outcome = value
            elif role == WEIGHT:
                if not number or value < 0.0:
                    return HARD
                weight = value
            elif role != LEFT_OUT:
                truth = code if code >= 0 else self.code(first, stop, place)
            if stop - first >= LONGEST_CELL:
                return HARD
            place += 1
            if text[at] != delimiter:
                break
            at += 1
        if place != self.width:
            return HARD
        self.at = at
        self.truths[self.rows] = truth
        self.weights[self.rows] = weight
        self.numbers_of_lines[self.rows] = self.first + self.lines + 1
        self.enter(outcome, outcome, k)
        return 0

    def code(self, first: int, stop: int, place: int) -> int:
        """The code of a cell."""
        return self.table.settle(self.text, first, stop, self.size, place)

    def known_cell(self, at: int, place: int) -> int:
        """The code of the cell that begins at `at`, or -1 if it is new; the table says where it stops."""
        text = self.text
        code = self.table.known(text, at, self.size, CONTROLS, self.delimiters, self.delimiters, place)
        if code < 0:
            return -1
        stop = self.table.stop
        plain = text[stop] == self.delimiter or text[stop] == NEWLINE or text[stop] == RETURN
        return code if plain else -1

    def end_of_cell(self, at: int) -> int:
        """Where the next delimiter or line end is."""
        text = self.text
        at = self.seek(at, CONTROLS, self.delimiters, self.delimiters)
        while text[at] != self.delimiter and text[at] != NEWLINE and text[at] != RETURN:
            at = self.seek(at + 1, CONTROLS, self.delimiters, self.delimiters)
        return at

    def is_short(self, first: int, stop: int) -> bool:
        """Is a number not so long a whole one that a double might not hold it?"""
        if stop - first < DIGITS:
            return True
        text = self.text
        for k in range(first, stop):
            if text[k] == POINT or text[k] == SMALL_E or text[k] == LARGE_E:
                return True
        return False


def roles_of(
    header: list[str], used: set[str], label: str | None, plain: set[str], outcomes: bool, weight: str | None = None
) -> bytes:
    """What is done with the cells of each column: features, of those in `plain` perhaps numbers, label or weight."""
    found: list[Any] = []
    for name in header:
        if name == label:
            found.append(OUTCOME if outcomes else TRUTH)
        elif name == weight:
            found.append(WEIGHT)
        else:
            found.append(LEFT_OUT if name not in used else NUMBER if name in plain else CELL)
    return bytes(found)
