# cython: boundscheck=False, wraparound=False
"""The search for the Littlestone dimension: does a version space have a mistake tree of depth d?"""

from __future__ import annotations

from array import array
from collections.abc import Callable
from typing import Any

SMALL = 64  # version spaces up to this size are bits of one machine word
ORBITS = 256  # version spaces from this size on are cached up to the symmetries of the class
PULSE = 4096  # version spaces between two calls of `pulse`


class Search:
    """Version spaces are slices of one array of concepts, which is partitioned by labels as the search goes down.

        deep(V, d)  if  |V| >= 2^d  and some point x has  deep(V_0, d - 1)  and  deep(V_1, d - 1)

    Results for a version space are cached under an exact key: for every point whether all of its concepts say 0, all
    say 1, or they differ. A version space holds all concepts of the class that agree with the labels so far, and so all
    that agree with its constant points: two version spaces with the same key are the same.

    table       one byte for every label, concept after concept
    canonical   maps the keys of version spaces that are symmetric to each other to one key; or None
    pulse       called now and then with the number of version spaces seen; may raise to end the search
    """

    def __init__(
        self,
        table: Any,
        size: int,
        points: int,
        canonical: Callable[[bytes], bytes] | None,
        pulse: Callable[[int], object],
    ) -> None:
        self.table = table
        self.points = points
        self.canonical = canonical
        self.pulse = pulse
        self.seen = 0
        self.middle = 0
        self.order = array("q", range(size))
        depths = size.bit_length() + 2  # each of the arrays below has a row for every depth
        self.counts = array("q", bytes(8 * points * depths))
        self.patterns = bytearray(b"\x03" * (points * depths))
        self.first = array("q", bytes(8 * depths))
        self.last = array("q", [points] * depths)
        self.columns = array("Q", bytes(8 * points))
        self.proven: dict[bytes, int] = {}
        self.refuted: dict[bytes, int] = {}
        self.failed: list[set[int]] = [set() for _ in range(SMALL.bit_length())]  # for every depth, sets without a tree

    def concept(self, k: int) -> int:
        """The concept at index k of the array."""
        return self.order[k]

    def begin(self, d: int) -> None:
        """Prepare a search of the whole class at depth d: any point may split it."""
        base = (d + 1) * self.points
        for x in range(self.points):
            self.patterns[base + x] = 3
        self.first[d + 1] = 0
        self.last[d + 1] = self.points

    def deep(self, low: int, high: int, d: int) -> bool:
        """Has the version space order[low:high] a mistake tree of depth d? Call `begin` first, then for the class."""
        size = high - low
        if d <= 1:
            return size > d  # two concepts differ somewhere
        if size >> d == 0:
            return False
        if size <= SMALL:
            return self.small(low, high, d)
        self.look()
        self.count(low, high, d)
        key = self.key(size, d)
        if self.proven.get(key, 0) >= d:
            return True
        if self.refuted.get(key, d + 1) <= d:
            return False
        if self.question(low, high, d) >= 0:
            self.proven[key] = d
            return True
        self.refuted[key] = d
        return False

    def question(self, low: int, high: int, d: int) -> int:
        """A point for the root of a tree of depth d, or -1; the slice is then sorted by it, ones from `middle` on.

        `count` must have been called for this slice and d; the counts are overwritten.
        """
        size = high - low
        need = 1 << (d - 1)
        base = d * self.points
        while True:
            best = -1
            most = need - 1
            for x in range(self.first[d], self.last[d]):  # the most even split that is left
                ones = self.counts[base + x]
                even = ones if ones + ones <= size else size - ones
                if even > most:
                    best = x
                    most = even
            if best < 0:
                return -1
            ones = self.counts[base + best]
            self.counts[base + best] = 0
            self.sort(low, high, best)
            middle = high - ones
            if ones + ones <= size:  # the smaller part first: it is more likely to fail
                found = self.deep(middle, high, d - 1) and self.deep(low, middle, d - 1)
            else:
                found = self.deep(low, middle, d - 1) and self.deep(middle, high, d - 1)
            if found:
                self.middle = middle
                return best

    def count(self, low: int, high: int, d: int) -> None:
        """Count the concepts of the slice that say 1 at each point, and set its pattern, in the rows of d.

        In a pattern 1 stands for a point where all say 0, 2 where all say 1, 3 where they differ. Points that are
        constant in the parent, at d + 1, are constant here; only those from its first to its last other are counted.
        """
        points = self.points
        base = d * points
        size = high - low
        first = self.first[d + 1]
        last = self.last[d + 1]
        for x in range(points):
            self.patterns[base + x] = self.patterns[base + points + x]
        for x in range(first, last):
            self.counts[base + x] = 0
        for k in range(low, high):
            start = self.order[k] * points
            for x in range(first, last):
                self.counts[base + x] += self.table[start + x]
        self.first[d] = last
        self.last[d] = first
        for x in range(first, last):
            ones = self.counts[base + x]
            if 0 < ones < size:
                self.last[d] = x + 1
                if self.first[d] > x:
                    self.first[d] = x
            else:
                self.patterns[base + x] = 1 if ones == 0 else 2

    def key(self, size: int, d: int) -> bytes:
        """The key of the version space of this size whose pattern is in the row of d."""
        key = bytes(self.patterns[d * self.points : (d + 1) * self.points])
        return self.canonical(key) if self.canonical is not None and size >= ORBITS else key

    def sort(self, low: int, high: int, x: int) -> None:
        """Put the concepts of the slice that say 0 at point x before those that say 1."""
        points = self.points
        high -= 1
        while low <= high:
            concept = self.order[low]
            if self.table[concept * points + x]:
                self.order[low] = self.order[high]
                self.order[high] = concept
                high -= 1
            else:
                low += 1

    def small(self, low: int, high: int, d: int) -> bool:
        """`deep` for at most 64 concepts: bit k of a set stands for the concept at low + k."""
        points = self.points
        found = 0
        known: set[int] = set()
        bit = 1
        everything = (((bit << (high - low - 1)) - 1) << 1) | 1
        for x in range(self.first[d + 1], self.last[d + 1]):
            column = bit & 0
            for k in range(high - low):
                if self.table[self.order[low + k] * points + x]:
                    column |= bit << k
            if column & bit:
                column ^= everything  # a point and its negation give the same split
            if column and column not in known:
                known.add(column)
                self.columns[found] = column
                found += 1
        for sets in self.failed:
            sets.clear()  # the bits now stand for other concepts
        return self.deep_bits(everything, found, d)

    def deep_bits(self, space: int, found: int, d: int) -> bool:
        """`deep` for a set of bits, split by the first `found` columns."""
        size = bit_count(space)
        if d <= 1:
            return size > d
        if d > 2:
            if space in self.failed[d]:
                return False
            self.look()
        need = 1 << (d - 1)
        for x in range(found):
            one = space & self.columns[x]
            ones = bit_count(one)
            if ones >= need and size - ones >= need:
                if d == 2:
                    return True
                zero = space ^ one
                if ones + ones <= size:
                    if self.deep_bits(one, found, d - 1) and self.deep_bits(zero, found, d - 1):
                        return True
                elif self.deep_bits(zero, found, d - 1) and self.deep_bits(one, found, d - 1):
                    return True
        if d > 2:
            self.failed[d].add(space)
        return False

    def look(self) -> None:
        """Count one more version space, and call `pulse` now and then."""
        self.seen += 1
        if self.seen % PULSE == 0:
            self.pulse(self.seen)


def bit_count(bits: int) -> int:
    """The number of ones among 64 bits, added up in pairs, nibbles and bytes."""
    bits = bits - ((bits >> 1) & 0x5555555555555555)
    bits = (bits & 0x3333333333333333) + ((bits >> 2) & 0x3333333333333333)
    bits = (bits + (bits >> 4)) & 0x0F0F0F0F0F0F0F0F
    bits = bits + (bits >> 8)
    bits = bits + (bits >> 16)
    bits = bits + (bits >> 32)
    return bits & 127
