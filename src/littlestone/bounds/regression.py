"""The theorems of the passive-aggressive learners of numbers (Crammer et al. 2006).

With l the loss max(0, |y - guess| - epsilon), s the step and any vector u whose loss in that round is l(u), an update
changes |w - u|^2 by at most s^2 |x|^2 - 2 s (l - l(u)), as for two classes: the truth lies epsilon + l from the guess
and at most epsilon + l(u) from <u, x>. So the same sum bounds the same squares.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from ..learners.linear.linear import LinearLearner
from ..row import Batch
from .passive_aggressive import AggressiveBound, PA1Bound, PA2Bound, PABound
from .sums import products, some_rows
from .updates_kept import Kept

SCALES = (0.5, 0.9, 1.0, 1.1)
DAMPS = (1.0, 0.1, 1e-3)  # ridges of the least squares that are tried, relative to the longest example
STEPS = 100  # of the solver: whatever vector it ends with is a fair comparator


class RegressionBound(AggressiveBound):
    """What the three have in common: signs instead of labels, and least squares among the vectors tried."""

    def matters(self, y: float, guess: float, mistaken: bool) -> bool:
        return y != guess

    def kept(self, learner: Any) -> Kept:
        """The rounds with a loss; the label of each is which way the truth lay from the guess."""
        kept = super().kept(learner)
        miss = np.asarray(kept.batch.labels) - kept.guesses
        rows = np.flatnonzero(np.abs(miss) > learner.epsilon)
        some = some_rows(kept.batch, rows)
        signed = Batch(some.starts, some.columns, some.values, some.width, np.sign(miss[rows])).trust()
        # By how much the truth was missed stands where others say who was mistaken: nobody is right about a number.
        return Kept(signed, kept.guesses[rows], np.abs(miss[rows]), kept.squares[rows])

    def losses(self, learner: Any, kept: Kept) -> Any:
        return kept.mistaken - learner.epsilon

    def best(self, learner: LinearLearner, kept: Kept, losses: Any, radius: float) -> float:
        batch = kept.batch
        wanted = np.asarray(batch.labels) * kept.guesses + kept.mistaken  # the truths, with those signs
        least = self.allowed(learner, kept, 0.0, insensitive(learner, wanted))
        for u in fits(batch, wanted, radius, learner.embedded_weights(batch.width)[: batch.width]):
            found = products(batch, u)
            for scale in SCALES:
                length = float(scale * np.linalg.norm(u))
                least = min(least, self.allowed(learner, kept, length, insensitive(learner, wanted - scale * found)))
        return least

    def lesson(self, learner: Any, taught: float) -> str:
        return f"every vector u has |u|^2 + 2 sum of s l(u) >= {taught:.4g}, s the steps"


class RegressionPABound(RegressionBound, PABound):
    """The squared losses of PA on numbers against those of any vector.

    sum of l^2 <= R^2 (B + sqrt(B^2 + |u|^2))^2,   B^2 the sum of (l(u)/|x|)^2

    where u is off by epsilon at most in all rounds B is 0 and this is R^2 |u|^2, theorem 2 of the paper.
    """

    rule = "PA regression: sum of l^2 <= R^2 (B + sqrt(B^2 + |u|^2))^2, B^2 = sum of (l(u)/|x|)^2"


class RegressionPA1Bound(RegressionBound, PA1Bound):
    """The sum of s l, s = min(C, l/|x|^2), is at most |u|^2 + 2 C L for every vector u with losses L.

    A step s is l/|x|^2 at most, so s (2 l - s |x|^2) is s l at least.
    """

    rule = "PA-I regression: sum of min(C, l/|x|^2) l <= |u|^2 + 2 C L"

    def paid(self, learner: Any, kept: Kept, losses: Any) -> float:
        with np.errstate(divide="ignore", over="ignore"):  # an empty example has the step C
            return float(self.step(learner, losses, kept.squares) @ losses)

    def allowed(self, learner: Any, kept: Kept, length: float, losses: Any) -> float:
        return length * length + 2.0 * float(learner.C) * float(losses.sum())


class RegressionPA2Bound(RegressionBound, PA2Bound):
    """The sum of l^2 is at most (R^2 + 1/(2C)) (|u|^2 + 2 C Q) for every vector u, Q its squared losses."""

    rule = "PA-II regression: sum of l^2 <= (R^2 + 1/(2C)) (|u|^2 + 2 C Q)"


def insensitive(learner: Any, errors: Any) -> Any:
    """max(0, |error| - epsilon)."""
    return np.maximum(0.0, np.abs(errors) - learner.epsilon)


def fits(batch: Batch, wanted: Any, radius: float, w: Any) -> Iterator[Any]:
    """Vectors worth trying: w, and least squares of the wanted y <u, x> with more and less of a ridge."""
    from scipy.sparse import csr_matrix
    from scipy.sparse.linalg import lsqr

    yield np.asarray(w)
    if batch.rows and batch.width:
        values = np.asarray(batch.values) * np.repeat(np.asarray(batch.labels), np.diff(batch.starts))
        rows = csr_matrix((values, batch.columns, batch.starts), shape=(batch.rows, batch.width))
        for damp in DAMPS:
            yield lsqr(rows, wanted, damp=damp * radius, iter_lim=STEPS)[0]
