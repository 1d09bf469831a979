"""The theorem of the second-order Perceptron."""

from __future__ import annotations

from functools import cached_property
from math import sqrt
from typing import Any

import numpy as np

from ..bound import SLACK
from ..solvers.best_vector import best_vector
from ..solvers.competitors import Competitor, hinge
from ..solvers.sums import apart
from .guess_probe import probe, unlike
from .perceptron_theorems import MistakesBound, MistakesCase

FARTHEST = 1e8  # ratio of the squared lengths to a above which the inverse is inexact


class SecondOrderCase(MistakesCase):
    """The mistakes, the matrix they make, and the vector that explains them best."""

    @cached_property
    def square(self) -> Any:
        """S, the sum of x x' over the mistakes."""
        from scipy.sparse import csr_array

        batch = self.batch
        rows = csr_array((batch.values, batch.columns, batch.starts), shape=(batch.rows, batch.width))
        return (rows.T @ rows).toarray()

    @cached_property
    def volume(self) -> float:
        """D = ln det(I + S/a)."""
        return float(np.linalg.slogdet(np.eye(len(self.square)) + self.square / self.learner.a)[1])

    def spread(self, length: float, margins: Any) -> float:
        """(a |u|^2 + Q) D of a vector of this length and these y <u, x>."""
        return float((self.learner.a * length * length + margins @ margins) * self.volume)

    @cached_property
    def best(self) -> Competitor:
        """The vector with the smallest L + (a |u|^2 + Q) D/M."""
        inverse, count = self.learner.inverse, max(1, self.kept.count)
        return best_vector(
            self.batch,
            self.radius,
            inverse @ self.learner.embedded_weights(len(inverse))[: len(inverse)],
            lambda length, margins: float(hinge(margins).sum()) + self.spread(length, margins) / count,
            effort=self.effort,
        )


class SecondOrderBound(MistakesBound):
    """M <= L + sqrt((a |u|^2 + Q) D) for every vector u (Cesa-Bianchi, Conconi and Gentile 2005, theorem 3.1).

    Over the mistaken examples, L is the sum of the hinge losses of u, Q that of <u, x>^2, and D = ln det(I + S/a) with
    S the sum of x x'. The smallest bound is that of u = 0, M <= M; the one shown is that of another vector, with the
    smallest L + (a |u|^2 + Q) D/M. While that sum is below M, no more than 5/4 M are allowed.
    """

    looks_at = SecondOrderCase

    def statement(self, case: SecondOrderCase) -> str:
        return "second-order Perceptron, any data: M <= L + sqrt((a |u|^2 + Q) D)"

    def unmeasurable(self, case: SecondOrderCase) -> str | None:
        unclear = super().unmeasurable(case)
        if unclear or not np.any(case.batch.values):
            return unclear
        if not 1.0 / FARTHEST < case.kept.largest * case.kept.count / case.learner.a < FARTHEST:
            return "the squares of the examples are too far from a for the matrix to be inverted; scale the features"
        return None

    def invariant(self, case: SecondOrderCase) -> str | None:
        """What is wrong if the weights or the matrix are not the sums over the mistakes."""
        learner, kept = case.learner, case.kept
        if not apart(case.w, case.played) <= SLACK * case.radius * max(1, kept.count):
            return "the weights are not the sum of the mistaken examples"
        n = len(learner.inverse)
        square = np.pad(case.square, (0, max(0, n - len(case.square))))
        if n < len(square) or not np.allclose(
            learner.inverse @ (learner.a * np.eye(n) + square), np.eye(n), rtol=0.0, atol=1e-4
        ):
            return "the matrix is not the inverse of a I plus the sum of x x' over the mistakes"
        return self.misguessed(case)

    def misguessed(self, case: SecondOrderCase) -> str | None:
        """What is wrong if it does not guess with A^-1 of the weights, divided by 1 + x'A^-1 x."""
        learner = case.learner
        x = probe(learner.weights)
        if x is None:
            return None
        e = learner.embed(x).dense(len(learner.inverse))
        image = learner.inverse @ e
        parts = learner.embedded_weights(len(e))[: len(e)] * image / (1.0 + float(e @ image))
        return unlike(learner.predict(x), float(parts.sum()), float(np.abs(parts).sum()))

    def allowed(self, case: SecondOrderCase) -> float:
        best = case.best
        return float(hinge(best.margins).sum()) + sqrt(case.spread(best.length, best.margins))

    def lesson(self, case: SecondOrderCase, allowed: float | None) -> str:
        if not case.kept.total:
            return ""
        a = case.learner.a
        return f"every vector u has L(u) + sqrt({case.volume:.4g} ({a:.4g} |u|^2 + Q(u))) >= {case.kept.count}"
