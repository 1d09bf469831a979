"""The theorem of the p-norm Perceptron."""

from __future__ import annotations

from functools import cached_property
from math import inf, sqrt
from typing import Any

import numpy as np

from ..bound import SLACK
from ..row import Batch
from ..solvers.best_vector import best_vector
from ..solvers.competitors import Competitor, hinge
from ..solvers.sums import apart, by_row, entry_rows, widest
from ..support.linear_algebra import squared
from .guess_probe import misguessed
from .perceptron_theorems import MistakesBound, MistakesCase


class PNormCase(MistakesCase):
    """The mistakes measured in the p-norm, and the vector that explains them best."""

    @cached_property
    def widest(self) -> float:
        """X: the largest p-norm of a mistaken example."""
        return float(p_norms(self.batch, self.learner.p).max(initial=0.0))

    @property
    def stretch(self) -> float:
        """sqrt(p - 1) X, so that c is `stretch` |u|_q."""
        return sqrt(self.learner.p - 1.0) * self.widest

    @cached_property
    def best(self) -> Competitor:
        """The vector with the smallest L + c^2."""
        p = self.learner.p
        return best_vector(
            self.batch,
            self.radius,
            link(self.w, p),
            lambda length, margins: float(hinge(margins).sum()) + squared(self.stretch * length),
            lambda u: p_norm(u, p / (p - 1.0)),
            self.effort,
        )


class PNormBound(MistakesBound):
    """M <= L + c sqrt(L) + c^2 with c = sqrt(p - 1) X |u|_q, for every vector u with hinge losses L on the mistakes.

    X is the largest p-norm of a mistaken example and 1/p + 1/q = 1 (Gentile 2003). From M - L <= <u, theta> <=
    |u|_q |theta|_p, and |theta|_p^2 <= (p - 1) M X^2 because on a mistake y <w, x> <= 0. As for the Perceptron the
    smallest bound is that of u = 0, M <= M, and the one shown is that of another vector, with the smallest L + c^2.
    """

    looks_at = PNormCase

    def statement(self, case: PNormCase) -> str:
        return "p-norm Perceptron, any data: M <= L + c sqrt(L) + c^2, c = sqrt(p - 1) X_p |u|_q"

    def invariant(self, case: PNormCase) -> str | None:
        """What is wrong if theta is not the sum of the mistakes, or the weights not its image."""
        learner, kept = case.learner, case.kept
        theta = learner.theta.embedded_weights(0)
        if not apart(case.w, theta) <= SLACK * case.radius * max(1, kept.count):
            return "theta is not the sum of the mistaken examples"
        w, due = learner.embedded_weights(0), link(theta, learner.p)
        size = np.abs(w).max(initial=0.0)
        if np.any(due) and not np.abs(w / (size or 1.0) - due).max() <= 1e-6:
            return "the weights are not the gradient of half the squared p-norm of theta"
        if not p_norm(theta, learner.p) <= (1 + SLACK) * sqrt(kept.count) * case.stretch:
            return "|theta|_p^2 exceeds (p - 1) M X^2"
        return misguessed(learner)

    def allowed(self, case: PNormCase) -> float:
        loss, c = float(hinge(case.best.margins).sum()), case.stretch * case.best.length
        return loss + c * sqrt(loss) + c * c

    def lesson(self, case: PNormCase, allowed: float | None) -> str:
        if not case.kept.total:
            return ""
        size = p_norm(case.w, case.learner.p)
        return f"every vector u has hinge loss at least {case.kept.count} - {size:.4g} |u|_q on the mistakes"


def p_norm(u: Any, p: float) -> float:
    """|u|_p, without overflow."""
    most = float(np.abs(u).max(initial=0.0))
    return most * float((np.abs(u / most) ** p).sum()) ** (1.0 / p) if 0.0 < most < inf else most


def p_norms(batch: Batch, p: float) -> Any:
    """|x|_p of every row."""
    sizes, most = np.abs(np.asarray(batch.values)), widest(batch)
    shares = np.divide(sizes, most[entry_rows(batch)], out=np.zeros(len(sizes)), where=sizes > 0.0)
    return most * by_row(batch, shares**p) ** (1.0 / p)


def link(theta: Any, p: float) -> Any:
    """The direction of the weights: sign(theta_i) |theta_i|^(p-1), the largest of them one."""
    most = float(np.abs(theta).max(initial=0.0))
    return np.sign(theta) * np.abs(theta / most) ** (p - 1.0) if most > 0.0 else theta
