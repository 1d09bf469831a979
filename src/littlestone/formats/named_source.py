"""Base classes of sources: `NamedSource` for features with names, `NumberedSource` for numbered columns."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Sequence
from contextlib import closing
from functools import cached_property
from itertools import islice
from typing import Any

import numpy as np

from ..errors import LittlestoneError
from ..features.batches import row_weights, truths_of, with_truths
from ..features.features import Features
from ..features.indicator import Indicator
from ..row import Batch
from .source import Pair, Source

ROWS = 4096  # examples in a batch
ENTRIES = 1 << 17  # entries after which a batch ends with fewer examples


class GrowingColumns(Source):
    """A file whose features have names; a new name gets the next free column."""

    @cached_property
    def features(self) -> Features:
        """The columns of the names so far."""
        return Features()

    @property
    def settled(self) -> bool:
        """False: a new name gets the next free column."""
        return False

    def take_columns(self, features: Features) -> None:
        """Use these columns for names from now on."""
        self.features = features


class NamedSource(GrowingColumns):
    """A file whose features have names. A subclass iterates over pairs of a mapping and a label, None where missing.

    `features` has the columns of the names in the order in which `batches` met them. The game that plays the batches
    has to know them: `Game(learner, features=source.features)`. They may be set before the first batch, to those of a
    game that goes on, or to `HashedFeatures`.
    """

    def batches(self) -> Generator[Batch, None, None]:
        """The examples, thousands at a time; NaN is a missing label. Examples before an error are given first."""
        return self.gathered(self.examples())

    def gathered(self, pairs: Generator[Pair, None, None]) -> Generator[Batch, None, None]:
        """These pairs as batches."""
        features = self.features
        with closing(pairs):
            while True:
                error: LittlestoneError | None = None
                starts, columns, values, labels = [0], list[int](), list[float](), list[Any]()
                weights = list[float]()
                try:
                    for x, y in islice(pairs, ROWS):
                        places, amounts = entries_of(features, x)
                        columns += places
                        values += amounts
                        starts.append(len(columns))
                        labels.append(y)
                        weights.append(self.at_hand().event.weight)
                        if len(columns) >= ENTRIES or self.drained:
                            break
                except LittlestoneError as found:
                    error = found
                if labels:
                    yield ordered(starts, columns, values, len(features), labels, weights)
                if error:
                    raise error
                if not labels:
                    return

    def names(self, lines: int | None = None) -> list[str]:
        """All feature names, or those of the first examples, found by reading; Winnow's n is their number."""
        with closing(self.examples()) as pairs:
            return list(dict.fromkeys(name for x, _ in islice(pairs, lines) for name in x))

    def examples(self) -> Generator[Pair, None, None]:
        """The pairs, from a generator that closes its file."""
        pairs = iter(self)
        try:
            yield from pairs
        finally:
            if isinstance(pairs, Generator):
                pairs.close()


class NumberedSource(Source):
    """A file whose columns are numbers. A subclass gives batches; pairs are their rows."""

    def __iter__(self) -> Generator[Pair, None, None]:
        with closing(self.batches()) as batches:
            yield from rows_of(batches)


def entries_of(features: Features, x: dict[str, float]) -> tuple[list[int], list[float]]:
    """The columns and values of an example; new names get their columns."""
    known = features.columns
    if features.hashing or len(known) + len(x) > features.max_names:
        row = features.filled(x, False)
        assert row is not None
        return row.columns.tolist(), row.values.tolist()
    for name, value in x.items():
        if name not in known:
            features.admit(name, type(value) is Indicator)
    return [known[name] for name in x], list(x.values())


def weighed_rows_of(batches: Iterable[Batch]) -> Generator[tuple[Any, Any, float], None, None]:
    """The rows of labelled batches with their labels and weights."""
    for batch in batches:
        for t, (y, weight) in enumerate(zip(truths_of(batch), row_weights(batch), strict=True)):
            yield batch.row(t), y, weight


def rows_of(batches: Iterable[Batch]) -> Generator[Pair, None, None]:
    """The rows of labelled batches as pairs."""
    for batch in batches:
        for t, y in enumerate(truths_of(batch)):
            yield batch.row(t), y


def ordered(
    starts: list[int],
    columns: list[int],
    values: list[float],
    width: int,
    labels: list[Any],
    weights: Sequence[float] = (),
) -> Batch:
    """A checked batch with rising columns, of rows whose entries are in any order; weights that are all 1 are none."""
    rows = np.repeat(np.arange(len(starts) - 1), np.diff(starts))
    at = np.array(columns, dtype=np.int32)
    order = np.lexsort((at, rows))
    some = weights if any(weight != 1.0 for weight in weights) else None
    batch = Batch(starts, at[order], np.array(values, dtype=np.float64)[order], width, weights=some)
    return with_truths(batch.check(), labels)
