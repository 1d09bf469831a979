"""The last scores in order of size, for quantiles of them."""

from __future__ import annotations

from bisect import bisect_left, insort
from collections import deque
from collections.abc import Iterable
from math import ceil, inf


class PastScores:
    """The last `most` scores, from which adaptive conformal inference reads its radius."""

    def __init__(self, most: int, scores: Iterable[float] = ()) -> None:
        self.most = most
        self.times: deque[float] = deque()  # in the order in which they came
        self.sizes: list[float] = []  # in order of size
        for score in scores:
            self.add(score)

    def add(self, score: float) -> None:
        """Take in a score; the oldest goes if there are too many."""
        if len(self.times) == self.most:
            oldest = self.times.popleft()
            del self.sizes[bisect_left(self.sizes, oldest)]
        self.times.append(score)
        insort(self.sizes, score)

    def quantile(self, level: float) -> float:
        """The k-th smallest of n scores, k = (n + 1) level rounded up; nothing at level 0, no end at 1 or if k > n."""
        if level <= 0.0:
            return -inf
        k = ceil((len(self.sizes) + 1) * level)
        return inf if level >= 1.0 or k > len(self.sizes) else self.sizes[k - 1]
