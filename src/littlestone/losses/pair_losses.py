"""Convex losses of a point as a linear predictor: nature reveals a pair (x, y), and w has guessed <w, x>."""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np

from ..errors import BadLabel
from ..loss import Loss
from ..support.linear_algebra import combined, dot, times
from .convex_loss import ConvexLoss
from .guess_losses import Hinge, Logistic, Square
from .series import Series


class PairLoss(ConvexLoss):
    """Base class of the losses of the guess <w, x> of a label y.

        loss(w, (x, y)) = loss(y, <w, x>)

    A pair is kept as one vector, x with y behind it, and may be given so. The gradient is a multiple of x: no pair
    makes the loss strongly convex in more than one dimension, and how exp-concave it is depends on the domain and on
    all the pairs. So `strong` and `concave` are 0, and theorems that need them say that they do not know.
    """

    of_guess: ClassVar[Loss]
    smooth = True

    def width(self, d: int) -> int:
        return d + 1

    def coordinates(self, z: Any) -> int:
        return int(np.size(z[0])) if len(z) == 2 else len(z) - 1

    def turned(self, z: Any, d: int) -> Any:
        expected = f"nature reveals a pair (x, y): x of {d} numbers, and its label y"
        try:
            flat = np.ndim(z) == 1
        except ValueError:  # x and y are not of one shape
            flat = False
        try:
            parts = [np.ravel(z)] if flat else [np.ravel(part) for part in z]
            vector = np.concatenate(parts).astype(np.float64)
        except (TypeError, ValueError):
            raise BadLabel(f"{expected}; not {z!r:.60}") from None
        if vector.shape != (d + 1,) or (not flat and [len(part) for part in parts] != [d, 1]):
            raise BadLabel(f"{expected}; not {z!r:.60}")
        self.check_numbers(vector)
        return vector

    def value(self, w: Any, z: Any) -> float:
        return self.of_guess.value(z[-1], dot(w, z[:-1]), 0.0)

    def gradient(self, w: Any, z: Any) -> Any:
        return self.of_guess.slope(z[-1], dot(w, z[:-1])) * z[:-1]

    def total(self, w: Any, revealed: Series) -> float:
        if not len(revealed):
            return 0.0
        Z = revealed.array()
        return float(self.of_guess.values(Z[:, -1], times(Z[:, :-1], w)).sum())

    def total_gradient(self, w: Any, revealed: Series) -> Any:
        if not len(revealed):
            return np.zeros(len(w))
        Z = revealed.array()
        return combined(self.of_guess.slopes(Z[:, -1], times(Z[:, :-1], w)), Z[:, :-1])


class SignLoss(PairLoss):
    """Base class of the losses of a pair whose label is -1 or +1."""

    def check_numbers(self, revealed: Any) -> None:
        super().check_numbers(revealed)
        odd = np.abs(revealed[..., -1]) != 1.0
        if odd.any():
            bad = np.ravel(revealed[..., -1])[np.ravel(odd)][0]
            raise BadLabel(
                f"the label of a pair is -1 or +1 for the {self.name} loss, not {bad:g}; of 0 and 1 take 2y - 1"
            )


class PairHinge(SignLoss):
    """max(0, 1 - y <w, x>); it has a kink, and no subgradient is longer than x."""

    name = "hinge"
    smooth = False
    of_guess = Hinge()

    def steepest(self, z: Any) -> Any:
        return z[:-1]


class PairLogistic(SignLoss):
    """ln(1 + e^(-y <w, x>)): -ln of the probability that a logistic model with the weights w gives to y."""

    name = "log"
    of_guess = Logistic()


class PairSquare(PairLoss):
    """(<w, x> - y)^2, where y is any number."""

    name = "squared-error"
    of_guess = Square()
