# cython: boundscheck=False, wraparound=False
"""Which ids were seen before: their hashes, and a Bloom filter of them. Most were not, and no index has to be asked."""

from __future__ import annotations

from typing import Any

import numpy as np

BITS = 16  # of an id: with four of them set, one id in four hundred is asked for in vain
LEAST = 64  # ids that there is room for at first
GROWTH = 4  # a Bloom filter cannot grow, so another one is begun, so many times as large
LONG = (1 << 64) - 1


def rotated(word: int, places: int) -> int:
    """A word of 64 bits, turned to the left."""
    return (word << places | word >> (64 - places)) & LONG


class IdHash:
    """Hashes of ids under a secret key of 16 bytes: SipHash-2-4, cut to 63 bits (Aumasson and Bernstein, 2012).

    They are the same on every machine, and whoever does not know the key can neither foresee them nor make ids of one
    hash.

    >>> hex(IdHash(bytes(range(16))).of_bytes(bytes(range(15))))  # the example of the paper
    '0xa129ca6149be45e5'
    """

    def __init__(self, key: bytes) -> None:
        if len(key) != 16:
            raise ValueError(f"a key has 16 bytes, not {len(key)}")
        self.k0, self.k1 = int.from_bytes(key[:8], "little"), int.from_bytes(key[8:], "little")

    def of(self, id: str) -> int:
        """A number below 2^63 for an id."""
        return self.of_bytes(id.encode()) >> 1

    def of_bytes(self, data: bytes) -> int:
        """SipHash-2-4 of some bytes, 64 bits: four words, stirred twice for every eight bytes, and four times more."""
        a, b = self.k0 ^ 0x736F6D6570736575, self.k1 ^ 0x646F72616E646F6D
        c, d = self.k0 ^ 0x6C7967656E657261, self.k1 ^ 0x7465646279746573
        size = len(data)
        words = size // 8
        for k in range(words + 2):
            word = 0
            if k <= words:
                for place in range(min(8, size - 8 * k)):
                    byte = data[8 * k + place]
                    word |= byte << (8 * place)
                if k == words:
                    word |= (size & 255) << 56
                d ^= word
            else:
                c ^= 255
            for _ in range(2 if k <= words else 4):
                a = (a + b) & LONG
                b = rotated(b, 13) ^ a
                a = rotated(a, 32)
                c = (c + d) & LONG
                d = rotated(d, 16) ^ c
                a = (a + d) & LONG
                d = rotated(d, 21) ^ a
                c = (c + b) & LONG
                b = rotated(b, 17) ^ c
                c = rotated(c, 32)
            a ^= word
        return a ^ b ^ c ^ d

    def all_of(self, ids: Any) -> Any:
        """The hashes of ids, an array."""
        hashes = np.empty(len(ids), np.int64)
        k = 0
        for id in ids:
            hashes[k] = self.of(id)
            k += 1  # noqa: SIM113 - compiled, an index of C
        return hashes

    def of_rows(self, ids: dict[str, tuple[int, ...]]) -> tuple[Any, Any]:
        """Hashes and seqs of rows by their ids, two arrays; rows of one id one after the other."""
        count = 0
        for seqs in ids.values():
            count += len(seqs)
        hashes, places = np.empty(count, np.int64), np.empty(count, np.int64)
        k = 0
        for id, seqs in ids.items():
            code = self.of(id)
            for seq in seqs:
                hashes[k] = code
                places[k] = seq
                k += 1
        return hashes, places


class BloomFilter:
    """Which ids may be known, by their hashes: a Bloom filter in parts (Bloom, CACM 1970; Almeida et al., IPL 2007).

    An id whose hash was added may always be known; one that was not is, by chance, seldom.

    >>> known = BloomFilter(hash := IdHash(bytes(16)))
    >>> known.add(hash.all_of(["a", "b"]))
    >>> known.among(["a", "b", "c"])
    ['a', 'b']
    """

    def __init__(self, hash: IdHash) -> None:
        self.hash = hash
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
            place = self.hash.of(id)
            for k in range(len(self.parts) - 1, -1, -1):
                if self.has(self.parts[k], place):
                    found.append(id)
                    break
        return found

    def hashes_among(self, hashes: Any) -> list[int]:
        """Those of these hashes that ids may have which are known."""
        found = []
        for hash in hashes:
            place = hash
            for k in range(len(self.parts) - 1, -1, -1):
                if self.has(self.parts[k], place):
                    found.append(hash)
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
