"""Files of payoff matrices: a line for every action of the row player, a number for every one of the column player."""

from __future__ import annotations

import os
from contextlib import closing
from typing import Any

from ...errors import BadBatch, BadFile
from ...matrix_games.payoffs import payoff_matrix
from .csv_file import CsvFile


def read_payoffs(path: str | os.PathLike[str], *, delimiter: str | None = None) -> Any:
    """The payoff matrix in a CSV file, which has numbers and nothing else.

    path          the file, in UTF-8; .gz, .bz2 and .xz are decompressed on the way; "-" is standard input
    delimiter     what stands between cells; None finds out whether it is a comma, a semicolon or a tab
    """
    file = CsvFile(path, label="", delimiter=delimiter)
    rows: list[list[float]] = []
    with closing(file.records()) as records:
        for line, cells in records:
            if rows and len(cells) != len(rows[0]):
                raise BadFile(
                    f"{file.name}, line {line}: {len(rows[0])} numbers expected, as in line 1, not {len(cells)}; "
                    f"a payoff matrix has a number for every pair of actions"
                )
            rows.append([payment(file.name, line, at, cell.strip()) for at, cell in enumerate(cells, start=1)])
    if not rows:
        raise BadFile(f"{file.name} is empty; it should have a line of numbers for every action of the row player")
    try:
        return payoff_matrix(rows)
    except BadBatch as error:
        raise BadFile(f"{file.name}: {error}") from None


def payment(file: str, line: int, at: int, cell: str) -> float:
    """One number of the matrix."""
    try:
        if "_" in cell:
            raise ValueError
        return float(cell)
    except ValueError:
        raise BadFile(
            f"{file}, line {line}, cell {at}: {cell[:40]!r} is not a number; a payoff matrix has numbers only, "
            f"without names of rows or columns"
        ) from None
