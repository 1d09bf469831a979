"""Search for a proof that rows are not separable, when dual coordinate descent has found no separator."""

from __future__ import annotations

from math import inf, sqrt
from typing import Any

import numpy as np

from ..row import Batch
from ..support.effort import STEP, Effort
from .dual_descent import squared_norms
from .separator import SMALL, TINY, Separator, nearest_point, real
from .sums import entry_rows, products, some_rows, weighted_sum, with_values

CANCEL = 300  # most steps of conjugate gradients for one proof


def by_direction(batch: Batch, radius: float, effort: Effort) -> Separator:
    """A separator of the rows scaled to length 1, or their clash: lengths affect rounding, not separability."""
    near = of_directions(batch, np.asarray(batch.values), effort)
    return real(batch, near.u, radius, near.ceiling * radius)._replace(clash=near.clash, support=near.support)


def by_column(batch: Batch, radius: float, ceiling: float, effort: Effort) -> Separator:
    """The same with columns scaled to one size too: if u separates the scaled rows, u/sizes separates the rows.

    Weights for which the scaled rows sum to zero do so for the rows too.
    """
    columns, values = np.asarray(batch.columns), np.asarray(batch.values)
    sizes = np.zeros(batch.width)
    np.maximum.at(sizes, columns, np.abs(values))
    sizes[sizes == 0.0] = 1.0
    near = of_directions(batch, values / sizes[columns], effort)
    u = near.u * (sizes.min(initial=1.0) / sizes)  # at most as long as near.u, however small the columns
    return real(batch, u, radius, ceiling)._replace(clash=near.clash, support=near.support)


def of_directions(batch: Batch, values: Any, effort: Effort) -> Separator:
    """A separator of the rows with these values, scaled to length 1; or their clash, with the unscaled weights."""
    norms = np.sqrt(squared_norms(with_values(batch, values)))
    norms[norms == 0.0] = 1.0
    rows = with_values(batch, values / norms[entry_rows(batch)])
    near = nearest_point(rows, 1.0, promised=0.0, effort=effort)
    if near.support is None:
        return near
    chosen, weights = near.support
    return near._replace(support=(chosen, weights / norms[chosen]))


def contradiction(
    batch: Batch, radius: float, weights: Any, growth: Any, found: Separator, effort: Effort
) -> Separator:
    """The result `found` of dual coordinate descent, with a proof of non-separability if its weights lead to one.

    A row of length zero is a proof. The weights of rows that contradict each other grow without end: if these are few,
    Wolfe's algorithm finds them among those that grew most. If they are many, the sum of a y x is small relative to the
    sum of a; the rest is cancelled, which should leave a mean of length zero.
    """
    squares = squared_norms(batch)
    shortest = int(squares.argmin())
    if sqrt(squares[shortest]) <= TINY * radius:
        itself = (np.array([shortest]), np.ones(1))
        return found._replace(ceiling=sqrt(squares[shortest]), clash=shortest, support=itself)
    grown = np.sort(np.argsort(-growth, kind="stable")[:SMALL])
    near = nearest_point(some_rows(batch, grown), radius, effort=effort.part(0.4))
    if near.clash is not None:
        rows, shares = near.support
        return found._replace(ceiling=near.ceiling, clash=int(grown[near.clash]), support=(grown[rows], shares))
    support = np.flatnonzero(weights)
    part = some_rows(batch, support)
    left = cancelled(part, weights[support], TINY * radius / 10, effort)
    ceiling = mean_length(part, left)
    if ceiling > TINY * radius:
        return found
    clash = int(support[np.flatnonzero(left)[-1]])
    return found._replace(ceiling=ceiling, clash=clash, support=(support, left))


def mean_length(batch: Batch, weights: Any) -> float:
    """The length of the weighted mean of the vectors y x: no margin is larger."""
    total = float(weights.sum())
    return float(np.linalg.norm(weighted_sum(batch, np.asarray(batch.labels) * weights / total))) if total > 0 else inf


def cancelled(batch: Batch, weights: Any, goal: float, effort: Effort) -> Any:
    """The weights, changed by the smallest factors for which the sum of a y x vanishes, and clipped at 0.

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
        if not effort.spend(4.0 * len(batch.values) + 20.0 * batch.rows + 20 * STEP):
            break
        image = weighted_sum(batch, signed * direction)
        step = (slope @ slope) / (image @ image)
        e += step * direction
        rest -= step * image
        new = weights * products(batch, rest)
        direction = new + (new @ new) / (slope @ slope) * direction
        slope = new
    return weights * np.maximum(0.0, 1.0 + e)
