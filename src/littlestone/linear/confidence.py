# cython: boundscheck=False, wraparound=False
"""Base of the confidence-weighted learners: weights with a covariance."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..errors import BadParameter
from ..learner import misfit
from ..row import Row
from ..state import Held, Vector, fields
from .linear import MOST_COLUMNS, WEIGHTS, LinearLearner

COVARIANCES = ("diagonal", "full")
WITH_COVARIANCE = (*WEIGHTS, "S")  # a mean of covariances is one
TOO_WIDE = 1e300  # a spread above this is close to overflow


class ConfidenceLearner(LinearLearner):
    """Weights w with a covariance S, which begins as the identity; rules use two more methods.

        spread(x) = <x, S x>,     move(amount, shrinkage):   w <- w + amount S x,   S <- S - shrinkage S x x' S

    `covariance="full"` keeps the whole matrix, in n^2 numbers and as many steps an update; "diagonal" keeps only its
    diagonal, and that of S x x' S, in as many steps as x has entries. `move` is about the example last passed to
    `spread`. Coordinate 0 of S is the constant feature's, that of column i is i + 1.
    """

    saved = fields(
        Vector(
            "S",
            size=lambda own, held: (len(held["w"]) + 1) ** (2 if own.full else 1),
            columns=1,
            square=lambda own: own.full,
        )
    )

    def __init__(self, *, covariance: str, bias: float | None, normalise: bool) -> None:
        super().__init__(bias=bias, normalise=normalise)
        if covariance not in COVARIANCES:
            raise BadParameter(f"covariance is 'diagonal' or 'full', not {covariance!r}")
        self.covariance = covariance
        self.full = covariance == "full"
        self.most_columns = MOST_COLUMNS if self.full else 0
        self.S = np.ones(1)  # the diagonal, or the matrix row by row
        self.direction = np.zeros(1)  # S x, all of it if the matrix is full

    @property
    def whole_matrix(self) -> bool:
        return bool(self.full)

    def parameters(self) -> dict[str, Any]:
        return {"covariance": self.covariance, **super().parameters()}

    def spread(self, x: Row) -> float:
        """<x, S x>, the variance of the guess for x; 0 if |x|^2 overflows, and then nothing is learned."""
        if x.width > self.w.shape[0]:
            self.widen(x.width)
        self.check_sizes()
        total = self.spread_full(x) if self.full else self.spread_diagonal(x)
        if self.normalise:
            total *= self.shrink(x) * self.shrink(x)
        return total if 0.0 < total < TOO_WIDE else 0.0

    def check_sizes(self) -> None:
        """Raise if weights and covariance are not of one size."""
        n = self.direction.shape[0]
        if self.w.shape[0] + 1 != n or self.S.shape[0] != (n * n if self.full else n):
            raise misfit(self)

    def spread_diagonal(self, x: Row) -> float:
        """The sum of S_ii x_i^2."""
        batch = x.batch
        total = self.S[0] * self.bias * self.bias
        for k in range(x.start, x.stop):
            total += self.S[batch.columns[k] + 1] * batch.values[k] * batch.values[k]
        return float(total)

    def spread_full(self, x: Row) -> float:
        """<x, S x>, with S x left in `direction`; both of x at its own length."""
        batch = x.batch
        n = self.direction.shape[0]
        for j in range(n):
            self.direction[j] = self.bias * self.S[j]
        for k in range(x.start, x.stop):
            start = (batch.columns[k] + 1) * n
            for j in range(n):
                self.direction[j] += batch.values[k] * self.S[start + j]
        total = self.bias * self.direction[0]
        for k in range(x.start, x.stop):
            total += batch.values[k] * self.direction[batch.columns[k] + 1]
        return float(total)

    def move(self, x: Row, amount: float, shrinkage: float) -> None:
        """w <- w + amount S x, S <- S - shrinkage S x x' S, for the x whose `spread` was asked for last."""
        if self.normalise:
            factor = self.shrink(x)
            amount *= factor
            shrinkage *= factor * factor
        self.check_sizes()
        if x.width > self.w.shape[0]:
            raise misfit(self)
        if self.full:
            self.move_full(amount, shrinkage)
        else:
            self.move_diagonal(x, amount, shrinkage)
        self.updates += 1

    def move_diagonal(self, x: Row, amount: float, shrinkage: float) -> None:
        """The move of the coordinates that x has."""
        batch = x.batch
        for k in range(x.start, x.stop):
            i = batch.columns[k]
            step = self.S[i + 1] * batch.values[k]
            self.w[i] += amount * step
            self.S[i + 1] -= shrinkage * step * step
        step = self.S[0] * self.bias
        self.bias_weight += amount * step
        self.S[0] -= shrinkage * step * step

    def move_full(self, amount: float, shrinkage: float) -> None:
        """The move of all coordinates, along `direction`."""
        n = self.direction.shape[0]
        self.bias_weight += amount * self.direction[0]
        for j in range(1, n):
            self.w[j - 1] += amount * self.direction[j]
        for i in range(n):
            step = shrinkage * self.direction[i]
            if step != 0.0:
                start = i * n
                for j in range(n):
                    self.S[start + j] -= step * self.direction[j]

    def widen(self, width: int) -> None:
        """Make room for more columns; a new one has variance one and no covariance."""
        n = self.room_for(width) + 1
        before = self.direction.shape[0]
        if n == before or 0 < self.most_columns < width:
            LinearLearner.widen(self, width)
            return
        direction = np.zeros(n)
        if self.full:
            matrix = np.eye(n)
            matrix[:before, :before] = np.asarray(self.S).reshape(before, before)
            S = matrix.ravel()
        else:
            S = np.concatenate((np.asarray(self.S), np.ones(n - before)))
        LinearLearner.widen(self, width)
        self.S, self.direction = S, direction

    def matrix(self) -> Any:
        """A copy of S, or of its diagonal; the constant feature's coordinate comes first if there is one."""
        n = self.direction.shape[0]
        first = 0 if self.bias != 0.0 else 1
        S = np.array(self.S)
        return S.reshape(n, n)[first:, first:] if self.full else S[first:]

    def take_up(self, held: Held) -> None:
        super().take_up(held)
        self.direction = np.zeros(len(held["w"]) + 1)
