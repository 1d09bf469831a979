"""The batches of a data frame, whose different cells are asked for their meaning once."""

from __future__ import annotations

from collections.abc import Generator
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ...features.batches import with_truths
from ...features.indicator import Indicator
from ...row import Batch
from ..named_source import ROWS

if TYPE_CHECKING:
    from .table import Table

ABSENT = -1


class Cells(NamedTuple):
    """A column: for every row the number of its feature, or ABSENT, and the feature's value."""

    features: Any
    values: Any


class Feature(NamedTuple):
    """A feature: the first row that has it, the place of its column, its name, and whether it is an indicator."""

    row: int
    place: int
    name: str
    mark: bool


class FrameRows:
    """The rows of a frame as the schema of a table reads them, if every cell is one feature or none.

    The schema says what a cell means, as for a line of a file, but once for all rows that have it. Names get their
    columns in the order in which rows have them, and with the batch in which they first come.
    """

    def __init__(self, table: Table, frame: Any) -> None:
        self.table = table
        self.frame = frame
        self.features: list[Feature] = []
        self.cells: list[Cells] = []
        self.plain = all(self.add(at, name) for at, name, _ in table.columns(list(frame.columns)))
        names = {feature.name for feature in self.features}
        self.plain &= len(names) == len(self.features)
        known = table.features
        self.plain &= not known.hashing and len(known.columns) + len(names) <= known.max_names

    def add(self, place: int, name: str) -> bool:
        """Take a column; False if one of its cells is several features."""
        schema, zeros = self.table.schema, self.table.zeros
        codes, texts = distinct(self.frame[name])
        entries = [schema.cell(name, text) for text in texts]
        if any(len(cell) > 1 for cell in entries):
            return False
        first = np.zeros(len(texts), dtype=np.int64)
        first[codes[::-1]] = np.arange(len(codes))[::-1]  # the last that is written is the first row
        numbers, values = np.full(len(texts), ABSENT), np.zeros(len(texts))
        own: dict[str, int] = {}
        for code, cell in enumerate(entries):
            for feature, value in cell:
                if value or zeros:
                    at = own.setdefault(feature, len(self.features))
                    if at == len(self.features):
                        self.features.append(Feature(int(first[code]), place, feature, type(value) is Indicator))
                    numbers[code], values[code] = at, value
        self.cells.append(Cells(numbers[codes], values[codes]))
        return True

    def truths(self) -> list[Any]:
        """The labels of all rows; None where one is missing."""
        labels = self.table.schema.labels()
        codes, texts = distinct(self.frame[self.table.label])
        told = np.array([labels.sign(text) for text in texts], dtype=object)
        return list(told[codes])

    def batches(self) -> Generator[Batch, None, None]:
        """The rows, thousands at a time, with their labels."""
        known, truths = self.table.features, self.truths()
        new = sorted(range(len(self.features)), key=self.features.__getitem__)
        columns = np.full(len(self.features) + 1, np.iinfo(np.int32).max, dtype=np.int32)  # the last is that of ABSENT
        met = 0
        for begin in range(0, len(truths), ROWS):
            rows = slice(begin, begin + ROWS)
            while met < len(new) and self.features[new[met]].row < begin + ROWS:
                feature = self.features[new[met]]
                column = known.columns.get(feature.name)
                columns[new[met]] = known.admit(feature.name, feature.mark) if column is None else column
                met += 1
            numbers = np.stack([cells.features[rows] for cells in self.cells], axis=1)
            values = np.stack([cells.values[rows] for cells in self.cells], axis=1)
            order = np.argsort(columns[numbers], axis=1, kind="stable")
            numbers, values = (np.take_along_axis(part, order, axis=1) for part in (numbers, values))
            there = numbers != ABSENT
            starts = np.concatenate(([0], np.cumsum(there.sum(axis=1))))
            batch = Batch(starts, columns[numbers[there]], values[there], len(known))
            yield with_truths(batch.check(), truths[rows])


def distinct(column: Any) -> tuple[Any, list[str]]:
    """The different cells of a column as texts, as they first come, and for every row the number of its cell."""
    import pandas as pd

    codes, cells = pd.factorize(column, use_na_sentinel=False)
    return codes, [str(cell) for cell in cells.tolist()]
