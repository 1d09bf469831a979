"""`CellReader`: the batches of a table of plain text, in which a cell is asked for its meaning once.

`CellLines` cuts the lines into cells, without the lock, and on another thread if it is to read ahead: to it a cell is
bytes with a number. What such a number means is said by the same `Door` that reads single records, here, when it first
comes; `CellRows` then looks it up. So new names reach the game with the examples that have them, and in their order.
"""

from __future__ import annotations

from collections.abc import Generator
from contextlib import closing
from math import nan
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ..door.batches import with_truths
from ..door.door import Entries
from ..door.features import Features
from ..door.label_column import NUMBERS
from ..door.mark import Mark, Ready
from ..door.name_table import murmur3
from ..errors import BadFeature, BadFile, BadLabel, LittlestoneError
from ..row import Batch
from .ahead import ahead
from .cell_lines import CellLines, roles_of
from .cell_pieces import Cursor, Meaning, Piece, entries, piece_of, text_of
from .cell_rows import CellRows
from .named_source import entries_of, ordered

if TYPE_CHECKING:
    from .csv_file import CsvFile

REMEMBERED = 200_000  # cells whose meaning is kept
WORDS = 1 << 21  # words of eight bytes that their texts take at most, but for those of one block
ELSEWHERE = -3  # codes of labels from here on down are of rows that were read one by one


class Lesson(NamedTuple):
    """What a row has taught: its number, how many names there were before, how many shared one, its new codes."""

    row: int
    names: int
    shared: int
    codes: list[int]


NOTHING = Lesson(-1, 0, 0, [])


class CellReader:
    """One pass over a table.

    table      the file, whose first block has been read
    cursor     where its first record begins
    """

    def __init__(self, table: CsvFile, cursor: Cursor, delimiter: str) -> None:
        self.table = table
        self.cursor = cursor
        self.delimiter = delimiter
        self.features: Features = table.features
        self.door = table.door
        self.labels = self.door.labels()
        self.header = table.header(table.records_at(cursor, delimiter))
        self.columns = table.columns(self.header)
        self.at = None if table.label is None else self.header.index(table.label)
        self.by_class = self.labels.mode not in ("", NUMBERS)
        self.elsewhere: list[Any] = []  # labels of rows that were read one by one
        self.hashed = bool(self.features.hashing)
        self.last = NOTHING

    def meaning(self, lines: CellLines) -> Meaning:
        """A new table, and no meanings."""
        lines.renew_table()
        rows = CellRows(
            places=len(self.header),
            zeros=self.table.zeros,
            boolean=self.door.boolean,
            hashed=self.hashed,
            told=self.at is not None,
        )
        return Meaning(lines, lines.table, rows, {})

    def scanner(self) -> CellLines:
        """The parser of lines."""
        used = {column.name for column in self.columns}
        plain = used.difference(self.door.categorical, self.door.text)
        quote = -1 if self.table.quote is None else ord(self.table.quote)
        roles = roles_of(self.header, used, self.table.label, plain, self.labels.mode == NUMBERS)
        return CellLines(delimiter=ord(self.delimiter), quote=quote, roles=roles)

    def pieces(self) -> Generator[Piece, None, None]:
        """The rows of codes, block by block; this may run ahead on another thread."""
        table, cursor, lines = self.table, self.cursor, self.scanner()
        meaning = self.meaning(lines)
        while cursor.fill():
            if lines.buffer is not cursor.buffer:
                lines.take(cursor.buffer)
            if meaning.table.count > REMEMBERED or meaning.table.used > WORDS:
                meaning = self.meaning(lines)
            lines.renew()
            lines.number_lines(table.line)
            lines.glance(cursor.at, cursor.stop)
            odd: dict[int, tuple[int, list[str] | BadFile]] = {}
            block, error = cursor.count, None
            while lines.parse(cursor.at, cursor.stop):
                cursor.at, table.line = lines.begin, lines.first + lines.lines
                try:
                    number, found = table.record_at(cursor, self.delimiter)
                except LittlestoneError as wrong:
                    error = wrong
                    break
                if found:
                    odd[lines.odd_row()] = number, found
                if cursor.count != block:
                    break
                lines.number_lines(table.line - lines.lines)
            else:
                cursor.at, table.line = cursor.stop, lines.first + lines.lines
            if lines.rows:
                yield piece_of(meaning, odd)
            if error:
                raise error

    def batches(self, early: bool) -> Generator[Batch, None, None]:
        """The examples; with `early` the lines are cut into cells on another thread."""
        pieces = ahead(self.pieces()) if early else self.pieces()
        with closing(self.cursor.blocks), closing(pieces):
            for piece in pieces:
                rows = piece.meaning.rows
                rows.give(piece.starts, piece.codes, piece.numbers, piece.truths, piece.outcomes)
                rows.clear()
                self.elsewhere, self.last = [], NOTHING
                error: LittlestoneError | None = None
                row, stop = 0, len(piece.truths)
                try:
                    while row < stop:
                        row = rows.run(row, len(self.features.columns), self.features.max_names)
                        if row < stop:
                            row = self.hard(piece, row)
                except LittlestoneError as found:
                    error = found
                if rows.rows:
                    yield self.batch(piece)
                if error:
                    raise error
        self.table.check_positive(self.labels)

    def batch(self, piece: Piece) -> Batch:
        """The rows of a piece, checked as they were made."""
        rows = piece.meaning.rows
        starts, columns, values = np.asarray(rows.starts)[: rows.rows + 1], rows.columns, rows.values
        entries = slice(0, rows.used)
        labels = np.asarray(rows.labels)[: rows.rows]
        batch = Batch(starts, np.asarray(columns)[entries], np.asarray(values)[entries], len(self.features), labels)
        if self.by_class and self.at is not None:
            codes = np.asarray(rows.truths)[: rows.rows].tolist()
            told = piece.meaning.labels
            return with_truths(batch, [told[code] if code >= 0 else self.elsewhere[ELSEWHERE - code] for code in codes])
        batch.checked = batch.ordered = True
        return batch

    def hard(self, piece: Piece, row: int) -> int:
        """Do what is needed for a row at which `run` stopped; return where it goes on."""
        rows = piece.meaning.rows
        if rows.full:
            rows.widen()
            return row
        try:
            if rows.read_elsewhere:
                line, cells = piece.odd[row]
                if isinstance(cells, BadFile):
                    raise cells
                self.table.check_width(line, cells, self.header)
                y = None if self.at is None else self.sign(line, cells[self.at])
                x = self.table.example(self.columns, line, cells)
            else:
                line = int(piece.lines[row])
                y = self.truth(piece, row, line)
                if rows.unknown:
                    self.learn(piece, row, line)
                    return row
                x = self.example(piece, row, line)
        except BadFile as error:
            self.table.refuse(error)
            return row + 1
        self.add(rows, x, y)
        return row + 1

    def add(self, rows: CellRows, x: dict[str, float], y: Any) -> None:
        """Enter a row by the features that it has."""
        columns, values = entries_of(self.features, x)
        one = ordered([0, len(columns)], columns, values, len(self.features), [None])
        number = nan if y is None or isinstance(y, str) else float(y)
        rows.add(one.columns, one.values, number, ELSEWHERE - len(self.elsewhere))
        self.elsewhere.append(y)

    def sign(self, line: int, text: str) -> Any:
        """The label of a text."""
        try:
            return self.labels.sign(text)
        except BadLabel as error:
            assert self.at is not None
            with closing(self.after(line)) as rest:
                raise self.table.unclear(line, self.labels, rest, self.at, error) from None

    def after(self, line: int) -> Generator[tuple[int, list[str]], None, None]:
        """The records after that line, read once more."""
        with closing(self.table.records()) as records:
            yield from (record for record in records if record[0] > line)

    def truth(self, piece: Piece, row: int, line: int) -> Any:
        """The label of a row."""
        rows, labels = piece.meaning.rows, piece.meaning.labels
        code = int(piece.truths[row])
        if code < 0:
            return None if self.at is None else float(piece.outcomes[row])
        if not rows.is_known(code):
            y = self.sign(line, text_of(piece, code))
            labels[code] = y
            rows.teach(code, [], [], nan if y is None or isinstance(y, str) else float(y))
        return labels[code]

    def learn(self, piece: Piece, row: int, line: int) -> None:
        """Ask the door what the new cells of a row mean, and give new names their columns."""
        rows, features = piece.meaning.rows, self.features
        codes = rows.new_in(row)
        told = [self.number(-1 - code) if code < 0 else self.cell(piece, code, line) for code in codes]
        self.last = Lesson(row, len(features.columns), features.shared, codes)
        for code, features_of_cell in zip(codes, told, strict=True):
            columns, values = [], []
            for name, value in features_of_cell:
                if value or self.table.zeros:
                    column, flip = self.column(name, value)
                    columns.append(column)
                    values.append(float(value) if not self.hashed else 0.0 - value if flip else value + 0.0)
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
        return features.admit(name, type(value) is Mark) if known is None else known, False

    def number(self, place: int, number: float = 1.0) -> Entries:
        """The features of a cell that is a number: one, or none if it is left out."""
        value = float(number > 0.0) if self.door.boolean else float(number)
        return ((self.header[place], value),) if value or self.table.zeros else ()

    def cell(self, piece: Piece, code: int, line: int) -> Entries:
        """The features of a cell."""
        try:
            return self.door.of_text(self.header[piece.meaning.table.group(code)], text_of(piece, code))
        except BadFeature as error:
            raise BadFile(f"{self.table.name}, line {line}: {error}") from None

    def example(self, piece: Piece, row: int, line: int) -> dict[str, float]:
        """The features of a row by name, for one with a feature twice, or with more names than there is room for."""
        self.unlearn(piece, row)
        x = Ready()
        for code, number in entries(piece, row):
            place = -1 - code if code < 0 else piece.meaning.table.group(code)
            told = self.number(place, number) if code < 0 else self.cell(piece, code, line)
            try:
                self.door.enter(x, self.header[place], told, self.table.zeros)
            except BadFeature as error:
                raise BadFile(f"{self.table.name}, line {line}: {error}") from None
        return x
