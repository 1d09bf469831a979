"""Metrics of guesses at numbers: mean absolute error, root mean square error and R²."""

from __future__ import annotations

import math
from typing import Any

from ..state import Numbers, fields
from ..truth import NUMBERS, Truth
from .tally import Tally


class ErrorSums(Tally):
    """Sums of the errors e = y - guess, and the spread of the labels:

        mae = mean of |e|,   rmse = root of the mean of e^2,   r2 = 1 - sum of e^2 / sum of (y - mean of y)^2

    The spread is kept by the method of Welford (1962), with weights by West (1979), without loss of digits. Where
    all labels are equal r2 is 1 if every guess was right, and else 0, as scikit-learn has it.
    """

    higher = ("r2",)
    lower = ("mae", "rmse")
    truths = (NUMBERS,)
    saved = fields(Numbers("sums", "total", "sizes", "squares", "mean", "scatter", "rounds"))

    def __init__(self, labels: Any, truth: Truth) -> None:
        super().__init__(labels, truth)
        self.total = 0.0
        self.sizes = 0.0
        self.squares = 0.0
        self.mean = 0.0
        self.scatter = 0.0
        self.rounds = 0.0

    def add(self, y: float, said: float, act: float, surprise: float, square: float, weight: float) -> None:
        off = y - said
        self.rounds += 1.0
        self.total += weight
        self.sizes += weight * abs(off)
        self.squares += weight * off * off
        away = y - self.mean
        self.mean += away * weight / self.total
        self.scatter += weight * away * (y - self.mean)

    def mae(self) -> float | None:
        """The mean absolute error; None before the first label."""
        return self.sizes / self.total if self.total else None

    def rmse(self) -> float | None:
        """The root of the mean square error; None before the first label."""
        return math.sqrt(self.squares / self.total) if self.total else None

    def r2(self) -> float | None:
        """The share of the labels' variance that the guesses explain; None before the second label."""
        if self.rounds < 2.0:
            return None
        if self.scatter == 0.0:
            return 1.0 if self.squares == 0.0 else 0.0
        return 1.0 - self.squares / self.scatter
