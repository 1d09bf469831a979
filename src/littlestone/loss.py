# cython: auto_pickle=True, boundscheck=False, wraparound=False, initializedcheck=False
"""The base class of losses of a guess that is a number, with their derivatives."""

from __future__ import annotations

from typing import Any, cast

import numpy as np

from .errors import BadBatch, BadLabel, BadWidth
from .row import Row
from .support.signatures import Shown
from .truth import NUMBERS

FARTHEST = 1e50  # the largest forecast or label: bounds add up squares of losses, which may be squares themselves


def check_lengths(y: Any, guesses: Any, found: Any) -> None:
    """Raise unless the three arrays are equally long: the compiled loops do not check bounds."""
    if y.shape[0] != found.shape[0] or guesses.shape[0] != found.shape[0]:
        raise BadBatch(f"{found.shape[0]} places need as many truths and guesses, not {y.shape[0]}, {guesses.shape[0]}")


class Loss:
    """The loss of predicting `guess`, and acting as `act`, when the label is y.

    `truth` is the default kind of label. `classes` says that label and guess are one of two classes, `chances` that
    they lie in [0, 1], `convex` that the loss is convex in the guess, and `largest` is its largest value if both lie in
    [0, 1] (None if it has none).
    """

    __signature__ = Shown()

    name = ""
    truth = NUMBERS
    classes = False
    chances = False
    convex = True
    largest = cast("float | None", None)

    @property
    def full_name(self) -> str:
        """The name with its parameter, as `find_forecast_loss` reads it."""
        return self.name

    def value(self, y: float, guess: float, act: float) -> float:
        """The loss."""
        raise NotImplementedError(f"{type(self).__name__} must implement value()")

    def slope(self, y: float, guess: float) -> float:
        """The derivative of the loss in the guess; at a kink, a subgradient."""
        raise NotImplementedError(f"{type(self).__name__} has no slope")

    def answer(self, guess: float) -> float:
        """The prediction of the label that a guess stands for: the guess itself, unless a subclass maps it."""
        return guess

    def chance_of(self, guess: float) -> float | None:
        """The chance of the positive class that a guess stands for; None if the guesses of this loss are no chances."""
        return guess if self.chances else None

    def of_constant(self, positives: int, negatives: int) -> float | None:
        """The least total loss of a constant guess in [-1, 1] on so many labels +1 and -1; None if not known."""
        return None

    def price(self, x: Row, y: float, prices: Any) -> None:
        """Write the loss of every entry of x, taken as a guess, into its column of `prices`."""
        self.check_room(x, prices)
        batch = x.batch
        start = x.start
        whole = x.is_whole()
        for k in range(start, x.stop):
            prices[k - start if whole else batch.columns[k]] = self.value(y, batch.values[k], batch.values[k])

    def check_room(self, x: Row, prices: Any) -> None:
        """Raise unless `prices` has a place for every column: the compiled loops do not check bounds."""
        if x.width > prices.shape[0]:
            raise BadWidth(f"prices of {x.width} columns do not fit into {prices.shape[0]} places")

    def values(self, y: Any, guesses: Any) -> Any:
        """The losses of an array of guesses, broadcast against the labels."""
        truths, said = flat(y, guesses)
        return self.fill(truths, said, np.empty(len(said))).reshape(np.broadcast_shapes(np.shape(y), np.shape(guesses)))

    def slopes(self, y: Any, guesses: Any) -> Any:
        """The derivatives at an array of guesses, broadcast against the labels."""
        truths, said = flat(y, guesses)
        slopes = np.empty(len(said))
        return self.fill_slopes(truths, said, slopes).reshape(np.broadcast_shapes(np.shape(y), np.shape(guesses)))

    def fill(self, y: Any, guesses: Any, prices: Any) -> Any:
        """Write the loss of each guess into `prices`."""
        check_lengths(y, guesses, prices)
        for k in range(prices.shape[0]):
            prices[k] = self.value(y[k], guesses[k], guesses[k])
        return np.asarray(prices)

    def fill_slopes(self, y: Any, guesses: Any, slopes: Any) -> Any:
        """Write the derivative at each guess into `slopes`."""
        check_lengths(y, guesses, slopes)
        for k in range(slopes.shape[0]):
            slopes[k] = self.slope(y[k], guesses[k])
        return np.asarray(slopes)

    def check(self, y: float) -> None:
        """Raise if the loss is not defined for the label y."""
        if self.chances and not 0.0 <= y <= 1.0:
            raise BadLabel(f"the {self.name} loss is about chances: the truth lies from 0 to 1, not at {y:g}")


def flat(y: Any, guesses: Any) -> tuple[Any, Any]:
    """Labels and guesses, broadcast and flattened to two vectors of one length."""
    truths, said = np.broadcast_arrays(np.asarray(y, dtype=np.float64), np.asarray(guesses, dtype=np.float64))
    return np.array(truths).ravel(), np.array(said).ravel()
