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
from .margin import hinge_comparators
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
    tried = (Competitor(allows(*pair), *pair) for way in ways for pair in shorter(batch, way, length))
    short = min(tried, key=lambda one: one.allowed, default=zero)
    if short.allowed < zero.allowed * (1 - SLACK):
        return short
    return found if found.length else zero


def best_pair(
    batch: Batch, radius: float, w: Any, total: Callable[[float, float], float], effort: Effort | None = None
) -> tuple[float, float]:
    """Hinge loss and length of the vector with the smallest `total` of both; of zero only if there is no other."""
    zero = float(batch.rows), 0.0
    found = [(total(*pair), *pair) for pair in hinge_comparators(batch, radius, effort) if pair[1] * radius > TINY]
    if not found:
        return zero
    best = min(found)
    least = total(*zero) * (1 - SLACK)
    if not best[0] < least:
        pairs = ((float(hinge(margins).sum()), size) for size, margins in shorter(batch, w, np.linalg.norm))
        short = min(((total(*pair), *pair) for pair in pairs), default=best)
        best = short if short[0] < least else best
    return best[1:]


def shorter(batch: Batch, w: Any, length: Any) -> Iterator[tuple[float, Any]]:
    """Length and y <u, x> on the rows of ever shorter multiples of w, with no y <u, x> above one."""
    w = np.asarray(w)[: batch.width]
    found = products(batch, w)
    most = float(np.abs(found).max(initial=0.0))
    if most > 0.0:
        for scale in SHORTER / most:
            yield float(scale * length(w)), scale * found
