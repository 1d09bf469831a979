"""Metrics of the chances that a learner gives: log loss and Brier score."""

from __future__ import annotations

from typing import Any

from ..state import Numbers, fields
from ..truth import CLASSES, NUMBERS, SIGNS, Truth
from .tally import Tally


class ChanceSums(Tally):
    """Sums over the rounds, of two classes with p the chance of the positive one and y = 0 or 1:

        log_loss = mean of -y ln p - (1 - y) ln(1 - p),     brier = mean of (p - y)^2            (Good 1952, Brier 1950)

    Of many classes, log_loss is the mean of -ln of the chance given to the label, and brier that of the squared errors
    summed over all classes. Chances are clipped to [2^-52, 1 - 2^-52] before the logarithm, so that a label that was
    given no chance costs 36; so does the first label of a class that was not known. A truth may lie between 0 and 1
    where experts give chances.
    """

    lower = ("log_loss", "brier")
    truths = (SIGNS, CLASSES, NUMBERS)
    needs_chance = True
    saved = fields(Numbers("sums", "total", "surprises", "squares"))

    def __init__(self, labels: Any, truth: Truth) -> None:
        super().__init__(labels, truth)
        self.total = 0.0
        self.surprises = 0.0
        self.squares = 0.0

    def add(self, y: float, said: float, act: float, surprise: float, square: float, weight: float) -> None:
        self.total += weight
        self.surprises += weight * surprise
        self.squares += weight * square

    def log_loss(self) -> float | None:
        """The mean of -ln of the chance given to the label; None before the first."""
        return self.surprises / self.total if self.total else None

    def brier(self) -> float | None:
        """The mean squared error of the chances; None before the first label."""
        return self.squares / self.total if self.total else None
