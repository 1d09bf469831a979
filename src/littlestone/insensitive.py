"""The loss that forgives small errors."""

from __future__ import annotations

from .errors import BadParameter
from .loss import Loss
from .settings import real


class Insensitive(Loss):
    """max(0, |guess - y| - epsilon): an error of epsilon costs nothing (Vapnik 1995).

    epsilon    the error that is forgiven, 0 or more
    """

    name = "insensitive"
    largest = 1.0

    def __init__(self, epsilon: float = 0.1) -> None:
        self.epsilon = real("epsilon", epsilon, "the error that is forgiven")
        if self.epsilon < 0.0:
            raise BadParameter(f"epsilon is the error that is forgiven, 0 or more, not {epsilon}")

    @property
    def full_name(self) -> str:
        return f"{self.name}:{self.epsilon!r}"

    def value(self, y: float, guess: float, act: float) -> float:
        return max(0.0, abs(guess - y) - self.epsilon)

    def slope(self, y: float, guess: float) -> float:
        return 1.0 if guess - y > self.epsilon else -1.0 if y - guess > self.epsilon else 0.0
