# cython: boundscheck=False, wraparound=False
"""Least squares round by round, without a matrix that is inverted: shared by the learners of advice and of rows."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from ..errors import StateError
from ..support import elementary


class Triangle:
    """The triangular F with F'F = A = ridge I + sum x x', and the best cost of any u, in n^2 steps a round.

    A round is rotated into F (Givens), and what the rotations leave of the truth is what the round adds to `best`, the
    least of ridge |u|^2 + sum (y - u x)^2. Nothing is subtracted from a matrix, so that errors do not build up in a
    long game. The x of a round is written into `row` first; every verb uses it up.
    """

    def __init__(self, n: int, ridge: float) -> None:
        self.n = n
        self.ridge = ridge
        self.best = 0.0
        self.factor = math.sqrt(ridge) * np.eye(n).ravel()  # F, row by row
        self.target = np.zeros(n)  # F u = target
        self.row = np.zeros(n)

    def grown(self, n: int) -> Triangle:
        """The same with room for n coordinates; those that are new have been zero so far."""
        new = Triangle(n, self.ridge)
        np.asarray(new.factor).reshape(n, n)[: self.n, : self.n] = np.asarray(self.factor).reshape(self.n, self.n)
        np.asarray(new.target)[: self.n] = self.target
        new.best = self.best
        return new

    def check_sizes(self) -> None:
        """Raise if the arrays are not of one size."""
        n = self.n
        if self.factor.shape[0] != n * n or self.target.shape[0] != n or self.row.shape[0] != n:
            raise StateError(f"the arrays of this triangle of {n} coordinates are not of its size; restore its state")

    def rotate(self, rest: float) -> None:
        """Take the x of `row` and its truth into the factor."""
        self.check_sizes()
        n = self.n
        factor = self.factor
        row = self.row
        target = self.target
        for i in range(n):
            start = i * n
            length = math.sqrt(factor[start + i] * factor[start + i] + row[i] * row[i])
            cos = factor[start + i] / length
            sin = row[i] / length
            factor[start + i] = length
            for j in range(i + 1, n):
                old = factor[start + j]
                factor[start + j] = cos * old + sin * row[j]
                row[j] = cos * row[j] - sin * old
            old = target[i]
            target[i] = cos * old + sin * rest
            rest = cos * rest - sin * old
        self.best += rest * rest

    def solve(self, u: Any) -> None:
        """Write the best u."""
        self.check_sizes()
        n = self.n
        if u.shape[0] < n:
            raise StateError(f"there is room for {u.shape[0]} coefficients, and there are {n}")
        factor = self.factor
        for back in range(n):
            i = n - 1 - back
            total = self.target[i]
            for j in range(i + 1, n):
                total -= factor[i * n + j] * u[j]
            u[i] = total / factor[i * n + i]

    def novelty(self) -> float:
        """x A^-1 x for the x of `row`: how little is known of its direction."""
        self.check_sizes()
        n = self.n
        factor = self.factor
        row = self.row
        total = 0.0
        for i in range(n):
            z = row[i] / factor[i * n + i]
            for j in range(i + 1, n):
                row[j] -= factor[i * n + j] * z
            total += z * z
        return total

    def log_det(self) -> float:
        """ln det(A / ridge)."""
        diagonal = np.asarray(self.factor)[:: self.n + 1]
        return float(2.0 * elementary.logs(diagonal).sum() - self.n * elementary.log(self.ridge))


def check_factor(factor: Any, n: int, ridge: float) -> None:
    """Raise if a saved factor cannot be: rotations only lengthen its diagonal, which began as the root of ridge."""
    shortest = factor[:: n + 1].min(initial=math.inf)
    if not shortest >= 0.5 * math.sqrt(ridge):
        raise StateError(f"'factor' has {shortest} on its diagonal, less than the root of ridge = {ridge}")
