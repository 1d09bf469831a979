"""`ArrowReader`: the batches of Arrow tables, by their columns: numbers as they are, all other values as codes."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import closing
from datetime import date
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ...features.label_column import NUMBERS
from ...features.name_table import NameTable
from ...weights import HEAVIEST, LIGHTEST
from .cell_lines import roles_of
from .cell_pieces import Meaning, Piece
from .cell_reader import is_full
from .record_reader import RecordReader

if TYPE_CHECKING:
    from .arrow_source import ArrowSource

LEFT_OUT, CELL, NUMBER, TRUTH, OUTCOME, WEIGHT = range(6)  # what is done with a column: see `CellLines`
ODD, NO_TRUTH = -2, -1  # instead of the code of a label: the same
EXACT = 2**53  # beyond it, not every whole number is a double
CELLS = 1 << 18  # that are turned into codes at once
FIRST = date(1970, 1, 1).toordinal()


class Values:
    """A code for every value of every column, in the order in which they came: that of its bytes in a `NameTable`.

    A text is in the group that is twice its place; any other value is eight bytes in the group after that, and what is
    missing none. So 0.0 and -0.0 are two.
    """

    def __init__(self, arrow: Any) -> None:
        self.arrow = arrow
        self.table = NameTable()
        self.kinds: dict[int, Any] = {}  # the types of the columns, by their places

    @property
    def count(self) -> int:
        """How many values there are."""
        return len(self.table)

    @property
    def used(self) -> int:
        """The words that they take."""
        return int(self.table.used)

    def missing(self, place: int) -> int:
        """The code of a cell without a value."""
        return int(self.table.column(b"", 2 * place + 1))

    def texts(self, place: int, column: Any) -> Any:
        """The codes of a column of texts."""
        column = column.cast(self.arrow.large_string())
        _, ends, letters = column.buffers()
        ends = np.frombuffer(ends, dtype=np.int64, count=len(column) + 1, offset=8 * column.offset)
        text = b"" if letters is None else letters.slice(int(ends[0]), int(ends[-1] - ends[0])).to_pybytes()
        return self.table.columns(text, ends - ends[0], validity(column), self.missing(place), 2 * place)

    def others(self, place: int, column: Any) -> Any:
        """The codes of a column of numbers, truth values or dates."""
        types, kind = self.arrow.types, column.type
        self.kinds[place] = kind
        if types.is_floating(kind):
            bits = np.asarray(column).astype(np.float64).view(np.int64)
        else:
            held = column if types.is_boolean(kind) or types.is_integer(kind) else column.view(f"int{kind.bit_width}")
            bits = np.asarray(held.fill_null(False if types.is_boolean(kind) else 0)).astype(np.int64)
        ends = 8 * np.arange(len(bits) + 1, dtype=np.int64)
        return self.table.columns(bits.tobytes(), ends, validity(column), self.missing(place), 2 * place + 1)

    def value(self, code: int) -> tuple[int, Any]:
        """The place and the value of a code."""
        place, fixed = divmod(self.table.group(code), 2)
        name = self.table.name(code)
        if not (fixed and name):
            return place, None if fixed else name.decode()
        types, kind = self.arrow.types, self.kinds[place]
        if types.is_floating(kind):
            return place, float(np.frombuffer(name)[0])
        bits = int(np.frombuffer(name, dtype=np.uint64 if types.is_unsigned_integer(kind) else np.int64)[0])
        if types.is_boolean(kind) or types.is_integer(kind):
            return place, bool(bits) if types.is_boolean(kind) else bits
        if types.is_date32(kind):
            return place, date.fromordinal(FIRST + bits)
        return place, self.arrow.array([bits], f"int{kind.bit_width}").view(kind)[0].as_py()


class Rows(NamedTuple):
    """Rows of an Arrow table, and how many there were before."""

    table: Any
    before: int


class ArrowReader(RecordReader):
    """One pass over the rows of a table whose columns are numbers, texts, dates and truth values."""

    def __init__(self, source: ArrowSource, arrow: Any) -> None:
        super().__init__(source)
        self.tables = source
        self.arrow = arrow
        self.roles = b""

    def pieces(self) -> Generator[Piece, None, None]:
        source, arrow = self.tables, self.arrow
        meaning: Meaning | None = None
        before = 0
        with source.explained(arrow), closing(source.pieces(arrow, CELLS)) as pieces:
            for piece in pieces:
                piece.validate(full=True)  # otherwise damaged bytes could crash pyarrow
                if not self.header:
                    self.begin(piece.schema.names)
                if meaning is None or is_full(meaning):
                    meaning = Meaning(None, Values(arrow), self.new_rows(), {})
                yield self.piece(meaning, piece, before)
                before += piece.num_rows
                source.row = before

    def begin(self, names: list[str]) -> None:
        """Say what is done with the columns."""
        used = set(names).difference(self.schema.left_out)
        plain = used.difference(self.schema.categorical, self.schema.text)
        outcomes = self.labels.mode == NUMBERS
        self.header = names
        self.roles = roles_of(names, used, self.schema.label, plain, outcomes, self.schema.weight)

    def piece(self, meaning: Meaning, table: Any, before: int) -> Piece:
        """A table as rows of codes: every row has an entry for every column that is used."""
        count = table.num_rows
        places = [place for place, role in enumerate(self.roles) if role in (CELL, NUMBER)]
        codes = np.zeros((count, len(places)), dtype=np.int32)
        numbers = np.zeros((count, len(places)))
        truths = np.full(count, NO_TRUTH, dtype=np.int32)
        outcomes = np.full(count, np.nan)
        weights = None
        odd = np.zeros(count, dtype=bool)
        for at, place in enumerate(places):
            column = table.column(place)
            if self.roles[place] == NUMBER and self.is_number(column.type):
                there, numbers[:, at], wrong = self.numbers_in(column)
                codes[:, at] = np.where(there, -1 - place, meaning.table.missing(place))
                odd |= wrong
            else:
                codes[:, at] = self.codes_in(meaning.table, place, column)
        for place, role in enumerate(self.roles):
            column = table.column(place)
            if role == WEIGHT:
                there, weights, wrong = self.numbers_in(column)
                odd |= wrong | ~there | ~((weights == 0.0) | ((weights >= LIGHTEST) & (weights <= HEAVIEST)))
            elif role == OUTCOME and self.is_number(column.type) and not self.arrow.types.is_boolean(column.type):
                there, outcomes, wrong = self.numbers_in(column)
                outcomes[~there] = np.nan
                odd |= wrong
            elif role in (TRUTH, OUTCOME):
                truths = self.codes_in(meaning.table, place, column)
        truths[odd] = ODD
        starts = np.arange(count + 1, dtype=np.int64) * len(places)
        rows = Rows(table, before)
        return Piece(meaning, starts, codes.ravel(), numbers.ravel(), truths, outcomes, truths, rows, weights)

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
        """The codes of a column; of one with a dictionary, by those of the texts in it."""
        types, kind = self.arrow.types, column.type
        if types.is_null(kind):
            return np.full(len(column), values.missing(place), dtype=np.int32)
        if is_text(types, kind):
            return values.texts(place, column)
        if not types.is_dictionary(kind):
            return values.others(place, column)
        known, which = column.dictionary, np.asarray(column.indices.fill_null(0)).astype(np.int64)
        meant = np.zeros(max(len(known), 1), dtype=np.int32)
        if len(known):
            met = np.unique(which)
            meant[met] = values.texts(place, known.take(self.arrow.array(met)))
        return np.where(validity(column), meant[which], values.missing(place)).astype(np.int32)

    def value(self, piece: Piece, code: int) -> tuple[int, Any]:
        found: tuple[int, Any] = piece.meaning.table.value(code)
        return found

    def record(self, piece: Piece, row: int) -> dict[str, Any]:
        table, before = piece.whole
        self.tables.at = before + row + 1
        found: dict[str, Any] = table.slice(row, 1).to_pylist()[0]
        return found


def validity(column: Any) -> Any:
    """Which cells of a column have a value, as bytes."""
    return np.asarray(column.is_valid()).view(np.uint8)


def is_text(types: Any, kind: Any) -> bool:
    """Are the values of a column of this type texts?"""
    return bool(types.is_string(kind) or types.is_large_string(kind) or types.is_string_view(kind))


def is_flat(types: Any, kind: Any, weight: bool = False) -> bool:
    """Are the values of a column of this type read here? Those of weights are if they are numbers."""
    if types.is_dictionary(kind):
        return is_flat(types, kind.value_type, weight)
    numbers = types.is_integer(kind) or types.is_floating(kind) or types.is_decimal(kind)
    others = types.is_boolean(kind) or types.is_date(kind) or types.is_timestamp(kind) or types.is_null(kind)
    return bool(numbers or (not weight and (others or is_text(types, kind))))
