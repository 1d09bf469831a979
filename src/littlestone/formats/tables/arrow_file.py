"""Parquet, Arrow and Feather files, read a few thousand rows at a time."""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Generator
from contextlib import closing, contextmanager
from importlib import import_module
from typing import IO, Any, ClassVar

from ...errors import BadFile, MissingExtra
from ...row import Batch
from ..format import reads
from .arrow_reader import ArrowReader, is_flat
from .record_source import Records, RecordSource, Wrong
from .table import hint

PARQUET, ARROW = b"PAR1", b"ARROW1"  # what files begin with
ROWS = 2048  # rows that are turned into records at once
PIECE = 1 << 15  # rows of a Parquet file that are read at once


@reads("parquet", suffixes=(".parquet", ".pq"), magic=PARQUET, binary=True)
@reads("arrow", suffixes=(".arrow", ".arrows", ".feather", ".ipc"), magic=ARROW, binary=True)
class ArrowFile(RecordSource):
    """The rows of a Parquet, Arrow or Feather file as a nature: `Game(...).play(ArrowFile("x.parquet", label="y"))`.

    A column is a key; `Schema` says how values become features. Dictionaries are the texts they stand for, decimals
    are numbers. Columns of other types, such as times of day, are refused unless they are dropped, or named in
    `categorical`. Columns that are dropped are not read. Arrow files may be of either kind, with a footer or a stream.

    path     the file; its kind is found from its first bytes. "-" is standard input, which may be a stream of Arrow, as
             a binary file or a pipe may be; Parquet, and files with a footer, are read from a path
    label    the column of the labels

    All others, such as `positive`, `drop` and `text`, are settings of `ColumnSource`.
    """

    streams: ClassVar[dict[str, bytes]] = {"arrow": b"\xff\xff\xff\xff"}  # every message of a stream begins so

    def __init__(self, path: str | os.PathLike[str] | IO[bytes], **settings: Any) -> None:
        super().__init__(**settings)
        self.stream: Any = None if isinstance(path, str | os.PathLike) else path
        self.path = os.fspath(path) if isinstance(path, str | os.PathLike) else str(getattr(path, "name", "a stream"))
        self.name = "standard input" if self.path == "-" else self.path
        self.reader: Any = None  # of a stream that is being read
        self.spent = False  # has the stream been read?
        self.row = 0  # rows read so far
        self.at = 0  # the row that was read last
        self.done: float | None = None

    def __repr__(self) -> str:
        return f"ArrowFile({self.path!r}, label={self.schema.label!r})"

    @property
    def repeatable(self) -> bool:
        """Can it be read more than once? Standard input, streams and pipes cannot."""
        return not self.streamed

    @property
    def piped(self) -> bool:
        return self.streamed

    @property
    def streamed(self) -> bool:
        """Is it read as it comes, from the first byte to the last?"""
        return self.stream is not None or self.path == "-" or is_pipe(self.path)

    @property
    def progress(self) -> float | None:
        """The part of the rows that has been read, if the file says how many there are."""
        return self.done

    def fault(self, wrong: Wrong) -> BadFile:
        """The error for the row that was read last."""
        column = f", column {wrong.key!r}" if wrong.key else ""
        return BadFile(f"{self.name}, row {self.at}{column}: {wrong}")

    def batches(self) -> Generator[Batch, None, None]:
        """The examples, thousands at a time; NaN is a missing label. Examples before an error are given first."""
        return self.fast(early=False)

    def passing(self) -> Generator[Batch, None, None]:
        """The same, with the next rows read on another thread; those of a stream are played as they come."""
        return self.fast(early=not self.streamed)

    def fast(self, early: bool) -> Generator[Batch, None, None]:
        """The batches by `ArrowReader`, or row by row if columns hold lists or records, or an id or a time."""
        arrow = find_arrow()
        if self.schema.about or self.bare or not self.flat(arrow):
            yield from super().batches()
        else:
            self.restart()
            self.row, self.at, self.done = 0, 0, None
            yield from ArrowReader(self, arrow).batches(early)

    def flat(self, arrow: Any) -> bool:
        """Do the columns hold numbers, texts, dates and truth values and nothing else?"""
        try:
            with self.explained(arrow):
                first = self.first(arrow)
                return first is not None and all(is_flat(arrow.types, field.type) for field in first.schema)
        except BadFile:  # said when it is read
            return False

    def column_names(self) -> list[str] | None:
        arrow = find_arrow()
        with self.explained(arrow):
            first = self.first(arrow)
            return None if first is None else [name for name in first.schema.names if name not in self.roles.left_out]

    def first(self, arrow: Any) -> Any:
        """The first piece of the file; of a stream, whose rows come once, one of the same columns without rows."""
        if not self.streamed:
            with closing(self.tables(arrow)) as tables:
                return next(tables, None)
        fields = self.opened(arrow).schema
        empty = [arrow.array([], type=field.type) for field in fields]
        piece = arrow.RecordBatch.from_arrays(empty, names=fields.names)
        return self.plain(arrow, piece.select(self.used(arrow, fields)))

    def opened(self, arrow: Any) -> Any:
        """The reader of the stream, opened once."""
        if self.reader is None:
            if self.spent:
                raise BadFile(f"{self.name} can be read only once; save it to a file to read it again")
            raw = self.stream
            if raw is None:
                raw = sys.stdin.buffer if self.path == "-" else open(self.path, "rb")  # noqa: SIM115  # until it ends
            try:
                self.reader = import_module("pyarrow.ipc").open_stream(raw)
            except arrow.ArrowInvalid as error:
                raise BadFile(
                    f"{self.name} is no stream of Arrow ({str(error).splitlines()[0][:80]}); Parquet, and Arrow files "
                    f"with a footer, are read from a path: save it to a file"
                ) from None
            self.spent = True
        return self.reader

    def arriving(self, arrow: Any) -> Generator[Any, None, None]:
        """The pieces of a stream, as they come."""
        reader = self.opened(arrow)
        used = self.used(arrow, reader.schema)
        for piece in reader:
            yield self.plain(arrow, piece.select(used))
        self.reader = None

    def records(self) -> Records:
        """The rows as records."""
        self.row, self.at, self.done = 0, 0, None
        arrow = find_arrow()
        with self.explained(arrow), closing(self.tables(arrow)) as tables:
            for table in tables:
                table.validate(full=True)  # otherwise damaged bytes could crash pyarrow
                for begin in range(0, table.num_rows, ROWS):
                    for record in table.slice(begin, ROWS).to_pylist():
                        self.row += 1
                        self.at = self.row
                        yield record

    @contextmanager
    def explained(self, arrow: Any) -> Generator[None, None, None]:
        """A context in which errors of reading become a `BadFile`."""
        try:
            yield
        except BadFile:
            raise
        except (OSError, arrow.ArrowException, ValueError, KeyError, MemoryError, OverflowError) as error:
            why = getattr(error, "strerror", None) or str(error).split("\n")[0] or "damaged"
            after = f", after row {self.row}" if self.row else ""
            raise BadFile(f"cannot read {self.name}{after}: {why}") from None

    def tables(self, arrow: Any) -> Generator[Any, None, None]:
        """Pieces of the file with the columns that are used."""
        if self.streamed:
            yield from self.arriving(arrow)
            return
        with open(self.path, "rb") as file:
            magic = file.read(len(ARROW))
        if magic.startswith(PARQUET):
            with import_module("pyarrow.parquet").ParquetFile(self.path) as parquet:
                used = self.used(arrow, parquet.schema_arrow)
                rows = max(1, parquet.metadata.num_rows)
                for piece in parquet.iter_batches(batch_size=PIECE, columns=used):
                    yield self.plain(arrow, piece.select(used))
                    self.done = min(1.0, self.row / rows)
            return
        ipc = import_module("pyarrow.ipc")
        with arrow.memory_map(self.path) as mapped:
            if magic == ARROW:
                reader = ipc.open_file(mapped)
                used = self.used(arrow, reader.schema)
                for number in range(reader.num_record_batches):
                    yield self.plain(arrow, reader.get_batch(number).select(used))
                    self.done = (number + 1) / reader.num_record_batches
            else:
                reader = ipc.open_stream(mapped)
                used = self.used(arrow, reader.schema)
                for piece in reader:
                    yield self.plain(arrow, piece.select(used))

    def used(self, arrow: Any, fields: Any) -> list[str]:
        """The names of the columns to read, of these fields of the file, after a check of their types."""
        names, roles = fields.names, self.schema
        twice = [name for name in names if names.count(name) > 1]
        if twice:
            raise BadFile(f"{self.name}: two columns are named {twice[0]!r}; give each its own name")
        for wanted in roles.wanted:
            if wanted not in names and wanted.partition(".")[0] not in names:
                raise BadFile(f"{self.name} has no column {wanted!r}; {hint(wanted, names)}")
        used = [name for name in names if name not in roles.drop]
        for name in used:
            if name not in roles.categorical and not is_plain(arrow.types, fields.field(name).type):
                raise BadFile(
                    f"{self.name}: column {name!r} is of type {fields.field(name).type}, no number, text or date; "
                    f"drop it, or name it in categorical"
                )
        return used or names[:1]  # without any column nobody would know how many rows there are

    def plain(self, arrow: Any, piece: Any) -> Any:
        """The piece with decimals cast to doubles, and columns that are neither numbers nor texts cast to texts."""
        types = arrow.types
        columns = list(piece.columns)
        for at, field in enumerate(piece.schema):
            if types.is_decimal(field.type):
                columns[at] = columns[at].cast(arrow.float64())
            elif not is_plain(types, field.type):
                columns[at] = columns[at].cast(arrow.string())
        return arrow.RecordBatch.from_arrays(columns, names=piece.schema.names)


def is_plain(types: Any, kind: Any) -> bool:
    """Does a column of this type hold numbers, texts, dates, or records or arrays of them?"""
    if types.is_struct(kind):
        return all(is_plain(types, kind.field(at).type) for at in range(kind.num_fields))
    if types.is_list(kind) or types.is_large_list(kind) or types.is_fixed_size_list(kind) or types.is_dictionary(kind):
        return is_plain(types, kind.value_type) and not types.is_decimal(kind.value_type)
    texts = types.is_string(kind) or types.is_large_string(kind) or types.is_string_view(kind)
    numbers = types.is_integer(kind) or types.is_floating(kind) or types.is_decimal(kind)
    dates = types.is_date(kind) or types.is_timestamp(kind)
    return bool(texts or numbers or dates or types.is_boolean(kind) or types.is_null(kind))


def is_pipe(path: str) -> bool:
    """Is there something at this path that is no file?"""
    return os.path.exists(path) and not stat.S_ISREG(os.stat(path).st_mode)


def find_arrow() -> Any:
    """Import pyarrow, which reads these files."""
    try:
        return import_module("pyarrow")
    except ImportError:
        raise MissingExtra("Parquet and Arrow files are read by pyarrow: pip install 'littlestone[arrow]'") from None
