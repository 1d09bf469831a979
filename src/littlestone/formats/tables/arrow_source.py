"""`ArrowSource`, the base of sources whose rows come as pieces of Arrow tables: files, streams, data frames."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Generator, Iterator
from contextlib import closing, contextmanager
from importlib import import_module
from typing import Any

from ...errors import BadFile, MissingExtra
from ...row import Batch
from .arrow_reader import ArrowReader, is_flat, is_text
from .record_source import Records, RecordSource, Wrong
from .table import hint

LEAST = 64  # rows of a piece, however many columns there are
RECORDS = 1 << 14  # cells that are turned into records at once


class ArrowSource(RecordSource):
    """Base of sources of Arrow tables. `Schema` says how values become features.

    A column is a key. Dictionaries are the texts they stand for, decimals are numbers. Columns of other types, such as
    times of day, are refused unless they are dropped, or named in `categorical`. Columns that are dropped are not read.

    """

    most = 1 << 15  # rows of a piece

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings)
        self.row = 0  # rows read so far
        self.at = 0  # the row that was read last
        self.done: float | None = None

    @abstractmethod
    def fields(self, arrow: Any) -> Any:
        """The fields of its columns, as a schema of Arrow."""

    @abstractmethod
    def parts(self, arrow: Any, used: list[str]) -> Iterator[Any]:
        """Record batches of any size, with at least these columns; may set `done`."""

    @property
    def streamed(self) -> bool:
        """Is it read as it comes, and once?"""
        return not self.repeatable

    @property
    def progress(self) -> float | None:
        """The part of the rows that has been read, if it is known how many there are."""
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
        timed = self.schema.timed and self.times(0, 0) is None
        if timed or self.bare or self.schema.weight in self.constants or not self.flat(arrow):
            yield from super().batches()
        else:
            self.restart()
            self.row, self.at, self.done = 0, 0, None
            yield from ArrowReader(self, arrow).batches(early)

    def flat(self, arrow: Any) -> bool:
        """Do the columns hold numbers, texts, dates and truth values and nothing else?"""
        try:
            with self.explained(arrow):
                fields, types, weight = self.fields(arrow), arrow.types, self.schema.weight
                kinds = [(name, fields.field(name).type) for name in self.used(arrow, fields)]
                return all(not is_plain(types, kind) or is_flat(types, kind, name == weight) for name, kind in kinds)
        except BadFile:  # said when it is read
            return False

    def column_names(self) -> list[str] | None:
        arrow = find_arrow()
        with self.explained(arrow):
            names = [*self.fields(arrow).names, *self.constants]
        return [name for name in dict.fromkeys(names) if name not in self.schema.left_out]

    def records(self) -> Records:
        """The rows as records."""
        self.row, self.at, self.done = 0, 0, None
        arrow = find_arrow()
        with self.explained(arrow), closing(self.pieces(arrow, RECORDS)) as pieces:
            for piece in pieces:
                piece.validate(full=True)  # otherwise damaged bytes could crash pyarrow
                for record in piece.to_pylist():
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

    def pieces(self, arrow: Any, cells: int) -> Generator[Any, None, None]:
        """The columns that are used, about so many cells at a time."""
        used = self.used(arrow, self.fields(arrow))
        rows = min(self.most, max(LEAST, cells // max(1, len(used))))
        for part in self.parts(arrow, used):
            chosen = part.select(used)
            for begin in range(0, part.num_rows, rows):
                yield self.plain(arrow, chosen.slice(begin, rows))

    def used(self, arrow: Any, fields: Any) -> list[str]:
        """The names of the columns to read, of these fields, after a check of their types."""
        names, roles = fields.names, self.schema
        every = [*names, *self.constants]
        twice = [name for name in names if names.count(name) > 1]
        if twice:
            raise BadFile(f"{self.name}: two columns are named {twice[0]!r}; give each its own name")
        for wanted in roles.wanted:
            if wanted not in every and wanted.partition(".")[0] not in every:
                raise BadFile(f"{self.name} has no column {wanted!r}; {hint(wanted, every)}")
        used = [name for name in names if name not in roles.drop and name not in self.constants]
        for name in used:
            if name not in roles.categorical and not is_plain(arrow.types, fields.field(name).type):
                raise BadFile(
                    f"{self.name}: column {name!r} is of type {fields.field(name).type}, no number, text or date; "
                    f"drop it, or name it in categorical"
                )
        return used or names[:1]  # without any column nobody would know how many rows there are

    def plain(self, arrow: Any, piece: Any) -> Any:
        """The piece with decimals cast to doubles, and columns that are neither numbers nor texts cast to texts."""
        columns = [as_plain(arrow, column) for column in piece.columns]
        names = list(piece.schema.names)
        for name, text in self.constants.items():
            if name not in self.schema.drop:
                columns.append(arrow.repeat(arrow.scalar(text, arrow.string()), piece.num_rows))
                names.append(name)
        return arrow.RecordBatch.from_arrays(columns, names=names)


def as_plain(arrow: Any, column: Any) -> Any:
    """A column of a type that is read here: decimals as doubles, dates to the microsecond, and others as texts."""
    types, kind = arrow.types, column.type
    if types.is_decimal(kind):
        return column.cast(arrow.float64())
    if types.is_timestamp(kind) and kind.unit == "ns":
        return column.cast(arrow.timestamp("us", kind.tz), safe=False)
    if types.is_dictionary(kind) and not is_text(types, kind.value_type):
        return as_plain(arrow, column.dictionary_decode())
    if types.is_dictionary(kind) and types.is_string_view(kind.value_type):
        return arrow.DictionaryArray.from_arrays(column.indices, column.dictionary.cast(arrow.large_string()))
    if types.is_string_view(kind):
        return column.cast(arrow.large_string())
    return column if is_plain(types, kind) else column.cast(arrow.string())


def is_plain(types: Any, kind: Any) -> bool:
    """Does a column of this type hold numbers, texts, dates, or records or arrays of them?"""
    if types.is_struct(kind):
        return all(is_plain(types, kind.field(at).type) for at in range(kind.num_fields))
    if types.is_list(kind) or types.is_large_list(kind) or types.is_fixed_size_list(kind) or types.is_dictionary(kind):
        return is_plain(types, kind.value_type) and not types.is_decimal(kind.value_type)
    numbers = types.is_integer(kind) or types.is_floating(kind) or types.is_decimal(kind)
    dates = types.is_date(kind) or types.is_timestamp(kind)
    return bool(is_text(types, kind) or numbers or dates or types.is_boolean(kind) or types.is_null(kind))


def find_arrow() -> Any:
    """Import pyarrow, through which all columns come."""
    try:
        return import_module("pyarrow")
    except ImportError:
        raise MissingExtra(
            "Parquet, Arrow and data frames are read by pyarrow: pip install 'littlestone[arrow]'"
        ) from None
