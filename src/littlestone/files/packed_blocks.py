"""The blocks of a packed file: how rows are cut into them, and how they are written."""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Iterator
from typing import IO, Any

import numpy as np

from ..errors import BadBatch
from ..row import Batch

INDEX = np.dtype(
    [("offset", "<u8"), ("rows", "<u8"), ("entries", "<u8"), ("values", "u1"), ("labels", "u1"), ("sum", "<u4")]
)
DOUBLES, SINGLES, BYTES, NONE = 8, 4, 1, 0  # bytes that a value or a label takes; values of none are 1
TYPES: dict[int, np.dtype[Any]] = {
    DOUBLES: np.dtype("<f8"),
    SINGLES: np.dtype("<f4"),
    BYTES: np.dtype("i1"),
    NONE: np.dtype("i1"),
}
SHORT, LONG = np.dtype("<i4"), np.dtype("<u8")
BLOCK = 1 << 16  # entries of a block, or rows, if they are that short


def layout(offset: int, rows: int, entries: int, values: int, labels: int) -> list[int]:
    """Where values, columns, lengths and labels of a block begin, and where it ends: each at a multiple of 8 bytes."""
    places = [offset]
    for size in (entries * values, entries * SHORT.itemsize, rows * SHORT.itemsize, rows * labels):
        places.append(places[-1] + -(-size // 8) * 8)
    return places


def blocks(batches: Iterable[Batch]) -> Iterator[Batch]:
    """The same rows, labelled if only with NaN, in batches of about BLOCK entries or rows, or of one long row."""
    waiting: list[Batch] = []
    rows = entries = 0
    for batch in batches:
        if not isinstance(batch, Batch):
            raise BadBatch(f"what is packed are batches of rows, such as as_batch(X, y), not {type(batch).__name__}")
        if batch.classes is not None:
            raise BadBatch(
                f"packed labels are numbers, and {batch.classes[0]!r} is a text; number the classes in the file"
            )
        start = 0
        while start < len(batch):
            end = int(np.searchsorted(batch.starts, batch.starts[start] + BLOCK, side="right")) - 1
            stop = min(max(end, start + 1), start + BLOCK, len(batch))
            waiting.append(part(batch, start, stop))
            rows += stop - start
            entries += len(waiting[-1].values)
            start = stop
            if max(rows, entries) >= BLOCK / 2:
                yield joined(waiting)
                waiting, rows, entries = [], 0, 0
    if waiting:
        yield joined(waiting)


def part(batch: Batch, start: int, stop: int) -> Batch:
    """The rows from `start` to `stop`, copied: a reader may use its arrays again."""
    if not batch.ordered:
        batch.check()
        if (entry := batch.first_fault()) >= 0:
            raise batch.fault(entry)
    starts = np.asarray(batch.starts)[start : stop + 1]
    entries = slice(int(starts[0]), int(starts[-1]))
    labels = np.asarray(batch.labels)[start:stop].copy() if len(batch.labels) else np.full(stop - start, np.nan)
    columns, values = np.asarray(batch.columns)[entries].copy(), np.asarray(batch.values)[entries].copy()
    return Batch(starts - starts[0], columns, values, batch.width, labels)


def joined(batches: list[Batch]) -> Batch:
    """The rows of several batches as one."""
    lengths = np.concatenate([np.diff(batch.starts) for batch in batches])
    columns, values, labels = (
        np.concatenate([np.asarray(getattr(batch, name)) for batch in batches])
        for name in ("columns", "values", "labels")
    )
    width = max(batch.width for batch in batches)
    return Batch(np.concatenate([[0], np.cumsum(lengths)]), columns, values, width, labels)


def write_block(file: IO[bytes], rows: Batch) -> tuple[int, ...]:
    """Write these rows, and return their line of the index."""
    values, labels = np.asarray(rows.values), np.asarray(rows.labels)
    value_kind = NONE if (values == 1.0).all() else SINGLES if fits(values, SINGLES) else DOUBLES
    label_kind = BYTES if fits(labels, BYTES) else DOUBLES
    offset, total = file.tell(), 0
    for array, kind in (
        (values if value_kind else values[:0], TYPES[value_kind]),
        (rows.columns, SHORT),
        (np.diff(rows.starts), SHORT),
        (labels, TYPES[label_kind]),
    ):
        data = np.asarray(array).astype(kind).tobytes()
        data += bytes(-len(data) % 8)
        total = zlib.crc32(data, total)
        file.write(data)
    return offset, len(rows), len(values), value_kind, label_kind, total


def fits(numbers: Any, kind: int) -> bool:
    """Are these doubles the same to the last bit when written in so many bytes?"""
    with np.errstate(invalid="ignore", over="ignore", under="ignore"):
        again = numbers.astype(TYPES[kind]).astype(np.float64)
    return bool((again.view(np.int64) == numbers.view(np.int64)).all())
