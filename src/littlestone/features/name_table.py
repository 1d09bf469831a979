# cython: boundscheck=False, wraparound=False, nonecheck=False, initializedcheck=False
"""A hash table from names, as bytes, to columns, used to read text files; and the murmur3 hash."""

from __future__ import annotations

import sys
from array import array
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from ..support import uncompiled as cython
else:
    try:
        import cython
    except ImportError:
        from ..support import uncompiled as cython

FULL, LONG = 0xFFFFFFFF, 0xFFFFFFFFFFFFFFFF
GOLDEN = 0x9E3779B97F4A7C15  # 2^64 divided by the golden ratio, odd: its multiples are spread evenly
LITTLE = sys.byteorder == "little"  # is the machine little-endian?
FIRST, SECOND, ADDED, THIRD, FOURTH = 0xCC9E2D51, 0x1B873593, 0xE6546B64, 0x85EBCA6B, 0xC2B2AE35  # of murmur3
ONES, HIGHS, PLACES = 0x0101010101010101, 0x8080808080808080, 0x0001020304050607  # words of eight bytes
SLOTS, ROOM = 64, 256  # of a table that is still empty: names are found in the first, and stored in words in the second


def mixed(text: bytes | bytearray, start: int, stop: int, seed: int) -> int:
    """murmur3_x86_32 of the bytes from `start` to `stop` (Appleby 2011): four at a time, then what is left."""
    h = seed
    at = start
    while at + 4 <= stop:
        h ^= spread(text[at] | text[at + 1] << 8 | text[at + 2] << 16 | text[at + 3] << 24)
        h = ((h << 13 | h >> 19) & FULL) * 5 + ADDED & FULL
        at += 4
    size = stop - start
    if at < stop:
        k = 0
        while at < stop:  # from the last to the first, which is the lowest
            stop -= 1
            k = k << 8 | text[stop]
        h ^= spread(k)
    h ^= size & FULL
    h ^= h >> 16
    h = h * THIRD & FULL
    h ^= h >> 13
    h = h * FOURTH & FULL
    return h ^ h >> 16


def spread(k: int) -> int:
    """The bits of four bytes, spread over 32."""
    k = k * FIRST & FULL
    k = (k << 15 | k >> 17) & FULL
    return k * SECOND & FULL


def murmur3(data: bytes, seed: int = 0) -> int:
    """murmur3_x86_32 of these bytes, as a whole number below 2^32.

    >>> hex(murmur3(b"abc"))
    '0xb3dd93fa'
    """
    return mixed(data, 0, len(data), seed)


def eight(text: Any, at: int, stop: int, size: int) -> int:
    """The bytes from `at` on, up to eight and before `stop`, as a word, the first of them lowest.

    size    how many bytes of the text may be read, so that all eight are at once
    """
    if not cython.compiled:
        return int.from_bytes(text[at : min(at + 8, stop)], "little")
    count = stop - at
    word: int = 0
    if LITTLE and at + 8 <= size:
        word = cython.cast("const unsigned long long*", text + at)[0]
        return word if count >= 8 else word << (64 - 8 * count) >> (64 - 8 * count)
    k = min(count, 8)
    while k > 0:
        k -= 1
        word = word << 8 | text[at + k]
    return word


def stirred(code: int, word: int) -> int:
    """A hash that has taken in one more word: every bit of it reaches the lowest bits and the highest."""
    code ^= word
    code ^= code >> 32
    code = code * GOLDEN
    if not cython.compiled:  # Python's integers have no fixed width
        code &= LONG
    return code ^ code >> 32


class NameTable:
    """A number for every name, 0, 1, 2, ... in the order in which they came: its column, if names are features.

    Names are bytes, and belong to groups, such as the namespace that a word stands in or the column of a cell: equal
    bytes in two groups are two names. They are stored one after the other in words of eight bytes, each name behind its
    number and a word with its group and its length. The slots are a hash table with open addressing, at most half full;
    a slot holds half of the hash of a name, so that different names are hardly ever compared, and where its group and
    length are; 0 if it is empty. So a look-up waits for two places in memory. Hash and comparison go by words, and read
    the name where it stands in the text.
    """

    def __init__(self) -> None:
        self.count = 0
        self.used = 0  # words of all names
        self.stop = 0  # where the name that `known` looked for ends
        self.room = ROOM
        self.mask = SLOTS - 1
        self.slots = array("Q", bytes(8 * SLOTS))
        self.starts = array("q", bytes(4 * SLOTS + 16))  # name c is in the words from starts[c] to starts[c + 1]
        self.words = array("Q", bytes(8 * ROOM))

    def __len__(self) -> int:
        return int(self.count)

    def column(self, name: bytes, group: int = 0) -> int:
        """The number of this name, the next free one if it is new."""
        return self.settle(name, 0, len(name), len(name), group)

    def columns(self, text: bytes, ends: Any, there: Any, none: int, group: int) -> Any:
        """The numbers of many names, those that are not `there` getting the number `none`.

        text     all names one after the other; name k is in the bytes from ends[k] to ends[k + 1]
        """
        count, size = len(there), len(text)
        if len(ends) != count + 1:
            raise IndexError(f"{count} names have {count + 1} ends, not {len(ends)}")
        found = np.empty(count, dtype=np.int32)
        numbers = found
        for k in range(count):
            start, stop = ends[k], ends[k + 1]
            numbers[k] = (
                self.settle(text, start, stop, size, group) if there[k] and 0 <= start <= stop <= size else none
            )
        return found

    def find(self, name: bytes, group: int = 0) -> int:
        """The number of this name, or -1 if it has none."""
        where = self.slots[self.probe(name, 0, len(name), len(name), group)] & FULL
        return int(self.words[where - 1]) if where > 0 else -1

    def name(self, column: int) -> bytes:
        """The bytes of a name."""
        if not 0 <= column < self.count:
            raise IndexError(f"there are {self.count} names, and none has the number {column}")
        start, stop = self.starts[column] + 1, self.starts[column + 1]
        size = self.words[start] & FULL
        if cython.compiled and LITTLE and size > 0:
            name: bytes = cython.cast("const unsigned char*", cython.address(self.words[start + 1]))[:size]
            return name
        return b"".join([int(self.words[k]).to_bytes(8, "little") for k in range(start + 1, stop)])[:size]

    def group(self, column: int) -> int:
        """The group that a name belongs to."""
        if not 0 <= column < self.count:
            raise IndexError(f"there are {self.count} names, and none has the number {column}")
        return int(self.words[self.starts[column] + 1] >> 32)

    def names(self, first: int = 0) -> list[str]:
        """The names from number `first` on, in order."""
        return [self.name(column).decode(errors="surrogatepass") for column in range(first, self.count)]

    def forget(self, before: int) -> None:
        """Remove the names from number `before` on, the last first: no other name's probing depends on it."""
        while self.count > before:
            slot = self.code(self.count - 1) & self.mask
            self.count -= 1
            self.used = self.starts[self.count]
            while self.slots[slot] & FULL != self.used + 1:
                slot = (slot + 1) & self.mask
            self.slots[slot] = 0

    def settle(self, text: Any, start: int, stop: int, size: int, group: int) -> int:
        """The number of the name in these bytes of the text, of which `size` may be read; a new one gets the next."""
        slot = self.probe(text, start, stop, size, group)
        where = self.slots[slot] & FULL
        if where > 0:
            return int(self.words[where - 1])
        words = (stop - start + 7) // 8 + 2
        if self.used + words > self.room:
            self.reserve(words)
        self.words[self.used] = self.count
        self.words[self.used + 1] = group << 32 | (stop - start)
        for k in range(2, words):
            self.words[self.used + k] = eight(text, start + 8 * (k - 2), stop, size)
        self.slots[slot] = self.hash >> 32 << 32 | (self.used + 1)
        self.count += 1
        self.used += words
        self.starts[self.count] = self.used
        if 2 * self.count > self.mask:
            self.grow()
        return self.count - 1

    def probe(self, text: Any, start: int, stop: int, size: int, group: int) -> int:
        """The slot of the name in these bytes, or the empty one where it belongs; `hash` is its hash."""
        head = group << 32 | (stop - start)
        code = 0
        at = start
        while at < stop:
            code = stirred(code, eight(text, at, stop, size))
            at += 8
        code = stirred(code, head)
        self.hash = code
        slot = code & self.mask
        while True:
            held = self.slots[slot]
            if held == 0:
                return slot
            if held >> 32 == code >> 32:
                k = held & FULL
                if self.words[k] == head:
                    at = start
                    while at < stop and self.words[k + 1] == eight(text, at, stop, size):
                        at += 8
                        k += 1
                    if at >= stop:
                        return slot
            slot = (slot + 1) & self.mask

    def known(self, text: Any, at: int, size: int, below: int, one: int, other: int, group: int) -> int:
        """The number of the name that begins at `at`, or -1 if it is new; `stop` is where it ends.

        It ends before the first byte that is less than a limit or equal to one of two, which are given as words: see
        `seek` of `RowLines`. End, hash and number are found in one go. At the end of the text the answer may be -1 for
        a name that is known: whoever gets it calls `settle`.
        """
        start = at
        code = 0
        while LITTLE and at + 8 <= size:
            if cython.compiled:
                word: int = cython.cast("const unsigned long long*", text + at)[0]
            else:
                word = int.from_bytes(text[at : at + 8], "little")
            first, second = word ^ one, word ^ other
            hits = ((word - below) & ~word | (first - ONES) & ~first | (second - ONES) & ~second) & HIGHS
            if hits:
                low = (hits & -hits) >> 7
                product = low * PLACES
                if not cython.compiled:
                    product &= LONG
                self.stop = at + (product >> 56)
                word &= low - 1
                if self.stop > at:
                    code = stirred(code, word)
                return self.number(text, start, at, word, stirred(code, group << 32 | (self.stop - start)), group)
            code = stirred(code, word)
            at += 8
        return -1

    def number(self, text: Any, start: int, at: int, last: int, code: int, group: int) -> int:
        """The number of the name with this hash, or -1: whole words up to `at`, then the `last` one, up to `stop`."""
        head = group << 32 | (self.stop - start)
        slot = code & self.mask
        while True:
            held = self.slots[slot]
            if held == 0:
                return -1
            if held >> 32 == code >> 32:
                k = held & FULL
                if self.words[k] == head:
                    which = start
                    while which < at and self.words[k + 1] == eight(text, which, which + 8, which + 8):
                        which += 8
                        k += 1
                    if which == at and (self.stop == at or self.words[k + 1] == last):
                        return int(self.words[(held & FULL) - 1])
            slot = (slot + 1) & self.mask

    def hashed(self, text: Any, stop: int, seed: int) -> int:
        """murmur3 of the first bytes of a text: a method, for other compiled modules."""
        return mixed(text, 0, stop, seed)

    def code(self, column: int) -> int:
        """The hash of a name that is stored."""
        code = 0
        for k in range(self.starts[column] + 2, self.starts[column + 1]):
            code = stirred(code, self.words[k])
        return stirred(code, self.words[self.starts[column] + 1])

    def reserve(self, more: int) -> None:
        """Make room for `more` words behind the names."""
        room = max(2 * self.room, self.used + more)
        words = array("Q", bytes(memoryview(self.words).cast("B")[: 8 * self.used]) + bytes(8 * (room - self.used)))
        self.words, self.room = words, room

    def grow(self) -> None:
        """Double the slots and refill them in the order of the numbers, on which `forget` relies."""
        size = 2 * (self.mask + 1)
        slots = array("Q", bytes(8 * size))
        starts = array("q", bytes(memoryview(self.starts).cast("B")) + bytes(4 * size))
        self.slots, self.starts, self.mask = slots, starts, size - 1
        for column in range(self.count):
            code = self.code(column)
            slot = code & self.mask
            while self.slots[slot] != 0:
                slot = (slot + 1) & self.mask
            self.slots[slot] = code >> 32 << 32 | (self.starts[column] + 1)
