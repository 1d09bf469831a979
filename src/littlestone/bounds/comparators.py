"""The best competitor in hindsight: the largest margin, and the vectors of smallest hinge loss."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

from ..row import Batch


class Separator(NamedTuple):
    """A unit vector and the margin it really has on the examples; margin 0 and no vector if none separates them."""

    u: Any
    margin: float


def weighted_sum(batch: Batch, weights: Any) -> Any:
    """Sum over the rows of weight times example."""
    starts = np.asarray(batch.starts)
    sizes = starts[1:] - starts[:-1]
    terms = np.asarray(batch.values) * np.repeat(weights, sizes)
    return np.bincount(np.asarray(batch.columns), weights=terms, minlength=batch.width).astype(np.float64)


def products(batch: Batch, u: Any) -> Any:
    """y <u, x> of every row."""
    terms = np.asarray(batch.values) * u[np.asarray(batch.columns)]
    sums = np.concatenate(([0.0], np.cumsum(terms)))
    starts = np.asarray(batch.starts)
    return np.asarray(batch.labels) * (sums[starts[1:]] - sums[starts[:-1]])


def largest_margin(batch: Batch) -> Separator:
    raise NotImplementedError


def hinge_comparators(batch: Batch, radius: float) -> Iterator[tuple[float, float]]:
    yield float(batch.rows), 0.0
