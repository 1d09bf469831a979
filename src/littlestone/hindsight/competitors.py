"""A few good vectors in hindsight, for theorems that hold against every vector: one that is worth reading is shown.

Where a theorem says M <= L + P, L the losses of u on the mistakes and P a price in proportion to its length, no bound
is smaller than that of u = 0, which says M <= M. It is shown for the u with the smallest L + P^2/M instead, as for the
Perceptron, where that is L + R^2 |u|^2. Some short vector is always better than none, and 5/4 M the most it allows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import inf
from typing import Any, NamedTuple

import numpy as np

from ..bound import SLACK
from ..row import Batch
from ..support.effort import STEP, Effort
from .descent import Descent
from .margin import FEW, MIDDLE_FIRST, PATH, SWEEPS, VISIT, largest_margin, settle
from .separator import TINY
from .sums import products, weighted_sum

SCALES = 2.0 ** np.linspace(-6.0, 6.0, 49)
COARSE = SCALES[::4]
HALVINGS = 40  # how often a vector may be made half as long to be better than none


class Competitor(NamedTuple):
    """The best vector found: what it allows, how long it is, y <u, x> on the rows, and what it was ranked by."""

    allowed: float
    length: float
    margins: Any
    rank: float = inf


Measure = Callable[[float, Any], float]  # of the length of a vector and its y <u, x> on the rows


def hinge(margins: Any) -> Any:
    """max(0, 1 - y <u, x>) of every row."""
    return np.maximum(0.0, 1.0 - margins)


def directions(batch: Batch, radius: float, w: Any, effort: Effort | None = None) -> Iterator[Any]:
    """Directions worth trying: w, soft margins from wide to narrow and, if one separates the rows, the largest."""
    effort = effort or Effort.full()
    separable = False
    for u in candidates(batch, radius, np.asarray(w)[: batch.width], effort):
        if np.any(u):
            separable = separable or bool(products(batch, u).min() > 0)
            yield u
    if separable:
        yield largest_margin(batch, effort.part(0.5)).u


def candidates(batch: Batch, radius: float, w: Any, effort: Effort) -> Iterator[Any]:
    """All but the last of them. If there is not effort enough, the sum of the y x comes second, and then the middle."""
    yield w
    sweeps, path = SWEEPS, PATH
    if not effort.affords(len(PATH) * SWEEPS * VISIT * (len(batch.values) + 4 * batch.rows)):
        sweeps, path = FEW, MIDDLE_FIRST
        yield weighted_sum(batch, batch.labels)
    descent = Descent(batch)
    for c in path / radius**2:
        if not effort.left > 0:
            return
        settle(descent, c, sweeps * (len(batch.values) + batch.rows), 0.01, effort)
        yield descent.vector


def best_competitor(
    batch: Batch,
    radius: float,
    w: Any,
    allows: Measure,
    length: Any = np.linalg.norm,
    *,
    ranks: Measure | None = None,
    effort: Effort | None = None,
) -> Competitor:
    """The best of these directions at many lengths: `allows` is a bound by length and margins.

    The best is the one with the smallest bound, or with the smallest of what `ranks` says; the zero vector only if none
    is better, however short. `length` is the norm that the theorem measures vectors in. Every bound shown is that
    of a vector whose margins were taken on the rows, so it is sound however early the search for it ended.
    """
    effort = effort or Effort.full()
    ranks = ranks or allows
    none = np.zeros(batch.rows)
    best = Competitor(allows(0.0, none), 0.0, none, ranks(0.0, none))
    if not batch.rows:
        return best
    once = 8.0 * batch.rows + 8 * STEP  # the price of one length
    lengths = SCALES if effort.affords(2.0 * len(PATH) * len(SCALES) * once) else COARSE
    tried = []
    for u in directions(batch, radius, w, effort):
        found, size = products(batch, u), float(length(u))
        largest = float(np.abs(found).max())
        scales = 1.0 / (largest or 1.0) * lengths * 8.0
        if float(found.min()) > TINY * largest:
            scales = np.append(scales, (1.0 + 1e-15) / float(found.min()))  # the length at which no loss is left
        effort.spend(once * len(scales) + 2.0 * len(batch.values))
        rank, scale = min((ranks(float(scale * size), scale * found), float(scale)) for scale in scales)
        if rank < best.rank:
            best = Competitor(0.0, scale * size, scale * found, rank)
        tried.append((float(scales[0]), size, found))
    zero = best.rank * (1.0 - SLACK)  # what is less than that is less in spite of rounding
    for scale, size, found in tried if best.length == 0.0 else ():
        before = inf
        for _ in range(HALVINGS):
            scale /= 2.0
            rank = ranks(scale * size, scale * found)
            if rank > before or not effort.spend(once):
                break  # it falls, and rises again to that of the zero vector
            before = rank
            if rank < min(zero, best.rank):
                best = Competitor(0.0, scale * size, scale * found, rank)
    return best._replace(allowed=allows(best.length, best.margins)) if best.length else best
