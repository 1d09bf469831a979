"""`Scaled`, of release 0.1.0: features divided by their largest magnitude so far; now `MaxScaled(learner)` does it."""

from __future__ import annotations

from collections.abc import Generator, Iterable
from itertools import pairwise

import numpy as np

from ..features.batches import with_values
from ..features.features import Features
from ..row import Batch
from .named_source import rows_of
from .source import Pair
from .wrapped import Wrapped


class Scaled(Wrapped):
    """Every feature divided by its largest magnitude so far, that of this example included; it goes with 0.3.0.

        m_i <- max(m_i, |x_i|)         x_i <- x_i / m_i

    Each iteration begins anew, so a game that is saved and taken up sees other numbers: use `MaxScaled(learner)`.
    """

    @property
    def features(self) -> Features | None:
        """The columns of the names, which are those of the source; None if they are numbered."""
        return self.source.features

    @property
    def settled(self) -> bool:
        """Does the file say which column a name has?"""
        return self.source.settled

    def take_columns(self, features: Features) -> None:
        """Use these columns for names from now on, in the source."""
        self.source.take_columns(features)

    def __iter__(self) -> Generator[Pair, None, None]:
        yield from scaled_pairs(self.source) if self.named else rows_of(self.batches())

    def batches(self) -> Generator[Batch, None, None]:
        """The batches of the source, scaled row by row."""
        largest = np.zeros(0)
        for batch in self.source.batches():
            largest = np.concatenate((largest, np.zeros(max(0, batch.width - len(largest)))))
            starts, columns = np.asarray(batch.starts), np.asarray(batch.columns)
            values = np.array(batch.values)
            for begin, end in pairwise(starts):
                at, row = columns[begin:end], values[begin:end]
                magnitudes = np.maximum(largest[at], np.abs(row))
                largest[at] = magnitudes
                np.divide(row, magnitudes, out=row, where=magnitudes > 0.0)
            yield with_values(batch, values)


def scaled_pairs(pairs: Iterable[Pair]) -> Generator[Pair, None, None]:
    """Mappings and labels, scaled one by one."""
    largest: dict[str, float] = {}
    for x, y in pairs:
        scaled: dict[str, float] = {}
        for name, value in x.items():
            largest[name] = magnitude = max(largest.get(name, 0.0), abs(value))
            scaled[name] = value / magnitude if magnitude > 0.0 else value
        yield scaled, y
