# cython: boundscheck=False, wraparound=False, cdivision=True
"""The search for mistake trees in classes on up to 64 points that are too large for a table: a concept is a word."""

from __future__ import annotations

from array import array
from collections.abc import Callable
from typing import Any

from .tree_search import SMALL, Search

BYTES = 0x0101010101010101  # the lowest bit of every byte of a word
FLIPS = (  # for each place of a point's number, the points with a 0 there
    0x5555555555555555,
    0x3333333333333333,
    0x0F0F0F0F0F0F0F0F,
    0x00FF00FF00FF00FF,
    0x0000FFFF0000FFFF,
    0x00000000FFFFFFFF,
)


class WordSearch(Search):
    """`Search` with concepts as words: bit p of a word is the label of point p. The words are sorted as it goes.

    A version space is known by the points where all of its concepts say 0 and those where all say 1, two words. The
    class must be symmetric: swapped variables, negated variables and exchanged labels make concepts of concepts. From
    `orbits` concepts on, a version space is kept under the least of its images. Smaller ones are kept in a table of
    `places` places, where a later one may take the place of an earlier one: that costs time, nothing else.

    words       one for every concept, any order; they are sorted in place
    variables   n; the points are those of {0,1}^n
    pulse       called now and then with the number of version spaces seen; may raise to end the search
    """

    def __init__(
        self, words: Any, variables: int, pulse: Callable[[int], object], orbits: int = 30_000, places: int = 1 << 16
    ) -> None:
        super().__init__(b"\0", 0, 1 << variables, None, pulse)
        self.words = words
        self.variables = variables
        self.orbits = orbits
        self.places = places
        depths = len(words).bit_length() + 2
        self.tallies = array("q", bytes(8 * 64 * depths))
        self.lanes = array("Q", bytes(8 * 8))
        self.zeros = 0
        self.ones = 0
        self.of_zeros = array("Q", bytes(8 * places))
        self.of_ones = array("Q", bytes(8 * places))
        self.forced = bytearray(places)  # the largest depth that is proven
        self.failing = bytearray(b"\xff" * places)  # the smallest depth that is refuted
        self.large: dict[tuple[int, int], tuple[int, int]] = {}
        self.swaps = array("q", plain_changes(variables))
        self.masks = array("Q", [swap_mask(place) for place in range(5)])
        self.flips = array("Q", FLIPS)

    def has_tree(self, low: int, high: int, d: int) -> bool:
        """Has the version space words[low:high] a mistake tree of depth d?"""
        size = high - low
        if d <= 1:
            return size > d
        if size >> d == 0:
            return False
        if size <= SMALL:
            return self.few(low, high, d)
        self.look()
        self.tally(low, high, d)
        zeros = self.zeros
        ones = self.ones
        known = self.recall(zeros, ones, size, d)
        if known != 0:
            return known > 0
        found = self.root(low, high, d) >= 0
        self.keep(zeros, ones, size, d, found)
        return found

    def root(self, low: int, high: int, d: int) -> int:
        """A point for the root of a tree of depth d, or -1; the slice is then sorted by it, ones from `middle` on.

        `tally` must have been called for this slice and d; its numbers are overwritten.
        """
        size = high - low
        need = 1 << (d - 1)
        base = d * 64
        while True:
            best = -1
            most = need - 1
            for x in range(self.points):  # the most even split that is left
                ones = self.tallies[base + x]
                even = ones if ones + ones <= size else size - ones
                if even > most:
                    best = x
                    most = even
            if best < 0:
                return -1
            ones = self.tallies[base + best]
            self.tallies[base + best] = 0
            self.divide(low, high, best)
            middle = high - ones
            if ones + ones <= size:  # the smaller part first: it is more likely to fail
                found = self.has_tree(middle, high, d - 1) and self.has_tree(low, middle, d - 1)
            else:
                found = self.has_tree(low, middle, d - 1) and self.has_tree(middle, high, d - 1)
            if found:
                self.middle = middle
                return best

    def tally(self, low: int, high: int, d: int) -> None:
        """Count the concepts of the slice that say 1 at each point, in the row of d; set `zeros` and `ones`.

        Eight sums run in the bytes of a word, for up to 255 concepts at a time.
        """
        words = self.words
        lanes = self.lanes
        every = BYTES
        base = d * 64
        for x in range(64):
            self.tallies[base + x] = 0
        k = low
        while k < high:
            stop = k + 255 if k + 255 < high else high
            a0 = a1 = a2 = a3 = a4 = a5 = a6 = a7 = every ^ every  # in registers, which an array would not be
            while k < stop:
                word = words[k]
                a0 += word & every
                a1 += (word >> 1) & every
                a2 += (word >> 2) & every
                a3 += (word >> 3) & every
                a4 += (word >> 4) & every
                a5 += (word >> 5) & every
                a6 += (word >> 6) & every
                a7 += (word >> 7) & every
                k += 1
            lanes[0], lanes[1], lanes[2], lanes[3] = a0, a1, a2, a3
            lanes[4], lanes[5], lanes[6], lanes[7] = a4, a5, a6, a7
            for j in range(8):
                word = lanes[j]
                for b in range(8):
                    self.tallies[base + 8 * b + j] += (word >> (8 * b)) & 255
        bit = 1
        zeros = bit & 0
        ones = bit & 0
        for x in range(self.points):
            if self.tallies[base + x] == 0:
                zeros |= bit << x
            elif self.tallies[base + x] == high - low:
                ones |= bit << x
        self.zeros = zeros
        self.ones = ones

    def divide(self, low: int, high: int, x: int) -> None:
        """Put the concepts of the slice that say 0 at point x before those that say 1."""
        words = self.words
        mark = 1
        mark <<= x
        high -= 1
        while low <= high:
            word = words[low]
            if word & mark:
                words[low] = words[high]
                words[high] = word
                high -= 1
            else:
                low += 1

    def few(self, low: int, high: int, d: int) -> bool:
        """`has_tree` for at most 64 concepts: bit k of a set stands for the concept at low + k."""
        words = self.words
        found = 0
        known: set[int] = set()
        bit = 1
        everything = (((bit << (high - low - 1)) - 1) << 1) | 1
        for x in range(self.points):
            column = bit & 0
            for k in range(high - low):
                column |= ((words[low + k] >> x) & bit) << k
            if column & bit:
                column ^= everything  # a point and its negation give the same split
            if column and column not in known:
                known.add(column)
                self.columns[found] = column
                found += 1
        for sets in self.failed:
            sets.clear()  # the bits now stand for other concepts
        return self.deep_bits(everything, found, d)

    def place(self, zeros: int, ones: int) -> int:
        """The place of a version space in the table."""
        return (zeros % 2147483629 * 3 + ones % 2147483587 * 5) % self.places

    def recall(self, zeros: int, ones: int, size: int, d: int) -> int:
        """1 if a tree of depth d is known, -1 if it is known that there is none, 0 if nothing is known."""
        if size >= self.orbits:
            least, most = self.large.get(self.least(zeros, ones), (0, 255))
            return 1 if least >= d else -1 if most <= d else 0
        at = self.place(zeros, ones)
        if self.of_zeros[at] != zeros or self.of_ones[at] != ones:
            return 0
        return 1 if self.forced[at] >= d else -1 if self.failing[at] <= d else 0

    def keep(self, zeros: int, ones: int, size: int, d: int, found: bool) -> None:
        """Keep what was found out."""
        if size >= self.orbits:
            key = self.least(zeros, ones)
            least, most = self.large.get(key, (0, 255))
            self.large[key] = (d, most) if found else (least, d)
            return
        at = self.place(zeros, ones)
        if self.of_zeros[at] != zeros or self.of_ones[at] != ones:
            self.of_zeros[at] = zeros
            self.of_ones[at] = ones
            self.forced[at] = 0
            self.failing[at] = 255
        if found:
            self.forced[at] = d
        else:
            self.failing[at] = d

    def least(self, zeros: int, ones: int) -> tuple[int, int]:
        """The least of all images of a version space.

        Every negation of variables is reached by negating one at a time, every order by swapping neighbours.
        """
        best = zeros
        other = ones
        for number in range(1, self.points + 1):
            turn = 0
            while True:
                if zeros < best or (zeros == best and ones < other):
                    best = zeros
                    other = ones
                if ones < best or (ones == best and zeros < other):  # with the labels exchanged
                    best = ones
                    other = zeros
                if turn == len(self.swaps):
                    break
                swap = self.swaps[turn]
                zeros = self.swapped(zeros, swap)
                ones = self.swapped(ones, swap)
                turn += 1
            place = 0
            while (number >> place) & 1 == 0:
                place += 1
            if place < self.variables:
                zeros = self.negated(zeros, place)
                ones = self.negated(ones, place)
        return best, other

    def swapped(self, word: int, place: int) -> int:
        """A set of points, with two neighbouring variables swapped."""
        shift = 1 << place
        moved = ((word >> shift) ^ word) & self.masks[place]
        return word ^ moved ^ (moved << shift)

    def negated(self, word: int, place: int) -> int:
        """A set of points, with a variable negated."""
        shift = 1 << place
        zeros = self.flips[place]
        return ((word & zeros) << shift) | ((word >> shift) & zeros)

    def grow(self, low: int, high: int, d: int, node: int, points: Any, leaves: Any) -> None:
        """Write a tree of depth d for a slice that has one: node i has its children at 2i + 1 and 2i + 2.

        The points of the inner nodes go into `points`, a concept of each leaf into `leaves`.
        """
        if d == 0:
            leaves[node - len(points)] = self.words[low]
            return
        self.tally(low, high, d)
        points[node] = self.root(low, high, d)
        middle = self.middle
        self.grow(low, middle, d - 1, 2 * node + 1, points, leaves)
        self.grow(middle, high, d - 1, 2 * node + 2, points, leaves)


def plain_changes(n: int) -> list[int]:
    """Swaps of neighbours that lead through all orders of n things (Steinhaus, Johnson, Trotter)."""
    order = list(range(n))
    ways = [-1] * n
    swaps: list[int] = []
    while True:
        able = [
            (thing, place)
            for place, thing in enumerate(order)
            if 0 <= place + ways[thing] < n and order[place + ways[thing]] < thing
        ]
        if not able:
            return swaps
        thing, place = max(able)
        then = place + ways[thing]
        order[place], order[then] = order[then], order[place]
        swaps.append(min(place, then))
        for larger in range(thing + 1, n):
            ways[larger] = -ways[larger]


def swap_mask(place: int) -> int:
    """The points whose number has a 1 at this place and a 0 at the next one."""
    return sum(1 << point for point in range(64) if (point >> place) & 3 == 1)
