"""The blocks of a packed file: how rows are cut into them, and how they are written."""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Iterator
from typing import IO, Any

import numpy as np

from ...errors import BadBatch
from ...row import Batch

INDEX = np.dtype(
    [("offset", "<u8"), ("rows", "<u8"), ("entries", "<u8"), ("values", "u1"), ("labels", "u1"), ("sum", "<u4")]
)
DOUBLES, SINGLES, BYTES, NONE = 8, 4, 1, 0  # bytes per value or label; values that take 0 bytes are all 1
TYPES: dict[int, np.dtype[Any]] = {
    DOUBLES: np.dtype("<f8"),
    SINGLES: np.dtype("<f4"),
    BYTES: np.dtype("i1"),
    NONE: np.dtype("i1"),
}
SHORT, LONG = np.dtype("<i4"), np.dtype("<u8")
BLOCK = 1 << 18  # entries of a block, or rows, if these are more: enough that what a block costs is little


def layout(offset: int, rows: int, entries: int, values: int, labels: int) -> list[int]:
    """The offsets of values, columns, lengths and labels of a block, and of its end, all multiples of 8 bytes."""
    places = [offset]
    for size in (entries * values, entries * SHORT.itemsize, rows * SHORT.itemsize, rows * labels):
        places.append(places[-1] + -(-size // 8) * 8)
    return places


def blocks(batches: Iterable[Batch]) -> Iterator[Batch]:
    """The rows in batches of about BLOCK entries or rows; missing labels become NaN."""
    waiting: list[Batch] = []
    rows = entries = 0
    for batch in batches:
        if not isinstance(batch, Batch):
            raise BadBatch(f"only batches of rows can be packed, such as as_batch(X, y), not {type(batch).__name__}")
        if len(batch.weights):
            raise BadBatch("packed rows have no weights, and these have: pack them without, or play the file as it is")
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
    """A copy of the rows from `start` to `stop`, since a reader may reuse its arrays."""
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
    """Write these rows and return their entry of the index."""
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
    """Do these doubles keep all their bits when written in so many bytes?"""
    with np.errstate(invalid="ignore", over="ignore", under="ignore"):
        again = numbers.astype(TYPES[kind]).astype(np.float64)
    return bool((again.view(np.int64) == numbers.view(np.int64)).all())
