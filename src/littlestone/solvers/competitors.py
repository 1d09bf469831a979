"""Search for good comparison vectors in hindsight, for theorems that hold for every vector u.

If a theorem says M <= L + P, L the loss of u on the mistakes and P a penalty in proportion to its length, no bound is
smaller than that of u = 0, the trivial M <= M. So the bound is shown for the u with the smallest L + P^2/M instead; for
the Perceptron that is L + R^2 |u|^2. Some short vector is always better than 0, and its bound is at most 5/4 M.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import inf
from typing import Any, NamedTuple

import numpy as np

from ..bound import SLACK
from ..row import Batch
from ..support.effort import STEP, Effort
from .dual_descent import Descent
from .margin import FEW, MIDDLE_FIRST, PATH, SWEEPS, VISIT, largest_margin, settle
from .separator import TINY
from .sums import products, weighted_sum

SCALES = 2.0 ** np.linspace(-6.0, 6.0, 49)
COARSE = SCALES[::4]
HALVINGS = 40  # how often a vector may be halved to become better than 0


class Competitor(NamedTuple):
    """The best vector found: its bound, its length, its y <u, x> on the rows, what it was ranked by, and itself."""

    allowed: float
    length: float
    margins: Any
    rank: float = inf
    u: Any = None


Measure = Callable[[float, Any], float]  # of the length of a vector and its y <u, x> on the rows


def hinge(margins: Any) -> Any:
    """max(0, 1 - y <u, x>) of every row."""
    return np.maximum(0.0, 1.0 - margins)


def directions(batch: Batch, radius: float, w: Any, effort: Effort | None = None) -> Iterator[Any]:
    """Directions to try: w, soft margins from wide to narrow and, if one separates the rows, the largest margin."""
    effort = effort or Effort.full()
    separable = False
    for u in candidates(batch, radius, np.asarray(w)[: batch.width], effort):
        if np.any(u):
            separable = separable or bool(products(batch, u).min() > 0)
            yield u
    if separable:
        yield largest_margin(batch, effort.part(0.5)).u


def candidates(batch: Batch, radius: float, w: Any, effort: Effort) -> Iterator[Any]:
    """All directions but the last. With too little effort for all, the sum of y x comes second, then the middle c."""
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
    """The best of these directions at many lengths: `allows` computes the bound from length and margins.

    The best has the smallest bound, or the smallest `ranks` if given; it is the zero vector only if no vector, however
    short, is better. `length` is the norm of the theorem. The bound is computed from the vector's margins on the rows,
    so it is valid however early the search ends.
    """
    effort = effort or Effort.full()
    ranks = ranks or allows
    none = np.zeros(batch.rows)
    best = Competitor(allows(0.0, none), 0.0, none, ranks(0.0, none))
    if not batch.rows:
        return best
    once = 8.0 * batch.rows + 8 * STEP  # the effort for one length
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
            best = Competitor(0.0, scale * size, scale * found, rank, scale * u)
        tried.append((float(scales[0]), size, found, u))
    zero = best.rank * (1.0 - SLACK)  # what is smaller than that is smaller beyond rounding
    for scale, size, found, u in tried if best.length == 0.0 else ():
        before = inf
        for _ in range(HALVINGS):
            scale /= 2.0
            rank = ranks(scale * size, scale * found)
            if rank > before or not effort.spend(once):
                break  # the rank falls first, then rises to that of the zero vector
            before = rank
            if rank < min(zero, best.rank):
                best = Competitor(0.0, scale * size, scale * found, rank, scale * u)
    return best._replace(allowed=allows(best.length, best.margins)) if best.length else best
