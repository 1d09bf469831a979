# cython: boundscheck=False, wraparound=False, nonecheck=False
"""`WholeSum`: the exact sum of examples of whole numbers and one length, so that a tie is a tie after normalisation."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from ..row import Row

NOT_WHOLE = -1.0  # in the place of a squared length: examples that are not whole, or of several lengths
EXACT = 9007199254740992.0  # 2^53: sums of whole numbers are exact below


class WholeSum:
    """The sum of signed examples (x, bias) as long as all are whole numbers with one squared length s.

    Divided by their length, advice of +1 and -1 becomes multiples of 1/sqrt(n), and rounded sums of these leave 10^-16
    where 0 should be. With u the sum of the examples as they came, <w, x> is <u, x>/s, divided once: 0 where it is 0.

    square      s; 0 before the first example, NOT_WHOLE once an example did not fit, or sums might reach 2^53
    """

    def __init__(self, bias: float, *, kept: bool) -> None:
        self.bias = bias
        self.sums = np.zeros(0)
        self.bias_sum = 0.0
        self.square = 0.0 if kept else NOT_WHOLE

    def square_of(self, x: Row) -> float:
        """The squared length of (x, bias) if its entries are whole numbers, NOT_WHOLE if one is not."""
        batch = x.batch
        square = self.bias * self.bias
        if self.bias != math.floor(self.bias):
            return NOT_WHOLE
        for k in range(x.start, x.stop):
            value = batch.values[k]
            if value != math.floor(value):
                return NOT_WHOLE
            square += value * value
        return square if 0.0 < square < EXACT else NOT_WHOLE

    def dot(self, x: Row) -> float:
        """<w, x>, both divided by the common length."""
        total = x.dot(self.sums)
        if self.bias != 0.0:
            total += self.bias * self.bias_sum
        return total / self.square

    def add(self, x: Row, amount: float, updates: int) -> None:
        """Add the example, once or minus once, after so many others; the first that does not fit ends the sum."""
        square = self.square_of(x)
        if updates == 0:
            self.square = square
        if square != self.square or math.fabs(amount) != 1.0 or square * (updates + 1) >= EXACT:
            self.give_up()
            return
        if x.width > self.sums.shape[0]:
            self.widen(x.width)
        x.add_to(self.sums, amount)
        if self.bias != 0.0:
            self.bias_sum += amount * self.bias

    def give_up(self) -> None:
        """Keep no sum any more: from now on guesses are those of the rounded weights."""
        self.sums = np.zeros(0)
        self.bias_sum = 0.0
        self.square = NOT_WHOLE

    def widen(self, width: int) -> None:
        """Make room for so many columns."""
        sums: Any = np.zeros(width + width // 2)
        sums[: self.sums.shape[0]] = self.sums
        self.sums = sums
