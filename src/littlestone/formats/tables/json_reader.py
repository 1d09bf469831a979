"""`JsonReader`: the batches of JSON lines, in which a value is asked for its meaning once."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import closing
from typing import TYPE_CHECKING, Any

import numpy as np

from ...features.label_column import NUMBERS
from ...row import Batch
from .cell_lines import roles_of
from .cell_pieces import Cursor, Piece, piece_of
from .cell_reader import is_full
from .json_cells import JsonCells
from .record_reader import RecordReader

if TYPE_CHECKING:
    from .json_lines import JsonLines

KINDS, LITERAL, ESCAPED = 4, 1, 2  # see `JsonCells`


class JsonReader(RecordReader):
    """One pass over JSON lines: flat objects by `JsonCells`, all others one by one.

    lines     the file
    cursor    where its first line begins
    """

    def __init__(self, lines: JsonLines, cursor: Cursor) -> None:
        super().__init__(lines)
        self.lines = lines
        self.cursor = cursor
        self.cells = JsonCells(labelled=self.told)

    def pieces(self) -> Generator[Piece, None, None]:
        file, cursor, cells = self.lines, self.cursor, self.cells
        meaning = self.meaning(cells)
        while cursor.fill():
            if cells.buffer is not cursor.buffer:
                cells.take(cursor.buffer)
            if is_full(meaning):
                meaning = self.meaning(cells)
            cells.renew()
            cells.number_lines(file.line)
            cells.glance(cursor.at, cursor.stop)
            begin = cursor.at
            while cells.parse(cursor.at, cursor.stop):
                cursor.at = cells.begin
                self.meet(cells)
            cursor.at, file.line = cursor.stop, cells.first + cells.lines
            if cells.rows:
                text = bytes(cursor.buffer[begin : cursor.stop])
                yield piece_of(meaning, (text, np.asarray(cells.begins)[: cells.rows] - begin))

    def meet(self, cells: JsonCells) -> None:
        """Give keys that are new their roles."""
        outcomes = self.labels.mode == NUMBERS
        for place in range(cells.width, cells.keys.count):
            name = cells.keys.name(place).decode()
            self.header.append(name)
            used = set() if name in self.schema.left_out else {name}
            plain = used.difference(self.schema.categorical, self.schema.text)
            cells.add_key(roles_of([name], used, self.schema.label, plain, outcomes)[0])

    def value(self, piece: Piece, code: int) -> tuple[int, Any]:
        table = piece.meaning.table
        place, kind = divmod(table.group(code), KINDS)
        text = table.name(code).decode()
        if kind == ESCAPED:
            text = self.lines.decoder.decode(f'"{text}"')
            text.encode()  # raises at a lone surrogate
            return place, text
        return place, self.lines.decoder.decode(text) if kind == LITERAL else text

    def record(self, piece: Piece, row: int) -> dict[str, Any]:
        text, begins = piece.whole
        begin = int(begins[row])
        self.lines.last, self.lines.at = text[begin : text.index(b"\n", begin)], int(piece.lines[row])
        return self.lines.decoded(self.lines.last)

    def batches(self, early: bool) -> Generator[Batch, None, None]:
        with closing(self.cursor.blocks):
            yield from super().batches(early)

    def finish(self) -> None:
        if not self.cells.labelled:  # the label has come in a line that was not read by itself
            self.lines.keys = []
        super().finish()
