"""Rows that are written down end to end are those that are read again."""

from __future__ import annotations

import numpy as np
import pytest

from littlestone.features.saved_rows import end_to_end, saved_rows
from littlestone.row import Batch


@pytest.mark.parametrize("seed", range(10))
def test_rows_come_back_as_they_were(seed):
    rng = np.random.default_rng(seed)
    rows = []
    for _ in range(int(rng.integers(0, 6))):  # rows of several batches, in no order, one of them twice
        sizes = rng.integers(0, 5, int(rng.integers(1, 9)))
        columns = [np.sort(rng.choice(30, size, replace=False)) for size in sizes]
        starts = np.concatenate([[0], np.cumsum(sizes)])
        batch = Batch(starts, np.concatenate(columns), rng.normal(size=int(sizes.sum())), 30)
        rows += [batch.row(int(t)) for t in rng.integers(0, len(sizes), 5)]
    rng.shuffle(rows)
    starts, columns, values, widths = end_to_end(rows)
    assert (starts.dtype, columns.dtype, values.dtype, widths.dtype) == (np.int64, np.int32, np.float64, np.int64)
    assert starts.tolist() == np.cumsum([0, *map(len, rows)]).tolist()
    again = saved_rows(starts, columns, values, widths)
    assert [row.width for row in again] == [row.width for row in rows]
    for one, other in zip(again, rows, strict=True):
        assert one.columns.tolist() == other.columns.tolist()
        assert one.values.tobytes() == other.values.tobytes()


def test_no_rows():
    starts, columns, values, widths = end_to_end([])
    assert (starts.tolist(), len(columns), len(values), len(widths)) == ([0], 0, 0, 0)
