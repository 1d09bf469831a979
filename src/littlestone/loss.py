"""What a wrong guess costs: the value of each loss and its slope in the guess."""

from __future__ import annotations

from math import exp, log1p
from typing import ClassVar

from .errors import UnknownName


class Loss:
    """A price for saying `guess`, and acting as `act`, when the truth is y."""

    name: ClassVar[str] = ""

    def value(self, y: float, guess: float, act: float) -> float:
        """The price."""
        raise NotImplementedError(f"{type(self).__name__} must say what a guess costs")

    def slope(self, y: float, guess: float) -> float:
        """The derivative of the price in the guess; at a kink, one of the subgradients."""
        raise NotImplementedError(f"{type(self).__name__} has no slope")


class Mistake(Loss):
    """1 if the act is not the label."""

    name = "mistake"

    def value(self, y: float, guess: float, act: float) -> float:
        return 0.0 if act == y else 1.0

    def slope(self, y: float, guess: float) -> float:
        return 0.0


class Absolute(Loss):
    """|guess - y|."""

    name = "absolute"

    def value(self, y: float, guess: float, act: float) -> float:
        return abs(guess - y)

    def slope(self, y: float, guess: float) -> float:
        return 1.0 if guess > y else -1.0 if guess < y else 0.0


class Hinge(Loss):
    """max(0, 1 - y guess)."""

    name = "hinge"

    def value(self, y: float, guess: float, act: float) -> float:
        return max(0.0, 1.0 - y * guess)

    def slope(self, y: float, guess: float) -> float:
        return -y if y * guess < 1.0 else 0.0


class Square(Loss):
    """(guess - y)^2."""

    name = "square"

    def value(self, y: float, guess: float, act: float) -> float:
        return (guess - y) * (guess - y)

    def slope(self, y: float, guess: float) -> float:
        return 2.0 * (guess - y)


class Log(Loss):
    """ln(1 + e^(-y guess)): the price of the logistic chance that the guess gives to y."""

    name = "log"

    def value(self, y: float, guess: float, act: float) -> float:
        z = -y * guess
        return max(z, 0.0) + log1p(exp(-abs(z)))

    def slope(self, y: float, guess: float) -> float:
        z = -y * guess
        return -y * (1.0 / (1.0 + exp(-z)) if z >= 0.0 else exp(z) / (1.0 + exp(z)))


LOSSES: dict[str, type[Loss]] = {loss.name: loss for loss in (Mistake, Absolute, Hinge, Square, Log)}


def find_loss(loss: str | Loss) -> Loss:
    """The loss of that name, or the loss itself."""
    if isinstance(loss, Loss):
        return loss
    if loss not in LOSSES:
        raise UnknownName.among("loss", loss, LOSSES)
    return LOSSES[loss]()
