# cython: boundscheck=False, wraparound=False
"""Which ids were seen before: their hashes, and a Bloom filter of them. Most were not, and no index has to be asked."""

from __future__ import annotations

from typing import Any

import numpy as np

BITS = 16  # of an id: with four of them set, one id in four hundred is asked for in vain
LEAST = 64  # ids that there is room for at first
GROWTH = 4  # a Bloom filter cannot grow, so another one is begun, so many times as large
LONG = (1 << 64) - 1
PRIME, GOLDEN, MIXER = 0x100000001B3, 0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9


class BloomFilter:
    """Which ids may be known, by their hashes: a Bloom filter in parts (Bloom, CACM 1970; Almeida et al., IPL 2007).

    An id whose hash was added may always be known; one that was not is, by chance, seldom.

    >>> known = BloomFilter(7)
    >>> known.add(hashes_of(["a", "b"], 7))
    >>> known.among(["a", "b", "c"])
    ['a', 'b']
    """

    def __init__(self, salt: int) -> None:
        self.salt = salt
        self.parts: list[Any] = []
        self.room = 0  # ids that there is room for in the last part

    def add(self, hashes: Any) -> None:
        """From now on the ids with these hashes, an array of 64-bit integers, may be known."""
        count = len(hashes)
        if not count:
            return
        if self.room < count:
            size = LEAST if not self.parts else GROWTH * len(self.parts[len(self.parts) - 1]) * 8 // BITS
            while size < count:
                size *= 2
            self.parts.append(bytearray(size * BITS // 8))
            self.room = size
        self.room -= count
        part = self.parts[len(self.parts) - 1]
        mask = len(part) * 8 - 1
        for k in range(count):
            place = int(hashes[k])
            step = (place >> 32) | 1
            for _ in range(4):
                part[(place & mask) >> 3] |= 1 << (place & 7)
                place += step

    def among(self, ids: Any) -> list[str]:
        """Those of these ids that may be known."""
        found = []
        for id in ids:
            place = hash_of(id, self.salt)
            for k in range(len(self.parts) - 1, -1, -1):
                if self.has(self.parts[k], place):
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


def hash_of(id: str, salt: int) -> int:
    """A number below 2^63 for an id: the same on every machine, and not to be foreseen without knowing the salt.

    That of Fowler, Noll and Vo (FNV-1a) begun at the salt, and stirred at the end so that all bits are alike.
    """
    code = salt
    data = id.encode()
    for byte in data:
        code = ((code ^ byte) * PRIME) & LONG
    code = ((code ^ code >> 32) * GOLDEN) & LONG
    code = ((code ^ code >> 29) * MIXER) & LONG
    return (code ^ code >> 32) >> 1


def hashes_of(ids: Any, salt: int) -> Any:
    """The hashes of ids, an array."""
    hashes = np.empty(len(ids), np.int64)
    k = 0
    for id in ids:
        hashes[k] = hash_of(id, salt)
        k += 1  # noqa: SIM113 - compiled, an index of C
    return hashes


def hashed_rows(ids: dict[str, tuple[int, ...]], salt: int) -> tuple[Any, Any]:
    """Hashes and seqs of rows by their ids, two arrays; rows of one id one after the other."""
    count = 0
    for seqs in ids.values():
        count += len(seqs)
    hashes, places = np.empty(count, np.int64), np.empty(count, np.int64)
    k = 0
    for id, seqs in ids.items():
        code = hash_of(id, salt)
        for seq in seqs:
            hashes[k] = code
            places[k] = seq
            k += 1
    return hashes, places


def note_ids(recent: dict[int, dict[str, tuple[int, ...]]], rows: list[Any]) -> None:
    """Enter the seqs of rows, (number of the game, row), by the ids that they are about."""
    last, ids = -1, {}
    for game, row in rows:
        if game != last:
            last, ids = game, recent.setdefault(game, {})
        id = row[1]
        if id is not None:
            found = ids.get(id)
            ids[id] = (row[0],) if found is None else (*found, row[0])
