# cython: boundscheck=False, wraparound=False
"""`KnownIds`: which ids may have been seen before. Most have not, and then no index on disk has to be asked."""

from __future__ import annotations

from typing import Any

BITS = 16  # of an id: with four of them set, one id in four hundred is asked for in vain
LEAST = 64  # ids that there is room for at first
GROWTH = 4  # a filter cannot grow, so another one is begun, so many times as large


class KnownIds:
    """A Bloom filter of texts, in parts (Bloom, CACM 1970; Almeida et al., IPL 2007).

    An id that was added may always be known; one that was not is, by chance, seldom.

    >>> known = KnownIds()
    >>> known.add(["a", "b"])
    >>> known.among(["a", "b", "c"])
    ['a', 'b']
    """

    def __init__(self) -> None:
        self.parts: list[Any] = []
        self.room = 0  # ids that there is room for in the last part

    def add(self, ids: Any) -> None:
        """From now on these ids may be known."""
        if not ids:
            return
        if self.room < len(ids):
            size = LEAST if not self.parts else GROWTH * len(self.parts[len(self.parts) - 1]) * 8 // BITS
            while size < len(ids):
                size *= 2
            self.parts.append(bytearray(size * BITS // 8))
            self.room = size
        self.room -= len(ids)
        part = self.parts[len(self.parts) - 1]
        mask = len(part) * 8 - 1
        for id in ids:
            place = hash(id)
            step = (place >> 32) | 1
            for _ in range(4):
                part[(place & mask) >> 3] |= 1 << (place & 7)
                place += step

    def among(self, ids: Any) -> list[str]:
        """Those of these ids that may be known."""
        found = []
        for id in ids:
            for k in range(len(self.parts) - 1, -1, -1):
                if self.has(self.parts[k], hash(id)):
                    found.append(id)
                    break
        return found

    def has(self, part: Any, place: int) -> bool:
        """Are the bits of this hash set in a part?"""
        mask = len(part) * 8 - 1
        step = (place >> 32) | 1
        for _ in range(4):
            if not part[(place & mask) >> 3] >> (place & 7) & 1:
                return False
            place += step
        return True
