"""`CellReader`: the batches of a file of cells, in which a cell is asked for its meaning once.

A parser cuts the file into rows of codes, without the lock, and on another thread if it is to read ahead: to it a cell
is bytes with a number. What such a number means is said by the same `Schema` that reads single records, here, when it
first comes; `CellRows` then looks it up. So new names reach the game with the examples that have them, and in their
order.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Generator
from contextlib import closing
from math import nan
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ...errors import LittlestoneError
from ...features.batches import with_truths
from ...features.features import Features
from ...features.indicator import Indicator
from ...features.label_column import NUMBERS
from ...features.name_table import murmur3
from ...features.schema import Entries
from ...row import Batch
from ..ahead import ahead
from ..named_source import entries_of
from .cell_pieces import Meaning, Piece
from .cell_rows import CellRows

if TYPE_CHECKING:
    from .column_source import ColumnSource

REMEMBERED = 200_000  # cells whose meaning is kept
WORDS = 1 << 21  # words of eight bytes that their texts take at most, but for those of one block
NO_TRUTH, ELSEWHERE = -1, -3  # codes of labels: there is none, and from -3 on down, of rows that were read one by one


class Lesson(NamedTuple):
    """What a row has taught: its number, how many names there were before, how many shared one, its new codes."""

    row: int
    names: int
    shared: int
    codes: list[int]


NOTHING = Lesson(-1, 0, 0, [])


class CellReader(ABC):
    """One pass over a file. A subclass, one per format, makes pieces, and reads rows that its parser did not.

    source    the file
    header    the names of the places, which may become more
    """

    def __init__(self, source: ColumnSource) -> None:
        self.source = source
        self.header: list[str] = []
        self.features: Features = source.features
        self.schema = source.schema
        self.labels = self.source.label_reader()
        self.told = self.schema.label is not None
        self.by_class = self.labels.mode not in ("", NUMBERS)
        self.elsewhere: list[Any] = []  # labels of rows that were read one by one
        self.refused: list[int] = []  # rows of a piece that are left out
        self.hashed = bool(self.features.hashing)
        self.last = NOTHING

    @abstractmethod
    def pieces(self) -> Generator[Piece, None, None]:
        """The rows of codes, block by block; this may run ahead on another thread."""

    @abstractmethod
    def hard(self, piece: Piece, row: int) -> int:
        """Do what is needed for a row at which `run` stopped, but for lack of room; return where it goes on."""

    @abstractmethod
    def cell(self, piece: Piece, code: int) -> Entries:
        """The features of a cell; raises `BadFeature`."""

    @abstractmethod
    def finish(self) -> None:
        """Check what can only be known at the end."""

    def meaning(self, lines: Any) -> Meaning:
        """A new table, and no meanings."""
        lines.renew_table()
        return Meaning(lines, lines.table, self.new_rows(), {})

    def new_rows(self) -> CellRows:
        """Rows without meanings."""
        return CellRows(
            places=len(self.header),
            zeros=self.source.zeros,
            boolean=self.schema.boolean,
            hashed=self.hashed,
            told=self.told,
        )

    def batches(self, early: bool) -> Generator[Batch, None, None]:
        """The examples; with `early` the rows of codes are made on another thread."""
        pieces = ahead(self.pieces()) if early else self.pieces()
        with closing(pieces):
            for piece in pieces:
                rows = piece.meaning.rows
                rows.reach(len(self.header))
                rows.give(piece.starts, piece.codes, piece.numbers, piece.truths, piece.outcomes)
                rows.clear()
                self.elsewhere, self.refused, self.last = [], [], NOTHING
                error: LittlestoneError | None = None
                row, stop = 0, len(piece.truths)
                try:
                    while row < stop:
                        row = rows.run(row, len(self.features.columns), self.features.max_names)
                        if row < stop:
                            if rows.full:
                                rows.widen()
                            else:
                                row = self.hard(piece, row)
                except LittlestoneError as found:
                    error = found
                if rows.rows:
                    yield self.batch(piece)
                if error:
                    raise error
        self.finish()

    def batch(self, piece: Piece) -> Batch:
        """The rows of a piece, checked as they were made."""
        rows = piece.meaning.rows
        starts, columns, values = np.asarray(rows.starts)[: rows.rows + 1], rows.columns, rows.values
        entries = slice(0, rows.used)
        labels, width, weights = np.asarray(rows.labels)[: rows.rows], len(self.features), None
        if piece.weights is not None:
            weights = np.delete(piece.weights, self.refused)[: rows.rows]
            weights = weights if (weights != 1.0).any() else None
        batch = Batch(starts, np.asarray(columns)[entries], np.asarray(values)[entries], width, labels, weights=weights)
        if self.by_class and self.told:
            codes = np.asarray(rows.truths)[: rows.rows].tolist()
            return with_truths(batch, [self.class_of(piece, code) for code in codes])
        batch.checked = batch.ordered = True
        return batch

    def class_of(self, piece: Piece, code: int) -> Any:
        """The class that the code of a label stands for."""
        if code <= ELSEWHERE:
            return self.elsewhere[ELSEWHERE - code]
        return None if code == NO_TRUTH else piece.meaning.labels[code]

    def add(self, rows: CellRows, x: dict[str, float], y: Any) -> None:
        """Enter a row by the features that it has."""
        columns, values = entries_of(self.features, x)
        order = sorted(range(len(columns)), key=columns.__getitem__)
        columns, values = [columns[k] for k in order], [values[k] for k in order]
        number = nan if y is None or isinstance(y, str) else float(y)
        rows.add(columns, values, number, ELSEWHERE - len(self.elsewhere))
        self.elsewhere.append(y)

    def teach_label(self, piece: Piece, code: int, y: Any) -> None:
        """Say which label a code is."""
        piece.meaning.labels[code] = y
        piece.meaning.rows.teach(code, [], [], nan if y is None or isinstance(y, str) else float(y))

    def learn(self, piece: Piece, row: int) -> None:
        """Ask the schema what the new cells of a row mean, and give new names their columns."""
        rows, features = piece.meaning.rows, self.features
        codes = rows.new_in(row)
        told = [self.number(-1 - code) if code < 0 else self.cell(piece, code) for code in codes]
        self.last = Lesson(row, len(features.columns), features.shared, codes)
        zeros, hashed = self.source.zeros, self.hashed
        for code, features_of_cell in zip(codes, told, strict=True):
            columns, values = [], []
            for name, value in features_of_cell:
                if value or zeros:
                    column, flip = self.column(name, value)
                    columns.append(column)
                    values.append(value if not hashed else 0.0 - value if flip else value + 0.0)
            if code < 0:
                rows.place(-1 - code, column, flip)
            else:
                rows.teach(code, columns, values)

    def unlearn(self, piece: Piece, row: int) -> None:
        """Forget what this row has taught: it has a feature twice, or not all of its names get a column."""
        if self.last.row == row:
            for code in reversed(self.last.codes):
                if code < 0:
                    piece.meaning.rows.place(-1 - code, -1, False)
                else:
                    piece.meaning.rows.forget(code)
            self.features.forget(self.last.names)
            self.features.shared = self.last.shared
        self.last = NOTHING

    def column(self, name: str, value: float) -> tuple[int, bool]:
        """The column of a feature, a new one if it has none; and does its sign change there?"""
        features = self.features
        if self.hashed:
            bits, seed = features.hashing
            code = murmur3(name.encode(errors="surrogatepass"), seed)
            return code & ((1 << bits) - 1), bool(code >> 31)
        known = features.columns.get(name)
        return features.admit(name, type(value) is Indicator) if known is None else known, False

    def number(self, place: int, number: float = 1.0) -> Entries:
        """The features of a cell that is a number: one, or none if it is left out."""
        value = float(number > 0.0) if self.schema.boolean else float(number)
        return ((self.header[place], value),) if value or self.source.zeros else ()


def is_full(meaning: Meaning) -> bool:
    """Are so many cells remembered that it is time for a new table?"""
    return bool(meaning.table.count > REMEMBERED or meaning.table.used > WORDS)
