# cython: boundscheck=False, wraparound=False
"""Conversion of examples of every kind to a `Row`, and of feature names to columns."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any

import numpy as np

from ..errors import BadFeature
from ..row import Batch, Row
from .arrays import as_batch, numbers

CHUNK = 1024  # entries a buffer holds; an open round keeps its buffer alive, so not many more


class Features:
    """The columns of one game. `row` converts an example to a `Row`:

    a mapping of names to numbers (a new name gets the next free column), a sequence or a numpy vector, a scipy sparse
    row, a pair (columns, values), or a `Row`, whose columns are taken as they are.

    Columns are either named, as in a mapping, or numbered, as in an array; one game uses one of the two.
    """

    def __init__(self, names: Iterable[str] = ()) -> None:
        self.columns: dict[str, int] = {}
        self.numbered = False
        for name in names:
            self.columns[name] = len(self.columns)
        self.used = 0
        self.renew(CHUNK)

    @property
    def names(self) -> list[str]:
        """The names in the order of their columns."""
        return list(self.columns)

    def __len__(self) -> int:
        return len(self.columns)

    @property
    def hashing(self) -> tuple[int, ...]:
        """The parameters of the hashing, (bits, seed); empty because names are not hashed here."""
        return ()

    def written(self) -> list[str] | dict[str, int]:
        """What is saved of the columns: their names, or the parameters of the hashing."""
        return self.names

    def met(self, nature: Any) -> Any:
        """The `features` of a nature that knows its columns before the first example, else None."""
        return getattr(nature, "features", None)

    def row(self, x: Any) -> Row:
        """Convert an example to a row; on an error nothing is changed."""
        if type(x) is dict:
            return self.named(x)
        if isinstance(x, Row):
            row = x.batch.view(x.start, x.stop, x.width)
            if self.columns and x.width <= len(self.columns):
                return row  # from a reader or a batch that shares these columns
        elif hasattr(x, "tocsr"):
            row = self.sparse(x)
        elif isinstance(x, tuple) and len(x) == 2 and np.ndim(x[0]) == 1:
            row = self.listed(x[0], x[1])
        elif hasattr(x, "items"):
            return self.named(dict(x.items()))
        else:
            row = self.dense(x)
        if self.columns:
            raise BadFeature(
                f"this game has named columns ({', '.join(self.names[:3])}, ...); "
                f"give a mapping of names to numbers, not a {type(x).__name__}"
            )
        self.numbered = True
        return row

    def named(self, x: dict[str, Any]) -> Row:
        """Convert a mapping of names to numbers: the hot path of games played round by round."""
        if self.numbered:
            raise BadFeature("this game has numbered columns; give an array of numbers, not a mapping of names")
        if self.used + len(x) > self.room:
            self.renew(max(CHUNK, len(x)))
        columns = self.columns
        before = len(columns)
        k = self.used
        name: Any = None
        value: Any = None
        try:  # around the loop, not inside: entering a try costs as much as a feature
            for name, value in x.items():
                found = columns.get(name)
                if found is None:
                    found = self.admit(name)
                number = value
                if not math.isfinite(number):
                    raise ValueError
                self.buffer_columns[k] = found
                self.buffer_values[k] = number
                k += 1
        except (TypeError, ValueError, OverflowError) as error:
            self.forget(before)
            if isinstance(error, BadFeature):
                raise
            raise self.complaint(name, value) from None
        self.buffer.ordered = False
        row = self.buffer.view(self.used, k, len(columns))
        self.used = k
        return row

    def renew(self, room: int) -> None:
        """Begin a new buffer; the old one lives as long as a row refers to it."""
        columns = np.zeros(room, dtype=np.int32)
        values = np.zeros(room)
        self.buffer_columns = columns
        self.buffer_values = values
        self.buffer = Batch([0, room], columns, values, 0)
        self.buffer.checked = True  # entries are checked as they are written
        self.room = room
        self.used = 0

    def admit(self, name: Any) -> int:
        """Give a new name the next free column, and return it."""
        if not isinstance(name, str):
            raise BadFeature(f"a feature's name is a string, not {name!r} ({type(name).__name__})")
        column = len(self.columns)
        self.columns[name] = column
        return column

    def forget(self, before: int) -> None:
        """Remove the names from column `before` on, which a failed example has added."""
        while len(self.columns) > before:
            self.columns.popitem()

    def complaint(self, name: Any, value: Any) -> BadFeature:
        """The error for a value that is not a finite number."""
        advice = f"a text is a feature of its own: {{{f'{name}={value}'!r}: 1}}" if isinstance(value, str) else ""
        return BadFeature(
            f"feature {name!r} is {value!r}; a feature is a finite number"
            + (f": {advice}" if advice else "; leave it out")
        )

    def dense(self, x: Any) -> Row:
        """Convert a vector of numbers."""
        if isinstance(x, str | bytes) or not np.iterable(x):
            raise BadFeature(f"an example is a mapping or a vector of numbers, not {x!r}")
        vector = numbers(x)
        if vector.ndim == 2 and vector.shape[0] == 1:
            vector = vector[0]
        if vector.ndim != 1:
            raise BadFeature(f"an example is one vector, not an array of shape {vector.shape}; for many use play_batch")
        columns = np.flatnonzero(vector)
        return Batch([0, len(columns)], columns, vector[columns], len(vector)).check().row(0)

    def sparse(self, x: Any) -> Row:
        """Convert one row of a scipy sparse array."""
        x = x.reshape((1, x.shape[0])) if len(x.shape) == 1 else x
        if x.shape[0] != 1:
            raise BadFeature(f"an example is one sparse row, not {x.shape[0]}; for many use play_batch")
        return as_batch(x).row(0)

    def listed(self, columns: Any, values: Any) -> Row:
        """Convert a pair of column numbers and values, in any order."""
        columns, values = np.asarray(columns), numbers(values)
        if columns.shape != values.shape or columns.dtype.kind not in "iu":
            raise BadFeature("a pair is (columns, values): whole numbers, and as many numbers to go with them")
        order = np.argsort(columns, kind="stable")
        width = int(columns.max()) + 1 if len(columns) else 0
        return Batch([0, len(columns)], columns[order], values[order], width).check().row(0)
