"""A nature that plays back recorded data."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sized
from typing import TYPE_CHECKING, Any

import numpy as np

from ..errors import BadBatch, BadFeature, UnknownName
from ..experts.advice import as_advice
from ..features.arrays import as_batch, as_column, is_frame, is_table, names_of
from ..features.features import Features
from ..nature import Label
from ..row import Batch

if TYPE_CHECKING:
    from ..rows.round import Round


class Recorded:
    """Recorded examples and labels, played once in their order.

    X        a table: a numpy array, a scipy sparse matrix, a pandas or polars frame, a `Batch`;
             or a stream: any iterable, read as the game goes on, of examples or of pairs (example, label)
    y        one label per row, or for a frame the name of its column; None if X has the labels, or there are none
    names    the names of the columns; a frame has its own
    advice   the columns of the table are experts: zeros are kept as advice, and NaN is an expert that sleeps

    Labels are passed on unchanged: the two classes are given to the game, with labels=. A round whose label is missing
    (None, NaN) is forgotten.

    >>> from littlestone import Game, Perceptron
    >>> from littlestone.natures import Recorded
    >>> spam = Recorded([({"free": 1, "win": 1}, "spam"), ({"meeting": 1}, "ham"), ({"free": 2}, None)])
    >>> Game(Perceptron(), labels=("ham", "spam")).play(spam)
    Ledger(3 rounds, 1 mistakes, 1 updates)
    """

    def __init__(self, X: Any, y: Any = None, *, names: Iterable[str] | None = None, advice: bool = False) -> None:
        self.features: Features | None = None
        self.y: Any = None
        self.without_zeros = False  # were zeros dropped? That is fine for features, but not for advice
        if is_frame(X):
            if isinstance(y, str):
                X, y = without(X, y)
            names = names_of(X) if names is None else names
        columns = [] if names is None else list(names)
        if names is not None:
            self.features = Features(columns)
        if not is_table(X):
            self.rounds = pairs(stream(X)) if y is None else paired(stream(X), stream(y))
            return
        self.without_zeros = not advice and not isinstance(X, Batch)
        batch = as_advice(X) if advice and not isinstance(X, Batch) else as_batch(X)
        if names is not None and (len(columns) != batch.width or len(set(columns)) != batch.width):
            raise BadFeature(f"{batch.width} columns need as many different names, not {columns}")
        if y is None:
            y = np.asarray(batch.labels) if len(batch.labels) else batch.rows * [None]
        self.rounds = paired(Rows(batch, columns), stream(y))

    def ask(self, last: Round | None) -> Any:
        """The next example of the record."""
        x, self.y = next(self.rounds, (None, None))
        return x

    def answer(self, number: int, guess: float) -> Iterable[Label]:
        """The label of that example; None if it is missing."""
        return (Label(number, None if is_missing(self.y) else self.y),)

    def close(self) -> Iterable[Label]:
        """Nothing: all known labels were revealed at once."""
        return ()


def without(X: Any, name: str) -> tuple[Any, Any]:
    """A frame without one of its columns, and that column."""
    names = names_of(X)
    if name not in names:
        raise UnknownName.among("column", name, names)
    return X[[other for other in names if other != name]], X[name]


def stream(items: Any) -> Any:
    """An iterable of the items: those of an array as plain Python values, others as they are."""
    if hasattr(items, "__array__"):
        column = as_column(items)
        return column.tolist() if isinstance(column, np.ndarray) else column
    if not isinstance(items, Iterable):
        raise BadBatch(f"a record is a table or a stream of examples, not {items!r}")
    return items


class Rows:
    """Iterates over the rows of a batch, as dicts if the columns have names."""

    def __init__(self, batch: Batch, names: list[str]) -> None:
        self.batch = batch
        self.names = names

    def __len__(self) -> int:
        return self.batch.rows

    def __iter__(self) -> Iterator[Any]:
        for t in range(self.batch.rows):
            row = self.batch.row(t)
            if self.names:
                entries = zip(row.columns.tolist(), row.values.tolist(), strict=True)
                yield {self.names[column]: value for column, value in entries}
            else:
                yield row


def pairs(stream: Iterable[Any]) -> Iterator[tuple[Any, Any]]:
    """The pairs of a stream, one by one."""
    for number, pair in enumerate(stream):
        try:
            x, y = pair
        except (TypeError, ValueError):
            raise BadBatch(f"a record is made of pairs (example, label); number {number} is {pair!r}") from None
        yield some(x, number), y


def paired(X: Iterable[Any], y: Iterable[Any]) -> Iterator[tuple[Any, Any]]:
    """Pairs of examples and labels; raises at once if their lengths are known and differ."""
    if isinstance(X, Sized) and isinstance(y, Sized) and len(X) != len(y):
        raise BadBatch(f"{len(X)} examples but {len(y)} labels; give one label an example, None if it is not known")
    return side_by_side(X, y)


def side_by_side(X: Iterable[Any], y: Iterable[Any]) -> Iterator[tuple[Any, Any]]:
    """`zip` with a clearer error if the lengths differ."""
    labels = iter(y)
    end = object()
    number = 0
    for number, x in enumerate(X, start=1):
        label = next(labels, end)
        if label is end:
            raise BadBatch(f"the labels end after {number - 1}, but there are more examples; give one label an example")
        yield some(x, number - 1), label
    if next(labels, end) is not end:
        raise BadBatch(f"the examples end after {number}, but there are more labels; give one label an example")


def some(x: Any, number: int) -> Any:
    """The example; raises if it is None, which would end the game silently."""
    if x is None:
        raise BadFeature(f"example {number} is None; an example is a mapping or a vector of numbers, maybe empty")
    return x


def is_missing(y: Any) -> bool:
    """Is it None, NaN, NaT or NA?"""
    if y is None:
        return True
    try:
        return bool(y != y)
    except TypeError:  # pandas' NA, whose comparisons have no truth value
        return True
