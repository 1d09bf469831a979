# cython: boundscheck=False, wraparound=False, nonecheck=False, initializedcheck=False
"""A hash table from names, as bytes, to columns, used to read text files; and the murmur3 hash."""

from __future__ import annotations

from array import array

FULL = 0xFFFFFFFF
FIRST, SECOND, ADDED, THIRD, FOURTH = 0xCC9E2D51, 0x1B873593, 0xE6546B64, 0x85EBCA6B, 0xC2B2AE35  # of murmur3
SLOTS, ROOM = 64, 1024  # of a table that is still empty


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


class NameTable:
    """A column for every name, 0, 1, 2, ... in the order in which they came.

    The bytes of all names are stored one after the other in one arena. A name to look up is written behind them
    (`draft`) and found or added there (`settle`): a new one stays where it is. The slots are a hash table with open
    addressing, at most half full; a slot holds the hash of a name, so that different names are hardly ever compared
    byte by byte, and its column plus one; 0 if it is empty.
    """

    def __init__(self) -> None:
        self.count = 0
        self.used = 0  # bytes of all names
        self.mask = SLOTS - 1
        self.slots = array("Q", bytes(8 * SLOTS))
        self.starts = array("q", bytes(4 * SLOTS + 16))  # name c is the bytes from starts[c] to starts[c + 1]
        self.hold(bytearray(ROOM))

    def __len__(self) -> int:
        return int(self.count)

    def hold(self, arena: bytearray) -> None:
        """Use this arena for the bytes of names."""
        self.arena = arena
        self.text = arena
        self.room = len(arena)

    def column(self, name: bytes) -> int:
        """The column of this name, the next free one if it is new."""
        self.draft(name)
        return self.settle(len(name))

    def find(self, name: bytes) -> int:
        """The column of this name, or -1 if it has none."""
        self.draft(name)
        return int(self.slots[self.probe(self.used, self.used + len(name))] & FULL) - 1

    def draft(self, name: bytes) -> None:
        """Write a name behind the others, where it will stay if it is new."""
        self.reserve(len(name))
        self.arena[self.used : self.used + len(name)] = name

    def names(self, first: int = 0) -> list[str]:
        """The names from column `first` on, in order."""
        return [
            self.arena[self.starts[c] : self.starts[c + 1]].decode(errors="surrogatepass")
            for c in range(first, self.count)
        ]

    def forget(self, before: int) -> None:
        """Remove the names from column `before` on, the last first: no other name's probing depends on it."""
        while self.count > before:
            self.slots[self.probe(self.starts[self.count - 1], self.starts[self.count])] = 0
            self.count -= 1
            self.used = self.starts[self.count]

    def settle(self, size: int) -> int:
        """The column of the name drafted in the next `size` bytes; a new name gets the next free column."""
        stop = self.used + size
        slot = self.probe(self.used, stop)
        column = self.slots[slot] & FULL
        if column > 0:
            return column - 1
        self.count += 1
        self.slots[slot] = self.code << 32 | self.count
        self.used = stop
        self.starts[self.count] = stop
        if 2 * self.count > self.mask:
            self.grow()
        return self.count - 1

    def hashed(self, stop: int, seed: int) -> int:
        """The hash of the name drafted up to `stop`, without adding it."""
        return mixed(self.text, self.used, stop, seed)

    def probe(self, start: int, stop: int) -> int:
        """The slot of the name in these bytes of the arena, or the empty one where it belongs; `code` is its hash."""
        code = mixed(self.text, start, stop, 0)
        self.code = code
        slot = code & self.mask
        while True:
            held = self.slots[slot]
            if held == 0 or (held >> 32 == code and self.same((held & FULL) - 1, start, stop)):
                return slot
            slot = (slot + 1) & self.mask

    def same(self, column: int, start: int, stop: int) -> bool:
        """Is the name of this column equal to these bytes of the arena?"""
        at = self.starts[column]
        if self.starts[column + 1] - at != stop - start:
            return False
        text = self.text
        while start < stop and text[at] == text[start]:
            at += 1
            start += 1
        return start == stop

    def reserve(self, more: int) -> None:
        """Make room for `more` bytes behind the names; a drafted name is kept."""
        if self.used + more > self.room:
            arena = bytearray(max(2 * self.room, self.used + more))
            arena[: self.room] = self.arena
            self.hold(arena)

    def grow(self) -> None:
        """Double the slots and refill them in the order of the columns, on which `forget` relies."""
        size = 2 * (self.mask + 1)
        slots = array("Q", bytes(8 * size))
        starts = array("q", bytes(memoryview(self.starts).cast("B")) + bytes(4 * size))
        self.slots, self.starts, self.mask = slots, starts, size - 1
        for column in range(self.count):
            slot = self.probe(starts[column], starts[column + 1])
            self.slots[slot] = self.code << 32 | column + 1
