"""Sums over the rows of a batch, many at a time."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..row import Batch


def weighted_sum(batch: Batch, weights: Any) -> Any:
    """Sum over the rows of weight times example."""
    terms = np.asarray(batch.values) * np.repeat(weights, np.diff(batch.starts))
    return np.bincount(np.asarray(batch.columns), weights=terms, minlength=batch.width).astype(np.float64)


def products(batch: Batch, u: Any) -> Any:
    """y <u, x> of every row."""
    terms = np.append(np.asarray(batch.values) * u[np.asarray(batch.columns)], 0.0)
    starts = np.asarray(batch.starts)
    sums = np.add.reduceat(terms, starts[:-1]) if batch.rows else np.zeros(0)
    sums[starts[1:] == starts[:-1]] = 0.0  # where a row is empty, reduceat gives the next entry
    return np.asarray(batch.labels) * sums


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
    )
