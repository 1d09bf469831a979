"""The point of the convex hull of the vectors y x that is nearest to the origin, by Wolfe's algorithm (1976).

Its length is the largest margin of a unit vector on the rows, and its direction is that vector: a separator and a
convex combination prove each other optimal. If the hull contains the origin, no vector separates the rows.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import inf
from typing import Any

import numpy as np

from ..row import Batch
from ..support.effort import STEP, Effort
from .dual_descent import add_rows, inner_products
from .sums import entry_rows

DENSE = 8  # the largest size of a dense copy, relative to the sparse entries; numpy is about that much faster on it
SPARSE, IN_MATRIX = 2.0, 1.0  # the effort of touching a number
DEPENDENT = 1e-15  # a point this near (squared, relative) to the affine hull of the others counts as dependent
UNEQUAL = 1e-6  # relative error of a solution above which the inverse is rebuilt


class Points:
    """The vectors p = y x of a batch, with the operations of the algorithm, on all of them or on some `chosen`.

    Unless they are very sparse they are copied into one dense matrix, on which numpy is fast. `work` counts the numbers
    touched, and `effort` is the budget for them.
    """

    def __init__(self, batch: Batch, effort: Effort | None = None) -> None:
        self.batch = batch
        self.labels = np.asarray(batch.labels)
        self.work = 0
        self.effort = effort or Effort.full()
        self.matrix: Any = None
        if batch.rows * batch.width <= DENSE * len(batch.values):
            self.matrix = np.zeros((batch.rows, batch.width))
            of_row = entry_rows(batch)
            self.matrix[of_row, np.asarray(batch.columns)] = np.asarray(batch.values) * self.labels[of_row]
        self.size = (len(batch.values) if self.matrix is None else self.matrix.size) // max(1, batch.rows)
        self.price = SPARSE if self.matrix is None else IN_MATRIX

    def touch(self, numbers: int, price: float) -> None:
        """Count the numbers that a step has touched."""
        self.work += numbers
        self.effort.spend(price * numbers + STEP)

    def point(self, t: int) -> Any:
        """The vector p of row t."""
        return self.batch.row(t).dense(self.batch.width) * self.labels[t]

    def room(self, size: int) -> Any:
        """An empty array for `size` chosen rows, as the other methods take them: row numbers, or dense points."""
        return np.zeros(size, dtype=np.int64) if self.matrix is None else np.zeros((size, self.batch.width))

    def all_products(self, z: Any, first: int | None = None) -> Any:
        """<z, p> for every row, or for the first `first`."""
        rows = self.batch.rows if first is None else min(first, self.batch.rows)
        self.touch(self.size * rows, self.price)
        if self.matrix is not None:
            return self.matrix[:rows] @ z
        return self.labels[:rows] * inner_products(self.batch, np.arange(rows), z)

    def products(self, chosen: Any, z: Any) -> Any:
        """<z, p> for the chosen rows."""
        self.touch(self.size * len(chosen), self.price)
        return self.labels[chosen] * inner_products(self.batch, chosen, z) if self.matrix is None else chosen @ z

    def combined(self, chosen: Any, weights: Any) -> Any:
        """The sum of weight times p over the chosen rows."""
        self.touch(self.size * len(chosen), self.price)
        if self.matrix is not None:
            return weights @ chosen
        total = np.zeros(self.batch.width)
        add_rows(self.batch, chosen, weights * self.labels[chosen], total)
        return total


class Corral:
    """Wolfe's corral: affinely independent points p = y x, and the point z of their convex hull nearest to the origin.

    z is the nearest point of their affine hull as well, and inside: all weights are positive. For that point
    solve (P P' + r^2 1 1') v = 1 and divide v by its sum; r is the radius, so that both terms weigh the same.
    The inverse of that matrix is stored and updated by one row at a time. Every use of it is corrected once by
    a residual computed from the points themselves, because the inverse has lost half of the digits.
    """

    def __init__(self, points: Points, radius: float, start: Iterable[int]) -> None:
        self.points = points
        self.radius = radius
        self.rows: list[int] = []
        self.places = points.room(8)
        self.room = np.zeros((8, 8))
        self.ceiling = inf  # the length of the shortest convex combination so far: no margin is larger
        for t in start:
            if self.rows and not points.effort.left > 0:
                break
            self.append(t)
        self.weights = np.full(len(self.rows), 1.0 / max(1, len(self.rows)))
        self.draw_near()

    @property
    def chosen(self) -> Any:
        """The points, as `Points` takes them; a view."""
        return self.places[: len(self.rows)]

    @property
    def inverse(self) -> Any:
        """The inverse of P P' + r^2 1 1', a view."""
        return self.room[: len(self.rows), : len(self.rows)]

    def take(self, t: int) -> bool:
        """Wolfe's major step: add a row with y <z, x> < |z|^2 and move to the nearest point of the larger hull.

        Returns False if rounding keeps the row out or the point from coming nearer: then the search is over.
        """
        before = self.length
        if t in self.rows:
            return False
        step = 0.0
        while not self.append(t):
            step = self.make_way(t, step)
        self.weights = np.append(self.weights, step)
        self.draw_near()
        return self.length < before

    def make_way(self, t: int, step: float) -> float:
        """Drop a point so that row t, almost in the affine hull, can take its place; z stays almost where it is."""
        q, _ = self.parts(self.points.point(t))
        share = np.flatnonzero(q > 0)
        ratios = self.weights[share] / q[share]
        self.weights = self.weights - ratios.min() * q
        self.drop(int(share[ratios.argmin()]))
        return step + float(ratios.min())

    def draw_near(self) -> None:
        """Wolfe's minor steps: move to the nearest point of the affine hull, dropping points until it is inside."""
        while True:
            target = self.affine()
            falling = np.flatnonzero(target <= 0)
            if len(falling) == 0:
                break
            steps = self.weights[falling] / np.maximum(self.weights[falling] - target[falling], np.finfo(float).tiny)
            self.weights = self.weights + steps.min() * (target - self.weights)
            self.drop(int(falling[steps.argmin()]))
        self.weights = target
        z = self.combined(target)
        self.ceiling = min(self.ceiling, float(np.linalg.norm(z)))
        found = self.products(z)  # should all be |z|^2: the differences are corrected once
        z += self.combined(self.inverse @ (target @ found - found))
        self.z, self.length = z, float(np.linalg.norm(z))

    def affine(self) -> Any:
        """The weights, of sum one and any sign, of the nearest point of the affine hull.

        If rounding prevents that, the current weights: then the step changes nothing and is the last.
        """
        ones = np.ones(len(self.rows))
        v = self.inverse @ ones
        rest = ones - self.applied(v)
        if np.abs(rest).max() > UNEQUAL:
            self.rebuild()
            v = self.inverse @ ones
            rest = ones - self.applied(v)
        v += self.inverse @ rest
        total = float(v.sum())
        return v / total if total > 0 else self.weights

    def applied(self, v: Any) -> Any:
        """(P P' + r^2 1 1') v."""
        return self.products(self.combined(v)) + self.radius**2 * v.sum()

    def parts(self, point: Any) -> tuple[Any, float]:
        """The affine combination of the points nearest to this one, and its squared distance."""
        r = self.radius
        rest, ahead = point, r  # the point and its extra coordinate r, minus the projection on the others
        q = np.zeros(len(self.rows))
        for _ in range(2):  # twice is enough
            step = self.inverse @ (self.products(rest) + r * ahead)
            rest = rest - self.combined(step)
            ahead -= r * step.sum()
            q += step
        return q, float(rest @ rest) + ahead * ahead

    def append(self, t: int) -> bool:
        """Add row t to the points, unless it lies in their affine hull: the inverse grows by a border."""
        size, r = len(self.rows), self.radius
        point = self.points.point(t)
        q, pivot = self.parts(point)
        if pivot <= DEPENDENT * (r * r + float(point @ point)):
            return False
        if size == len(self.room):
            self.room = np.pad(self.room, (0, size))
            self.places = np.concatenate((self.places, self.points.room(size)))
        self.rows.append(t)
        self.places[size] = t if self.points.matrix is None else point
        border = np.append(-q, 1.0)
        self.inverse[size, :] = self.inverse[:, size] = 0.0
        self.inverse[...] += np.outer(border / pivot, border)
        self.points.touch(2 * size * size, IN_MATRIX)
        return True

    def drop(self, place: int) -> None:
        """Remove the point at this index; the last one takes its place."""
        inverse, last = self.inverse, len(self.rows) - 1
        for order in (inverse, inverse.T):
            order[[place, last]] = order[[last, place]]
        column = inverse[:last, last].copy()
        inverse[:last, :last] -= np.outer(column / inverse[last, last], column)
        self.places[place] = self.places[last]
        self.rows[place] = self.rows[last]
        self.rows.pop()
        self.weights[place] = self.weights[last]
        self.weights = np.maximum(self.weights[:last], 0.0)
        self.points.touch(2 * last * last, IN_MATRIX)

    def rebuild(self) -> None:
        """Recompute the inverse from the points."""
        gram = np.array([self.products(self.points.point(t)) for t in self.rows])
        self.inverse[...] = np.linalg.pinv(gram + self.radius**2, rcond=DEPENDENT, hermitian=True)
        self.points.touch(10 * len(self.rows) ** 3, IN_MATRIX)

    def combined(self, weights: Any) -> Any:
        """The sum of weight times point."""
        return self.points.combined(self.chosen, weights)

    def products(self, z: Any) -> Any:
        """<z, p> for every point."""
        return self.points.products(self.chosen, z)
