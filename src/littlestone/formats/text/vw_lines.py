# cython: boundscheck=False, wraparound=False, nonecheck=False, initializedcheck=False
"""Lines of VW text into compressed sparse rows: the loop of `VwReader`."""

from __future__ import annotations

from array import array
from sys import float_info
from typing import Any

import numpy as np

from ...features.name_table import NameTable
from .likely_names import LikelyNames
from .scattered_lines import ScatteredLines

SPACE, TAB, RETURN, NEWLINE, BAR, COLON, QUOTE, CARET = b" \t\r\n|:'^"
LARGEST, NO_LABEL = float_info.max, float("nan")
AFTER, VALUED, RAISED = 1, 2, 4  # kinds of bytes: end of a word, before a value, ^
STOP = AFTER | VALUED
BLANKS, COLONS, BARS = 0x2121212121212121, 0x3A3A3A3A3A3A3A3A, 0x7C7C7C7C7C7C7C7C  # up to a blank, : and |, for `seek`
CODES = 64  # words for whose hashes there is room at first

KINDS = bytes(AFTER * (b in b" \t\r\n|") | VALUED * (b == COLON) | RAISED * (b == CARET) for b in range(256))

FAULTS = (
    "",
    "is not UTF-8",
    "a control character; lines end in a newline, and text has no NUL",
    "a bar | was expected before the features",
    "a number that touches the bar is a tag: a blank after it makes it a label, a ' before a tag",
    "a label, an importance and an initial prediction, finite numbers, are all before the bar",
    "an importance other than 1: importance='ignore' counts every example once",
    "an initial prediction other than 0, which no game here begins with",
    "a namespace is a name without ^, or name:value with a finite number, or a blank",
    "a feature is a name, or name:value with a finite number; without a namespace it has no ^",
    "another label than the two classes",
)
NO_TEXT, ODD, NO_BAR, TOUCHES, HEAD, WEIGHT, BASE, NAMESPACE, FEATURE, CLASS = range(1, len(FAULTS))


class VwLines(ScatteredLines):
    """Lines of VW text.

        line  = [number [number [number]]] ['tag] space {space}           with blanks or tabs between
        space = | [name [: number]] {feature [: number]}

    The entries of a row go by column, and those of one column are added up in the order in which they came.

    table           gives words their columns, by the number of their namespace in `groups`, 0 for none
    groups          gives namespaces their numbers, less one
    hash_bits       if not 0, the column of a name is so many bits of its hash instead, and its sign another bit
    seed            of that hash
    ignore          are importances other than 1 ignored (and counted) instead of refused?
    classes         of the labels: see `RowLines`
    """

    def __init__(
        self, *, table: NameTable, groups: NameTable, hash_bits: int, seed: int, ignore: bool, **classes: Any
    ) -> None:
        self.table = table
        self.groups = groups
        self.hash_bits = hash_bits
        self.seed = seed
        self.ignore = ignore
        self.weighted = 0  # examples with an importance other than 1
        self.kinds = KINDS
        self.room = CODES
        self.codes = array("I", bytes(4 * CODES))  # the hashes of words, where names are hashed
        self.valued = bytearray(CODES)  # of every word that was met here, did it first come with a value?
        self.likely = LikelyNames()  # of features with values
        super().__init__(least=2, **classes)

    def take(self, buffer: bytearray) -> None:
        """Set the buffer to read from."""
        ScatteredLines.take(self, buffer)
        self.drafted = bytearray(len(buffer) + 1)  # a namespace, a ^ and a feature are not longer than the buffer
        self.draft = self.drafted
        self.weights = np.ones(len(buffer) // 2 + 1)
        self.tags = np.zeros(len(buffer) + 2, dtype=np.int64)  # where in the buffer each begins, and where it ends

    def line(self, at: int) -> int:
        """Parse one line. A line with a fault adds no names."""
        fault = 0 if self.plain else self.look(at)
        if fault:
            return fault
        before = self.table.count
        fault = self.read(at)
        if fault:
            self.table.forget(before)
            self.likely.clear()
        return fault

    def read(self, at: int) -> int:
        """Parse a line that is valid text, and enter it."""
        text = self.text
        while text[at] == SPACE or text[at] == TAB:
            at += 1
        bar = at
        while text[bar] != BAR and text[bar] != NEWLINE and text[bar] != RETURN:
            bar += 1
        if text[bar] != BAR:
            self.at = bar
            return 0 if bar == at else NO_BAR
        fault = self.header(at, bar)
        if fault:
            return fault
        self.clear()
        fault = self.spaces(bar)
        if not self.add_up():
            fault = FEATURE
        if fault:
            return fault
        sign = self.y
        if sign == sign:
            sign = self.sign(sign)
            if sign != sign:
                self.at = at
                return CLASS
        self.weighted += self.weights[self.rows] != 1.0
        self.enter(self.y, sign, self.end)
        return 0

    def header(self, at: int, bar: int) -> int:
        """Parse from `at` to the first bar: the last word may be a tag, the others are numbers."""
        text = self.text
        kinds = self.kinds
        last = bar
        while last > at and kinds[text[last - 1]] & AFTER:
            last -= 1
        first = last
        while first > at and not kinds[text[first - 1]] & AFTER:
            first -= 1
        tag = last
        if first < last and text[first] == QUOTE:
            tag = first + 1
            bar = first
        elif first < last == bar:
            y = self.number(first)
            if y == y and self.at == last:
                self.at = first
                return TOUCHES
            tag = bar = first
        self.tags[2 * self.rows] = tag
        self.tags[2 * self.rows + 1] = last
        self.y = NO_LABEL
        self.weights[self.rows] = 1.0
        count = 0
        while True:
            while at < bar and kinds[text[at]] & AFTER:
                at += 1
            if at == bar:
                return 0
            y = self.number(at)
            first = self.at
            self.at = at
            if y != y or count == 3 or not kinds[text[first]] & AFTER:
                return HEAD
            if count == 0:
                self.y = y
            elif count == 1:
                if y < 0.0 or (y != 1.0 and not self.ignore):
                    return WEIGHT
                self.weights[self.rows] = y
            elif y != 0.0:
                return BASE
            count += 1
            at = first

    def spaces(self, at: int) -> int:
        """Read the namespaces, each from its bar to the next."""
        text = self.text
        while text[at] == BAR:
            fault = self.space(at + 1)
            if fault:
                return fault
            at = self.at
        return 0

    def space(self, at: int) -> int:
        """Read the name of a namespace, its value, and its features."""
        text = self.text
        kinds = self.kinds
        first = at
        seen = 0
        while not kinds[text[at]] & STOP:
            seen |= kinds[text[at]]
            at += 1
        size = at - first
        scale = 1.0
        if text[at] == COLON:
            scale = self.number(at + 1)
            at = self.at
        self.at = first
        if scale != scale or seen & RAISED or not kinds[text[at]] & AFTER or (size == 0 and at > first):
            return NAMESPACE
        self.at = at
        return self.features(first, size, scale)

    def features(self, name: int, size: int, scale: float) -> int:
        """Read the features of the namespace whose name is so many bytes at `name`, each of them times `scale`."""
        text = self.text
        kinds = self.kinds
        at = self.at
        group = 0 if size == 0 else 1 + self.groups.settle(text, name, name + size, self.size, 0)
        while True:
            while text[at] == SPACE or text[at] == TAB:
                at += 1
            if kinds[text[at]] & AFTER:
                self.at = at
                return 0
            first = at
            column = self.likely.again(text, first, self.size, self.count, group)
            if column >= 0:
                stop = self.likely.stop
            else:
                column = self.table.known(text, first, self.size, BLANKS, COLONS, BARS, group)
                stop = self.table.stop
                if column < 0 or not kinds[text[stop]] & STOP:
                    column = -1
                    stop = self.seek(first, BLANKS, COLONS, BARS)
                    while not kinds[text[stop]] & STOP:  # a control character
                        stop = self.seek(stop + 1, BLANKS, COLONS, BARS)
                elif text[stop] == COLON:
                    self.likely.expect(text, first, stop, self.count, group, column)
            at = stop
            amount = 1.0
            if text[at] == COLON:
                at = self.brief(stop + 1, SPACE)
                amount = self.found
                if at == stop + 1:
                    amount = self.number(at)
                    at = self.at
            amount = amount * scale + 0.0  # no sum is -0
            if first == stop or not -LARGEST <= amount <= LARGEST or not kinds[text[at]] & AFTER:
                self.at = first
                return FEATURE
            if column < 0:
                known = self.table.count
                column = self.table.settle(text, first, stop, self.size, group)
                if self.table.count > known and self.meet(column, first, stop, name, size):
                    self.at = first
                    return FEATURE
            if self.hash_bits > 0:
                code = self.codes[column]
                column = code & ((1 << self.hash_bits) - 1)
                amount = 0.0 - amount if code >> 31 else amount
            self.put(column, amount, first)

    def meet(self, column: int, first: int, stop: int, name: int, size: int) -> bool:
        """Look at a word that is new, and hash its name if names are hashed; is it wrong, with a ^ and no namespace?"""
        text = self.text
        if size == 0:
            for k in range(first, stop):
                if text[k] == CARET:
                    return True
        while column >= self.room:
            self.make_room()
        self.valued[column] = text[stop] == COLON
        if self.hash_bits > 0:
            draft = self.draft
            k = 0
            while k < size:
                draft[k] = text[name + k]
                k += 1
            if size > 0:
                draft[k] = CARET
                k += 1
            while first < stop:
                draft[k] = text[first]
                k += 1
                first += 1
            self.codes[column] = self.table.hashed(draft, k, self.seed)
        return False

    def make_room(self) -> None:
        """Make room for the hashes of more words, and what they came with."""
        self.codes = array("I", memoryview(self.codes).tobytes() + bytes(4 * self.room))
        self.valued = bytearray(self.valued) + bytearray(self.room)
        self.room *= 2

    def forget(self, before: int) -> None:
        """Remove the names from number `before` on, and expect none."""
        self.table.forget(before)
        self.likely.clear()

    def enter_name(self, name: bytes) -> None:
        """Add a name as it is written elsewhere, with its namespace before the first ^."""
        space, caret, word = name.partition(b"^")
        if caret:
            self.table.column(word, 1 + self.groups.column(space))
        else:
            self.table.column(name)

    def words(self, first: int = 0) -> list[bool]:
        """Of the names from number `first` on, which came without a value, and so are words?"""
        return [not self.valued[column] for column in range(first, self.table.count)]

    def names(self, first: int = 0) -> list[str]:
        """The names from number `first` on, in order."""
        found, table = [], self.table
        for column in range(first, table.count):
            name = table.name(column)
            group = table.group(column)
            if group > 0:
                name = self.groups.name(group - 1) + b"^" + name
            found.append(name.decode("utf-8", "surrogatepass"))
        return found

    def tag(self, row: int) -> str:
        """The tag of a row."""
        return self.buffer[self.tags[2 * row] : self.tags[2 * row + 1]].decode()

    def told(self, fault: int) -> str:
        what = FAULTS[fault]
        if fault == NO_TEXT:
            return f"byte {self.text[self.at]:#04x} {what}"
        return f"{what}, {self.known()}" if fault == CLASS else what
