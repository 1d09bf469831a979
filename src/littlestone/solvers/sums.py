"""Sums and products over the rows of a batch."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..row import Batch
from .dual_descent import add_rows, inner_products


def weighted_sum(batch: Batch, weights: Any) -> Any:
    """Sum over the rows of weight times example."""
    total = np.zeros(batch.width)
    add_rows(batch, np.arange(batch.rows), np.array(weights, dtype=np.float64), total)
    return total


def products(batch: Batch, u: Any) -> Any:
    """y <u, x> of every row."""
    return np.asarray(batch.labels) * inner_products(batch, np.arange(batch.rows), u)


def some_rows(batch: Batch, chosen: Any) -> Batch:
    """The batch of these rows, in this order."""
    starts = np.asarray(batch.starts)
    sizes = np.diff(starts)[chosen]
    ends = np.cumsum(sizes)
    entries = np.repeat(starts[:-1][chosen] - ends + sizes, sizes) + np.arange(ends[-1] if len(ends) else 0)
    return Batch(
        np.append(0, ends),
        np.asarray(batch.columns)[entries],
        np.asarray(batch.values)[entries],
        batch.width,
        np.asarray(batch.labels)[chosen],
    ).trust()


def with_values(batch: Batch, values: Any) -> Batch:
    """The same rows with other values."""
    return Batch(batch.starts, batch.columns, values, batch.width, batch.labels).trust()


def apart(one: Any, other: Any) -> float:
    """|one - other|, the shorter one padded with zeros."""
    width = max(len(one), len(other))
    return float(np.linalg.norm(np.pad(one, (0, width - len(one))) - np.pad(other, (0, width - len(other)))))


def first_rows(batch: Batch, count: int) -> Batch:
    """The first rows of a batch."""
    end = int(batch.starts[count])
    parts = (batch.starts[: count + 1], batch.columns[:end], batch.values[:end])
    return Batch(*parts, batch.width, batch.labels[:count]).trust()


def entry_rows(batch: Batch) -> Any:
    """The row number of every entry."""
    return np.repeat(np.arange(batch.rows), np.diff(batch.starts))


def by_row(batch: Batch, numbers: Any, ufunc: Any = np.add) -> Any:
    """Reduce one number per entry row by row, by a ufunc of numpy; 0 for a row without entries."""
    starts = np.asarray(batch.starts)
    whole = np.diff(starts) > 0  # reduceat treats an empty slice as one of a single entry
    out = np.zeros(batch.rows)
    if whole.any():
        out[whole] = ufunc.reduceat(numbers, starts[:-1][whole])
    return out


def widest(batch: Batch) -> Any:
    """The largest |x_i| of every row."""
    return by_row(batch, np.abs(np.asarray(batch.values)), np.maximum)
