"""`CsvReader`: the batches of a table of plain text."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import closing
from typing import TYPE_CHECKING, Any

import numpy as np

from ...errors import BadFeature, BadFile, BadLabel, LittlestoneError
from ...features.indicator import Ready
from ...features.label_column import NUMBERS
from ...features.schema import Entries
from ...row import Batch
from .cell_lines import CellLines, roles_of
from .cell_pieces import Cursor, Piece, entries, piece_of, text_of
from .cell_reader import CellReader, is_full

if TYPE_CHECKING:
    from .csv_file import CsvFile


class CsvReader(CellReader):
    """One pass over a table.

    table      the file, whose first block has been read
    cursor     where its first record begins
    """

    def __init__(self, table: CsvFile, cursor: Cursor, delimiter: str) -> None:
        super().__init__(table)
        self.table = table
        self.cursor = cursor
        self.delimiter = delimiter
        self.own = table.header(table.records_at(cursor, delimiter))  # the columns of the file alone
        self.header = [*self.own, *table.constants]
        self.columns = table.columns(self.own)
        places = table.places(self.own)
        self.at = None if table.label is None else places[table.label]
        weight = self.schema.weight
        self.about = {weight: places[weight]} if weight is not None else {}

    def scanner(self) -> CellLines:
        """The parser of lines."""
        used = {column.name for column in self.columns}.difference(self.table.constants)
        plain = used.difference(self.schema.categorical, self.schema.text)
        quote = -1 if self.table.quote is None else ord(self.table.quote)
        roles = roles_of(self.own, used, self.table.label, plain, self.labels.mode == NUMBERS, self.schema.weight)
        return CellLines(delimiter=ord(self.delimiter), quote=quote, roles=roles)

    def pieces(self) -> Generator[Piece, None, None]:
        table, cursor, lines = self.table, self.cursor, self.scanner()
        meaning = self.meaning(lines)
        while cursor.fill():
            if lines.buffer is not cursor.buffer:
                lines.take(cursor.buffer)
            if is_full(meaning):
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
                weights = np.asarray(lines.weights)[: lines.rows].copy() if self.about else None
                yield self.with_constants(piece_of(meaning, odd)._replace(weights=weights))
            if error:
                raise error

    def with_constants(self, piece: Piece) -> Piece:
        """The rows with the cells that all have behind their own."""
        places = [column.at for column in self.columns if column.at >= len(self.own)]
        texts = list(self.table.constants.values())
        for place in places:
            code = piece.meaning.table.column(texts[place - len(self.own)].encode(), place)
            ends = piece.starts[1:]
            numbers = np.insert(piece.numbers, ends, 0.0)
            starts = piece.starts + np.arange(len(piece.starts))
            piece = piece._replace(starts=starts, codes=np.insert(piece.codes, ends, code), numbers=numbers)
        return piece

    def hard(self, piece: Piece, row: int) -> int:
        rows = piece.meaning.rows
        try:
            truth = piece.truths.item(row)
            if rows.unknown and (truth < 0 or rows.is_known(truth)):  # most often
                self.learn(piece, row)
                return row
            if rows.read_elsewhere:
                line, cells = piece.whole[row]
                if isinstance(cells, BadFile):
                    raise cells
                cells = self.table.cells_of(line, cells, self.own)
                y = None if self.at is None else self.sign(line, cells[self.at])
                if self.about:
                    self.table.at = line
                    piece.weights[row] = self.table.described(self.about, cells, y).weight
                x = self.table.example(self.columns, line, cells)
            else:
                line = int(piece.lines[row])
                y = self.truth(piece, row, line)
                if rows.unknown:
                    self.learn(piece, row)
                    return row
                x = self.example(piece, row)
        except BadFeature as error:
            line = piece.whole[row][0] if row in piece.whole else int(piece.lines[row])
            self.table.refuse(BadFile(f"{self.table.name}, line {line}: {error}"))
            self.refused.append(row)
        except BadFile as error:
            self.table.refuse(error)
            self.refused.append(row)
        else:
            self.add(rows, x, y)
        return row + 1

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
        code = int(piece.truths[row])
        if code < 0:
            return None if self.at is None else float(piece.outcomes[row])
        if not piece.meaning.rows.is_known(code):
            self.teach_label(piece, code, self.sign(line, text_of(piece, code)))
        return piece.meaning.labels[code]

    def cell(self, piece: Piece, code: int) -> Entries:
        return self.schema.of_text(self.header[piece.meaning.table.group(code)], text_of(piece, code))

    def example(self, piece: Piece, row: int) -> dict[str, float]:
        """The features of a row by name, for one with a feature twice, or with more names than there is room for."""
        self.unlearn(piece, row)
        x = Ready()
        for code, number in entries(piece, row):
            place = -1 - code if code < 0 else piece.meaning.table.group(code)
            told = self.number(place, number) if code < 0 else self.cell(piece, code)
            self.schema.enter(x, self.header[place], told, self.table.zeros)
        return x

    def batches(self, early: bool) -> Generator[Batch, None, None]:
        with closing(self.cursor.blocks):
            yield from super().batches(early)

    def finish(self) -> None:
        self.table.check_positive(self.labels)
