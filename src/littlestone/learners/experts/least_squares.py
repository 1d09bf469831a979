# cython: boundscheck=False, wraparound=False
"""Least squares of the truths on the advice, round by round: what ridge regression and Vovk-Azoury-Warmuth share."""

from __future__ import annotations

import math
from typing import Any, ClassVar

import numpy as np

from ...errors import BadAdvice, BadParameter, BadWidth, StateError
from ...learner import State
from ...loss import Loss
from ...row import Row
from ...settings import real
from .expert import ExpertLearner

CENTRES = ("even", "zero")


class LeastSquares(ExpertLearner):
    """Keeps the u that minimises ridge |u - c|^2 + sum (y - u x)^2, and what it costs, in n^2 steps a round.

    With A = ridge I + sum x x', the triangular `factor` F has F'F = A. A round is rotated into it (Givens), and what
    the rotations leave of the truth is what the round adds to the cost of the best u. No matrix is inverted and none
    subtracted from, so that errors do not build up in a long game; u is `weights`, of any size and sign.

    A guess is a combination of all advice, not a mean of some: experts can neither sleep nor come late.
    """

    sleepers: ClassVar[bool] = False

    def __init__(self, *, ridge: float, centre: str) -> None:
        super().__init__()
        self.ridge = real("ridge", ridge, "the price of |u - c|^2")
        if self.ridge <= 0:
            raise BadParameter(f"ridge is the price of |u - c|^2, more than 0, not {ridge}")
        if centre not in CENTRES:
            raise BadParameter(f"centre is 'even', for 1/n each, or 'zero', not {centre!r}")
        self.centre = centre
        self.best = 0.0  # the least of ridge |u - c|^2 + sum (y - u x)^2
        self.largest = 0.0  # the most that |y - c x| has been
        self.worst = 0.0  # the most that |y - guess| has been
        self.factor = np.zeros(0)  # F, row by row
        self.target = np.zeros(0)  # F (u - c) = target
        self.row = np.zeros(0)  # room for the advice of a round

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
    def log_det(self) -> float:
        """ln det(A / ridge)."""
        diagonal = np.asarray(self.factor)[:: self.n + 1]
        return float(2.0 * np.log(diagonal).sum() - self.n * math.log(self.ridge))

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
        batch = x.batch
        for k in range(x.start, x.stop):
            self.row[batch.columns[k]] = batch.values[k]

    def rotate(self, x: Row, y: float) -> None:
        """Take a round into the factor, then solve for the coefficients."""
        self.place(x)
        n = self.n
        rest = y - self.mean(x)
        self.largest = max(self.largest, abs(rest))
        for i in range(n):
            start = i * n
            length = math.sqrt(self.factor[start + i] * self.factor[start + i] + self.row[i] * self.row[i])
            cos = self.factor[start + i] / length
            sin = self.row[i] / length
            self.factor[start + i] = length
            for j in range(i + 1, n):
                old = self.factor[start + j]
                self.factor[start + j] = cos * old + sin * self.row[j]
                self.row[j] = cos * self.row[j] - sin * old
            old = self.target[i]
            self.target[i] = cos * old + sin * rest
            rest = cos * rest - sin * old
        self.best += rest * rest
        share = self.share()
        for back in range(n):
            i = n - 1 - back
            total = self.target[i]
            for j in range(i + 1, n):
                total -= self.factor[i * n + j] * (self.w[j] - share)
            self.w[i] = share + total / self.factor[i * n + i]
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

    def welcome(self, before: int) -> None:
        self.w = np.full(self.n, self.share())
        self.factor = math.sqrt(self.ridge) * np.eye(self.n).ravel()
        self.target = np.zeros(self.n)
        self.row = np.zeros(self.n)

    def state(self) -> State:
        return {
            **super().state(),
            "factor": np.array(self.factor),
            "target": np.array(self.target),
            "costs": np.array([self.best, self.largest, self.worst]),
        }

    def restore(self, state: State) -> None:
        n = len(state.get("w", ()))
        shapes = {"factor": (n * n,), "target": (n,), "costs": (3,)}
        for name, shape in shapes.items():
            if np.shape(state.get(name, 0)) != shape:
                raise StateError(f"this is not the state of a {type(self).__name__}: it lacks {name!r}")
        super().restore(state)
        self.factor = np.array(state["factor"], dtype=np.float64)
        self.target = np.array(state["target"], dtype=np.float64)
        self.best, self.largest, self.worst = (float(cost) for cost in state["costs"])
        self.row = np.zeros(n)
