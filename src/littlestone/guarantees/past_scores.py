# cython: boundscheck=False, wraparound=False
"""The last scores in order of size, for quantiles of them."""

from __future__ import annotations

import math
from collections.abc import Iterable
from math import inf
from typing import Any

import numpy as np


class PastScores:
    """The last `most` scores, from which adaptive conformal inference reads its radius."""

    def __init__(self, most: int, scores: Iterable[float] = ()) -> None:
        self.most = most
        self.size = 0
        self.next = 0  # where the next score goes in `ring`
        self.ring: Any = np.zeros(0)  # in the order in which they came, the oldest at `next` once the ring is full
        self.sizes: Any = np.zeros(0)  # in order of size
        for score in scores:
            self.add(score)

    @property
    def times(self) -> Any:
        """The scores in the order in which they came."""
        ring = np.array(self.ring)[: self.size]
        return np.concatenate([ring[self.next :], ring[: self.next]]) if self.size == self.most else ring

    def add(self, score: float) -> None:
        """Take in a score; the oldest goes if there are too many."""
        if self.size < self.most and self.size == self.ring.shape[0]:
            self.grow()
        full = self.size == self.most
        hole = self.place(self.ring[self.next]) if full else self.size  # where there is room, in order of size
        at, sizes = self.place(score), self.sizes
        if at > hole:
            at -= 1
            for k in range(hole, at):
                sizes[k] = sizes[k + 1]
        else:
            for k in range(hole, at, -1):
                sizes[k] = sizes[k - 1]
        sizes[at] = score
        self.ring[self.next] = score
        self.next = self.next + 1 if self.next + 1 < self.most else 0
        if not full:
            self.size += 1

    def place(self, score: float) -> int:
        """The first place in order of size whose score is not smaller."""
        low, left = 0, self.size
        while left > 1:  # without a branch: which way it goes is a coin toss, and a wrong guess of it costs the most
            half = left >> 1
            low += half * (self.sizes[low + half - 1] < score)
            left -= half
        return low + (left == 1 and self.sizes[low] < score)

    def grow(self) -> None:
        """Make room for more scores, as many as there may be at most."""
        room = min(self.most, 2 * self.size + 16)
        for name in ("ring", "sizes"):
            longer = np.zeros(room)
            longer[: self.size] = np.asarray(getattr(self, name))
            setattr(self, name, longer)

    def quantile(self, level: float) -> float:
        """The k-th smallest of n scores, k = (n + 1) level rounded up; nothing at level 0, no end at 1 or if k > n."""
        if level <= 0.0:
            return -inf
        place = math.ceil((self.size + 1) * level)
        if level >= 1.0 or place > self.size:
            return inf
        k = int(place)
        found: float = self.sizes[k - 1]
        return found
