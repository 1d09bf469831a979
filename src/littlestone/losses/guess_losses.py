# cython: auto_pickle=True, boundscheck=False, wraparound=False, initializedcheck=False
"""The losses of a guess that is a number, with their derivatives in the guess."""

from __future__ import annotations

from typing import Any

from ..errors import BadLabel, BadParameter
from ..loss import FARTHEST, Loss
from ..row import Row
from ..support import elementary
from ..support.settings import real
from ..truth import SIGNS

SURE = 1e-15  # probabilities are clipped to [SURE, 1 - SURE]
STEEP = 300.0  # exponents are clipped here: e^300 is no count of anything


def absolute_loss(y: float, guess: float) -> float:
    """|guess - y|."""
    return abs(guess - y)


def square_loss(y: float, guess: float) -> float:
    """(guess - y)^2."""
    return (guess - y) * (guess - y)


def brier_loss(y: float, guess: float) -> float:
    """2 (guess - y)^2."""
    return 2.0 * (guess - y) * (guess - y)


class Mistake(Loss):
    """1 if the predicted label is wrong, else 0."""

    name = "mistake"
    truth = SIGNS
    classes = True
    convex = False
    largest = 1.0

    def value(self, y: float, guess: float, act: float) -> float:
        return 0.0 if act == y else 1.0

    def slope(self, y: float, guess: float) -> float:
        return 0.0

    def price(self, x: Row, y: float, prices: Any) -> None:
        self.check_room(x, prices)
        batch = x.batch
        start = x.start
        whole = x.is_whole()
        for k in range(start, x.stop):
            prices[k - start if whole else batch.columns[k]] = 0.0 if batch.values[k] == y else 1.0

    def of_constant(self, positives: int, negatives: int) -> float | None:
        return float(min(positives, negatives))


class Absolute(Loss):
    """|guess - y|."""

    name = "absolute"
    largest = 1.0

    def value(self, y: float, guess: float, act: float) -> float:
        return absolute_loss(y, guess)

    def slope(self, y: float, guess: float) -> float:
        return 1.0 if guess > y else -1.0 if guess < y else 0.0

    def price(self, x: Row, y: float, prices: Any) -> None:
        self.check_room(x, prices)
        batch = x.batch
        start = x.start
        whole = x.is_whole()
        for k in range(start, x.stop):
            prices[k - start if whole else batch.columns[k]] = absolute_loss(y, batch.values[k])

    def of_constant(self, positives: int, negatives: int) -> float | None:
        return 2.0 * min(positives, negatives)


class Hinge(Loss):
    """max(0, 1 - y guess)."""

    name = "hinge"
    truth = SIGNS

    def value(self, y: float, guess: float, act: float) -> float:
        return max(0.0, 1.0 - y * guess)

    def slope(self, y: float, guess: float) -> float:
        return -y if y * guess < 1.0 else 0.0

    def of_constant(self, positives: int, negatives: int) -> float | None:
        return 2.0 * min(positives, negatives)


class Square(Loss):
    """(guess - y)^2."""

    name = "square"
    largest = 1.0

    def value(self, y: float, guess: float, act: float) -> float:
        return square_loss(y, guess)

    def slope(self, y: float, guess: float) -> float:
        return 2.0 * (guess - y)

    def price(self, x: Row, y: float, prices: Any) -> None:
        self.check_room(x, prices)
        batch = x.batch
        start = x.start
        whole = x.is_whole()
        for k in range(start, x.stop):
            prices[k - start if whole else batch.columns[k]] = square_loss(y, batch.values[k])

    def of_constant(self, positives: int, negatives: int) -> float | None:
        return 4.0 * positives * negatives / max(1, positives + negatives)


class Logistic(Loss):
    """ln(1 + e^(-y guess)): -ln of the probability that a logistic model with score `guess` gives to y."""

    name = "log"
    truth = SIGNS

    def value(self, y: float, guess: float, act: float) -> float:
        z = -y * guess
        return max(z, 0.0) + elementary.log1p(elementary.exp(-abs(z)))

    def slope(self, y: float, guess: float) -> float:
        z = -y * guess
        return -y * (1.0 / (1.0 + elementary.exp(-z)) if z >= 0.0 else elementary.exp(z) / (1.0 + elementary.exp(z)))

    def chance_of(self, guess: float) -> float | None:
        """1/(1 + e^-guess)."""
        z = elementary.exp(-abs(guess))
        return 1.0 / (1.0 + z) if guess >= 0.0 else z / (1.0 + z)

    def of_constant(self, positives: int, negatives: int) -> float | None:
        total = positives + negatives
        return sum(-count * elementary.log(count / total) for count in (positives, negatives) if count)


class LogScore(Loss):
    """-ln of the probability given to the outcome: -y ln(guess) - (1 - y) ln(1 - guess)."""

    name = "log"
    chances = True

    def value(self, y: float, guess: float, act: float) -> float:
        p = min(max(guess, SURE), 1.0 - SURE)
        if y == 1.0:  # a logarithm less, and the same bits
            return -elementary.log(p)
        return -y * elementary.log(p) - (1.0 - y) * elementary.log(1.0 - p)

    def slope(self, y: float, guess: float) -> float:
        p = min(max(guess, SURE), 1.0 - SURE)
        return (p - y) / (p * (1.0 - p))


class Brier(Loss):
    """2 (guess - y)^2: the squared error of a probability, summed over both outcomes."""

    name = "brier"
    chances = True
    largest = 2.0

    def value(self, y: float, guess: float, act: float) -> float:
        return brier_loss(y, guess)

    def slope(self, y: float, guess: float) -> float:
        return 4.0 * (guess - y)

    def price(self, x: Row, y: float, prices: Any) -> None:
        self.check_room(x, prices)
        batch = x.batch
        start = x.start
        whole = x.is_whole()
        for k in range(start, x.stop):
            prices[k - start if whole else batch.columns[k]] = brier_loss(y, batch.values[k])


class Pinball(Loss):
    """q (y - guess) where the guess was too low, (1 - q)(guess - y) where it was too high: smallest at the q-quantile.

    quantile    q, between 0 and 1
    """

    name = "pinball"
    largest = 1.0

    def __init__(self, quantile: float = 0.5) -> None:
        self.quantile = real("quantile", quantile, "the share of truths below the guess")
        if not 0.0 < self.quantile < 1.0:
            raise BadParameter(f"quantile lies between 0 and 1, not at {quantile}")

    @property
    def full_name(self) -> str:
        return f"{self.name}:{self.quantile!r}"

    def value(self, y: float, guess: float, act: float) -> float:
        return self.quantile * (y - guess) if guess < y else (1.0 - self.quantile) * (guess - y)

    def slope(self, y: float, guess: float) -> float:
        return -self.quantile if guess < y else 1.0 - self.quantile


class Poisson(Loss):
    """e^guess - y guess minus its minimum y - y ln y: for counts with the mean e^guess.

    Half the deviance of a Poisson distribution; 0 where e^guess is y. Linear in the guess above 300.
    """

    name = "poisson"

    def value(self, y: float, guess: float, act: float) -> float:
        least = y - y * elementary.log(y) if y > 0.0 else 0.0
        return self.answer(guess) * (1.0 + max(0.0, guess - STEEP)) - y * guess - least

    def slope(self, y: float, guess: float) -> float:
        return self.answer(guess) - y

    def answer(self, guess: float) -> float:
        return elementary.exp(min(guess, STEEP))

    def check(self, y: float) -> None:
        if y < 0.0:
            raise BadLabel(f"the poisson loss is about counts: the truth is 0 or more, not {y:g}")


class Percentage(Loss):
    """|guess - y| / |y|: the absolute error relative to the label."""

    name = "percentage"

    def value(self, y: float, guess: float, act: float) -> float:
        return abs(guess - y) / abs(y)

    def slope(self, y: float, guess: float) -> float:
        return 1.0 / abs(y) if guess > y else -1.0 / abs(y) if guess < y else 0.0

    def check(self, y: float) -> None:
        if abs(y) < 1.0 / FARTHEST:
            raise BadLabel(
                f"a share of the truth cannot be taken when the truth is {y:g}; take another loss than percentage"
            )


class Insensitive(Loss):
    """max(0, |guess - y| - epsilon): an error of epsilon costs nothing (Vapnik 1995).

    epsilon    the largest error without a loss, 0 or more
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
