"""Rows as they were written down: what a saved game holds of its open rounds, and of those it has kept."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..errors import BadBatch, BadWidth
from ..row import Batch, Row


def end_to_end(rows: list[Row]) -> tuple[Any, Any, Any, Any]:
    """Rows as they are written down: where each starts, and one more; all columns, all values; the width of each.

    Compiled, as a game may have a million open rounds, and waits while they are copied.
    """
    count = len(rows)
    starts, widths = np.empty(count + 1, np.int64), np.empty(count, np.int64)
    total = 0
    for t in range(count):
        row = rows[t]
        starts[t] = total
        widths[t] = row.width
        total += row.stop - row.start
    starts[count] = total
    columns, values = np.empty(total, np.int32), np.empty(total, np.float64)
    at = 0
    for t in range(count):
        row = rows[t]
        batch = row.batch
        for k in range(row.start, row.stop):
            columns[at] = batch.columns[k]
            values[at] = batch.values[k]
            at += 1
    return np.asarray(starts), np.asarray(columns), np.asarray(values), np.asarray(widths)


def saved_batch(starts: Any, columns: Any, values: Any, width: int, labels: Any = None) -> Batch:
    """These rows as a batch, the columns of each in any order, but none twice; or an error."""
    batch = Batch(starts, columns, values, width, labels).trust()
    columns = np.asarray(batch.columns)
    sizes: Any = np.diff(np.asarray(batch.starts))
    owners = np.repeat(np.arange(batch.rows), sizes)
    order = np.lexsort((columns, owners))
    if ((np.diff(owners[order]) == 0) & (np.diff(columns[order]) == 0)).any():
        raise BadBatch("rows that were written down have a column twice")
    return batch


def saved_rows(starts: Any, columns: Any, values: Any, widths: Any) -> list[Row]:
    """Rows as they were written down, each with a width of its own and its columns in any order; or an error."""
    batch = saved_batch(starts, columns, values, int(max(widths, default=0)))
    ends = np.asarray(batch.starts)
    if (
        len(widths) != batch.rows
        or (np.asarray(batch.columns) >= np.repeat(widths, ends[1:] - ends[: batch.rows])).any()
    ):
        raise BadWidth("rows that were written down have columns beyond their width")
    batch.width = 0
    return [batch.view(ends[t], ends[t + 1], int(widths[t])) for t in range(batch.rows)]
