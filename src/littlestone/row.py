# cython: boundscheck=False, wraparound=False, nonecheck=False, initializedcheck=False
"""Sparse examples: a `Batch` holds many, and a `Row` is a view of one of them."""

from __future__ import annotations

import math
from math import isfinite
from sys import float_info
from typing import Any

import numpy as np

from .errors import BadBatch, BadFeature, BadLabel, BadWeight, BadWidth, InputError
from .support.signatures import Shown
from .weights import HEAVIEST, LIGHTEST, WANTED

MOST_COLUMN = 2**31 - 1
BLOCK = 4096  # entries that are checked together: they fit in the L1 cache
SHOWN = 12  # entries of a row that its repr shows
LARGEST = float_info.max  # neither infinities nor NaN lie between -LARGEST and LARGEST

NO_STARTS, NO_COLUMNS, NO_VALUES = np.zeros(1, dtype=np.int64), np.zeros(0, dtype=np.int32), np.zeros(0)


class Batch:
    """Examples in compressed sparse rows: row t holds the entries `starts[t]:starts[t + 1]`.

    All examples are stored this way, one or millions. The constructor does not check the arrays, `check` does;
    everything from outside the package passes `check` once. With `classes`, the label k stands for classes[k], which
    may be a string; without, labels are numbers.
    """

    __signature__ = Shown()

    def __cinit__(self, *given: Any, **settings: Any) -> None:
        """Set empty arrays until `__init__` has run: the compiled loops do not check for None."""
        self.starts = NO_STARTS
        self.columns = NO_COLUMNS
        self.values = NO_VALUES
        self.labels = self.weights = NO_VALUES

    def __init__(
        self,
        starts: Any,
        columns: Any,
        values: Any,
        width: int,
        labels: Any = None,
        classes: Any = None,
        weights: Any = None,
    ) -> None:
        self.starts = np.ascontiguousarray(starts, dtype=np.int64)
        self.columns = np.ascontiguousarray(small(columns), dtype=np.int32)
        self.values = np.ascontiguousarray(values, dtype=np.float64)
        try:
            self.labels = np.ascontiguousarray(() if labels is None else labels, dtype=np.float64)
        except (TypeError, ValueError):
            raise BadLabel(f"the labels of a batch are numbers, -1 and +1, not {labels!r:.60}; see as_batch") from None
        self.weights = NO_VALUES if weights is None else as_weights(weights)
        self.classes = None if classes is None else list(classes)
        self.width = width
        self.checked = False
        self.ordered = False  # are the columns of every row known to be sorted?
        self.rows: int = len(self.starts) - 1

    def __len__(self) -> int:
        return self.rows

    def __repr__(self) -> str:
        labelled = "labelled" if len(self.labels) else "unlabelled"
        return f"Batch({self.rows} {labelled} rows, {self.width} columns, {len(self.values)} entries)"

    def row(self, number: int) -> Row:
        """Row `number` as a view."""
        if not 0 <= number < self.rows:
            raise IndexError(f"a batch of {self.rows} rows has no row {number}; rows count from 0")
        return self.view(self.starts[number], self.starts[number + 1], self.width)

    def view(self, start: int, stop: int, width: int) -> Row:
        """The entries from `start` to `stop` as one example, `width` columns wide; checks the batch if it must."""
        if not self.checked:
            self.check()
        if not (0 <= start <= stop <= self.values.shape[0] and width >= self.width):
            raise BadBatch(f"{self!r} has no example from entry {start} to {stop}, {width} columns wide")
        row = Row.__new__(Row)  # past __init__: boxing its arguments would cost more than a round
        row.batch = self
        row.start = start
        row.stop = stop
        row.width = width
        return row

    def check(self) -> Batch:
        """Return self if the arrays are safe for the compiled loops; else raise and name the wrong row.

        A batch that passed is not checked again: do not write into its arrays afterwards.
        """
        if not self.checked:
            self.check_shape()
            if not self.is_sound():
                raise self.fault(self.first_fault())
            self.checked = self.ordered = True
        return self

    def trust(self) -> Batch:
        """Check all but the order of columns within rows, which named examples need not keep; return self."""
        self.check_shape()
        columns = np.asarray(self.columns)
        if len(columns) and not (columns.min() >= 0 and columns.max() < self.width):
            raise BadWidth(f"{self!r} has entries in columns {columns.min()} to {columns.max()}")
        if not self.is_finite(0, len(columns)):
            raise BadFeature(f"{self!r} has entries that are no finite numbers")
        self.checked = True
        return self

    def check_shape(self) -> None:
        """Raise unless the arrays have the shapes of a batch."""
        starts, labels = np.asarray(self.starts), np.asarray(self.labels)
        if any(np.ndim(array) != 1 for array in (starts, self.columns, self.values, labels)):
            raise BadBatch("the starts, columns, values and labels of a batch are one-dimensional arrays")
        entries = len(self.columns)
        if not 0 <= self.width <= MOST_COLUMN + 1:
            raise BadWidth(f"a batch needs a width of 0 to {MOST_COLUMN + 1:,} columns, not {self.width}")
        if entries != len(self.values):
            raise BadBatch(f"every entry has a column and a value, but here are {entries} and {len(self.values)}")
        if len(starts) == 0 or starts[0] != 0 or starts[self.rows] != entries or (np.diff(starts) < 0).any():
            raise BadBatch(
                f"row starts must rise from 0 to {entries}, the number of entries; "
                f"littlestone.features.arrays.as_batch makes a batch of any matrix"
            )
        if len(labels) and len(labels) != self.rows:
            raise BadBatch(f"{self.rows} rows but {len(labels)} labels; give one label a row, or none at all")
        if len(self.weights) not in (0, self.rows):
            raise BadBatch(f"{self.rows} rows but {len(self.weights)} weights; give one weight a row, or none at all")

    def is_sound(self) -> bool:
        """Is every entry finite, and every row's columns in order and in range?

        Works block by block, so that memory is read once, and in loops without an early exit, so that the processor
        can overlap them. Columns are sorted if they fall only at starts of rows, which is tested by counting.
        """
        entries = self.values.shape[0]
        falls = 0
        for start in range(0, entries, BLOCK):
            stop = min(start + BLOCK, entries)
            if not self.is_finite(start, stop):
                return False
            falls += self.falls(max(start, 1), stop)
        for t in range(self.rows):
            start = self.starts[t]
            stop = self.starts[t + 1]
            if start < stop:
                if self.columns[start] < 0 or self.columns[stop - 1] >= self.width:
                    return False
                if start > 0 and self.columns[start] <= self.columns[start - 1]:
                    falls -= 1
        return bool(falls == 0)

    def is_finite(self, start: int, stop: int) -> bool:
        """Are these entries finite? Only finite numbers give 0 when multiplied by 0."""
        k = start
        a = b = c = d = 0.0
        while k + 4 <= stop:
            a += float(self.values[k]) * 0.0
            b += float(self.values[k + 1]) * 0.0
            c += float(self.values[k + 2]) * 0.0
            d += float(self.values[k + 3]) * 0.0
            k += 4
        while k < stop:
            a += float(self.values[k]) * 0.0
            k += 1
        return bool((a + b) + (c + d) == 0.0)

    def falls(self, start: int, stop: int) -> int:
        """How many of these entries have a column no larger than the one before."""
        count = 0
        for k in range(start, stop):
            count += self.columns[k] <= self.columns[k - 1]
        return int(count)

    def first_fault(self) -> int:
        """The first entry that is not finite, or whose column is out of order or out of range; -1 if none is."""
        for t in range(self.rows):
            last = -1
            for k in range(self.starts[t], self.starts[t + 1]):
                if self.columns[k] <= last or not -LARGEST <= self.values[k] <= LARGEST:
                    return k
                last = self.columns[k]
            if last >= self.width:
                return int(self.starts[t + 1] - 1)
        return -1

    def fault(self, entry: int) -> InputError:
        """The error for an entry that `first_fault` found."""
        row = int(np.searchsorted(np.asarray(self.starts), entry, side="right")) - 1
        column, value = self.columns[entry], self.values[entry]
        if not isfinite(value):
            return BadFeature(f"row {row}, column {column} is {value}; features are finite numbers: leave it out")
        if not 0 <= column < self.width:
            return BadWidth(
                f"row {row} has column {column}, outside a batch {self.width} columns wide; columns count from 0"
            )
        return BadBatch(
            f"row {row} has its columns out of order or one twice; "
            f"sort them and add up repeats (scipy: X.sum_duplicates())"
        )


def as_weights(weights: Any) -> Any:
    """The weights of the rows of a batch, checked."""
    try:
        numbers = np.ascontiguousarray(weights, dtype=np.float64)
    except (TypeError, ValueError):
        raise BadWeight(f"the weights of a batch are numbers, 0 or more, not {weights!r:.60}") from None
    if numbers.ndim != 1:
        raise BadBatch("the weights of a batch are a one-dimensional array")
    if len(wrong := np.flatnonzero(~((numbers >= LIGHTEST) & (numbers <= HEAVIEST) | (numbers == 0.0)))):
        raise BadWeight(f"a weight is {WANTED}; row {wrong[0]} has {numbers[wrong[0]]:g}")
    return numbers


def small(columns: Any) -> Any:
    """Check that the columns are integers that fit into 32 bits: a cast would wrap others around silently."""
    columns = np.asarray(columns)
    if columns.dtype == np.int32 or not columns.size:
        return columns
    if columns.dtype.kind not in "iu":
        raise BadBatch(f"columns are whole numbers, not of type {columns.dtype}")
    least, most = int(columns.min()), int(columns.max())
    if least < -MOST_COLUMN or most > MOST_COLUMN:
        raise BadWidth(f"columns count from 0 to {MOST_COLUMN:,}; here is {least if least < 0 else most:,}")
    return columns


class Row:
    """One example: a view of a row of a batch. Its methods are the inner loops of every learner.

    A row keeps its batch alive, so it may be stored for as long as needed. Do not rely on the order of its entries:
    those of a matrix are sorted by column, those of a mapping are in the order of the mapping.
    """

    __signature__ = Shown()

    def __init__(self, batch: Batch, start: int, stop: int, width: int) -> None:
        batch.view(start, stop, width)  # raises if that is no example
        self.batch = batch
        self.start = start
        self.stop = stop
        self.width = width

    def aim(self, start: int, stop: int) -> None:
        """Point this view at other entries of its batch: for loops that hold the only reference to it."""
        if not 0 <= start <= stop <= self.batch.values.shape[0]:
            raise BadBatch(f"{self.batch!r} has no example from entry {start} to {stop}")
        self.start = start
        self.stop = stop

    def __len__(self) -> int:
        return int(self.stop - self.start)

    @property
    def columns(self) -> Any:
        """The columns of the entries, as an array."""
        return np.asarray(self.batch.columns)[self.start : self.stop]

    @property
    def values(self) -> Any:
        """The values of the entries, as an array."""
        return np.asarray(self.batch.values)[self.start : self.stop]

    def __repr__(self) -> str:
        shown = zip(self.columns[:SHOWN], self.values[:SHOWN], strict=True)
        entries = ", ".join(f"{column}: {value:g}" for column, value in shown)
        return f"Row({{{entries}{', ...' if len(self) > SHOWN else ''}}})"

    def dense(self, width: int) -> Any:
        """The example as a dense vector of `width` numbers."""
        vector = np.zeros(width)
        vector[self.columns] = self.values
        return vector

    def dot(self, w: Any) -> float:
        """Inner product with a weight vector; a column past its end has weight zero.

        Four running sums instead of one, because an addition has to wait for the one before it, and a plain loop
        spends its time waiting.
        """
        batch = self.batch
        k = self.start
        stop = self.stop
        a = b = c = d = 0.0
        if self.width <= w.shape[0]:
            while k + 4 <= stop:
                a += batch.values[k] * w[batch.columns[k]]
                b += batch.values[k + 1] * w[batch.columns[k + 1]]
                c += batch.values[k + 2] * w[batch.columns[k + 2]]
                d += batch.values[k + 3] * w[batch.columns[k + 3]]
                k += 4
            while k < stop:
                a += batch.values[k] * w[batch.columns[k]]
                k += 1
        else:
            n = w.shape[0]
            while k + 4 <= stop:
                a += batch.values[k] * (w[batch.columns[k]] if batch.columns[k] < n else 0.0)
                b += batch.values[k + 1] * (w[batch.columns[k + 1]] if batch.columns[k + 1] < n else 0.0)
                c += batch.values[k + 2] * (w[batch.columns[k + 2]] if batch.columns[k + 2] < n else 0.0)
                d += batch.values[k + 3] * (w[batch.columns[k + 3]] if batch.columns[k + 3] < n else 0.0)
                k += 4
            while k < stop:
                a += batch.values[k] * (w[batch.columns[k]] if batch.columns[k] < n else 0.0)
                k += 1
        return float((a + b) + (c + d))

    def add_to(self, w: Any, amount: float) -> None:
        """w += amount * x, in place; w has to be at least `width` long."""
        if self.width > w.shape[0]:
            raise BadWidth(f"an example {self.width} columns wide cannot be added to {w.shape[0]} weights; widen them")
        batch = self.batch
        for k in range(self.start, self.stop):
            w[batch.columns[k]] += amount * batch.values[k]

    def squared_norm(self) -> float:
        """|x|^2, with four running sums as in `dot`."""
        batch = self.batch
        k = self.start
        stop = self.stop
        a = b = c = d = 0.0
        while k + 4 <= stop:
            a += batch.values[k] * batch.values[k]
            b += batch.values[k + 1] * batch.values[k + 1]
            c += batch.values[k + 2] * batch.values[k + 2]
            d += batch.values[k + 3] * batch.values[k + 3]
            k += 4
        while k < stop:
            a += batch.values[k] * batch.values[k]
            k += 1
        return float((a + b) + (c + d))

    def norm(self) -> float:
        """|x|."""
        return float(math.sqrt(self.squared_norm()))

    def is_whole(self) -> bool:
        """Is there an entry for every column, in order? Then the k-th entry is that of column k."""
        return bool(self.batch.ordered and self.stop - self.start == self.width)

    def is_boolean(self) -> bool:
        """Is every entry 0 or 1?"""
        batch = self.batch
        for k in range(self.start, self.stop):
            if batch.values[k] != 1.0 and batch.values[k] != 0.0:
                return False
        return True

    def is_finite(self) -> bool:
        """Is every entry a finite number?"""
        return self.batch.is_finite(self.start, self.stop)
