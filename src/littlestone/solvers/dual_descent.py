# cython: boundscheck=False, wraparound=False
"""Support vector machines by dual coordinate descent, one example at a time."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..row import Batch


class Descent:
    """The vector u of a support vector machine without threshold, and its dual weights a.

        u = sum of a y x,   0 <= a <= c      minimises   |u|^2 / 2 + c sum of max(0, 1 - y <u, x>)

    Each visit sets the weight of one example to its best value, the others held fixed (Hsieh et al. 2008):

        a <- min(c, max(0, a + (1 - y <u, x>)/|x|^2))

    With c infinite the margin is hard. Then the weights of separable examples settle and u/|u| tends to the
    largest margin; those of others grow for ever, and (sum of a y x)/(sum of a) tends to the origin.
    """

    def __init__(self, batch: Batch) -> None:
        self.batch = batch
        self.u = np.zeros(batch.width)
        self.a = np.zeros(batch.rows)
        self.squares = squared_norms(batch)

    @property
    def vector(self) -> Any:
        """A copy of u."""
        return np.array(self.u)

    @property
    def weights(self) -> Any:
        """A copy of the weights a, one per row."""
        return np.array(self.a)

    def sweep(self, order: Any, c: float) -> float:
        """Visit the rows in this order; return the largest change of a product y <u, x> that a visit made."""
        batch = self.batch
        x = batch.view(0, 0, batch.width)  # one view, moved from row to row
        largest = 0.0
        for k in range(order.shape[0]):
            t = order[k]
            square = self.squares[t]
            if square > 0.0:
                x.aim(batch.starts[t], batch.starts[t + 1])
                y = batch.labels[t]
                old = self.a[t]
                new = min(c, max(0.0, old + (1.0 - y * x.dot(self.u)) / square))
                if new != old:
                    self.a[t] = new
                    x.add_to(self.u, (new - old) * y)
                    largest = max(largest, abs(new - old) * square)
        return float(largest)


def inner_products(batch: Batch, rows: Any, z: Any) -> Any:
    """<z, x> for each of these rows."""
    x = batch.view(0, 0, batch.width)
    out = np.empty(rows.shape[0])
    results = out
    for k in range(rows.shape[0]):
        t = rows[k]
        x.aim(batch.starts[t], batch.starts[t + 1])
        results[k] = x.dot(z)
    return out


def add_rows(batch: Batch, rows: Any, amounts: Any, total: Any) -> None:
    """total += sum of amount times x over these rows, in place."""
    x = batch.view(0, 0, batch.width)
    for k in range(rows.shape[0]):
        t = rows[k]
        x.aim(batch.starts[t], batch.starts[t + 1])
        x.add_to(total, amounts[k])


def squared_norms(batch: Batch) -> Any:
    """|x|^2 of every row."""
    x = batch.view(0, 0, batch.width)
    out = np.empty(batch.rows)
    results = out
    for t in range(batch.rows):
        x.aim(batch.starts[t], batch.starts[t + 1])
        results[t] = x.squared_norm()
    return out


def running_squares(batch: Batch, amounts: Any) -> Any:
    """|w|^2 after every row, where w is the sum of these numbers times x so far, as a running sum."""
    factors = np.ascontiguousarray(amounts, dtype=np.float64)
    x = batch.view(0, 0, batch.width)
    w = np.zeros(batch.width)
    out = np.empty(batch.rows)
    results = out
    square = 0.0
    for t in range(batch.rows):
        x.aim(batch.starts[t], batch.starts[t + 1])
        y = factors[t]
        square += 2.0 * y * x.dot(w) + y * y * x.squared_norm()
        x.add_to(w, y)
        results[t] = square
    return out
