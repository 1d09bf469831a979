# cython: boundscheck=False, wraparound=False
"""The Vovk-Azoury-Warmuth forecaster of numbers from rows."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from ..experts.triangle import Triangle, check_factor
from ..geometry.linear_guess import LinearGuess
from ..learner import RowLearner, misfit
from ..row import Row
from ..state import Held, Numbers, Vector, fields
from ..support.settings import positive
from ..truth import NUMBERS, Truth
from .linear import MOST_COLUMNS, LinearLearner
from .linear_vaw_theorems import LinearVAWBound


class LinearVAW(LinearLearner):
    """Say what least squares would say if this example had been seen already, with a truth of zero.

        A <- A + x x' before the guess is made;   guess = x A^-1 b;   then b <- b + y x
                                                                        (Vovk 2001, Azoury and Warmuth 2001)

    A begins as ridge I. The guess is that of ridge regression, drawn towards 0 the more, the less is known of the
    direction of x. Against every vector u the square losses are at most ridge |u|^2 + Y^2 ln det(A/ridge) more, Y the
    largest |y|: no other learner of numbers here has a regret that grows with ln T only. It takes n^2 numbers and as
    many steps a round for n columns: for some hundreds of them.

    ridge    the price of |u|^2, above 0

    >>> from littlestone import Game, LinearVAW
    >>> game = Game(LinearVAW())
    >>> for x, y in 5 * [([1, 0], 3.0), ([0, 1], -2.0), ([1, 1], 1.0)]:
    ...     move = game.predict(x)
    ...     game.label(move.number, y)
    >>> certificate = game.ledger.certificates[0]
    >>> certificate.verdict, round(certificate.paid, 3), round(certificate.allowed, 3)
    ('holds', 13.222, 41.079)
    """

    name = "vaw"
    weighs = True
    kind = "linear"
    theorems = (LinearVAWBound,)
    saved = fields(
        Vector(
            "factor",
            "triangle.factor",
            size=lambda _, held: (len(held["w"]) + 1) ** 2,
            columns=1,
            square=lambda _: True,
        ),
        Vector("target", "triangle.target", size=lambda _, held: len(held["w"]) + 1, columns=1),
        Numbers("costs", "triangle.best", "largest"),
    )
    variants = ({}, {"ridge": 0.1, "bias": 1.0, "normalise": True})

    def __init__(self, *, ridge: float = 1.0, bias: float | None = None, normalise: bool = False) -> None:
        super().__init__(bias=bias, normalise=normalise)
        self.most_columns = MOST_COLUMNS
        self.ridge = positive("ridge", ridge, "the price of |u|^2")
        self.largest = 0.0  # the most that |y| has been
        self.triangle = Triangle(1, self.ridge)  # coordinate 0 is the constant feature's, that of column i is i + 1
        self.u = np.zeros(1)

    @property
    def whole_matrix(self) -> bool:
        return True

    def parameters(self) -> dict[str, Any]:
        return {"ridge": self.ridge, **super().parameters()}

    @property
    def truths(self) -> Truth:
        return NUMBERS

    @property
    def best(self) -> float:
        """The least of ridge |u|^2 + sum (y - u x)^2, over all u."""
        return float(self.triangle.best)

    @property
    def log_det(self) -> float:
        """ln det(A / ridge)."""
        return self.triangle.log_det()

    def place(self, x: Row) -> float:
        """Write x where it can be worked on; return the sum of the squares for which there is no room yet."""
        self.triangle.check_sizes()
        row = self.triangle.row
        batch = x.batch
        factor = self.shrink(x) if self.normalise else 1.0
        n = self.triangle.n
        outside = 0.0
        for i in range(n):
            row[i] = 0.0
        row[0] = self.bias * factor
        for k in range(x.start, x.stop):
            i = batch.columns[k] + 1
            value = batch.values[k] * factor
            if i < n:
                row[i] = value
            else:
                outside += value * value
        return outside

    def predict(self, x: Row) -> float:
        outside = self.place(x)
        return self.dot(x) / (1.0 + self.triangle.novelty() + outside / self.ridge)

    def linear_guess(self) -> LinearGuess:
        return RowLearner.linear_guess(self)  # has none: what is said is divided by how new x is

    def learn(self, x: Row, y: float, guess: float) -> None:
        if x.width > self.w.shape[0]:
            self.widen(x.width)
        if self.u.shape[0] != self.triangle.n or self.w.shape[0] + 1 != self.triangle.n:
            raise misfit(self)
        self.place(x)
        self.largest = max(self.largest, abs(y))
        if self.importance != 1.0:  # h (y - u x)^2 is the square of y - u x times the root of h
            root = math.sqrt(self.importance)
            for i in range(self.triangle.n):
                self.triangle.row[i] *= root
            y *= root
        self.triangle.rotate(y)
        self.triangle.solve(self.u)
        self.bias_weight = self.u[0]
        for i in range(self.w.shape[0]):
            self.w[i] = self.u[i + 1]
        self.updates += 1

    def widen(self, width: int) -> None:
        n = self.room_for(width) + 1
        triangle, u = self.triangle, self.u
        if n > triangle.n and not 0 < self.most_columns < width:
            triangle, u = triangle.grown(n), np.zeros(n)
        LinearLearner.widen(self, width)
        self.triangle, self.u = triangle, u

    def check_state(self, held: Held) -> None:
        super().check_state(held)
        check_factor(held["factor"], len(held["target"]), self.ridge)

    def make_ready(self, held: Held) -> None:
        super().make_ready(held)
        self.triangle = Triangle(len(held["target"]), self.ridge)
        self.u = np.zeros(len(held["target"]))
