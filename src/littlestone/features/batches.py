"""Operations on batches: select rows, replace labels or values, concatenate."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from ..row import Batch, Row
from .labels import as_written


def truths_of(batch: Batch) -> list[Any]:
    """The labels of a batch as the user wrote them, None where one is missing."""
    if not len(batch.labels):
        return [None] * len(batch)
    codes = np.asarray(batch.labels).tolist()
    names = batch.classes
    return [None if y != y else as_written(y) if names is None else names[int(y)] for y in codes]


def with_truths(batch: Batch, truths: Sequence[Any]) -> Batch:
    """A checked batch with other labels: numbers, None if missing; if some are strings, all are classes."""
    if not any(isinstance(y, str) for y in truths):
        labels = np.array([np.nan if y is None else y for y in truths], dtype=np.float64)
        return sound(Batch(batch.starts, batch.columns, batch.values, batch.width, labels, None, weights_of(batch)))
    numbers: dict[Any, int] = {}
    codes = [np.nan if y is None else numbers.setdefault(y, len(numbers)) for y in truths]
    parts = (batch.starts, batch.columns, batch.values, batch.width)
    return sound(Batch(*parts, codes, list(numbers), weights_of(batch)))


def with_values(batch: Batch, values: Any) -> Batch:
    """A checked batch with other values, which have to be finite."""
    return like(batch, batch.starts, batch.columns, values, batch.labels, weights_of(batch))


def taken(batch: Batch, rows: Any) -> Batch:
    """These rows of a batch, in this order."""
    starts = np.asarray(batch.starts)
    lengths = np.diff(starts)[rows]
    begins = np.concatenate(([0], np.cumsum(lengths)))
    entries = np.repeat(starts[:-1][rows] - begins[:-1], lengths) + np.arange(begins[-1])
    labels = np.asarray(batch.labels)[rows] if len(batch.labels) else None
    weights = np.asarray(batch.weights)[rows] if len(batch.weights) else None
    return like(batch, begins, np.asarray(batch.columns)[entries], np.asarray(batch.values)[entries], labels, weights)


def without_zeros(batch: Batch) -> Batch:
    """The rows of a checked batch without the entries that are zero, which most learners are not given."""
    values = np.asarray(batch.values)
    kept = values != 0.0
    if kept.all():
        return batch
    starts = np.concatenate(([0], np.cumsum(kept)))[np.asarray(batch.starts)]
    return like(batch, starts, np.asarray(batch.columns)[kept], values[kept], batch.labels, weights_of(batch))


def narrowed(batch: Batch) -> Batch:
    """The same rows with the smallest possible width."""
    columns = np.asarray(batch.columns)
    width = int(columns.max()) + 1 if len(columns) else 0
    return sound(Batch(batch.starts, columns, batch.values, width, batch.labels, batch.classes, weights_of(batch)))


def one_by_one(batch: Batch) -> Iterator[tuple[Row, Any]]:
    """The rows with their labels, each in a batch of its own and no wider than it has to be."""
    for t, y in enumerate(truths_of(batch)):
        yield narrowed(taken(batch, slice(t, t + 1))).row(0), y


def together(batches: Sequence[Batch]) -> Batch:
    """Concatenate batches."""
    lengths = np.concatenate([np.zeros(1, dtype=np.int64), *(np.diff(batch.starts) for batch in batches)])
    columns = np.concatenate([np.zeros(0, dtype=np.int32), *(np.asarray(batch.columns) for batch in batches)])
    values = np.concatenate([np.zeros(0), *(np.asarray(batch.values) for batch in batches)])
    width = max((batch.width for batch in batches), default=0)
    weights = None
    if any(len(batch.weights) for batch in batches):
        each = [np.asarray(batch.weights) if len(batch.weights) else np.ones(len(batch)) for batch in batches]
        weights = np.concatenate(each)
    whole = Batch(np.cumsum(lengths), columns, values, width, weights=weights)
    return with_truths(whole, [y for batch in batches for y in truths_of(batch)])


def like(batch: Batch, starts: Any, columns: Any, values: Any, labels: Any, weights: Any) -> Batch:
    """A batch of other rows with the width and classes of this one; marked as checked."""
    return sound(Batch(starts, columns, values, batch.width, labels, batch.classes, weights))


def row_weights(batch: Batch) -> list[float]:
    """The weight of each row of a batch."""
    return np.asarray(batch.weights).tolist() or [1.0] * len(batch)


def weights_of(batch: Batch) -> Any:
    """The weights of the rows of a batch, None if it has none."""
    return batch.weights if len(batch.weights) else None


def sound(batch: Batch) -> Batch:
    """Mark a batch as checked, because its rows are those of a checked one."""
    batch.checked = batch.ordered = True
    return batch
