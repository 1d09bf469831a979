# cython: boundscheck=False, wraparound=False, cdivision=True
"""The search for the values of up to 64 concepts of several labels: a version space is a machine word."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from itertools import accumulate
from typing import Any

PRIME = 4294967291
MIX = 2654435761
PULSE = 4096  # version spaces between two calls of `pulse`


class LabelSearch:
    """`Forcing.at_least` of the multiclass and the bandit game, in machine words.

    cells       for each point its labels' concepts, as words
    bandit      which of the two games
    least       the fewest concepts that d mistakes can be forced from, by d; the last is more than there are
    pulse       called now and then with the number of version spaces seen since; may raise to end the search
    """

    def __init__(
        self, cells: Sequence[Sequence[int]], bandit: bool, least: Sequence[int], pulse: Callable[[int], Any]
    ) -> None:
        self.bandit = bandit
        self.pulse = pulse
        self.seen = 0
        self.points = len(cells)
        self.cells = array("Q", [cell for point in cells for cell in point])
        self.ends = array("q", [0, *accumulate(map(len, cells))])
        self.least = array("q", least)
        self.rows = max(1, self.points)
        levels = len(least) + 1  # each of the arrays below has a row for every depth
        self.found = array("q", bytes(8 * self.rows * levels))  # the points that split, the most even first
        self.largest = array("q", bytes(8 * self.rows * levels))
        self.hashes = array("Q", bytes(8 * self.rows * levels))
        self.low: dict[int, int] = {}
        self.high: dict[int, int] = {}

    def at_least(self, space: int, d: int) -> bool:
        """Can d mistakes be forced from this version space?"""
        size = self.count(space)
        if d <= 1:
            return size > d
        if size < self.least[d]:
            return False
        if self.low.get(space, 0) >= d:
            return True
        if self.high.get(space, d) < d:
            return False
        self.seen += 1
        if self.seen % PULSE == 0:
            self.pulse(PULSE)
        if self.decide(space, d):
            self.low[space] = d
            return True
        self.high[space] = d - 1
        return False

    def decide(self, space: int, d: int) -> bool:
        """The same where nothing is known yet."""
        base = d * self.rows
        number = self.splits(space, d)
        if number < 0:
            return False
        for k in range(number):
            if self.forced(space, self.found[base + k], d):
                return True
        return False

    def forced(self, space: int, point: int, d: int) -> bool:
        """Can d mistakes be forced if this point is asked?"""
        first = self.ends[point]
        last = self.ends[point + 1]
        if self.bandit:
            for k in range(first, last):  # every guess must leave d - 1
                part = space & self.cells[k]
                if part and self.count(space ^ part) < self.least[d - 1]:
                    return False
            for k in range(first, last):
                part = space & self.cells[k]
                if part and not self.at_least(space ^ part, d - 1):
                    return False
            return True
        count = 0
        for k in range(first, last):  # two labels must leave d - 1
            part = space & self.cells[k]
            if part and self.at_least(part, d - 1):
                count += 1
                if count == 2:
                    return True
        return False

    def splits(self, space: int, d: int) -> int:
        """Write the points that split the space differently into the row of d; how many, or -1 if too few for d.

        As many mistakes as a point has labels less one are possible at each, one if labels are told.
        """
        base = d * self.rows
        number = 0
        possible = 0
        for point in range(self.points):
            labels = 0
            most = 0
            mixed = space ^ space
            for k in range(self.ends[point], self.ends[point + 1]):
                part = space & self.cells[k]
                if part:
                    labels += 1
                    mixed ^= part % PRIME * MIX
                    size = self.count(part)
                    if size > most:
                        most = size
            if labels < 2 or self.known(space, point, mixed, base, number):
                continue
            possible += labels - 1 if self.bandit else 1
            place = number
            while place > 0 and self.largest[base + place - 1] > most:
                self.found[base + place] = self.found[base + place - 1]
                self.largest[base + place] = self.largest[base + place - 1]
                self.hashes[base + place] = self.hashes[base + place - 1]
                place -= 1
            self.found[base + place] = point
            self.largest[base + place] = most
            self.hashes[base + place] = mixed
            number += 1
        return number if possible >= d else -1

    def count(self, bits: int) -> int:
        """The number of ones among 64 bits, added up in pairs, nibbles and bytes."""
        bits = bits - ((bits >> 1) & 0x5555555555555555)
        bits = (bits & 0x3333333333333333) + ((bits >> 2) & 0x3333333333333333)
        bits = (bits + (bits >> 4)) & 0x0F0F0F0F0F0F0F0F
        bits = bits + (bits >> 8)
        bits = bits + (bits >> 16)
        bits = bits + (bits >> 32)
        return bits & 127

    def known(self, space: int, point: int, mixed: int, base: int, number: int) -> bool:
        """Does one of the points found split the space in the same way? What looks alike is compared part by part."""
        for place in range(number):
            if self.hashes[base + place] == mixed:
                other = self.found[base + place]
                same = True
                for k in range(self.ends[point], self.ends[point + 1]):
                    part = space & self.cells[k]
                    if part:
                        equal = False
                        for j in range(self.ends[other], self.ends[other + 1]):
                            if space & self.cells[j] == part:
                                equal = True
                        same = same and equal
                if same:
                    return True
        return False
