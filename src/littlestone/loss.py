# cython: boundscheck=False, wraparound=False, initializedcheck=False
"""What a wrong guess costs: the value of each loss and its slope in the guess."""

from __future__ import annotations

import math
from typing import Any, ClassVar

import numpy as np

from .errors import BadBatch, BadLabel, BadParameter, BadWidth
from .row import Row
from .settings import real
from .truth import NUMBERS, SIGNS, Truth

SURE = 1e-15  # a chance nearer to 0 or 1 than this is priced as this
STEEP = 300.0  # the largest exponent that is taken: e^300 is no count of anything
FARTHEST = 1e50  # of a forecast or a truth from 0: theorems add up squares of losses, which may be squares themselves


def absolute_loss(y: float, guess: float) -> float:
    """|guess - y|."""
    return abs(guess - y)


def square_loss(y: float, guess: float) -> float:
    """(guess - y)^2."""
    return (guess - y) * (guess - y)


def brier_loss(y: float, guess: float) -> float:
    """2 (guess - y)^2."""
    return 2.0 * (guess - y) * (guess - y)


def check_room(x: Row, prices: Any) -> None:
    """The loops write without looking: there must be a place for every column."""
    if x.width > prices.shape[0]:
        raise BadWidth(f"prices of {x.width} columns do not fit into {prices.shape[0]} places")


def check_lengths(y: Any, guesses: Any, found: Any) -> None:
    """The loops read without looking: there must be a truth and a guess for every place."""
    if y.shape[0] != found.shape[0] or guesses.shape[0] != found.shape[0]:
        raise BadBatch(f"{found.shape[0]} places need as many truths and guesses, not {y.shape[0]}, {guesses.shape[0]}")


class Loss:
    """A price for saying `guess`, and acting as `act`, when the truth is y.

    `truth` is what it is about where nothing else is said. `classes` says that truth and guess are one of two classes,
    `chances` that they lie from 0 to 1, `convex` that the price is convex in the guess, and `largest` what it is at
    most if they lie from 0 to 1 (None: no such number).
    """

    name: ClassVar[str] = ""
    truth: ClassVar[Truth] = NUMBERS
    classes: ClassVar[bool] = False
    chances: ClassVar[bool] = False
    convex: ClassVar[bool] = True
    largest: ClassVar[float | None] = None

    @property
    def full_name(self) -> str:
        """The name with its parameter, as `find_forecast_loss` reads it."""
        return self.name

    def value(self, y: float, guess: float, act: float) -> float:
        """The price."""
        raise NotImplementedError(f"{type(self).__name__} must say what a guess costs")

    def slope(self, y: float, guess: float) -> float:
        """The derivative of the price in the guess; at a kink, one of the subgradients."""
        raise NotImplementedError(f"{type(self).__name__} has no slope")

    def answer(self, guess: float) -> float:
        """What a guess says about the truth, where it is not the guess itself."""
        return guess

    def of_constant(self, positives: int, negatives: int) -> float | None:
        """The least that one guess for all rounds would have paid, between -1 and +1; None if nobody knows."""
        return None

    def price(self, x: Row, y: float, prices: Any) -> None:
        """Write what every entry of x would have paid as a guess into its column of `prices`."""
        check_room(x, prices)
        batch = x.batch
        start = x.start
        whole = x.is_whole()
        for k in range(start, x.stop):
            prices[k - start if whole else batch.columns[k]] = self.value(y, batch.values[k], batch.values[k])

    def values(self, y: Any, guesses: Any) -> Any:
        """The prices of an array of guesses, broadcast against the truths."""
        truths, said = flat(y, guesses)
        return self.fill(truths, said, np.empty(len(said))).reshape(np.broadcast_shapes(np.shape(y), np.shape(guesses)))

    def slopes(self, y: Any, guesses: Any) -> Any:
        """The slopes at an array of guesses, broadcast against the truths."""
        truths, said = flat(y, guesses)
        slopes = np.empty(len(said))
        return self.fill_slopes(truths, said, slopes).reshape(np.broadcast_shapes(np.shape(y), np.shape(guesses)))

    def fill(self, y: Any, guesses: Any, prices: Any) -> Any:
        """Write the price of each guess into `prices`."""
        check_lengths(y, guesses, prices)
        for k in range(prices.shape[0]):
            prices[k] = self.value(y[k], guesses[k], guesses[k])
        return np.asarray(prices)

    def fill_slopes(self, y: Any, guesses: Any, slopes: Any) -> Any:
        """Write the slope at each guess into `slopes`."""
        check_lengths(y, guesses, slopes)
        for k in range(slopes.shape[0]):
            slopes[k] = self.slope(y[k], guesses[k])
        return np.asarray(slopes)

    def check(self, y: float) -> None:
        """Say so if there is no price when the truth is y."""
        if self.chances and not 0.0 <= y <= 1.0:
            raise BadLabel(f"the {self.name} loss is about chances: the truth lies from 0 to 1, not at {y:g}")


class Mistake(Loss):
    """1 if the act is not the label."""

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
        check_room(x, prices)
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
        check_room(x, prices)
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
        check_room(x, prices)
        batch = x.batch
        start = x.start
        whole = x.is_whole()
        for k in range(start, x.stop):
            prices[k - start if whole else batch.columns[k]] = square_loss(y, batch.values[k])

    def of_constant(self, positives: int, negatives: int) -> float | None:
        return 4.0 * positives * negatives / max(1, positives + negatives)


class Logistic(Loss):
    """ln(1 + e^(-y guess)): the price of the logistic chance that the guess gives to y."""

    name = "log"
    truth = SIGNS

    def value(self, y: float, guess: float, act: float) -> float:
        z = -y * guess
        return max(z, 0.0) + math.log1p(math.exp(-abs(z)))

    def slope(self, y: float, guess: float) -> float:
        z = -y * guess
        return -y * (1.0 / (1.0 + math.exp(-z)) if z >= 0.0 else math.exp(z) / (1.0 + math.exp(z)))

    def of_constant(self, positives: int, negatives: int) -> float | None:
        total = positives + negatives
        return sum(-count * math.log(count / total) for count in (positives, negatives) if count)


class LogScore(Loss):
    """-ln of the chance that was given to what happened: -y ln(guess) - (1 - y) ln(1 - guess)."""

    name = "log"
    chances = True

    def value(self, y: float, guess: float, act: float) -> float:
        p = min(max(guess, SURE), 1.0 - SURE)
        return -y * math.log(p) - (1.0 - y) * math.log(1.0 - p)

    def slope(self, y: float, guess: float) -> float:
        p = min(max(guess, SURE), 1.0 - SURE)
        return (p - y) / (p * (1.0 - p))


class Brier(Loss):
    """2 (guess - y)^2: the squared error of the chance, summed over both outcomes."""

    name = "brier"
    chances = True
    largest = 2.0

    def value(self, y: float, guess: float, act: float) -> float:
        return brier_loss(y, guess)

    def slope(self, y: float, guess: float) -> float:
        return 4.0 * (guess - y)

    def price(self, x: Row, y: float, prices: Any) -> None:
        check_room(x, prices)
        batch = x.batch
        start = x.start
        whole = x.is_whole()
        for k in range(start, x.stop):
            prices[k - start if whole else batch.columns[k]] = brier_loss(y, batch.values[k])


class Pinball(Loss):
    """q (y - guess) where the guess was too low, (1 - q)(guess - y) where it was too high: the q-quantile is cheapest.

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
    """e^guess - y guess, less the least that this can be, y - y ln y: for counts, whose mean is e^guess.

    Half the deviance of a Poisson law; 0 where e^guess is y. Past e^300 it goes on as a straight line.
    """

    name = "poisson"

    def value(self, y: float, guess: float, act: float) -> float:
        least = y - y * math.log(y) if y > 0.0 else 0.0
        return self.answer(guess) * (1.0 + max(0.0, guess - STEEP)) - y * guess - least

    def slope(self, y: float, guess: float) -> float:
        return self.answer(guess) - y

    def answer(self, guess: float) -> float:
        return math.exp(min(guess, STEEP))

    def check(self, y: float) -> None:
        if y < 0.0:
            raise BadLabel(f"the poisson loss is about counts: the truth is 0 or more, not {y:g}")


class Percentage(Loss):
    """|guess - y| / |y|: the absolute error as a share of the truth."""

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


def flat(y: Any, guesses: Any) -> tuple[Any, Any]:
    """Truths and guesses as two vectors of one length."""
    truths, said = np.broadcast_arrays(np.asarray(y, dtype=np.float64), np.asarray(guesses, dtype=np.float64))
    return np.array(truths).ravel(), np.array(said).ravel()
