# cython: boundscheck=False, wraparound=False, initializedcheck=False
"""What a loss is: a price for a guess, and its slope in the guess."""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np

from .errors import BadBatch, BadLabel, BadWidth
from .row import Row
from .truth import NUMBERS, Truth

FARTHEST = 1e50  # of a forecast or a truth from 0: theorems add up squares of losses, which may be squares themselves


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
        self.check_room(x, prices)
        batch = x.batch
        start = x.start
        whole = x.is_whole()
        for k in range(start, x.stop):
            prices[k - start if whole else batch.columns[k]] = self.value(y, batch.values[k], batch.values[k])

    def check_room(self, x: Row, prices: Any) -> None:
        """The loops write without looking: there must be a place for every column."""
        if x.width > prices.shape[0]:
            raise BadWidth(f"prices of {x.width} columns do not fit into {prices.shape[0]} places")

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


def flat(y: Any, guesses: Any) -> tuple[Any, Any]:
    """Truths and guesses as two vectors of one length."""
    truths, said = np.broadcast_arrays(np.asarray(y, dtype=np.float64), np.asarray(guesses, dtype=np.float64))
    return np.array(truths).ravel(), np.array(said).ravel()
