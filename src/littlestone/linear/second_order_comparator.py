"""The vector in hindsight for the second-order theorems: small hinge loss, and short in the metric of the updates."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..bound import SLACK
from ..row import Batch
from ..solvers.margin import largest_margin
from ..solvers.sums import products
from ..support.effort import Effort

SCALES = 2.0 ** np.arange(-6, 7)


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
