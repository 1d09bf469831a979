"""The largest margin in hindsight, and vectors of small hinge loss."""

from __future__ import annotations

from collections.abc import Iterator
from math import inf, sqrt
from typing import Any, NamedTuple

import numpy as np

from ..errors import BadBatch
from ..row import Batch
from ..support.effort import STEP, Effort
from ..support.linear_algebra import squared
from .contradiction import by_column, by_direction, cancelled, contradiction, mean_length
from .dual_descent import Descent, squared_norms
from .proof import cancels, opposites
from .separator import EXACT, SMALL, TINY, Separator, better, dimension, nearest_point, real
from .sums import products, weighted_sum

CORRAL = 1000  # support vectors up to which Wolfe's algorithm is tried
VISITS = 300_000_000  # entries dual coordinate descent may visit for a largest margin: about a second
SWEEPS, FEW = 20, 2  # sweeps for one c of the soft-margin path, and with little effort
PATH = 0.5 * 4.0 ** np.arange(-4, 6)  # the values of c, the weight of the loss, times the squared radius
MIDDLE_FIRST = PATH[np.argsort(np.abs(np.log(PATH)), kind="stable")]
VISIT = 5.0  # the effort of visiting an entry
FINEST, COARSEST = 1e-145, 1e153  # the lengths of rows between which a margin can be computed
CACHED, BLOCK = 1 << 17, 64  # entries that fit in a cache; rows that stay together if there are more


def largest_margin(batch: Batch, effort: Effort | None = None, *, rounded: bool = False) -> Separator:
    """The largest margin of the labelled rows through the origin: the distance from 0 to the hull of the y x.

    With up to a hundred rows or columns Wolfe's algorithm finds it exactly. Else dual coordinate descent comes first;
    its result is made exact if it has few support vectors, and if it finds no separator, a proof that there is none is
    searched, within limits. The margin is computed on the rows in any case, so a bound from it is valid however early
    the search ends. Unless the rows themselves are `rounded`, a proof to nine digits that there is no separator is
    then examined: it becomes an exact proof, or is replaced by a separator with a smaller margin than that.
    """
    effort = effort or Effort.full()
    radius = longest(batch)
    if not measurable(radius):
        return Separator(np.zeros(batch.width), 0.0, inf)
    size = dimension(batch)
    effort.spend(20.0 * len(batch.values) + 20.0 * batch.rows + 20 * STEP)
    if size <= SMALL:
        found = nearest_point(batch, radius, effort=effort.part(0.6))
        found = found if found.proved else better(found, by_direction(batch, radius, effort.part(0.8)))
    elif size > CORRAL and not rounded and (pair := opposites(batch, effort)):
        return Separator(np.zeros(batch.width), 0.0, 0.0, max(pair), exact=True)
    else:
        found = by_descent(batch, radius, size, effort)
    if found.margin > 0 or rounded:
        return found if found.clash is None else found._replace(ceiling=TINY * radius, exact=False)
    return examined(batch, radius, found, size, effort)


def by_descent(batch: Batch, radius: float, size: int, effort: Effort) -> Separator:
    """The result of dual coordinate descent, made exact by Wolfe's algorithm if possible."""
    descent = Descent(batch)
    visits = min(VISITS, 300 * len(batch.values)) // 2
    settle(descent, inf, visits, EXACT, effort.part(0.25))
    half = descent.weights
    settle(descent, inf, visits, EXACT, effort.part(0.33))
    weights = descent.weights
    found = real(batch, descent.vector, radius, mean_length(batch, weights))
    support = np.argsort(-weights, kind="stable")[: np.count_nonzero(weights)]
    if found.margin > 0 and min(size, len(support)) <= CORRAL:
        found = better(found, nearest_point(batch, radius, start=support[:CORRAL], effort=effort.part(0.9)))
    elif size <= CORRAL:
        found = better(found, nearest_point(batch, radius, effort=effort.part(0.4)))
    return found if found.proved else contradiction(batch, radius, weights, weights - half, found, effort)


def examined(batch: Batch, radius: float, found: Separator, size: int, effort: Effort) -> Separator:
    """Examine a clash: confirm it by an exact proof, or replace it by a separator that was overlooked.

    With neither, it is only proved that there is no margin above TINY R.
    """
    ceiling = found.ceiling if found.clash is None else TINY * radius
    if found.clash is not None and (found.exact or (found.support and cancels(batch, found.support, effort))):
        return found._replace(exact=True, ceiling=0.0)
    if size <= CORRAL:
        other = by_column(batch, radius, ceiling, effort.part(0.5))
        if other.margin > 0:
            return other
        if other.support and cancels(batch, other.support, effort):
            return found._replace(clash=other.clash, exact=True, ceiling=0.0)
        if pair := opposites(batch, effort):
            return found._replace(clash=max(pair), exact=True, ceiling=0.0)
        if found.clash is not None:
            every = (np.arange(batch.rows), cancelled(batch, np.ones(batch.rows), TINY * radius / 10, effort))
            if cancels(batch, every, effort):
                return found._replace(clash=batch.rows - 1, exact=True, ceiling=0.0)
    return found._replace(ceiling=ceiling)


def first_clash(batch: Batch, margin: float, effort: Effort | None = None) -> int | None:
    """The first row such that no unit vector has this margin on the rows up to it, if Wolfe's algorithm finds one."""
    radius = longest(batch)
    if not measurable(radius) or dimension(batch) > CORRAL:
        return None
    return nearest_point(batch, radius, promised=margin, effort=effort).clash


def measurable(radius: float) -> bool:
    """Are the squares of such lengths numbers, with the sums and the fifteenth digits of them?"""
    return radius == 0.0 or FINEST < radius < COARSEST


def longest(batch: Batch) -> float:
    """R, the length of the longest row."""
    if not batch.rows:
        raise BadBatch("a margin is one of some rows, but this batch has none; give it at least one")
    return sqrt(float(squared_norms(batch).max()))


def settle(descent: Descent, c: float, visits: float, tolerance: float, effort: Effort | None = None) -> None:
    """Sweep until no product changes by more than `tolerance`, or `visits` or `effort` are used up.

    One sweep in ten visits all rows, the others only those whose weight is neither 0 nor c. Every sweep has a new
    random order, from a fixed seed.
    """
    effort = effort or Effort.full()
    batch = descent.batch
    sizes = np.diff(batch.starts)
    chance = np.random.default_rng(0)
    every = np.arange(batch.rows)
    while visits > 0 and effort.left > 0:
        visits -= len(batch.values) + batch.rows
        effort.spend(VISIT * (len(batch.values) + 4 * batch.rows) + 10 * STEP)
        if descent.sweep(shuffled(every, len(batch.values), chance), c) <= tolerance:
            return
        weights = descent.weights
        free = np.flatnonzero((weights > 0) & (weights < c))
        entries = int(sizes[free].sum())
        for _ in range(9):
            visits -= entries + len(free)
            if not effort.spend(VISIT * (entries + 4 * len(free)) + 5 * STEP):
                break
            if descent.sweep(shuffled(free, entries, chance), c) <= tolerance:
                break


def shuffled(rows: Any, entries: int, chance: np.random.Generator) -> Any:
    """The rows in a random order; if they do not fit in a cache, by blocks of neighbours.

    A cache miss takes ten times as long as a visit.
    """
    if entries + len(rows) <= CACHED:
        return chance.permutation(rows)
    blocks = chance.permutation(-(-len(rows) // BLOCK))
    places = (blocks[:, None] * BLOCK + np.arange(BLOCK)).ravel()
    return rows[places[places < len(rows)]]


def hinge_comparators(batch: Batch, radius: float, effort: Effort | None = None) -> Iterator[tuple[float, float]]:
    """Pairs (L, |u|) of hinge loss and length, for vectors that may have the smallest bound: see `hinge_vectors`."""
    return ((loss, length) for loss, length, *_ in hinge_vectors(batch, radius, effort))


def hinge_vectors(batch: Batch, radius: float, effort: Effort | None = None) -> Iterator[Scaled]:
    """Vectors that may have the smallest bound, each with its hinge loss and length.

    L + R |u| sqrt(L) + R^2 |u|^2 grows with both L and |u|, so its smallest value lies on the path of vectors
    that minimise |u|^2/2 + c L for some c. The path is followed from small c to large, then around the
    best c, each vector also tried at other lengths. Every loss is computed on the rows for its own u. With too little
    effort for that, the sum of y x comes first, then the middle of the path, in few steps.
    """
    effort = effort or Effort.full()
    yield Scaled(float(batch.rows), 0.0, 0.0, np.zeros(batch.width))
    if not batch.rows or not 0 < radius * radius < inf:
        return
    descent = Descent(batch)
    best, center = inf, 1.0
    sweeps, path = SWEEPS, PATH
    size = len(batch.values) + 4 * batch.rows
    if not effort.affords((len(PATH) + 4) * SWEEPS * VISIT * size):
        sweeps, path = FEW, MIDDLE_FIRST
        yield from multiples(batch, weighted_sum(batch, batch.labels) / radius**2, effort)
    for factors in (path, (2.0, 0.5), (2.0**0.5, 0.5**0.5)):
        for c in center * np.asarray(factors):
            if not effort.left > 0:
                return
            settle(descent, c / radius**2, sweeps * (len(batch.values) + batch.rows), 0.01, effort)
            pairs = multiples(batch, descent.vector, effort)
            yield from pairs
            bound = min(loss + radius * u * sqrt(loss) + squared(radius * u) for loss, u, *_ in pairs)
            if bound < best:
                best, nearer = bound, c
        center = nearer


class Scaled(NamedTuple):
    """Hinge loss and length of a vector, which is `u` times the scale."""

    loss: float
    length: float
    scale: float
    u: Any


def multiples(batch: Batch, u: Any, effort: Effort) -> list[Scaled]:
    """A vector at several lengths."""
    effort.spend(2.0 * len(batch.values) + 60.0 * batch.rows + 60 * STEP)
    there = products(batch, u)
    scales = 2.0 ** np.linspace(-1.0, 1.0, 17)
    if there.min() > TINY:
        scales = np.append(scales, 1 / there.min())  # the length at which the loss is 0
    losses = np.array([np.maximum(0.0, 1.0 - scale * there).sum() for scale in scales])
    lengths = scales * np.linalg.norm(u)
    found = zip(losses.tolist(), lengths.tolist(), scales.tolist(), strict=True)
    return [Scaled(*three, u) for three in found]
