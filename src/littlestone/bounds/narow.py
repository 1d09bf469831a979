"""The theorem of NAROW: that of AROW, with a distrust for every example of its own."""

from __future__ import annotations

from math import sqrt
from typing import Any

import numpy as np

from ..bound import SLACK, Certificate
from .confidence import AROWBound, least_loss
from .sums import weighted_sum
from .updates_kept import Kept


class NAROWBound(AROWBound):
    """M <= sqrt((|u|^2 + sum of <u, x>^2/r) P) + L - U for every vector u (after Orabona and Crammer 2010).

    With A = I + (sum of x x'/r) and theta the sum of y x over the updates, of which M were mistakes and U not,
    M + U - L <= <u, theta> <= sqrt(u'Au) sqrt(theta' A^-1 theta), and an update at margin m = y <w, x> adds
    p = (c r + 2 m r - m^2)/(r + c) to the last, c = <x, A^-1 x>; P is the sum of those p that are positive. It is about
    the full covariance; u is sought as for AROW.
    """

    statement = "NAROW: M <= sqrt((|u|^2 + sum <u, x>^2/r) P) + L - U, P <= M/b + U (2 + 1/b)"

    def judged(self, theorem: str, learner: Any, kept: Kept) -> Certificate:
        batch, M = kept.batch, kept.mistakes
        U = batch.rows - M
        distrust, P, S = replayed(kept, learner.b)
        theta = weighted_sum(batch, batch.labels)
        w = S @ theta
        failure = self.failure(learner, w) if self.rows.complete else None
        loss, square = least_loss(batch, w, 1.0, distrust)
        allowed = sqrt(square * P) + loss - U
        if failure is None and allowed + SLACK * (M + U) < M:
            failure = "more mistakes than the theorem allows"
        if failure is None and float(theta @ w) > P * (1 + 1e-6) + SLACK:
            failure = "theta' A^-1 theta exceeds what the updates add to it"
        best = f"the best found has {loss:.4g} with u'Au = {square:.4g}" if square else "none found beats u = 0"
        teaches = f"every vector u has hinge loss at least {M + U} - {sqrt(max(0.0, theta @ w)):.4g} sqrt(u'Au); {best}"
        return Certificate(theorem, M, allowed, None, teaches, failure)

    def failure(self, learner: Any, w: Any) -> str | None:
        return super().failure(learner, w) and "the weights are not A^-1 times the sum of the updates"


def replayed(kept: Kept, b: float) -> tuple[Any, float, Any]:
    """1/r of every update, P, and A^-1 after all of them."""
    batch = kept.batch
    S = np.eye(batch.width)
    weights, P = np.zeros(batch.rows), 0.0
    for t in range(batch.rows):
        x, m = batch.row(t), batch.labels[t] * kept.guesses[t]
        step = S[:, x.columns] @ x.values
        c = float(step[x.columns] @ x.values)
        if b * c > 1.0:
            weights[t] = b - 1.0 / c
            # r = 1/weight; both sides of p divided by r
            p = (c + 2.0 * m - m * m * weights[t]) / (1.0 + c * weights[t])
            S -= np.outer(step, step) / (c + 1.0 / weights[t])
        else:
            p = c + 2.0 * m
        P += max(0.0, p)
    return weights, P, S
