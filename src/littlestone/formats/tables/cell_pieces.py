"""What `CellReader` hands from its parser to whoever says what cells mean: a place in the text, and rows of codes."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from typing import Any, NamedTuple

import numpy as np

from .cell_rows import CellRows


class Cursor:
    """A place in a text that is read block by block."""

    def __init__(self, blocks: Generator[tuple[bytearray, int, int], Any, None]) -> None:
        self.blocks = blocks
        self.buffer = bytearray()
        self.at = self.stop = 0
        self.count = 0  # blocks that have been read

    def fill(self) -> bool:
        """Is there more to read? Fetches the next block if this one is over."""
        if self.at == self.stop:
            block = next(self.blocks, None)
            if block is None:
                return False
            self.buffer, self.at, self.stop = block
            self.count += 1
        return True

    def line(self) -> bytes:
        """The next line, with its end; there has to be one."""
        begin, self.at = self.at, self.buffer.index(b"\n", self.at) + 1
        return bytes(self.buffer[begin : self.at])


class Meaning(NamedTuple):
    """A table of cells, and what its codes mean; `lines` is who parses them."""

    lines: Any
    table: Any
    rows: CellRows
    labels: dict[int, Any]  # by their codes, as they were read


class Piece(NamedTuple):
    """The rows of codes of a block; from `whole` rows are read that cannot be read by their codes."""

    meaning: Meaning
    starts: Any
    codes: Any
    numbers: Any
    truths: Any
    outcomes: Any
    lines: Any
    whole: Any
    weights: Any = None  # of the rows, if they have some


def entries(piece: Piece, row: int) -> Iterator[tuple[int, float]]:
    """The codes of a row, with the numbers that go with them."""
    part = slice(int(piece.starts[row]), int(piece.starts[row + 1]))
    return zip(piece.codes[part].tolist(), piece.numbers[part].tolist(), strict=True)


def text_of(piece: Piece, code: int) -> str:
    """The text of a cell."""
    name: bytes = piece.meaning.table.name(code)
    return name.decode()


def piece_of(meaning: Meaning, whole: Any) -> Piece:
    """A copy of what was parsed last."""
    lines = meaning.lines
    rows, entries = lines.rows, lines.entries
    parts: tuple[Any, ...] = (lines.columns, lines.values), (lines.truths, lines.labels, lines.numbers_of_lines)
    codes, numbers = (np.asarray(part)[:entries].copy() for part in parts[0])
    truths, outcomes, numbered = (np.asarray(part)[:rows].copy() for part in parts[1])
    return Piece(
        meaning, np.asarray(lines.starts)[: rows + 1].copy(), codes, numbers, truths, outcomes, numbered, whole
    )
