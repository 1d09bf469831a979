"""The theorem of AROW: what second-order updates promise, with their margin-only ones counted in.

The full form is least squares. With A = r I + X, X the sum of x x' over the updates and b the sum of y x, the weights
are A^-1 b. For any u, with L its hinge losses on the updates, M of them mistakes and U of them not,

    M + U - L <= <u, b> <= sqrt(u'A u) sqrt(b'A^-1 b),   and   b'A^-1 b <= ln det(A/r) + U,

because an update at margin m = y <w, x> adds (c + r (2m - m^2))/(r + c) to it, c = r <x, S x>/r: at most
ln(1 + c/r) on a mistake, where m <= 0, and one more elsewhere. Without that U inside the root the claim is false.
"""

from __future__ import annotations

from functools import cached_property
from math import sqrt
from typing import Any

import numpy as np

from ..bound import SLACK, Open
from ..rows.updates_kept import UpdatesCase, UpdatesKept
from ..solvers.sums import apart, weighted_sum
from .second_order_comparator import least_loss, second_moments

STRETCH = 1e8  # the most that A may stretch one direction more than another before rounding rules the game
CLOSE = 1e-5  # what the weights may be off: they are solved for, here and in the rule


class ConfidenceCase(UpdatesCase):
    """The updates, the weights that they make, and the vector that explains them best."""

    @property
    def mistakes(self) -> int:
        """Updates that were mistakes."""
        return self.kept.mistakes

    @property
    def others(self) -> int:
        """Updates that were not mistakes."""
        return self.kept.batch.rows - self.mistakes

    @cached_property
    def total(self) -> Any:
        """The sum of y x."""
        return weighted_sum(self.kept.batch, self.kept.batch.labels)

    @cached_property
    def w(self) -> Any:
        """The weights that the updates make."""
        return np.linalg.solve(self.learner.r * np.eye(self.kept.batch.width) + self.moments, self.total)

    @cached_property
    def moments(self) -> Any:
        """X, the sum of x x'."""
        return second_moments(self.kept.batch)

    @cached_property
    def best(self) -> tuple[float, float]:
        """Hinge loss L and u'Au of the best vector found."""
        return least_loss(self.kept.batch, self.w, self.learner.r, effort=self.effort)

    @cached_property
    def potential(self) -> float:
        """The upper limit of b'A^-1 b."""
        A = np.eye(self.kept.batch.width) + self.moments / self.learner.r
        return float(np.linalg.slogdet(A)[1]) + self.others


class AROWBound(UpdatesKept):
    """M <= sqrt((r|u|^2 + u'Xu)(ln det(I + X/r) + U)) + L - U for every vector u (Crammer, Kulesza and Dredze 2009).

    It is about the full covariance. The rounds with a hinge loss, which are the updates, are kept for it; u is
    sought among multiples of the weights and of the separator of largest margin. The bound of u = 0 is M itself, so the
    vector shown is the one with the smallest L + u'Au.
    """

    looks_at = ConfidenceCase
    mistakes = True

    def matters(self, y: float, guess: float, mistaken: bool) -> bool:
        return y * guess < 1.0

    def statement(self, case: ConfidenceCase) -> str:
        return "AROW: M <= sqrt((r|u|^2 + u'Xu)(ln det(I + X/r) + U)) + L - U"

    def unmeasurable(self, case: ConfidenceCase) -> str | None:
        if not case.learner.full:
            raise Open("this theorem is about the full covariance, and the learner's is diagonal")
        if float(case.kept.squares.sum()) >= STRETCH * case.learner.r:
            return f"the examples are too long beside r = {case.learner.r:g} for floating point; scale the features"
        return super().unmeasurable(case)

    def paid(self, case: ConfidenceCase) -> float:
        self.known()
        return sum(self.mistaken)

    def invariant(self, case: ConfidenceCase) -> str | None:
        """What is wrong if the weights are not those that the updates make."""
        if not self.mistaken or apart(case.played, case.w) <= CLOSE * (1.0 + np.linalg.norm(case.w)):
            return None
        return "the weights are not the least squares of the updates"

    def allowed(self, case: ConfidenceCase) -> float:
        if not self.mistaken:
            return 0.0
        loss, square = case.best
        return sqrt(square * case.potential) + loss - case.others

    def slack(self, case: ConfidenceCase, paid: float, allowed: float) -> float:
        return SLACK * len(self.mistaken)

    def lesson(self, case: ConfidenceCase, allowed: float | None) -> str:
        if not self.mistaken:
            return ""
        (loss, square), grown = case.best, sqrt(max(0.0, float(case.total @ case.w)))
        best = f"the best found has {loss:.4g} with u'Au = {square:.4g}" if square else "none found beats u = 0"
        return f"every vector u has hinge loss at least {case.mistakes + case.others} - {grown:.4g} sqrt(u'Au); {best}"
