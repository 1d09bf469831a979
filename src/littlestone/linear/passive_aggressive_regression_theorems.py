"""The theorems of the passive-aggressive learners of numbers (Crammer et al. 2006).

With l the loss max(0, |y - guess| - epsilon), s the step and any vector u whose loss in that round is l(u), an update
changes |w - u|^2 by at most s^2 |x|^2 - 2 s (l - l(u)), as for two classes: the truth lies epsilon + l from the guess
and at most epsilon + l(u) from <u, x>. So the same sum bounds the same squares.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import Any

import numpy as np

from ..row import Batch
from ..rows.updates_kept import Kept
from ..solvers.competitors import Competitor
from ..solvers.sums import products, some_rows
from ..support.effort import STEP
from .passive_aggressive_theorems import AggressiveBound, AggressiveCase, PA1Bound, PA2Bound, PABound

SCALES = (0.5, 0.9, 1.0, 1.1)
DAMPS = (1.0, 0.1, 1e-3)  # ridges of the least squares that are tried, relative to the longest example
STEPS = 100  # steps of the solver: any vector it ends with is a valid comparator


class RegressionCase(AggressiveCase):
    """The rounds with a loss; the label of each is the sign of truth - guess."""

    @cached_property
    def kept(self) -> Kept:
        kept = self.seen
        miss = np.asarray(kept.batch.labels) - kept.guesses
        rows = np.flatnonzero(np.abs(miss) > self.learner.epsilon)
        some = some_rows(kept.batch, rows)
        signed = Batch(some.starts, some.columns, some.values, some.width, np.sign(miss[rows])).trust()
        # The error is stored where other bounds store whether the guess was a mistake.
        return Kept(signed, kept.guesses[rows], np.abs(miss[rows]), kept.squares[rows], kept.weights[rows])

    @cached_property
    def losses(self) -> Any:
        return self.kept.mistaken - self.learner.epsilon


class RegressionBound(AggressiveBound):
    """Base of the three: signs instead of labels, and least squares among the vectors tried."""

    looks_at = RegressionCase

    def matters(self, y: float, guess: float, mistaken: bool) -> bool:
        return y != guess

    def found(self, case: Any) -> Competitor:
        kept = case.learned
        batch = kept.batch
        wanted = np.asarray(batch.labels) * kept.guesses + kept.mistaken  # the truths, with those signs

        def tried(length: float, found: Any) -> Competitor:
            errors = np.abs(wanted - found)
            allowed = self.bounded(case, length, np.maximum(0.0, errors - case.learner.epsilon))
            return Competitor(allowed, length, found)

        best = tried(0.0, np.zeros(batch.rows))  # not mistakes, but the losses of the guess zero
        for u in fits(case, wanted):
            found, size = products(batch, u), float(np.linalg.norm(u))
            each = (tried(scale * size, scale * found) for scale in SCALES)
            best = min(best, *each, key=lambda one: one.allowed)
        return best

    def taught(self, case: Any) -> str:
        return f"every vector u has |u|^2 + 2 sum of s l(u) >= {case.earned:.4g}, s the steps"


class PARegressionBound(RegressionBound, PABound):
    """The squared losses of PA on numbers against those of any vector.

    sum of l^2 <= R^2 (B + sqrt(B^2 + |u|^2))^2,   B^2 the sum of (l(u)/|x|)^2

    where u is off by epsilon at most in all rounds B is 0 and this is R^2 |u|^2, theorem 2 of the paper.
    """

    rule = "PA regression: sum of l^2 <= R^2 (B + sqrt(B^2 + |u|^2))^2, B^2 = sum of (l(u)/|x|)^2"


class PARegression1Bound(RegressionBound, PA1Bound):
    """The sum of s l, s = min(C, l/|x|^2), is at most |u|^2 + 2 C L for every vector u with losses L.

    A step s is l/|x|^2 at most, so s (2 l - s |x|^2) is s l at least.
    """

    rule = "PA-I regression: sum of min(C, l/|x|^2) l <= |u|^2 + 2 C L"
    mistakes = False
    excess = RegressionBound.excess

    def counted(self, case: Any, kept: Kept, losses: Any) -> float:
        with np.errstate(divide="ignore", over="ignore"):  # an empty example has the step C
            return float(self.step(case.learner, losses, kept.squares, kept.weights) @ losses)

    def bounded(self, case: Any, length: float, losses: Any) -> float:
        return length * length + 2.0 * float(case.learner.C) * float((case.learned.weights * losses).sum())


class PARegression2Bound(RegressionBound, PA2Bound):
    """The sum of l^2 is at most (R^2 + 1/(2C)) (|u|^2 + 2 C Q) for every vector u, Q its squared losses."""

    rule = "PA-II regression: sum of l^2 <= (R^2 + 1/(2C)) (|u|^2 + 2 C Q)"


def fits(case: RegressionCase, wanted: Any) -> Iterator[Any]:
    """Vectors to try: w, and least squares for the wanted y <u, x> with several ridges."""
    from scipy.sparse import csr_matrix
    from scipy.sparse.linalg import lsqr

    batch = case.learned.batch
    yield case.played[: batch.width]
    if batch.rows and batch.width:
        values = np.asarray(batch.values) * np.repeat(np.asarray(batch.labels), np.diff(batch.starts))
        rows = csr_matrix((values, batch.columns, batch.starts), shape=(batch.rows, batch.width))
        once = 8.0 * len(values) + 10.0 * (batch.rows + batch.width) + 20 * STEP  # the effort of a step of the solver
        for damp in DAMPS:
            steps = min(STEPS, case.effort.left / len(DAMPS) / once)
            if steps >= 1:
                vector, _, done, *_ = lsqr(rows, wanted, damp=damp * case.radius, iter_lim=int(steps))
                case.effort.spend(done * once)
                yield vector
