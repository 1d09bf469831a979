"""Minimisation of a convex quadratic over the simplex."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..support.linear_algebra import backward, factored, forward, times

STEEP = 1e12  # if A has larger entries, a multiple of the identity is added against rounding
TINY = 1e-12  # slopes below this fraction of the largest count as zero


def smallest_quadratic(A: Any, c: Any, start: Any) -> Any:
    """The point w of the simplex with the smallest w'Aw/2 - <c, w>, for a positive definite A, beginning at `start`.

    It is the point nearest to A^-1 c in the norm of A. An active-set method: solve on the support S,
    w_S = A_SS^-1 (c_S - mu 1); move there, or until the first coordinate is zero and leaves S; once there, add the
    coordinate with the steepest descent. From a good start one or two steps are enough. A is at least the identity.
    """
    w = start.copy()
    if np.abs(A).max() > STEEP:
        A = A + np.abs(A).max() / STEEP * np.eye(len(w))
    inside = w > 0.0
    newest = -1
    for _ in range(100 + 10 * len(w)):
        support = np.flatnonzero(inside)
        target, mu = on_support(A, c, support)
        here = w[support]
        falling = target <= 0.0
        if falling.any():
            away = here[falling]
            parts = np.divide(away, away - target[falling], out=np.zeros(len(away)), where=away > 0.0)
            first = support[falling][parts.argmin()]
            if first == newest and parts.min() == 0.0:  # it was added by rounding alone
                break
            w[support] = np.maximum(here + parts.min() * (target - here), 0.0)
            w[first] = 0.0
            inside[first] = False
            continue
        w[support] = target
        slopes = times(A, w) - c
        ahead = np.where(inside, np.inf, slopes + mu)
        newest = int(ahead.argmin())
        if ahead[newest] >= -TINY * np.abs(slopes).max():
            break
        inside[newest] = True
    return w / w.sum()


def on_support(A: Any, c: Any, support: Any) -> tuple[Any, float]:
    """The minimiser with sum one on the support, of any sign, and the multiplier of the sum."""
    F = factored(A[np.ix_(support, support)])
    free, ones = (backward(F, forward(F, side)) for side in (c[support], np.ones(len(support))))
    mu = float((free.sum() - 1.0) / ones.sum())
    return free - mu * ones, mu
