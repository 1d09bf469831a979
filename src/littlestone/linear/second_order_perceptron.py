"""The second-order Perceptron."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from ..errors import BadParameter, StateError
from ..geometry.linear_guess import LinearGuess
from ..learner import RowLearner, too_many_columns
from ..row import Row
from ..state import Held, Table, fields
from ..support.linear_algebra import combined, dot
from ..support.settings import real
from .linear import MOST_COLUMNS, LinearLearner
from .second_order_perceptron_theorems import SecondOrderBound


class SecondOrderPerceptron(LinearLearner):
    """A Perceptron that first whitens the example by the mistaken ones seen so far, itself among them.

        guess = <v, (A + x x')^-1 x>;   on a mistake   v <- v + y x,  A <- A + x x'     (Cesa-Bianchi et al. 2005)

    A starts as a times the identity. For every vector u there are at most L + sqrt((a |u|^2 + Q) D) mistakes, L
    its hinge losses and Q the sum of <u, x>^2 over the mistaken examples, D the log-determinant of A/a: a gain on
    the Perceptron where the examples are long in few directions.

    It keeps the inverse of A, a full matrix, so it is for some hundreds of columns: a round costs their number times
    that of the entries of x, an update their square, and more than 8192 columns are refused.

    a    what A starts with, above 0; the larger, the more it is like the Perceptron

    >>> from littlestone import Game, SecondOrderPerceptron
    >>> game = Game(SecondOrderPerceptron())
    >>> for x, y in 5 * [([1, 0], +1), ([0, 1], -1)]:
    ...     move = game.predict(x)
    ...     game.label(move.number, y)
    >>> game.ledger.mistakes, game.ledger.certificates[0].verdict
    (1, 'holds')
    """

    name = "second-order-perceptron"
    kind = "linear"
    conservative = True
    theorems = (SecondOrderBound,)
    saved = fields(Table("inverse"))
    variants = ({}, {"a": 0.1, "bias": 1.5}, {"a": 10.0, "normalise": True}, {"bias": 0.5, "normalise": True})

    def __init__(self, *, a: float = 1.0, bias: float | None = None, normalise: bool = False) -> None:
        super().__init__(bias=bias, normalise=normalise)
        self.a = real("a", a, "what the matrix starts with")
        if not 1e-50 <= self.a <= 1e50:
            raise BadParameter(f"a is what the matrix starts with, from 1e-50 to 1e50, not {a}")
        self.most_columns = MOST_COLUMNS
        self.inverse = np.zeros((0, 0))

    @property
    def whole_matrix(self) -> bool:
        return True

    def parameters(self) -> dict[str, Any]:
        return {"a": self.a, **super().parameters()}

    def whitened(self, x: Row) -> tuple[Any, float]:
        """A^-1 x in the columns that A has, and <x, A^-1 x>; in columns not met before A is still a.

        The second is never below 0, but where the squares of examples are far larger than a, its digits cancel.
        """
        columns, values = x.columns, x.values
        known = columns < len(self.inverse)
        inside, value = columns[known], values[known]
        image = combined(value, self.inverse[inside])
        return image, max(0.0, dot(image[inside], value)) + dot(values[~known], values[~known]) / self.a

    def predict(self, x: Row) -> float:
        image, size = self.whitened(self.embed(x))
        return dot(self.embedded_weights(len(image))[: len(image)], image) / (1.0 + size)

    def linear_guess(self) -> LinearGuess:
        return RowLearner.linear_guess(self)  # has none: what is said is divided by how long x is in the norm of A^-1

    def learn(self, x: Row, y: float, guess: float) -> None:
        if self.act(guess) != y:
            self.grow(x.width)
            image, size = self.whitened(self.embed(x))
            image /= math.sqrt(1.0 + size)  # the root, so that the inverse stays symmetric to the last bit
            # An inverse of A has no diagonal below 0: where nothing but rounding would be left of it, it stays.
            if (self.inverse.diagonal() >= image * image).all():
                self.inverse -= np.outer(image, image)
            self.add(x, y)

    def grow(self, width: int) -> None:
        """Give the matrix room for so many columns, and the constant one."""
        if 0 < self.most_columns < width:
            raise too_many_columns(self, width)
        old, new = len(self.inverse), width + (self.bias != 0.0)
        if new > old:
            inverse = np.eye(new) / self.a
            inverse[:old, :old] = self.inverse
            self.inverse = inverse

    def check_state(self, held: Held) -> None:
        super().check_state(held)
        if len(held["inverse"]) != held["inverse"].shape[1]:
            raise StateError(f"'inverse' is a square matrix, not one of shape {held['inverse'].shape}")
