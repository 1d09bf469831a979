"""The best competitor in hindsight: the largest margin, and the vectors of small hinge loss."""

from __future__ import annotations

from collections.abc import Iterator
from math import inf, isfinite, sqrt
from typing import Any

import numpy as np

from ..errors import BadBatch
from ..row import Batch
from .descent import Descent
from .separator import EXACT, SMALL, TINY, Separator, better, dimension, nearest_point, real
from .sums import products, some_rows, weighted_sum

CORRAL = 1000  # support vectors up to which Wolfe's algorithm is tried
EFFORT = 300_000_000  # entries dual coordinate descent may visit for a largest margin: about a second
CANCEL = 300  # steps of conjugate gradients that may be spent on a proof that nothing separates
SWEEPS = 20  # visits of every row that may be spent on one c of the soft-margin path


def largest_margin(batch: Batch) -> Separator:
    """The largest margin of the labelled rows through the origin: the distance from 0 to the hull of the y x.

    With up to a hundred rows or columns Wolfe's algorithm finds it exactly. Else dual coordinate descent looks
    first; what it finds is made exact if few rows matter, and where it finds nothing a proof that there is
    nothing is sought, within limits. The margin is real in any case, so a bound made of it is sound however
    early the search ends.
    """
    radius = longest(batch)
    if not isfinite(radius):
        return Separator(np.zeros(batch.width), 0.0, inf)
    if dimension(batch) <= SMALL:
        found = nearest_point(batch, radius)
        return found if found.proved else better(found, by_direction(batch, radius))
    descent = Descent(batch)
    effort = min(EFFORT, 300 * len(batch.values)) // 2
    settle(descent, inf, effort, EXACT)
    half = descent.weights
    settle(descent, inf, effort, EXACT)
    weights = descent.weights
    found = real(batch, descent.vector, radius, mean_length(batch, weights))
    support = np.argsort(-weights, kind="stable")[: np.count_nonzero(weights)]
    if found.margin > 0 and min(dimension(batch), len(support)) <= CORRAL:
        found = better(found, nearest_point(batch, radius, start=support[:CORRAL]))
    elif dimension(batch) <= CORRAL:
        found = better(found, nearest_point(batch, radius))
    return found if found.proved else contradiction(batch, radius, weights, weights - half, found)


def first_clash(batch: Batch, margin: float) -> int | None:
    """The first row such that no unit vector has this margin on the rows up to it, if Wolfe's algorithm finds one."""
    radius = longest(batch)
    if not isfinite(radius) or dimension(batch) > CORRAL:
        return None
    return nearest_point(batch, radius, promised=margin).clash


def longest(batch: Batch) -> float:
    """R, the length of the longest row."""
    if not batch.rows:
        raise BadBatch("a margin is one of some rows, but this batch has none; give it at least one")
    return sqrt(max(batch.row(t).squared_norm() for t in range(batch.rows)))


def by_direction(batch: Batch, radius: float) -> Separator:
    """A separator of the rows made one long each, or their clash: lengths matter to rounding, not to separability."""
    norms = np.array([batch.row(t).norm() or 1.0 for t in range(batch.rows)])
    values = np.asarray(batch.values) / np.repeat(norms, np.diff(batch.starts))
    near = nearest_point(
        Batch(batch.starts, batch.columns, values, batch.width, batch.labels).trust(), 1.0, promised=0.0
    )
    return real(batch, near.u, radius, near.ceiling * radius)._replace(clash=near.clash)


def contradiction(batch: Batch, radius: float, weights: Any, growth: Any, found: Separator) -> Separator:
    """What dual coordinate descent found, with a proof that nothing separates the rows, if its weights lead to one.

    A row of length zero is proof enough. The weights of rows that contradict each other never stop growing: if these
    are few, Wolfe's algorithm finds them among those that grew most. If they are many, the sum of a y x is
    small beside the sum of a; its rest is cancelled, and what is left should be a mean of length zero.
    """
    shortest = min(range(batch.rows), key=lambda t: batch.row(t).squared_norm())
    if batch.row(shortest).norm() <= TINY * radius:
        return found._replace(ceiling=batch.row(shortest).norm(), clash=shortest)
    grown = np.sort(np.argsort(-growth, kind="stable")[:SMALL])
    near = nearest_point(some_rows(batch, grown), radius)
    if near.clash is not None:
        return found._replace(ceiling=near.ceiling, clash=int(grown[near.clash]))
    support = np.flatnonzero(weights)
    part = some_rows(batch, support)
    left = cancelled(part, weights[support], TINY * radius / 10)
    ceiling = mean_length(part, left)
    if ceiling > TINY * radius:
        return found
    return found._replace(ceiling=ceiling, clash=int(support[np.flatnonzero(left)[-1]]))


def mean_length(batch: Batch, weights: Any) -> float:
    """The length of the mean of the vectors y x with these weights: no margin is larger."""
    total = float(weights.sum())
    return float(np.linalg.norm(weighted_sum(batch, np.asarray(batch.labels) * weights / total))) if total > 0 else inf


def cancelled(batch: Batch, weights: Any, goal: float) -> Any:
    """The weights changed by the least factors that make the sum of a y x vanish; those that would fall below 0 are 0.

    Conjugate gradients on the normal equations (Hestenes and Stiefel 1952) for the factors 1 + e, where the
    sum of a e y x is to be minus the sum of a y x; they stop when its length is `goal` times the sum of a.
    """
    signed = weights * np.asarray(batch.labels)
    e = np.zeros(batch.rows)
    rest = -weighted_sum(batch, signed)
    slope = direction = weights * products(batch, rest)
    for _ in range(CANCEL):
        if np.linalg.norm(rest) <= goal * weights.sum() or not direction.any():
            break
        image = weighted_sum(batch, signed * direction)
        step = (slope @ slope) / (image @ image)
        e += step * direction
        rest -= step * image
        new = weights * products(batch, rest)
        direction = new + (new @ new) / (slope @ slope) * direction
        slope = new
    return weights * np.maximum(0.0, 1.0 + e)


def settle(descent: Descent, c: float, effort: int, tolerance: float) -> None:
    """Sweep until no product changes by more than `tolerance`, or so many entries were visited.

    One sweep in ten visits all rows, the others only those whose weight is neither 0 nor c. The order is drawn anew for
    every sweep, always the same way.
    """
    batch = descent.batch
    sizes = np.diff(batch.starts)
    chance = np.random.default_rng(0)
    while effort > 0:
        effort -= len(batch.values) + batch.rows
        if descent.sweep(chance.permutation(batch.rows), c) <= tolerance:
            return
        weights = descent.weights
        free = np.flatnonzero((weights > 0) & (weights < c))
        for _ in range(9):
            effort -= int(sizes[free].sum()) + len(free)
            if descent.sweep(chance.permutation(free), c) <= tolerance:
                break


def hinge_comparators(batch: Batch, radius: float) -> Iterator[tuple[float, float]]:
    """Pairs (L, |u|) of hinge loss and length for the vectors among which the smallest bound is sought.

    L + R |u| sqrt(L) + R^2 |u|^2 grows with both L and |u|, so its smallest value lies on the path of vectors
    that minimise |u|^2/2 + c L for some c. The path is followed from small c to large, then around the
    best c, each vector also tried at other lengths. Every loss is summed over the rows for the very u it belongs to.
    """
    yield float(batch.rows), 0.0
    if not batch.rows or not 0 < radius * radius < inf:
        return
    descent = Descent(batch)
    best, center = inf, 1.0
    for factors in (0.5 * 4.0 ** np.arange(-4, 6), (2.0, 0.5), (2.0**0.5, 0.5**0.5)):
        for c in center * np.asarray(factors):
            bound, pairs = comparators_at(descent, c / radius**2, radius)
            yield from pairs
            if bound < best:
                best, nearer = bound, c
        center = nearer


def comparators_at(descent: Descent, c: float, radius: float) -> tuple[float, list[tuple[float, float]]]:
    """The pairs (L, |u|) for the vector of this c at several lengths, and the smallest bound among them."""
    batch = descent.batch
    settle(descent, c, SWEEPS * (len(batch.values) + batch.rows), 0.01)
    u = descent.vector
    found = products(batch, u)
    scales = 2.0 ** np.linspace(-1.0, 1.0, 17)
    if found.min() > TINY:
        scales = np.append(scales, 1 / found.min())  # the length at which no loss is left
    losses = np.array([np.maximum(0.0, 1.0 - scale * found).sum() for scale in scales])
    lengths = scales * np.linalg.norm(u)
    bounds = losses + radius * lengths * np.sqrt(losses) + (radius * lengths) ** 2
    return float(bounds.min()), list(zip(losses.tolist(), lengths.tolist(), strict=True))
