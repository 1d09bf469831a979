"""`RecordReader`, the base of the readers of records whose values are asked for their meaning once."""

from __future__ import annotations

from abc import abstractmethod
from typing import TYPE_CHECKING, Any

from ...errors import BadFeature, BadFile, BadLabel
from ...features.schema import Entries
from ..source import Pair
from .cell_pieces import Piece
from .cell_reader import CellReader
from .record_source import Wrong, label_text

if TYPE_CHECKING:
    from .record_source import RecordSource


class RecordReader(CellReader):
    """One pass over records. What goes wrong with a row by its codes is told by reading its record as a single one."""

    def __init__(self, records: RecordSource) -> None:
        super().__init__(records)
        self.records = records

    @abstractmethod
    def value(self, piece: Piece, code: int) -> tuple[int, Any]:
        """The place and the value of a code."""

    @abstractmethod
    def record(self, piece: Piece, row: int) -> dict[str, Any]:
        """The record of a row; raises `BadFile`."""

    def cell(self, piece: Piece, code: int) -> Entries:
        place, value = self.value(piece, code)
        return self.schema.cell(self.header[place], value)

    def hard(self, piece: Piece, row: int) -> int:
        rows = piece.meaning.rows
        try:
            if not rows.read_elsewhere and self.understood(piece, row):
                return row
            x, y = self.single(piece, row)
        except BadFile as error:
            self.records.refuse(error)
            return row + 1
        self.add(rows, x, y)
        return row + 1

    def understood(self, piece: Piece, row: int) -> bool:
        """Ask what the new codes of a row mean; False if that is not possible, or was not what is wrong with it."""
        if not piece.meaning.rows.unknown:
            return False
        code = int(piece.truths[row])
        try:
            if code >= 0 and not piece.meaning.rows.is_known(code):
                key = str(self.schema.label)
                y = self.labels.sign(label_text(key, self.value(piece, code)[1]))
                self.teach_label(piece, code, y)
            self.learn(piece, row)
        except (BadFeature, BadLabel, Wrong, ValueError):  # ValueError: no JSON, or a lone surrogate
            return False
        return True

    def single(self, piece: Piece, row: int) -> Pair:
        """The example and the label of a row that is read by itself; what its codes have taught is forgotten."""
        self.unlearn(piece, row)
        return self.records.pair(self.record(piece, row), self.labels)

    def finish(self) -> None:
        self.records.check_labels(self.labels)
