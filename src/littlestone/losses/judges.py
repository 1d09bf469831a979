"""Losses to judge by and not to learn from: they count margins, and are not convex in the guess."""

from __future__ import annotations

from ..errors import BadParameter
from ..loss import Loss
from ..support.settings import real
from ..truth import SIGNS


class Judge(Loss):
    """Base class of the losses at a margin: a guess that is right by `gamma` or more costs nothing.

    Any loss between that of mistakes and of margins bounds the mistakes from above and the margins missed from below.
    None of them is convex: they say how well a learner does, but their slopes do not lead anywhere.

    gamma    the margin y guess from which on nothing is paid, more than 0
    """

    truth = SIGNS
    convex = False
    largest = 1.0

    def __init__(self, gamma: float = 1.0) -> None:
        self.gamma = real("gamma", gamma, "the margin that costs nothing")
        if self.gamma <= 0.0:
            raise BadParameter(f"gamma is the margin that costs nothing, more than 0, not {gamma}")

    @property
    def full_name(self) -> str:
        return self.name if self.gamma == 1.0 else f"{self.name}:{self.gamma!r}"

    def slope(self, y: float, guess: float) -> float:
        raise BadParameter(f"the {self.name} loss is to judge by, not to learn from: it has no slope to follow")


class Ramp(Judge):
    """min(1, max(0, 1 - y guess/gamma)): the hinge, but nothing costs more than a mistake.

    It lies between the loss of mistakes and that of margins, and below the hinge.
    """

    name = "ramp"

    def value(self, y: float, guess: float, act: float) -> float:
        return min(1.0, max(0.0, 1.0 - y * guess / self.gamma))

    def of_constant(self, positives: int, negatives: int) -> float | None:
        return positives + negatives - max(positives, negatives) / max(1.0, self.gamma)


class Margin(Judge):
    """1 if y guess < gamma, else 0: what is not right by a margin counts as wrong."""

    name = "margin"

    def value(self, y: float, guess: float, act: float) -> float:
        return 1.0 if y * guess < self.gamma else 0.0

    def of_constant(self, positives: int, negatives: int) -> float | None:
        return float(min(positives, negatives) if self.gamma <= 1.0 else positives + negatives)
