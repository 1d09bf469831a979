# cython: boundscheck=False, wraparound=False
"""Conversion of examples of every kind to a `Row`, and of feature names to columns."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable
from numbers import Integral
from typing import Any

import numpy as np

from ..errors import BadFeature, StateError
from ..learner import State, a_count
from ..row import MOST_COLUMN, Batch, Row
from ..support.settings import whole
from ..support.signatures import Shown
from .arrays import as_batch, is_columnar, numbers, record_of
from .indicator import Indicator, Ready
from .name_table import murmur3
from .schema import Schema

CHUNK = 1024  # entries a buffer holds; an open round keeps its buffer alive, so not many more
FIRST = 32  # those of the first one, and twice as many of each after it: where there are many games, most are small
REMEMBERED = 100_000  # texts of cells whose column is cached
MOST_NAMES = 1_000_000  # names with a column of their own
SHARED = 1 << 18  # columns that all further names share
EXACT = 2.0**53  # from here on a whole number need not be a double
ABSENT = (-1, 0.0)  # of a cell that gives no entry


class Features:
    """The columns of one game, and the `schema` by which records become features. `row` converts an example to a `Row`:

    a record, which is a mapping of names to numbers, texts, dates and so on (the rules are at `Schema`; a new name gets
    the next free column), a sequence or a numpy vector, a scipy sparse row, a pair (columns, values), or a `Row`, whose
    columns are taken as they are. The entries of a row are sorted by column, however the example comes.

    Columns are either named, as in a mapping, or numbered, as in an array; one game uses one of the two. After
    `max_names` names, new ones share columns, by their hash: traffic cannot grow memory without end. `shared` counts
    how often one was met.
    """

    __signature__ = Shown()

    def __init__(
        self,
        names: Iterable[str] = (),
        *,
        schema: Schema | None = None,
        max_names: int = MOST_NAMES,
        zeros: bool = False,
    ) -> None:
        self.columns: dict[str, int] = {}
        self.numbered = False
        self.max_names = whole("max_names", max_names, "how many names have a column of their own", least=1)
        self.zeros = zeros  # are numbers that are zero entries too, as what standardises needs them?
        self.variables = False  # does a name get its column even where its value is zero, as a Boolean variable does?
        self.shared = 0
        self.marks = bytearray()  # for each column, whether its first value was an `Indicator`
        self.take_schema(Schema() if schema is None else schema)
        for name in names:
            self.admit(name, False)
        self.used = 0
        self.renew(FIRST)

    def following(self, other: Features) -> Features:
        """Itself, with the schema and the zeros of other columns, which it takes the place of."""
        self.take_schema(other.schema)
        self.zeros, self.variables = other.zeros, other.variables
        return self

    def state(self) -> State:
        """What is saved: the names, or how they are hashed, which are of indicators, and how many have a column."""
        return {
            "names": np.frombuffer(json.dumps(self.written()).encode(), dtype=np.uint8),
            "numbered": np.bool_(self.numbered),
            "marks": np.frombuffer(bytes(self.marks), dtype=np.uint8),
            "limits": np.array([self.max_names, self.shared], dtype=np.int64),
            "width": np.int64(0),
        }

    def restore(self, state: State) -> None:
        """Restore all but the names, with which it is made."""
        self.numbered = bool(state["numbered"])
        if "marks" in state:  # release 0.1.0 had none
            marks = np.asarray(state["marks"], dtype=bool)
            if marks.shape != (len(self.columns),):
                raise StateError(
                    f"{marks.size} columns are said to be indicators or not, but {len(self.columns)} have names"
                )
            self.marks[:] = marks.tobytes()  # in place: the learner may share it
            most, shared = (int(limit) for limit in state["limits"])
            self.max_names, self.shared = min(a_count("max_names", most), MOST_COLUMN), a_count("shared", shared)

    def take_schema(self, schema: Schema) -> None:
        """Convert records by this schema from now on."""
        self.schema = schema
        self.cells: dict[str, dict[Any, tuple[int, float]]] = {}
        self.remembered = 0
        self.special = schema.special
        self.slow = schema.boolean or bool(schema.interactions)

    @property
    def names(self) -> list[str]:
        """The names in the order of their columns."""
        return list(self.columns)

    def __len__(self) -> int:
        return self.size()

    def size(self) -> int:
        """How many columns there are: one for each name, and those that further names share once there are any."""
        return self.max_names + SHARED if self.shared else len(self.columns)

    @property
    def hashing(self) -> tuple[int, ...]:
        """The parameters of the hashing, (bits, seed); empty because names are not hashed here."""
        return ()

    def written(self) -> list[str] | dict[str, int]:
        """What is saved of the columns: their names, or the parameters of the hashing."""
        return self.names

    def check(self, x: Row) -> None:
        """Raise if a row cannot be an example: here any can."""

    def check_batch(self, batch: Batch) -> None:
        """Raise if a row of a batch cannot be an example."""

    def met(self, nature: Any) -> Any:
        """The `features` of a nature that knows its columns before the first example, else None."""
        return getattr(nature, "features", None)

    def row(self, x: Any) -> Row:
        """Convert an example to a row; on an error nothing is changed."""
        if type(x) is dict:
            return self.named(x, True)
        if type(x) is Ready:
            return self.named(x, False)
        if isinstance(x, Row):
            row = x.batch.view(x.start, x.stop, x.width)
            if self.columns and x.width <= self.size():
                return row  # from a reader or a batch that shares these columns
        elif hasattr(x, "tocsr"):
            row = self.sparse(x)
        elif isinstance(x, tuple) and len(x) == 2 and np.ndim(x[0]) == 1:
            row = self.listed(x[0], x[1])
        elif is_columnar(x):
            return self.named(record_of(x), True)
        elif hasattr(x, "items"):
            return self.named(dict(x.items()), True)
        else:
            row = self.dense(x)
        if self.columns:
            raise BadFeature(
                f"this game has named columns ({', '.join(self.names[:3])}, ...); "
                f"give a mapping of names to numbers or texts, not a {type(x).__name__}"
            )
        self.numbered = True
        return row

    def named(self, x: dict[str, Any], raw: bool) -> Row:
        """Convert a record, or features if it is not `raw`: the hot path of games played round by round.

        A name that is a whole number, as streams of other packages have them, is taken for its digits.
        """
        if raw and x and type(next(iter(x))) is not str:
            x = spelled(x)
        if self.numbered and not self.hashing:
            raise BadFeature("this game has numbered columns; give an array of numbers, not a mapping of names")
        before, shared = len(self.columns), self.shared
        try:
            row = None if raw and self.slow else self.filled(x, raw)
            if row is None:  # there is more in it than numbers and categories
                self.shared = shared
                row = self.filled(self.schema.features(x, self.zeros), False)
                assert row is not None
        except BaseException as error:
            self.forget(before)
            self.shared = shared
            if isinstance(error, BadFeature) and (other := spelled(x)) is not x:
                return self.named(other, raw)
            raise
        return row

    def filled(self, x: dict[str, Any], raw: bool) -> Row | None:
        """Write the entries of a record into the buffer; None if that takes the rules of the schema.

        With `raw`, cells are as they came: numbers and texts, of which those that are one feature are looked up.
        """
        if self.used + len(x) > self.room:
            self.renew(max(min(CHUNK, 2 * self.room), len(x)))
        columns, cells, special, zeros = self.columns, self.cells, self.special, self.zeros
        ruled = raw and len(special) > 0
        k, last, sorted_so_far = self.used, -1, True
        name: Any = None
        value: Any = None
        try:  # around the loop, not inside: entering a try costs as much as a feature
            for name, value in x.items():
                if raw and (type(value) is str or value is None or (ruled and name in special)):
                    texts = cells.get(name)
                    entry = texts.get(value) if texts is not None and type(value) is str else None
                    if entry is None:  # not met before, or no text
                        entry = self.known(name, value)
                        if entry is None:
                            return None
                    found, number = entry[0], entry[1]
                    if found < 0:
                        continue
                else:
                    number = value
                    if not -EXACT < number < EXACT:
                        if raw:
                            return None
                        if not math.isfinite(number):
                            raise ValueError
                    if number == 0.0 and not zeros:
                        if self.variables and name not in columns:
                            self.admit(name, False)
                        continue
                    place = columns.get(name)
                    found = self.admit(name, type(value) is Indicator) if place is None else place
                self.buffer_columns[k] = found
                self.buffer_values[k] = number
                k += 1
                if found <= last:
                    sorted_so_far = False
                last = found
        except (TypeError, ValueError, OverflowError) as error:
            if isinstance(error, BadFeature):
                raise
            if raw:
                return None
            raise self.complaint(name, value) from None
        if not sorted_so_far:
            k = self.sort(self.used, k)
        row = self.buffer.view(self.used, k, self.size())
        self.used = k
        return row

    def known(self, name: Any, value: Any) -> tuple[int, float] | None:
        """The column and the value of a cell that is one feature; column -1 for no feature, None for several."""
        if value is None or name in self.schema.left_out:
            return ABSENT
        if type(value) is int:  # a name in a categorical column: looked up as the text that it is written as
            value = str(value)
            entry = self.cells[name].get(value) if name in self.cells else None
            if entry is not None:
                return entry
        if type(value) is not str or not isinstance(name, str) or name in self.schema.text:
            return None
        entries = self.schema.cell(name, value)
        if len(entries) > 1:
            return None
        entry = ABSENT
        for feature, number in entries:
            if number != 0.0 or self.zeros:
                place = self.columns.get(feature)
                entry = (self.admit(feature, type(number) is Indicator) if place is None else place, float(number))
            elif self.variables and feature not in self.columns:
                self.admit(feature, False)
        if self.remembered < REMEMBERED:
            self.cells.setdefault(name, {})[value] = entry
            self.remembered += 1
        return entry

    def sort(self, start: int, stop: int) -> int:
        """Sort these entries by column, and add up those of a shared one; return where they end now."""
        columns, values = self.buffer_columns, self.buffer_values
        gap = 1
        while gap < (stop - start) // 9:
            gap = 3 * gap + 1
        while gap > 0:  # Shell's method, with Knuth's gaps: rows are short, and often nearly sorted
            for k in range(start + gap, stop):
                column, value, to = columns[k], values[k], k
                while to >= start + gap and columns[to - gap] > column:
                    columns[to], values[to] = columns[to - gap], values[to - gap]
                    to -= gap
                columns[to], values[to] = column, value
            gap //= 3
        to = start
        for k in range(start + 1, stop):
            if columns[k] != columns[to]:
                to += 1
                columns[to], values[to] = columns[k], values[k]
            elif columns[k] >= self.max_names:
                values[to] += values[k]
            else:
                raise BadFeature(
                    f"two cells give the feature {self.names[columns[k]]!r}; rename one of them, or leave it out"
                )
        return to + 1

    def renew(self, room: int) -> None:
        """Begin a new buffer; the old one lives as long as a row refers to it."""
        columns = np.zeros(room, dtype=np.int32)
        values = np.zeros(room)
        self.buffer_columns = columns
        self.buffer_values = values
        self.buffer = Batch([0, room], columns, values, 0)
        self.buffer.checked = True  # entries are checked as they are written
        self.buffer.ordered = True
        self.room = room
        self.used = 0

    def admit(self, name: Any, mark: bool = False) -> int:
        """The column of a new name: the next free one, or when all are taken one that it shares."""
        if not isinstance(name, str):
            raise BadFeature(f"a feature's name is a text, or a whole number, not {name!r} ({type(name).__name__})")
        column = len(self.columns)
        if column >= self.max_names:
            self.shared += 1
            return self.max_names + murmur3(name.encode(errors="surrogatepass"), 0) % SHARED
        self.columns[name] = column
        self.marks.append(mark)
        return column

    def forget(self, before: int) -> None:
        """Remove the names from column `before` on, which a failed example has added."""
        if len(self.columns) > before:
            while len(self.columns) > before:
                self.columns.popitem()
            del self.marks[before:]
            self.cells.clear()  # some would lead to them
            self.remembered = 0

    def complaint(self, name: Any, value: Any) -> BadFeature:
        """The error for a value that is not a finite number."""
        return BadFeature(f"feature {name!r} is {value!r:.60}; a feature is a finite number; leave it out")

    def dense(self, x: Any) -> Row:
        """Convert a vector of numbers."""
        if isinstance(x, str | bytes) or not np.iterable(x):
            raise BadFeature(f"an example is a mapping or a vector of numbers, not {x!r}")
        vector = numbers(x)
        if vector.ndim == 2 and vector.shape[0] == 1:
            vector = vector[0]
        if vector.ndim != 1:
            raise BadFeature(f"an example is one vector, not an array of shape {vector.shape}; for many use play_batch")
        columns = np.arange(len(vector)) if self.zeros else np.flatnonzero(vector)
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


def spelled(x: dict[Any, Any]) -> dict[Any, Any]:
    """A record with its digits for every name that is a whole number; itself if there is none."""
    if not any(is_whole(name) for name in x):
        return x
    named = {str(name) if is_whole(name) else name: value for name, value in x.items()}
    if len(named) < len(x):
        twice = next(name for name in x if is_whole(name) and str(name) in x)
        raise BadFeature(f"two values under {str(twice)!r}: the name {twice!r} is taken for its digits")
    return named


def is_whole(name: Any) -> bool:
    """Is a name a whole number?"""
    return isinstance(name, Integral) and not isinstance(name, bool)
