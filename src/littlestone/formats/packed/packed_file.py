"""Packed rows: a binary file of examples that is mapped into memory, so that text is parsed only once.

All numbers are little-endian. A file is

    head      a `Head`, with a checksum of itself
    blocks    of some hundred thousand entries: the values, the columns, the length of every row and its label
    index     where each block is, how it is written, its checksum
    names     the offset of each, then their UTF-8; none if columns are numbered or hashed

Columns take 32 bits. Values are doubles, or floats where every value of a block is one exactly, or not written at all
where all are 1; labels are doubles, or bytes where they are small whole numbers.
"""

from __future__ import annotations

import mmap
import os
import struct
import zlib
from collections.abc import Generator, Iterable, Iterator
from contextlib import closing
from itertools import pairwise
from typing import IO, Any, NamedTuple

import numpy as np

from ...errors import BadBatch, BadFile, InputError
from ...features.features import Features
from ...features.hashing import HashedFeatures
from ...features.indicator import Ready
from ...row import MOST_COLUMN, Batch, Row
from ..atomic import whole_file
from ..format import reads
from ..source import Source

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

MAGIC = b"\x93ROWS\r\n\x1a"  # contains line ends, which a transfer as text would change
VERSION = 1
HEAD = struct.Struct("<8sIIIIQQQQQQQII")
KEPT = 1 << 24  # bytes of the file already read that may stay in memory


class Head(NamedTuple):
    """The header of a packed file, its fields in the order they are written."""

    magic: bytes
    version: int
    hash_bits: int  # 0 if names are not hashed
    seed: int
    tail: int  # the checksum of index and names
    size: int  # of the file, in bytes
    rows: int
    entries: int
    width: int
    blocks: int
    names: int
    begin: int  # where the index begins
    zero: int
    sum: int  # the checksum of the fields above


@reads("rows", suffixes=(".rows",), magic=MAGIC, binary=True)
class PackedFile(Source):
    """A file that `pack` wrote: `for batch in PackedFile("train.rows").batches(): game.play_batch(batch)`.

    Batches are views of the file and may be kept. The checksum and the entries of a block are checked when it is first
    read, so that a damaged file is an error and never a wrong example. However large the file, only some megabytes of
    it stay in memory. The label of a row without one is NaN.

    Iterating gives pairs (x, y): x is a mapping where columns have names, else a `Row`, and y None if it is not known.

    path    the file
    """

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self.path = self.name = os.fspath(path)
        try:
            with open(self.path, "rb") as file:
                empty = os.fstat(file.fileno()).st_size == 0
                self.map: Any = b"" if empty else mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        except (OSError, ValueError) as error:
            raise BadFile(f"cannot read {self.name}: {getattr(error, 'strerror', None) or error}") from None
        self.head = self.checked_head()
        self.index, self.ends = self.checked_tail()
        self.sound = [False] * self.head.blocks  # which blocks have been checked
        self.at: int | None = None  # blocks read in the current pass

    def __repr__(self) -> str:
        return f"PackedFile({self.name!r}, {self.head.rows:,} rows, {self.head.entries:,} entries)"

    def __len__(self) -> int:
        return self.head.rows

    def damaged(self, what: str) -> BadFile:
        """The error for a damaged file."""
        return BadFile(f"{self.name} is damaged ({what}); pack the rows again")

    def checked_head(self) -> Head:
        """The header; raises if it is wrong."""
        if self.map[: len(MAGIC)] != MAGIC:
            raise BadFile(f"{self.name} is not a file of packed rows; pack(source, path) writes one")
        if len(self.map) < HEAD.size:
            raise self.damaged("cut short")
        head = Head(*HEAD.unpack_from(self.map))
        if head.version != VERSION:
            raise BadFile(f"{self.name} is of format {head.version}, and this littlestone reads format {VERSION}")
        if zlib.crc32(self.map[: HEAD.size - 4]) != head.sum:
            raise self.damaged("its head does not match its sum")
        if head.size != len(self.map):
            raise self.damaged(f"{len(self.map):,} bytes instead of {head.size:,}")
        if head.width > MOST_COLUMN + 1:
            raise self.damaged(f"a width of {head.width:,}")
        return head

    def checked_tail(self) -> tuple[Any, Any]:
        """The index of the blocks, and the offsets of the names; raises if they are wrong."""
        head = self.head
        if zlib.crc32(memoryview(self.map)[head.begin :]) != head.tail:
            raise self.damaged("its index does not match its sum")
        index = self.array(INDEX, head.blocks, head.begin)
        ends = self.array(LONG, head.names, head.begin + index.nbytes)
        stop = head.begin + index.nbytes + ends.nbytes + (int(ends[-1]) if head.names else 0)
        if (
            stop != head.size
            or (np.diff(ends.astype(np.int64)) < 0).any()
            or [int(index[count].sum()) for count in ("rows", "entries")] != [head.rows, head.entries]
        ):
            raise self.damaged("its index contradicts itself")
        return index, ends

    def array(self, kind: np.dtype[Any], count: int, offset: int) -> Any:
        """A view of so many numbers of the file."""
        try:
            return np.frombuffer(self.map, kind, count, offset) if count else np.zeros(0, kind)
        except (ValueError, OverflowError):
            raise self.damaged("its parts do not fit into it") from None

    @property
    def names(self) -> list[str]:
        """The names of the columns, none if they are numbered or hashed."""
        text = bytes(self.map[self.head.begin + self.index.nbytes + self.ends.nbytes :])
        ends = [0, *self.ends.tolist()]
        return [text[a:b].decode(errors="surrogatepass") for a, b in pairwise(ends)]

    @property
    def features(self) -> Features:
        """The columns, for a game: `Game(learner, features=packed.features)`."""
        return HashedFeatures(self.head.hash_bits, seed=self.head.seed) if self.head.hash_bits else Features(self.names)

    @property
    def progress(self) -> float | None:
        """The part of the file that has been read in this pass, from 0 to 1; None if there is no pass."""
        return None if self.at is None else self.at / max(1, self.head.blocks)

    @property
    def named(self) -> bool:
        """Do the columns have names? Hashed ones do not."""
        return self.head.names > 0

    @property
    def settled(self) -> bool:
        """True: columns are as they were packed."""
        return True

    def passing(self) -> Generator[Batch, None, None]:
        """The same: what lies in memory need not be read ahead."""
        return self.batches()

    def batches(self) -> Generator[Batch, None, None]:
        """The rows, a block at a time."""
        behind = 0
        try:
            for number in range(self.head.blocks):
                self.at = number + 1
                yield self.block(number)
                offset = int(self.index["offset"][number]) // mmap.PAGESIZE * mmap.PAGESIZE
                if offset - behind >= KEPT and hasattr(mmap, "MADV_DONTNEED"):
                    self.map.madvise(mmap.MADV_DONTNEED, behind, offset - behind)  # views that were kept load it again
                    behind = offset
        finally:
            self.at = None

    def block(self, number: int) -> Batch:
        """Block `number` as a batch, checked the first time."""
        offset, rows, entries, values, labels, total = self.index[number].tolist()
        if values not in (DOUBLES, SINGLES, NONE) or labels not in (DOUBLES, BYTES):
            raise self.damaged(f"block {number} is written in an unknown way")
        *parts, stop = layout(offset, rows, entries, values, labels)
        if not self.sound[number] and zlib.crc32(memoryview(self.map)[offset:stop]) != total:
            raise self.damaged(f"block {number} does not match its sum")
        columns = self.array(SHORT, entries, parts[1])
        value = self.array(TYPES[values], entries, parts[0]) if values else np.ones(entries)
        starts = np.zeros(rows + 1, dtype=np.int64)
        np.cumsum(self.array(SHORT, rows, parts[2]), out=starts[1:])
        if not self.sound[number]:
            try:
                Batch(starts, columns, value, self.head.width).check()
            except InputError as error:
                raise self.damaged(f"block {number}: {error}") from None
            self.sound[number] = True
        batch = Batch(starts, columns, value, self.head.width, self.array(TYPES[labels], rows, parts[3]))
        batch.checked = batch.ordered = True
        return batch

    def __iter__(self) -> Generator[tuple[dict[str, float] | Row, float | None], None, None]:
        names = self.names
        with closing(self.batches()) as batches:
            for batch in batches:
                for t, y in enumerate(np.asarray(batch.labels).tolist()):
                    x = batch.row(t)
                    told = (names[column] for column in x.columns) if names else ()
                    yield Ready(zip(told, x.values.tolist(), strict=True)) if names else x, y if y == y else None


def pack(source: Any, path: str | os.PathLike[str], *, names: Iterable[str] = ()) -> PackedFile:
    """Write the rows of `source` to `path` as packed rows: `pack(VwReader(p), "train.rows")`.

    An older file at `path` is replaced only when the new one is complete.

    source    a reader with `batches`, such as `VwReader` or another `PackedFile`, or batches, such as `SvmlightReader`
    path      the file to write; by convention it ends in .rows
    names     of the columns, if the source has no `features` that know them
    """
    batches = source.batches() if hasattr(source, "batches") else iter(source)
    with whole_file(path) as file:
        file.write(bytes(HEAD.size))
        index, width = [], 0
        for rows in blocks(batches):
            index.append(write_block(file, rows))
            width = max(width, rows.width)
        features = getattr(source, "features", None)
        known = list(names) or (features.names if features is not None else [])
        hash_bits, seed = (features.hashing if features is not None else ()) or (0, 0)
        if known and width > len(known):
            raise BadBatch(f"the rows are {width} columns wide, but there are {len(known)} names")
        table = np.array(index, dtype=INDEX)
        texts = [name.encode(errors="surrogatepass") for name in known]
        tail = b"".join([table.tobytes(), np.cumsum([len(text) for text in texts], dtype=LONG).tobytes(), *texts])
        at = file.tell()
        file.write(tail)
        head = Head(
            magic=MAGIC,
            version=VERSION,
            hash_bits=hash_bits,
            seed=seed,
            tail=zlib.crc32(tail),
            size=at + len(tail),
            rows=int(table["rows"].sum()),
            entries=int(table["entries"].sum()),
            width=max(width, len(known), 1 << hash_bits if hash_bits else 0),
            blocks=len(index),
            names=len(known),
            begin=at,
            zero=0,
            sum=0,
        )
        written = HEAD.pack(*head)[:-4]
        file.seek(0)
        file.write(written + struct.pack("<I", zlib.crc32(written)))
    return PackedFile(path)


# The blocks of a file: how rows are cut into them, and how they are written.


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
