"""The theorem of AROW: what second-order updates promise, with their margin-only ones counted in.

The full form is least squares. With A = r I + X, X the sum of x x' over the updates and b the sum of y x, the weights
are A^-1 b. For any u, with L its hinge losses on the updates, M of them mistakes and U of them not,

    M + U - L <= <u, b> <= sqrt(u'A u) sqrt(b'A^-1 b),   and   b'A^-1 b <= ln det(A/r) + U,

because an update at margin m = y <w, x> adds (c + r (2m - m^2))/(r + c) to it, c = r <x, S x>/r: at most
ln(1 + c/r) on a mistake, where m <= 0, and one more elsewhere. Without that U inside the root the claim is false.
"""

from __future__ import annotations

from math import sqrt
from typing import Any

import numpy as np

from ..bound import SLACK, Certificate, not_fresh
from ..effort import Effort
from ..ledger import Ledger
from ..row import Batch
from .comparators import largest_margin
from .sums import products, weighted_sum
from .updates_kept import Kept, UpdatesKept

STRETCH = 1e8  # the most that A may stretch one direction more than another before rounding rules the game
SCALES = 2.0 ** np.arange(-6, 7)


class AROWBound(UpdatesKept):
    """M <= sqrt((r|u|^2 + u'Xu)(ln det(I + X/r) + U)) + L - U for every vector u (Crammer, Kulesza and Dredze 2009).

    It is about the full covariance. The rounds with a hinge loss, which are the updates, are kept for it; u is
    sought among multiples of the weights and of the separator of largest margin. The bound of u = 0 is M itself, so the
    vector shown is the one with the smallest L + u'Au.
    """

    statement = "AROW: M <= sqrt((r|u|^2 + u'Xu)(ln det(I + X/r) + U)) + L - U"

    def matters(self, y: float, guess: float, mistaken: bool) -> bool:
        return y * guess < 1.0

    def certificate(self, learner: Any, ledger: Ledger) -> Certificate:
        theorem = self.statement + self.shortened()
        broken = not_fresh(ledger)
        if broken is None and not learner.full:
            broken = "the covariance is diagonal, and the theorem is about the full one"
        broken = broken or self.late()
        mistakes = sum(self.mistaken)
        if broken or not self.mistaken:
            return Certificate(theorem, mistakes, None if broken else 0.0, broken, "")
        kept = self.kept(learner)
        if not float(kept.squares.sum()) < STRETCH * learner.r:
            broken = f"the examples are too long beside r = {learner.r:g} for floating point; scale the features"
            return Certificate(theorem, mistakes, None, broken, "")
        return self.judged(theorem, learner, kept)

    def judged(self, theorem: str, learner: Any, kept: Kept) -> Certificate:
        """The certificate of a game without a broken premise and with at least one update."""
        batch, r, M = kept.batch, learner.r, kept.mistakes
        U = batch.rows - M
        A = r * np.eye(batch.width) + second_moments(batch)
        b = weighted_sum(batch, batch.labels)
        w = np.linalg.solve(A, b)
        failure = self.failure(learner, w) if self.rows.complete else None
        potential = float(np.linalg.slogdet(A / r)[1]) + U
        loss, square = least_loss(batch, w, r)
        allowed = sqrt(square * potential) + loss - U
        if failure is None and allowed + SLACK * (M + U) < M:
            failure = "more mistakes than the theorem allows"
        best = f"the best found has {loss:.4g} with u'Au = {square:.4g}" if square else "none found beats u = 0"
        teaches = f"every vector u has hinge loss at least {M + U} - {sqrt(max(0.0, b @ w)):.4g} sqrt(u'Au); {best}"
        return Certificate(theorem, M, allowed, None, teaches, failure)

    def failure(self, learner: Any, w: Any) -> str | None:
        """The invariant that does not hold, if any: then the rule is not AROW's, whatever the data."""
        played = learner.embedded_weights(len(w))
        w = np.concatenate((w, np.zeros(len(played) - len(w))))
        if np.linalg.norm(played - w) > 1e-5 * (1.0 + np.linalg.norm(w)):
            return "the weights are not the least squares of the updates"
        return None


def second_moments(batch: Batch) -> Any:
    """X, the sum of x x'."""
    from scipy.sparse import csr_matrix

    parts = (np.asarray(batch.values), np.asarray(batch.columns), np.asarray(batch.starts))
    rows = csr_matrix(parts, shape=(batch.rows, batch.width))
    return (rows.T @ rows).toarray()


def least_loss(batch: Batch, w: Any, r: float, weights: Any = 1.0, effort: Effort | None = None) -> tuple[float, float]:
    """Hinge loss L and u'Au of the vector with the smallest sum of the two among those tried; u = 0 has M + U and 0.

    A is r I and the sum of x x', each times its weight.
    """
    vectors = [w]
    if np.abs(np.asarray(batch.values)).max(initial=0.0) > 1e-70:  # shorter rows have no squares to speak of
        separator = largest_margin(batch, effort)
        if separator.margin > 1e-100:
            vectors.append(separator.u / separator.margin)
    best = (float(batch.rows), 0.0)
    for u in vectors:
        found = products(batch, u)
        scales = np.append(SCALES, 1 / found.min()) if found.min() > SLACK else SCALES
        for scale in scales:
            loss = float(np.maximum(0.0, 1.0 - scale * found).sum())
            square = scale * scale * (r * float(u @ u) + float((weights * found) @ found))
            best = min(best, (loss, square), key=sum)
    return best
