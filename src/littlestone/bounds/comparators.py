"""The best competitor in hindsight: the largest margin, and the vectors of smallest hinge loss."""

from __future__ import annotations

from collections.abc import Iterator
from math import inf, isfinite, sqrt
from typing import Any, NamedTuple

import numpy as np

from ..errors import BadBatch
from ..row import Batch
from .descent import Descent
from .hull import Corral, Points
from .sums import products, some_rows, weighted_sum

TINY = 1e-9  # a margin below TINY R allows 1/TINY^2 = 10^18 mistakes, more than any game has rounds: as good as none
ROUNDING = 1e-14  # relative to R: a product y <u, x> smaller than that may owe its sign to rounding
EXACT = 1e-12  # Wolfe's algorithm stops when the margin and its ceiling agree to this
CORRAL = 1000  # points Wolfe's algorithm may have to hold; a larger problem is left to dual coordinate descent
EFFORT = 300_000_000  # entries dual coordinate descent may visit for a largest margin: about a second
CANCEL = 300  # steps of conjugate gradients that may be spent on a proof that nothing separates
SWEEPS = 20  # visits of every row that dual coordinate descent may spend on one C of the soft-margin path


class Separator(NamedTuple):
    """A unit vector and the margin it really has on the rows, recomputed; zeros and 0.0 if none was found.

    No unit vector has a margin above `ceiling`: some convex combination of the vectors y x is that short.
    `clash` is a row such that the rows up to it have no separator, to nine digits of the longest row; None if
    that is not proved. With neither a margin nor a clash the question is open, and the ceiling all there is to say.
    """

    u: Any
    margin: float
    ceiling: float
    clash: int | None = None

    @property
    def proved(self) -> bool:
        """Is it settled whether the rows can be separated?"""
        return self.margin > 0 or self.clash is not None


def largest_margin(batch: Batch) -> Separator:
    """The largest margin of the labelled rows through the origin: the distance from 0 to the hull of the y x.

    Exact, by Wolfe's algorithm, unless there are more than a thousand rows and as many columns; then dual coordinate
    descent looks for a separator, or for rows that contradict each other, as long as its effort lasts. The
    margin is real either way, so a bound computed from it is sound however early the search ends.
    """
    radius = longest(batch)
    if not isfinite(radius):
        return Separator(np.zeros(batch.width), 0.0, inf)
    return nearest_point(batch, radius) if within_corral(batch) else hard_margin(batch, radius)


def first_clash(batch: Batch, margin: float) -> int | None:
    """The first row such that no unit vector has this margin on the rows up to it, if there is one to be found.

    Wolfe's algorithm finds it unless there are more than a thousand rows and as many columns.
    """
    radius = longest(batch)
    if not isfinite(radius) or not within_corral(batch):
        return None
    return nearest_point(batch, radius, margin).clash


def longest(batch: Batch) -> float:
    """R, the length of the longest row."""
    if not batch.rows:
        raise BadBatch("a margin is one of some rows, but this batch has none; give it at least one")
    return sqrt(max(batch.row(t).squared_norm() for t in range(batch.rows)))


def within_corral(batch: Batch) -> bool:
    """Is Wolfe's algorithm sure to need no more points than it may hold?"""
    return batch.rows <= CORRAL or len(np.unique(batch.columns)) < CORRAL


def real(batch: Batch, z: Any, ceiling: float) -> Separator:
    """The direction of z with its margin, if that is more than rounding."""
    length = float(np.linalg.norm(z))
    if length > 0:
        u = z / length
        margin = float(products(batch, u).min())
        if margin > ROUNDING * longest(batch):
            return Separator(u, margin, max(margin, ceiling))
    return Separator(np.zeros(batch.width), 0.0, ceiling)


def nearest_point(batch: Batch, radius: float, promised: float | None = None) -> Separator:
    """The largest margin by Wolfe's algorithm, or the first row up to which there is none.

    The rows are taken in as they come: while z separates them up to some row, the next that it does not
    is added to the corral. So the first clash is found on the way, without a search. When z separates them all,
    the worst of all rows is added until z has no worse product with any row than with itself.

    With a promised margin, to separate is to do it by that margin, and that is enough.
    """
    level = 0.0 if promised is None else promised * (1 - TINY)
    points = Points(batch)
    corral = Corral(points, radius, first=0)
    seen = 1  # rows taken in so far
    best, best_margin = corral.z, -inf
    while True:
        found = points.products(corral.z)
        short = np.flatnonzero(found <= corral.length * max(level, ROUNDING * radius))
        if len(short) == 0:
            seen = batch.rows
            margin = found.min() / corral.length
            if margin > best_margin:
                best, best_margin = corral.z, margin
            if promised is not None or margin >= corral.length * (1 - EXACT):
                break
        elif short[0] >= seen:
            seen = int(short[0]) + 1
        elif corral.length <= max(level, TINY * radius):
            return Separator(np.zeros(batch.width), 0.0, corral.length, seen - 1)
        if not corral.take(int(found[:seen].argmin())):
            break
    return real(batch, best, float(np.linalg.norm(corral.combined(corral.weights))))


def hard_margin(batch: Batch, radius: float) -> Separator:
    """The largest margin by dual coordinate descent, as near as the effort allows.

    If few rows carry weight in the end, Wolfe's algorithm makes the margin of these exact. If no margin was found, the
    sum of a y x is small compared with the sum of a, and can perhaps be cancelled altogether.
    """
    descent = Descent(batch)
    settle(descent, inf, EFFORT, EXACT)
    support = np.flatnonzero(descent.weights)
    part, weights = some_rows(batch, support), descent.weights[support]
    best = real(batch, descent.vector, mean_length(part, weights))
    if len(support) <= CORRAL:
        near = nearest_point(part, radius)
        if near.clash is not None:
            return near._replace(clash=int(support[near.clash]))
        other = real(batch, near.u, min(best.ceiling, near.ceiling))
        best = other if other.margin > best.margin else best._replace(ceiling=other.ceiling)
    elif best.margin == 0:
        weights = cancelled(part, weights, TINY * radius / 10)
        ceiling = mean_length(part, weights)
        if ceiling <= TINY * radius:
            return best._replace(ceiling=ceiling, clash=int(support[np.flatnonzero(weights)[-1]]))
    return best


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


def settle(descent: Descent, C: float, effort: int, tolerance: float) -> None:
    """Sweep until no product changes by more than `tolerance`, or so many entries were visited.

    One sweep in ten visits all rows, the others only those whose weight is neither 0 nor C. The order is drawn anew for
    every sweep, always the same way.
    """
    batch = descent.batch
    sizes = np.diff(batch.starts)
    chance = np.random.default_rng(0)
    while effort > 0:
        effort -= len(batch.values) + batch.rows
        if descent.sweep(chance.permutation(batch.rows), C) <= tolerance:
            return
        weights = descent.weights
        free = np.flatnonzero((weights > 0) & (weights < C))
        for _ in range(9):
            effort -= int(sizes[free].sum()) + len(free)
            if descent.sweep(chance.permutation(free), C) <= tolerance:
                break


def hinge_comparators(batch: Batch, radius: float) -> Iterator[tuple[float, float]]:
    """Pairs (L, |u|) of hinge loss and length for the vectors among which the smallest bound is sought.

    L + R |u| sqrt(L) + R^2 |u|^2 grows with both L and |u|, so its smallest value lies on the path of vectors
    that minimise |u|^2/2 + C L for some C. The path is followed from small C to large, then around the
    best C, each vector also tried at other lengths. Every loss is summed over the rows for the very u it belongs to.
    """
    yield float(batch.rows), 0.0
    if not batch.rows or not 0 < radius < inf:
        return
    descent = Descent(batch)
    best, best_C = inf, 1.0
    for C in 4.0 ** np.arange(-5, 6):
        bound, pairs = comparators_at(descent, C / radius**2, radius)
        yield from pairs
        if bound < best:
            best, best_C = bound, C
    for factor in (2.0, 2.0**0.5):
        center = best_C
        for C in (center * factor, center / factor):
            bound, pairs = comparators_at(descent, C / radius**2, radius)
            yield from pairs
            if bound < best:
                best, best_C = bound, C


def comparators_at(descent: Descent, C: float, radius: float) -> tuple[float, list[tuple[float, float]]]:
    """The pairs (L, |u|) for the vector of this C at several lengths, and the smallest bound among them."""
    batch = descent.batch
    settle(descent, C, SWEEPS * (len(batch.values) + batch.rows), 0.01)
    u = descent.vector
    found = products(batch, u)
    scales = 2.0 ** np.linspace(-1.0, 1.0, 17)
    if found.min() > 0:
        scales = np.append(scales, 1 / found.min())  # the length at which no loss is left
    losses = np.array([np.maximum(0.0, 1.0 - scale * found).sum() for scale in scales])
    lengths = scales * np.linalg.norm(u)
    bounds = losses + radius * lengths * np.sqrt(losses) + (radius * lengths) ** 2
    return float(bounds.min()), list(zip(losses.tolist(), lengths.tolist(), strict=True))
