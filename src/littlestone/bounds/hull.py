"""The point of the convex hull of the vectors y x that is nearest to the origin, by Wolfe's algorithm (1976).

Its length is the largest margin a unit vector has on the rows, and its direction is that vector: a separator and a
convex combination are each other's proof. If the hull contains the origin, no vector separates the rows.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..row import Batch
from .descent import add_rows, inner_products
from .sums import products

DENSE = 8  # how many times the entries a dense copy of the points may take; numpy is about that much faster on it
DEPENDENT = 1e-15  # a point this near (squared, relative) to the affine hull of the others brings nothing new
UNEQUAL = 1e-6  # error of a solution, relative, that calls for the inverse to be built anew


class Points:
    """The vectors p = y x of a batch, with the three verbs the algorithm needs.

    Unless they are very sparse they are copied into one dense matrix, for numpy is fast on those; else the verbs
    are those of the sparse rows.
    """

    def __init__(self, batch: Batch) -> None:
        self.batch = batch
        self.labels = np.asarray(batch.labels)
        self.matrix: Any = None
        if batch.rows * batch.width <= DENSE * len(batch.values):
            self.matrix = np.zeros((batch.rows, batch.width))
            of_row = np.repeat(np.arange(batch.rows), np.diff(batch.starts))
            self.matrix[of_row, np.asarray(batch.columns)] = np.asarray(batch.values) * self.labels[of_row]

    def point(self, t: int) -> Any:
        """The vector p of row t."""
        return self.batch.row(t).dense(self.batch.width) * self.labels[t]

    def products(self, z: Any, rows: list[int] | None = None) -> Any:
        """<z, p> for these rows, or for all."""
        if self.matrix is not None:
            return (self.matrix if rows is None else self.matrix[rows]) @ z
        if rows is None:
            return products(self.batch, z)
        return self.labels[rows] * inner_products(self.batch, np.array(rows, dtype=np.int64), z)

    def combined(self, rows: list[int], weights: Any) -> Any:
        """The sum of weight times p over these rows."""
        if self.matrix is not None:
            return weights @ self.matrix[rows]
        total = np.zeros(self.batch.width)
        add_rows(self.batch, np.array(rows, dtype=np.int64), weights * self.labels[rows], total)
        return total


class Corral:
    """Wolfe's corral: affinely independent points p = y x, and the point z of their convex hull nearest to the origin.

    z is the nearest point of their affine hull as well, and inside: all weights are positive. For that point
    solve (P P' + r^2 1 1') v = 1 and divide v by its sum; r is the radius, so that both terms weigh the same.
    The inverse of that matrix is kept and changed by one row at a time. Every use of it is corrected once by
    a residual taken from the points themselves, for products of products have lost half of their digits.
    """

    def __init__(self, points: Points, radius: float, first: int) -> None:
        self.points = points
        self.radius = radius
        self.rows: list[int] = []
        self.room = np.zeros((8, 8))
        self.append(first)
        self.weights = np.ones(1)
        self.settle()

    @property
    def inverse(self) -> Any:
        """The inverse of P P' + r^2 1 1', a view."""
        return self.room[: len(self.rows), : len(self.rows)]

    def take(self, t: int) -> bool:
        """Wolfe's major step: add a row with y <z, x> < |z|^2 and go to the nearest point of the larger hull.

        False, and nothing more to be gained, if rounding keeps the row out or the point from coming nearer.
        """
        before = self.length
        if t in self.rows or not self.append(t):
            return False
        self.weights = np.append(self.weights, 0.0)
        while True:
            target = self.affine()
            if (target > 0).all():
                self.weights = target
                break
            # The nearest point of the affine hull lies outside: go to the border and leave behind what is not needed.
            falling = np.flatnonzero(target <= 0)
            steps = self.weights[falling] / np.maximum(self.weights[falling] - target[falling], np.finfo(float).tiny)
            self.weights = self.weights + steps.min() * (target - self.weights)
            self.drop(int(falling[steps.argmin()]))
        self.settle()
        return self.length < before

    def affine(self) -> Any:
        """The weights, of sum one and any sign, of the nearest point of the affine hull."""
        v = self.solve(np.ones(len(self.rows)))
        return v / v.sum()

    def settle(self) -> None:
        """z from the weights. Its products with the points should all be |z|^2: what they lack is corrected once."""
        z = self.combined(self.weights)
        products = self.products(z)
        z += self.combined(self.inverse @ (self.weights @ products - products))
        self.z, self.length = z, float(np.linalg.norm(z))

    def solve(self, right: Any) -> Any:
        """v with (P P' + r^2 1 1') v = right."""
        v = self.inverse @ right
        rest = right - self.applied(v)
        if np.abs(rest).max() > UNEQUAL * np.abs(right).max():
            self.rebuild()
            v = self.inverse @ right
            rest = right - self.applied(v)
        return v + self.inverse @ rest

    def append(self, t: int) -> bool:
        """Add row t to the points, unless it lies in their affine hull: the inverse grows by a border."""
        size, r = len(self.rows), self.radius
        point = self.points.point(t)
        rest, ahead = point, r  # the point with its coordinate r, less its projection on the others
        q = np.zeros(size)
        for _ in range(2):  # twice is enough
            step = self.inverse @ (self.products(rest) + r * ahead)
            rest = rest - self.combined(step)
            ahead -= r * step.sum()
            q += step
        pivot = float(rest @ rest) + ahead * ahead
        if pivot <= DEPENDENT * (r * r + float(point @ point)):
            return False
        if size == len(self.room):
            self.room = np.pad(self.room, (0, size))
        self.rows.append(t)
        border = np.append(-q, 1.0)
        self.inverse[size, :] = self.inverse[:, size] = 0.0
        self.inverse[...] += np.outer(border / pivot, border)
        return True

    def drop(self, place: int) -> None:
        """Remove the point at this place; the last one takes its place."""
        inverse, last = self.inverse, len(self.rows) - 1
        for order in (inverse, inverse.T):
            order[[place, last]] = order[[last, place]]
        column = inverse[:last, last].copy()
        inverse[:last, :last] -= np.outer(column / inverse[last, last], column)
        self.rows[place] = self.rows[last]
        self.rows.pop()
        self.weights[place] = self.weights[last]
        self.weights = np.maximum(self.weights[:last], 0.0)

    def rebuild(self) -> None:
        """Build the inverse anew from the points."""
        gram = np.array([self.products(self.points.point(t)) for t in self.rows])
        self.inverse[...] = np.linalg.pinv(gram + self.radius**2, rcond=DEPENDENT, hermitian=True)

    def applied(self, v: Any) -> Any:
        """(P P' + r^2 1 1') v."""
        return self.products(self.combined(v)) + self.radius**2 * v.sum()

    def combined(self, weights: Any) -> Any:
        """The sum of weight times point."""
        return self.points.combined(self.rows, weights)

    def products(self, z: Any) -> Any:
        """<z, p> for every point."""
        return self.points.products(z, self.rows)
