"""The theorem of NAROW: that of AROW, with an r of its own for every example."""

from __future__ import annotations

from functools import cached_property
from typing import Any

import numpy as np

from ..bound import SLACK
from ..rows.updates_kept import Kept
from .arow_theorems import AROWBound, ConfidenceCase
from .second_order_comparator import least_loss

GROWN = 1e-6  # rounding by which theta' A^-1 theta may exceed the sum over the updates


class NAROWCase(ConfidenceCase):
    """The updates, replayed: 1/r of each, what each added, and the final matrix."""

    @cached_property
    def again(self) -> tuple[Any, float, Any]:
        """1/r of every update, P, and A^-1 after all of them."""
        return replayed(self.kept, self.learner.b)

    @cached_property
    def w(self) -> Any:
        return self.again[2] @ self.total

    @cached_property
    def best(self) -> tuple[float, float]:
        return least_loss(self.kept.batch, self.w, 1.0, self.again[0], self.effort)

    @cached_property
    def potential(self) -> float:
        return self.again[1]


class NAROWBound(AROWBound):
    """M <= sqrt((|u|^2 + sum of <u, x>^2/r) P) + L - U for every vector u (after Orabona and Crammer 2010).

    With A = I + (sum of x x'/r) and theta the sum of y x over the updates, of which M were mistakes and U not,
    M + U - L <= <u, theta> <= sqrt(u'Au) sqrt(theta' A^-1 theta), and an update at margin m = y <w, x> adds
    p = (c r + 2 m r - m^2)/(r + c) to the last, c = <x, A^-1 x>; P is the sum of those p that are positive. It is about
    the full covariance; u is sought as for AROW.
    """

    looks_at = NAROWCase

    def statement(self, case: ConfidenceCase) -> str:
        return "NAROW: M <= sqrt((|u|^2 + sum <u, x>^2/r) P) + L - U, P <= M/b + U (2 + 1/b)"

    def invariant(self, case: ConfidenceCase) -> str | None:
        if super().invariant(case):
            return "the weights are not A^-1 times the sum of the updates"
        if self.mistaken and float(case.total @ case.w) > case.potential * (1 + GROWN) + SLACK:
            return "theta' A^-1 theta exceeds what the updates add to it"
        return None


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
