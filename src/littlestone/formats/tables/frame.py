"""`Frame`: data frames, Arrow tables, relations and whatever else gives its columns as a stream of Arrow."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from decimal import Decimal
from functools import cached_property
from typing import Any

from ...errors import BadFile
from ...features.schema import UNKNOWN
from ..format import Format
from .arrow_source import ArrowSource, find_arrow
from .record_source import Records

ROWS = 2048  # rows that are turned into records at once
ALIKE: tuple[type, ...] = (str, int, float, bool, date, Decimal)  # of one of these, Arrow makes a column
LONG = 2**63  # whole numbers from here on are in no column of Arrow


class Frame(ArrowSource):
    """The rows of a frame as a source: what `read(frame, label="y")` and `Game(...).play(frame, label="y")` make of it.

    A frame is one of pandas or Polars, lazy ones too, an Arrow table or reader of record batches, a relation of DuckDB,
    or anything else that has the method `__arrow_c_stream__`. Columns are said at `ArrowSource`. A column of pandas
    may hold objects of several types: such a frame is read row by row.

    frame    is not changed, and read anew by every game; a reader of record batches can be read once
    label    the column of the labels

    All others, such as `positive`, `drop` and `text`, are settings of `ColumnSource`.
    """

    def __init__(self, frame: Any, **settings: Any) -> None:
        super().__init__(**settings)
        if frame is not None:  # a subclass may have one of its own
            self.frame = frame
            self.name = f"the {type(frame).__name__}"
        self.spent = False

    def __repr__(self) -> str:
        return f"Frame({self.name}, label={self.schema.label!r})"

    @property
    def repeatable(self) -> bool:
        """Can it be read more than once? A reader cannot."""
        return not hasattr(self.frame, "read_next_batch")

    @cached_property
    def given(self) -> Any:
        """The frame, of pandas or with a stream of Arrow; what a lazy one says is computed once."""
        return self.frame.collect() if is_lazy(self.frame) else self.frame

    @cached_property
    def titles(self) -> list[str] | None:
        """The names of the columns of pandas, where whole numbers are names too; None of other frames."""
        return [str(name) if type(name) is int else name for name in self.frame.columns] if self.pandas else None

    @property
    def pandas(self) -> bool:
        """Is it a frame of pandas?"""
        return hasattr(self.frame, "iloc")

    @cached_property
    def mixed(self) -> bool:
        """Has it a column with values of several types? Only those of pandas may have."""
        if not self.pandas:
            return False
        kinds = enumerate(self.frame.dtypes)
        return any(several(self.frame.iloc[:, at]) for at, kind in kinds if str(kind) == "object")

    def flat(self, arrow: Any) -> bool:
        return not self.mixed and super().flat(arrow)

    def fields(self, arrow: Any) -> Any:
        if self.pandas:
            if odd := next((name for name in self.titles or () if not isinstance(name, str)), None):
                raise BadFile(f"{self.name}: a column's name is a text, not {odd!r}; rename the columns")
            if self.mixed:
                return arrow.schema([(name, arrow.string()) for name in self.titles or ()])
            return self.table(arrow).schema
        return self.reader(arrow).schema

    def table(self, arrow: Any) -> Any:
        """A frame of pandas as an Arrow table."""
        if not hasattr(self, "converted"):
            frame = self.frame.set_axis(self.titles, axis=1)
            self.converted = arrow.Table.from_pandas(frame, preserve_index=False)
        return self.converted

    def reader(self, arrow: Any) -> Any:
        """A reader of its record batches, from the beginning."""
        if not self.repeatable:
            return self.frame
        return arrow.RecordBatchReader.from_stream(self.given)

    def parts(self, arrow: Any, used: list[str]) -> Iterator[Any]:
        if self.spent:
            raise BadFile(f"{self.name} can be read only once; read_all() makes a table of it")
        self.spent = not self.repeatable
        rows = len(self.frame) if self.pandas else getattr(self.given, "height", getattr(self.given, "num_rows", None))
        for part in self.table(arrow).to_batches() if self.pandas else self.reader(arrow):
            yield part
            self.done = min(1.0, self.row / rows) if rows else None

    def records(self) -> Records:
        if not self.mixed:
            yield from super().records()
            return
        self.row, self.at, names = 0, 0, self.titles or []
        self.used(find_arrow(), self.fields(find_arrow()))
        for begin in range(0, len(self.frame), ROWS):
            rows = self.frame.iloc[begin : begin + ROWS].set_axis(names, axis=1)
            for record in rows.to_dict("records"):
                self.row += 1
                self.at = self.row
                yield {name: None if type(cell).__name__ in UNKNOWN else cell for name, cell in record.items()}


FRAME = Format("frame", Frame, (), b"", None, False)  # with the settings of `read` for frames


def several(column: Any) -> bool:
    """Has a column of objects values that Arrow would make alike, such as 1 and 1.5, or does not take?"""
    there = list(column.dropna())
    kinds = set(map(type, there))
    return not kinds.issubset(ALIKE) or len(kinds) > 1 or (kinds == {int} and max(map(abs, there)) >= LONG)


def is_lazy(frame: Any) -> bool:
    """Is it a lazy frame of Polars?"""
    return hasattr(frame, "collect_schema") and hasattr(frame, "collect")
