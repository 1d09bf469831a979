"""Sums over the rows of a batch, many at a time."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..row import Batch
from .descent import add_rows, inner_products, squared_norms

KNOWN = ("LinearLearner", "MatrixLearner")  # whose way of embedding is the one below: bias and normalise


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


def first_rows(batch: Batch, count: int) -> Batch:
    """The first rows of a batch."""
    end = int(batch.starts[count])
    parts = (batch.starts[: count + 1], batch.columns[:end], batch.values[:end])
    return Batch(*parts, batch.width, batch.labels[:count]).trust()


def entry_rows(batch: Batch) -> Any:
    """The row that every entry belongs to."""
    return np.repeat(np.arange(batch.rows), np.diff(batch.starts))


def by_row(batch: Batch, numbers: Any, ufunc: Any = np.add) -> Any:
    """The numbers of the entries, one each, reduced row by row by a ufunc of numpy; 0 for a row without entries."""
    starts = np.asarray(batch.starts)
    whole = np.diff(starts) > 0  # reduceat takes an empty stretch for one of a single entry
    out = np.zeros(batch.rows)
    if whole.any():
        out[whole] = ufunc.reduceat(numbers, starts[:-1][whole])
    return out


def widest(batch: Batch) -> Any:
    """The largest |x_i| of every row."""
    return by_row(batch, np.abs(np.asarray(batch.values)), np.maximum)


def embedded(learner: Any, batch: Batch) -> Batch:
    """The rows as the rule of this learner sees them: `learner.embed` of each, all at once where it is known how."""
    kind = next(kind for kind in type(learner).__mro__ if "embed" in vars(kind))
    if kind.__name__ not in KNOWN:
        rows = [learner.embed(batch.row(t)) for t in range(batch.rows)]
        columns = np.concatenate([np.zeros(0, dtype=np.int32), *(x.columns for x in rows)])
        values = np.concatenate([np.zeros(0), *(x.values for x in rows)])
        return trusted([len(x) for x in rows], columns, values, max((x.width for x in rows), default=0), batch.labels)
    shift = learner.embed(Batch([0, 0], [], [], 0).row(0)).width  # the columns before those of the data
    sizes, values = np.diff(batch.starts), np.array(batch.values)
    columns = np.asarray(batch.columns) + np.int32(shift)
    factors = np.ones(batch.rows)
    if learner.normalise:
        squares = squared_norms(batch) + learner.bias * learner.bias
        factors[squares > 0.0] = 1.0 / np.sqrt(squares[squares > 0.0])
        values *= np.repeat(factors, sizes)
    if learner.bias != 0.0:
        first = np.asarray(batch.starts)[:-1]
        columns, values = np.insert(columns, first, 0), np.insert(values, first, learner.bias * factors)
        sizes = sizes + 1
    return trusted(sizes, columns, values, batch.width + shift if batch.rows else 0, batch.labels)


def trusted(sizes: Any, columns: Any, values: Any, width: int, labels: Any) -> Batch:
    """A batch of rows that are known to be sound, of these sizes."""
    batch = Batch(np.concatenate(([0], np.cumsum(sizes))), columns, values, width, labels)
    batch.checked = True
    return batch
