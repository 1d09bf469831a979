"""Separating vectors, and Wolfe's algorithm for the largest margin."""

from __future__ import annotations

from math import inf
from typing import Any, NamedTuple

import numpy as np

from ..row import Batch
from ..support.effort import Effort
from .hull import Corral, Points
from .sums import by_row, products

TINY = 1e-9  # a margin below TINY R allows 1/TINY^2 = 10^18 mistakes, more than any game has rounds: as good as none
ROUNDING = 1e-14  # relative to R: a product y <u, x> smaller than that may owe its sign to rounding
UNIT = float(np.finfo(float).eps) / 2  # the relative error of one operation
FAINT = 1e-300  # the absolute error of one operation near underflow
EXACT = 1e-12  # Wolfe's algorithm stops when the margin and its ceiling agree to this
SMALL = 100  # rows or columns up to which it is quick by itself
AHEAD = 1000  # rows beyond those included that are checked first
WORK = 1_500_000_000  # numbers it may touch, thousands of steps on small problems: two or three seconds


class Separator(NamedTuple):
    """A unit vector and its margin, recomputed on the rows; zeros and 0.0 if none was found.

    No unit vector has a margin above `ceiling`: some convex combination of the vectors y x is that short.
    `clash` is a row such that the rows up to it have no separator, to nine digits of the longest row; None if that is
    not proved. `exact` says that it is proved without rounding error. With neither a margin nor a clash the question is
    open, and only the ceiling is known. `support` has the rows and weights of the shortest combination found, for a
    later proof.
    """

    u: Any
    margin: float
    ceiling: float
    clash: int | None = None
    exact: bool = False
    support: Any = None

    @property
    def proved(self) -> bool:
        """Is it known whether the rows are separable?"""
        return self.margin > 0 or self.clash is not None

    def refusal(self, rows: str) -> str:
        """What a clash proves, as text; `rows` names the rows, such as "the mistakes up to round 4"."""
        if self.exact:
            return f"no separator through the origin fits {rows}"
        return f"no separator through the origin has a margin above {self.ceiling:.3g} (R/10^9) on {rows}"


def real(batch: Batch, z: Any, radius: float, ceiling: float) -> Separator:
    """The direction of z with its margin, if that is positive beyond rounding."""
    length = float(np.linalg.norm(z))
    if length > 0:
        u = z / length
        margin = float(products(batch, u).min())
        if margin > ROUNDING * radius or (margin > 0 and certain(batch, u)):
            return Separator(u, margin, max(margin, ceiling))
    return Separator(np.zeros(batch.width), 0.0, ceiling)


def certain(batch: Batch, u: Any) -> bool:
    """Is y <u, x> surely positive on every row? Its rounding error is at most about n 2^-53 sum of |u_i x_i|."""
    sizes = by_row(batch, np.abs(np.asarray(batch.values) * u[np.asarray(batch.columns)]))
    return bool((products(batch, u) > (np.diff(batch.starts) + 3) * UNIT * sizes + FAINT).all())


def better(one: Separator, other: Separator) -> Separator:
    """The larger margin, with the lower ceiling; the clash of `other` if `one` found no margin."""
    ceiling = max(one.margin, other.margin, min(one.ceiling, other.ceiling))
    clash = None if one.margin > 0 else other.clash
    return (other if other.margin > one.margin else one)._replace(ceiling=ceiling, clash=clash)


def dimension(batch: Batch) -> int:
    """An upper bound on the rank of the rows."""
    return min(batch.rows, len(np.unique(batch.columns)))


def nearest_point(
    batch: Batch, radius: float, *, promised: float | None = None, start: Any = None, effort: Effort | None = None
) -> Separator:
    """The largest margin by Wolfe's algorithm, or the first row up to which there is none.

    The rows are included in order: the first row that z does not separate is added to the corral. So the first clash
    is found on the way, without a search. When z separates all rows, the worst row is added until z has no smaller
    product with any row than with itself.

    With a promised margin, "separate" means by that margin, and the search ends there. With rows to `start` from, all
    rows count as included; they must be known to be separable.
    """
    if radius == 0:
        return Separator(np.zeros(batch.width), 0.0, 0.0, 0, True)  # all rows are zero
    level = 0.0 if promised is None else promised * (1 - TINY)
    points = Points(batch, effort)
    corral = Corral(points, radius, (0,) if start is None else start)
    seen = 1 if start is None else batch.rows  # rows included so far
    best, best_margin = corral.z, -inf
    ahead = AHEAD + seen  # rows checked together: if an early one is not separated, later ones need no check
    while points.work < WORK and points.effort.left > 0:
        found = points.all_products(corral.z, ahead)
        short = np.flatnonzero(found <= corral.length * max(level, ROUNDING * radius))
        if len(short) == 0 and ahead < batch.rows:
            ahead *= 4
            continue
        if len(short) == 0:
            seen = batch.rows
            margin = found.min() / corral.length
            if margin > best_margin:
                best, best_margin = corral.z, margin
            if promised is not None or margin >= corral.length * (1 - EXACT):
                break
        elif short[0] >= seen:
            seen = int(short[0]) + 1
            ahead = max(ahead, 2 * seen)
        elif corral.length <= max(level, TINY * radius):
            support = (np.array(corral.rows), corral.weights)
            return Separator(np.zeros(batch.width), 0.0, corral.ceiling, seen - 1, support=support)
        if not corral.take(int(found[:seen].argmin())):
            break
    return real(batch, best, radius, corral.ceiling)
