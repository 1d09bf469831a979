# cython: boundscheck=False, wraparound=False, nonecheck=False, initializedcheck=False
"""`ScatteredLines`: rows whose entries come in any order are sorted by column, and repeated columns added up."""

from __future__ import annotations

from array import array
from sys import float_info
from typing import Any

from .row_lines import RowLines

LARGEST = float_info.max
LOW = 0xFFFFFFFF  # the lower half of a key
FEW, DIGIT, DIGITS = 24, 8, 256  # rows of few entries are sorted by insertion, others by digits of eight bits


class ScatteredLines(RowLines):
    """Lines whose entries come in any order. A subclass calls `clear`, `put` for each entry, then `add_up`.

    Entry i of a row has the key column * 2^32 + i: sorted by key, entries go by column, and those of one column as they
    came. Only keys are sorted: amounts, and the places in the text that they came from, stay where they are.
    """

    def take(self, buffer: bytearray) -> None:
        """Set the buffer to read from and make room for a row that fills it."""
        RowLines.take(self, buffer)
        room = len(buffer) // self.least + 1
        self.keys = array("Q", bytes(8 * room))
        self.spare = array("Q", bytes(8 * room))
        self.amounts = array("d", bytes(8 * room))
        self.places = array("q", bytes(8 * room))
        self.digits = array("q", bytes(8 * DIGITS))
        self.clear()

    def clear(self) -> None:
        """Begin a row."""
        self.count = 0
        self.last = -1
        self.seen = 0  # the bits that occur in its columns
        self.rising = True

    def put(self, column: int, amount: float, place: int) -> None:
        """Add an entry."""
        k = self.count
        self.rising = self.rising and column > self.last
        self.last = column
        self.seen |= column
        self.keys[k] = column << 32 | k
        self.amounts[k] = amount
        self.places[k] = place
        self.count = k + 1

    def add_up(self) -> bool:
        """Sort the entries of a row and add up equal columns; False if a sum is infinite, and `at` is where."""
        if not self.rising:
            self.sort()
        finite = True
        k = self.entries
        for i in range(self.count):
            column = self.keys[i] >> 32
            which = self.keys[i] & LOW
            if k > self.entries and self.columns[k - 1] == column:
                total = float(self.values[k - 1]) + self.amounts[which]  # a numpy number would warn of overflow
                self.values[k - 1] = total
                if not -LARGEST <= total <= LARGEST:
                    self.at = self.places[which] if finite else min(self.at, self.places[which])
                    finite = False
            else:
                self.columns[k] = column
                self.values[k] = self.amounts[which]
                k += 1
        self.end = k
        return finite

    def sort(self) -> None:
        """Sort the keys by column, those of one column as they came: few by insertion, many digit by digit."""
        if self.count <= FEW:  # no view is held in a variable: to count its holders takes longer than a short row
            for i in range(1, self.count):
                key = self.keys[i]
                k = i
                while k > 0 and self.keys[k - 1] > key:
                    self.keys[k] = self.keys[k - 1]
                    k -= 1
                self.keys[k] = key
            return
        shift = 32
        while self.seen >> (shift - 32):
            self.sort_digit(self.keys, self.spare, shift)
            self.sort_digit(self.spare, self.keys, shift + DIGIT)
            shift += 2 * DIGIT

    def sort_digit(self, keys: Any, spare: Any, shift: int) -> None:
        """Write the keys into `spare`, sorted stably by the eight-bit digit that begins at bit `shift`."""
        places = self.digits
        for i in range(DIGITS):
            places[i] = 0
        for i in range(self.count):
            places[keys[i] >> shift & (DIGITS - 1)] += 1
        total = 0
        for i in range(DIGITS):
            count = places[i]
            places[i] = total
            total += count
        for i in range(self.count):
            digit = keys[i] >> shift & (DIGITS - 1)
            spare[places[digit]] = keys[i]
            places[digit] += 1
