"""Exact proofs that rows are not separable: positive weights for which the vectors y x sum to exactly zero.

If sum of a y x = 0 for some a >= 0 that are not all zero, then every u has y <u, x> <= 0 somewhere (Gordan 1873).
Floating point finds only a short sum. Three methods make it exactly zero: two rows that are each other's negative; a
few rows, whose weights are solved for in integers; and many rows that span their columns, where a small change of
the weights is proved to exist, with every rounding error bounded.
"""

from __future__ import annotations

from math import frexp, gcd, log2
from typing import Any

import numpy as np

from ..features.batches import without_zeros
from ..row import Batch
from ..support.effort import STEP, Effort
from .sums import by_row, entry_rows, products, some_rows, weighted_sum

FEW = 200  # most rows whose weights are solved for in integers
HEAVY = 4  # how many times as many rows as columns have their weights changed
MOST = 1e9  # the largest effort for one proof
HALF = 0.5
UNIT = float(np.finfo(float).eps) / 2  # the relative error of one operation
FAINTEST = 1e-250  # below this an operation may lose more than that


def opposites(batch: Batch, effort: Effort) -> tuple[int, ...]:
    """The first row that is empty, or a pair of rows whose vectors y x sum to zero, whichever is first; () if none.

    Candidates are rows whose products with a random vector are opposite; they are compared entry by entry.
    """
    effort.spend(4.0 * len(batch.values) + 150.0 * batch.rows + 20.0 * batch.width + 20 * STEP)
    empty = np.flatnonzero(by_row(batch, np.asarray(batch.values) != 0.0, np.logical_or) == 0.0)
    first = (int(empty[0]),) if len(empty) else ()
    keys = products(batch, np.random.default_rng(0).standard_normal(batch.width))
    keys[empty] = np.nan
    _, owner = np.unique(np.abs(keys), return_inverse=True)
    firsts = np.full((2, batch.rows + 1), batch.rows)
    for side, there in enumerate((np.flatnonzero(keys > 0), np.flatnonzero(keys < 0))):
        firsts[side, owner[there[::-1]]] = there[::-1]  # numpy keeps the last of several writes: the first row
    later = firsts.max(axis=0)
    for place in np.argsort(later, kind="stable")[: np.count_nonzero(later < (first or (batch.rows,))[0])]:
        pair = (int(firsts[:, place].min()), int(later[place]))
        if not weighted_sum(some_rows(batch, np.array(pair)), np.asarray(batch.labels)[list(pair)]).any():
            return pair
    return first


def cancels(batch: Batch, support: tuple[Any, Any], effort: Effort) -> bool:
    """Can it be proved that the vectors y x of some rows sum to exactly zero, with positive weights near these?"""
    rows, weights = support
    there = weights > 0
    part, weights = without_zeros(some_rows(batch, rows[there])), weights[there]
    names, columns = np.unique(np.asarray(part.columns), return_inverse=True)
    k, n = part.rows, len(names)
    if not n:
        return k > 0  # a row without entries is zero already
    most = min(MOST, effort.left)
    values = np.asarray(part.values) * np.asarray(part.labels)[entry_rows(part)]
    points = Batch(part.starts, columns, values, n).trust()
    cost = 0.3 * n * n * (2 * min(k, HEAVY * n) + 5 * n) + 30.0 * len(values) + 20 * STEP
    if 0 < n < k and cost <= most:
        effort.spend(cost)
        if spanned(points, weights):
            return True
    if not k or k > FEW or 200.0 * k * n > most:
        return False
    whole = [whole_numbers(points.row(t).dense(n).tolist()) for t in range(k)]
    bits = max(number.bit_length() for row in whole for number in row)
    digits = k * (bits + log2(k) / 2) / 30.0  # of the numbers at the end, at most (Hadamard)
    cost = k * k * n * (60.0 + digits * digits / 8.0)
    if cost > most:
        return False
    effort.spend(cost)
    return in_whole_numbers(whole)


def in_whole_numbers(points: list[list[int]]) -> bool:
    """Is there exactly one combination of the points that is zero, up to a factor, and no weight of it negative?

    Gauss-Jordan elimination on the equations, one per column. Then every pivot row has its own unknown and the free
    one, and the signs of the two give the sign of the weight.
    """
    equations = list(zip(*points, strict=True))
    pivots: dict[int, list[int]] = {}
    for equation in dict.fromkeys(equations):
        row = list(equation)
        for place, other in pivots.items():
            row = reduced(row, other, place)
        if any(row):
            place = next(k for k, number in enumerate(row) if number)
            if len(pivots) == len(points) - 1:
                return False  # only zero weights would do
            pivots = {k: reduced(other, row, place) for k, other in pivots.items()}
            pivots[place] = row
    free = set(range(len(points))) - set(pivots)
    return len(free) == 1 and all(row[place] * row[min(free)] <= 0 for place, row in pivots.items())


def whole_numbers(values: list[float]) -> list[int]:
    """These floats times the factor that makes them integers without a common divisor."""
    parts = [frexp(value) for value in values]
    least = min((power for digits, power in parts if digits), default=0)
    numbers = [int(digits * 2.0**53) << (power - least) if digits else 0 for digits, power in parts]
    common = gcd(*numbers) or 1
    return [number // common for number in numbers]


def reduced(row: list[int], other: list[int], place: int) -> list[int]:
    """Eliminate this place from the row with the other row, which has its pivot there; divide by the gcd."""
    if not row[place]:
        return row
    a, b = other[place], row[place]
    row = [a * here - b * there for here, there in zip(row, other, strict=True)]
    common = gcd(*row) or 1
    return [number // common for number in row]


def spanned(points: Batch, weights: Any) -> bool:
    """Is the sum exactly zero for some weights that differ from these by less than half, on the heaviest rows only?

    Let the rows of M be these points times their weights. The factors 1 + M v do it if (M'M) v = -s, s the current sum.
    With C near the inverse of M'M, |1 - C M'M| < 1 proves that such a v exists, at most |C s|/(1 - |1 - C M'M|).
    """
    n, columns, values = points.width, np.asarray(points.columns), np.asarray(points.values)
    sizes = np.zeros(n)
    np.maximum.at(sizes, columns, np.abs(values))
    with np.errstate(all="ignore"):
        scaled = values / sizes[columns] * (weights / weights.max())[entry_rows(points)]
        if not (np.abs(scaled[values != 0.0]) > FAINTEST).all():
            return False
        rest = np.bincount(columns, weights=scaled, minlength=n)
        error = UNIT * (points.rows + n + 8) * np.bincount(columns, weights=np.abs(scaled), minlength=n)
        heavy = np.argsort(-weights, kind="stable")[: HEAVY * n]
        some = some_rows(Batch(points.starts, columns, scaled, n, np.ones(points.rows)).trust(), heavy)
        M = np.zeros((len(heavy), n))
        M[entry_rows(some), np.asarray(some.columns)] = some.values
        square = M.T @ M
        try:
            C = np.linalg.inv(square)
        except np.linalg.LinAlgError:
            return False
        off = np.abs(np.eye(n) - C @ square)
        off += UNIT * (n + len(M) + 12) * (np.abs(C) @ (np.abs(M).T @ np.abs(M)))
        distance = float(off.sum(axis=1).max())
        change = float((np.abs(C @ rest) + np.abs(C) @ error).max() * np.abs(M).sum(axis=1).max())
    return distance < HALF and change < HALF * (1.0 - distance)
