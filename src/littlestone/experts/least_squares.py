# cython: boundscheck=False, wraparound=False
"""Least squares of the truths on the advice, round by round: what ridge regression and Vovk-Azoury-Warmuth share."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from ..errors import BadAdvice, BadParameter, BadWidth
from ..learner import misfit
from ..loss import Loss
from ..row import Row
from ..state import Held, Numbers, Vector, fields
from ..support.settings import real
from .expert import ExpertLearner
from .triangle import Triangle, check_factor

CENTRES = ("even", "zero")


class LeastSquares(ExpertLearner):
    """Keeps the u that minimises ridge |u - c|^2 + sum (y - u x)^2, and what it costs, in n^2 steps a round.

    With A = ridge I + sum x x', the `triangle` holds F with F'F = A, of u and truths counted from c; u is `weights`,
    of any size and sign.

    A guess is a combination of all advice, not a mean of some: experts can neither sleep nor come late.
    """

    sleepers = False
    saved = fields(
        Vector("factor", "triangle.factor", size=lambda _, held: len(held["w"]) ** 2),
        Vector("target", "triangle.target", like="w"),
        Numbers("costs", "triangle.best", "largest", "worst"),
    )

    def __init__(self, *, ridge: float, centre: str) -> None:
        super().__init__()
        self.ridge = real("ridge", ridge, "the price of |u - c|^2")
        if self.ridge <= 0:
            raise BadParameter(f"ridge is the price of |u - c|^2, more than 0, not {ridge}")
        if centre not in CENTRES:
            raise BadParameter(f"centre is 'even', for 1/n each, or 'zero', not {centre!r}")
        self.centre = centre
        self.largest = 0.0  # the most that |y - c x| has been
        self.worst = 0.0  # the most that |y - guess| has been
        self.triangle = Triangle(0, self.ridge)

    def parameters(self) -> dict[str, Any]:
        return {"ridge": self.ridge, "centre": self.centre}

    def plays_for(self, price: Loss) -> None:
        if price.name != "square":
            raise BadParameter(f"{type(self).__name__} plays for the square loss, not for {price.name}")
        super().plays_for(price)

    @property
    def weights(self) -> Any:
        """A copy of the coefficients u, of any size and sign."""
        return np.array(self.w)

    @property
    def best(self) -> float:
        """The least of ridge |u - c|^2 + sum (y - u x)^2."""
        return float(self.triangle.best)

    @property
    def log_det(self) -> float:
        """ln det(A / ridge)."""
        return self.triangle.log_det()

    def share(self) -> float:
        """What c gives to each expert."""
        return 1.0 / self.n if self.centre == "even" else 0.0

    def mean(self, x: Row) -> float:
        """What c makes of the advice: the mean, or zero."""
        if self.centre == "zero":
            return 0.0
        batch = x.batch
        total = 0.0
        for k in range(x.start, x.stop):
            total += batch.values[k]
        return total / (x.stop - x.start)

    def attend(self, x: Row) -> None:
        """Say so unless every expert is awake, and none is new."""
        if x.stop - x.start != max(self.n, x.width) or (self.updates > 0 and x.width != self.n) or x.width == 0:
            raise BadAdvice(
                f"{type(self).__name__} needs the advice of all {max(self.n, x.width)} experts in every round, but has "
                f"that of {x.stop - x.start}; who sleeps or comes late has no coefficient: MLPoly can do with that"
            )

    def place(self, x: Row) -> None:
        """Write the advice where it can be worked on."""
        if x.width != self.n:
            raise BadWidth(f"the advice is {x.width} wide, but there are {self.n} experts")
        if self.triangle.n != self.n or self.w.shape[0] != self.n:
            raise misfit(self)
        self.triangle.check_sizes()
        batch = x.batch
        row = self.triangle.row
        for k in range(x.start, x.stop):
            row[batch.columns[k]] = batch.values[k]

    def rotate(self, x: Row, y: float) -> None:
        """Take a round into the factor, then solve for the coefficients."""
        self.place(x)
        rest = y - self.mean(x)
        self.largest = max(self.largest, abs(rest))
        if self.importance != 1.0:  # h (y - u x)^2 is the square of y - u x times the root of h
            root = math.sqrt(self.importance)
            for i in range(self.n):
                self.triangle.row[i] *= root
            rest *= root
        self.triangle.rotate(rest)
        self.triangle.solve(self.w)
        share = self.share()
        if share != 0.0:
            for i in range(self.n):
                self.w[i] += share
        self.updates += 1

    def learn(self, x: Row, y: float, guess: float) -> None:
        self.attend(x)
        if x.width > self.n:
            self.widen(x.width)
        self.worst = max(self.worst, abs(y - guess))
        self.rotate(x, y)

    def widen(self, width: int) -> None:
        if self.updates > 0 and width > self.n:
            raise BadAdvice(
                f"{type(self).__name__} has {self.n} experts since its first round, and there cannot come more, "
                f"up to {width}"
            )
        ExpertLearner.widen(self, width)

    def first_weights(self, width: int) -> Any:
        return np.full(width, 1.0 / width if self.centre == "even" else 0.0)

    def welcome(self, n: int) -> None:
        self.triangle = Triangle(n, self.ridge)

    def check_state(self, held: Held) -> None:
        super().check_state(held)
        check_factor(held["factor"], len(held["w"]), self.ridge)

    def make_ready(self, held: Held) -> None:
        super().make_ready(held)
        self.triangle = Triangle(self.n, self.ridge)
