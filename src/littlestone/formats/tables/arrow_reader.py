"""`ArrowReader`: the batches of an Arrow table, by its columns: numbers as they are, values by Arrow's own codes."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import closing
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ...features.label_column import NUMBERS
from .cell_lines import roles_of
from .cell_pieces import Meaning, Piece
from .cell_reader import is_full
from .record_reader import RecordReader

if TYPE_CHECKING:
    from .arrow_file import ArrowFile

LEFT_OUT, CELL, NUMBER, TRUTH, OUTCOME = range(5)  # what is done with a column: see `CellLines`
ODD, NO_TRUTH = -2, -1  # instead of the code of a label: the same
EXACT = 2**53  # beyond it, not every whole number is a double


class Values:
    """A code for every value of every column, in the order in which they came."""

    def __init__(self) -> None:
        self.codes: dict[tuple[int, Any], int] = {}
        self.told: list[tuple[int, Any]] = []
        self.used = 0

    @property
    def count(self) -> int:
        """How many values there are."""
        return len(self.told)

    def code(self, place: int, value: Any) -> int:
        """The code of a value; one that is no text goes by how it is written: 0.0 and -0.0 are two."""
        key = place, value if isinstance(value, str) else (repr(value),)
        code = self.codes.get(key)
        if code is None:
            code = self.codes[key] = len(self.told)
            self.told.append((place, value))
            self.used += 1 if not isinstance(value, str) else 1 + len(value) // 8
        return code


class Rows(NamedTuple):
    """Rows of an Arrow table, and how many there were before."""

    table: Any
    before: int


class ArrowReader(RecordReader):
    """One pass over the rows of a file whose columns are numbers, texts, dates and truth values."""

    def __init__(self, file: ArrowFile, arrow: Any) -> None:
        super().__init__(file)
        self.file = file
        self.arrow = arrow
        self.roles = b""

    def pieces(self) -> Generator[Piece, None, None]:
        file, arrow = self.file, self.arrow
        meaning: Meaning | None = None
        before = 0
        with file.explained(arrow), closing(file.tables(arrow)) as tables:
            for table in tables:
                table.validate(full=True)  # otherwise damaged bytes could crash pyarrow
                if not self.header:
                    self.begin(table.schema.names)
                if meaning is None or is_full(meaning):
                    meaning = Meaning(None, Values(), self.new_rows(), {})
                if table.num_rows:
                    yield self.piece(meaning, table, before)
                before += table.num_rows
                file.row = before

    def begin(self, names: list[str]) -> None:
        """Say what is done with the columns."""
        used = set(names).difference(self.schema.left_out)
        plain = used.difference(self.schema.categorical, self.schema.text)
        self.header = names
        self.roles = roles_of(names, used, self.schema.label, plain, self.labels.mode == NUMBERS)

    def piece(self, meaning: Meaning, table: Any, before: int) -> Piece:
        """A table as rows of codes: every row has an entry for every column that is used."""
        count = table.num_rows
        places = [place for place, role in enumerate(self.roles) if role in (CELL, NUMBER)]
        codes = np.zeros((count, len(places)), dtype=np.int32)
        numbers = np.zeros((count, len(places)))
        truths = np.full(count, NO_TRUTH, dtype=np.int32)
        outcomes = np.full(count, np.nan)
        odd = np.zeros(count, dtype=bool)
        for at, place in enumerate(places):
            column = table.column(place)
            if self.roles[place] == NUMBER and self.is_number(column.type):
                there, numbers[:, at], wrong = self.numbers_in(column)
                codes[:, at] = np.where(there, -1 - place, meaning.table.code(place, None))
                odd |= wrong
            else:
                codes[:, at] = self.codes_in(meaning.table, place, column)
        for place, role in enumerate(self.roles):
            if role not in (CELL, NUMBER, LEFT_OUT):
                column = table.column(place)
                if role == OUTCOME and self.is_number(column.type) and not self.arrow.types.is_boolean(column.type):
                    there, outcomes, wrong = self.numbers_in(column)
                    outcomes[~there] = np.nan
                    odd |= wrong
                else:
                    truths = self.codes_in(meaning.table, place, column)
        truths[odd] = ODD
        starts = np.arange(count + 1, dtype=np.int64) * len(places)
        return Piece(meaning, starts, codes.ravel(), numbers.ravel(), truths, outcomes, truths, Rows(table, before))

    def is_number(self, kind: Any) -> bool:
        """Does a column of this type hold numbers, or truth values, which are 1 and 0?"""
        types = self.arrow.types
        return bool(types.is_integer(kind) or types.is_floating(kind) or types.is_boolean(kind))

    def numbers_in(self, column: Any) -> tuple[Any, Any, Any]:
        """Which rows of a column have a number, the numbers, and which of them no double holds, or none should."""
        there = np.asarray(column.is_valid())
        whole = not self.arrow.types.is_floating(column.type)
        exact = np.asarray(
            column.fill_null(False if self.arrow.types.is_boolean(column.type) else 0) if whole else column
        )
        found = exact.astype(np.float64)
        if exact.dtype.kind == "f":
            there = there & ~np.isnan(found)
            wrong = np.isinf(found)
        else:
            wrong = (found > EXACT) | (found < -EXACT) | (np.abs(found) == EXACT)
        return there, np.where(there, found, 0.0), wrong & there

    def codes_in(self, values: Values, place: int, column: Any) -> Any:
        """The codes of a column, by those that Arrow gives to different values."""
        types = self.arrow.types
        if types.is_null(column.type):
            return np.full(len(column), values.code(place, None), dtype=np.int32)
        if types.is_dictionary(column.type):
            column = column.cast(column.type.value_type)
        if types.is_floating(column.type) or types.is_boolean(column.type):  # -0.0 is not 0.0 where numbers are names
            return np.array([values.code(place, value) for value in column.to_pylist()], dtype=np.int32)
        coded = column.dictionary_encode(null_encoding="encode")
        known = np.array([values.code(place, value) for value in coded.dictionary.to_pylist()], dtype=np.int32)
        return known[np.asarray(coded.indices)]

    def value(self, piece: Piece, code: int) -> tuple[int, Any]:
        found: tuple[int, Any] = piece.meaning.table.told[code]
        return found

    def record(self, piece: Piece, row: int) -> dict[str, Any]:
        table, before = piece.whole
        self.file.at = before + row + 1
        found: dict[str, Any] = table.slice(row, 1).to_pylist()[0]
        return found


def is_flat(types: Any, kind: Any) -> bool:
    """Are the values of a column of this type read here?"""
    if types.is_dictionary(kind):
        kind = kind.value_type
        return bool(types.is_string(kind) or types.is_large_string(kind))
    if types.is_timestamp(kind):
        return bool(kind.unit != "ns")
    texts = types.is_string(kind) or types.is_large_string(kind)
    numbers = types.is_integer(kind) or types.is_floating(kind) or types.is_boolean(kind)
    return bool(texts or numbers or types.is_date(kind) or types.is_null(kind))
