"""Rows as they were written down: what a saved game holds of its open rounds, and of those it has kept."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..errors import BadBatch, BadWidth
from ..row import Batch, Row


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
