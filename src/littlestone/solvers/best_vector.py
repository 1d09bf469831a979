"""The best vector in hindsight that is not zero.

The theorems here hold against every vector u, and often u = 0 has the smallest bound of all: it says that no more
mistakes were made than were made. So the vector shown is the best of the others. A short step from zero towards the
learner's own sum usually gains more than it costs, so where the vector found is no better than zero, shorter vectors
are tried; if these are no better either, the best found is shown all the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import inf
from typing import Any

import numpy as np

from ..bound import SLACK
from ..row import Batch
from ..support.effort import Effort
from .competitors import Competitor, best_competitor, hinge
from .margin import Scaled, hinge_vectors
from .sums import products, weighted_sum

TINY = 1e-6  # a vector with smaller |<u, x>| on every row counts as zero
SHORTER = 2.0 ** -np.arange(0.0, 20.0, 0.5)  # the largest y <u, x> of the shorter vectors that are tried


def best_vector(
    batch: Batch,
    radius: float,
    w: Any,
    allows: Callable[[float, Any], float],
    length: Any = np.linalg.norm,
    effort: Effort | None = None,
) -> Competitor:
    """The vector with the smallest bound: its length and its y <u, x> on the rows; zero only if there is no other."""
    none = np.zeros(batch.rows)
    zero = Competitor(allows(0.0, none), 0.0, none)
    if not (batch.rows and radius > 0.0):
        return zero
    found = best_competitor(
        batch, radius, w, lambda size, margins: allows(size, margins) if size else inf, length, effort=effort
    )
    if found.allowed < zero.allowed:
        return found
    ways = (w, weighted_sum(batch, batch.labels))
    tried = (
        Competitor(allows(one.length, one.margins), one.length, one.margins, u=one.u)
        for way in ways
        for one in shorter(batch, way, length)
    )
    short = min(tried, key=lambda one: one.allowed, default=zero)
    if short.allowed < zero.allowed * (1 - SLACK):
        return short
    return found if found.length else zero


def best_pair(
    batch: Batch, radius: float, w: Any, total: Callable[[float, float], float], effort: Effort | None = None
) -> tuple[float, float]:
    """Hinge loss and length of the vector with the smallest `total` of both; of zero only if there is no other."""
    return best_scaled(batch, radius, w, total, effort)[:2]


def best_scaled(
    batch: Batch, radius: float, w: Any, total: Callable[[float, float], float], effort: Effort | None = None
) -> Scaled:
    """The vector itself, with its hinge loss and length: see `best_pair`."""

    def rank(one: Scaled) -> tuple[float, float, float]:
        return total(*one[:2]), *one[:2]

    zero = Scaled(float(batch.rows), 0.0, 0.0, np.zeros(batch.width))
    best = min(
        (one for one in hinge_vectors(batch, radius, effort) if one.length * radius > TINY), key=rank, default=None
    )
    if best is None:
        return zero
    least = total(*zero[:2]) * (1 - SLACK)
    if not rank(best)[0] < least:
        those = (
            Scaled(float(hinge(one.margins).sum()), one.length, 1.0, one.u) for one in shorter(batch, w, np.linalg.norm)
        )
        short = min(those, key=rank, default=best)
        best = short if rank(short)[0] < least else best
    return best


def shorter(batch: Batch, w: Any, length: Any) -> Iterator[Competitor]:
    """Ever shorter multiples of w, with no y <u, x> above one: length, y <u, x> on the rows, and the vector."""
    w = np.asarray(w)[: batch.width]
    found = products(batch, w)
    most = float(np.abs(found).max(initial=0.0))
    if most > 0.0:
        for scale in SHORTER / most:
            yield Competitor(0.0, float(scale * length(w)), scale * found, u=scale * w)
