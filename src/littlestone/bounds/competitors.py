"""A few good vectors in hindsight, for theorems that hold against every vector: the smallest bound is shown."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import numpy as np

from ..row import Batch
from .comparators import PATH, SWEEPS, largest_margin, settle
from .descent import Descent
from .separator import TINY
from .sums import products

SCALES = 2.0 ** np.linspace(-6.0, 6.0, 49)


class Competitor(NamedTuple):
    """The vector with the smallest bound: what it allows, how long it is, and y <u, x> on the rows."""

    allowed: float
    length: float
    margins: Any


def hinge(margins: Any) -> Any:
    """max(0, 1 - y <u, x>) of every row."""
    return np.maximum(0.0, 1.0 - margins)


def directions(batch: Batch, radius: float, w: Any) -> Iterator[Any]:
    """Directions worth trying: w, soft margins from wide to narrow and, if one separates the rows, the largest."""
    separable = False
    descent = Descent(batch)
    vectors = [np.asarray(w)[: batch.width]]
    for c in PATH / radius**2:
        settle(descent, c, SWEEPS * (len(batch.values) + batch.rows), 0.01)
        vectors.append(descent.vector)
    for u in vectors:
        if np.any(u):
            separable = separable or bool(products(batch, u).min() > 0)
            yield u
    if separable:
        yield largest_margin(batch).u


def best_competitor(
    batch: Batch, radius: float, w: Any, allows: Callable[[float, Any], float], length: Any = np.linalg.norm
) -> Competitor:
    """The best of these directions at many lengths, and the zero vector: `allows` is a bound by length and margins.

    `length` is the norm that the theorem measures vectors in. Every bound shown is that of a vector whose margins were
    taken on the rows, so it is sound however early the search for it ended.
    """
    none = np.zeros(batch.rows)
    best = Competitor(allows(0.0, none), 0.0, none)
    if not batch.rows:
        return best
    for u in directions(batch, radius, w):
        found = products(batch, u)
        least = float(found.min())
        middle = 1.0 / float(np.abs(found).max() or 1.0)
        scales = middle * SCALES * 8.0
        if least > TINY * float(np.abs(found).max()):
            scales = np.append(scales, (1.0 + 1e-15) / least)  # the length at which no loss is left
        for scale in scales:
            size = float(scale * length(u))
            allowed = allows(size, scale * found)
            if allowed < best.allowed:
                best = Competitor(allowed, size, scale * found)
    return best
