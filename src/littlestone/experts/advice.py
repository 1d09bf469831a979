# cython: boundscheck=False, wraparound=False
"""Conversion of expert advice to a `Row`, without the experts that sleep."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any

import numpy as np

from ..errors import BadAdvice, BadBatch, BadFeature, InputError
from ..features.features import CHUNK, Features
from ..features.label_column import BOTH
from ..features.labels import Labels, TwoClass
from ..learner import State
from ..loss import FARTHEST, Loss
from ..row import Batch, Row


class Advice(Features):
    """The experts of one game. `row` converts their advice to a `Row`:

    a mapping of names to advice, or a vector of advice. NaN, None or a missing name is an expert that sleeps. If the
    loss is about probabilities, advice lies in [0, 1]; if it is about two classes, advice is one of them.
    """

    def __init__(self, price: Loss, labels: Labels, names: Iterable[str] = (), width: int = 0) -> None:
        super().__init__(names, zeros=True)  # an expert may say zero
        self.price = price
        self.labels = labels
        self.classes = price.classes
        self.chances = price.chances
        self.width = width  # of vectors, once one has come

    def named_anew(self, names: Iterable[str], width: int) -> Advice:
        """The experts of the same game under these names; `width` is that of vectors of advice so far."""
        return Advice(self.price, self.labels, names, width)

    def state(self) -> State:
        return {**super().state(), "width": np.int64(self.numbered and self.width)}

    def met(self, nature: Any) -> Any:
        source = nature
        while hasattr(source, "nature"):  # unwrap to the nature that has the examples
            source = source.nature
        if getattr(source, "without_zeros", False):
            raise BadAdvice("the columns are experts here, and an expert may say zero: Recorded(X, y, advice=True)")
        known = Features.met(self, nature)
        if known is not None and known.hashing:
            raise BadAdvice("the columns are experts here, who have names or numbers: hash no names")
        return known

    def row(self, x: Any) -> Row:
        """Convert the advice of one round to a row; on an error nothing is changed."""
        if isinstance(x, Row):
            if self.columns and x.width > len(self.columns):
                raise BadAdvice(f"this game has {len(self.columns)} named experts, but the row is {x.width} wide")
            row = x.batch.view(x.start, x.stop, x.width)
            self.numbered = not self.columns
        elif hasattr(x, "items") and not isinstance(x, type):
            row = self.named({name: value for name, value in x.items() if not sleeps(value)}, False)
        else:
            row = self.spoken(x)
        self.check(row)
        return row

    def named(self, x: dict[str, Any], raw: bool) -> Row:
        """Convert a mapping of names to advice, all awake."""
        if self.numbered:
            raise BadFeature("this game has numbered columns; give an array of numbers, not a mapping of names")
        before = len(self.columns)
        try:
            said = {name: self.said(name, value) for name, value in x.items()} if self.classes else x
            row = self.filled(said, False)
            assert row is not None
            return row
        except BaseException:
            self.forget(before)
            raise

    def admit(self, name: Any, mark: bool = False) -> int:
        if not isinstance(name, str):
            raise BadAdvice(f"an expert's name is a string, not {name!r} ({type(name).__name__})")
        return Features.admit(self, name, mark)

    def complaint(self, name: Any, value: Any) -> BadAdvice:
        """The error for advice that is no finite number."""
        return BadAdvice(f"expert {name!r} says {value!r}; advice is a finite number, or NaN of one who sleeps")

    def said(self, name: Any, value: Any) -> float:
        """Convert a class that an expert predicts to -1 or +1."""
        try:
            return self.labels.inside(value)
        except InputError as error:
            raise BadAdvice(f"expert {name!r}: {error}") from None

    def who(self, column: int) -> Any:
        """The expert of that column: its name, or its number if it has none."""
        return self.names[column] if column < len(self.columns) else column

    def spoken(self, x: Any) -> Row:
        """Convert a vector of advice, in the order of the experts."""
        if isinstance(x, str | bytes) or hasattr(x, "tocsr") or not np.iterable(x):
            raise BadAdvice(f"advice is a mapping of experts to what they say, or a vector of it, not {x!r}")
        if isinstance(x, np.ndarray) and x.ndim != 1:
            raise BadAdvice(
                f"the advice of a round is one vector, not an array of shape {x.shape}; for many use play_batch"
            )
        if not hasattr(x, "__len__"):
            x = list(x)
        n = len(x)
        known = len(self.columns) or (self.width if self.numbered else 0)
        if known and n != known:
            raise BadAdvice(f"this game has {known} experts, but {n} spoke; say NaN for one who sleeps")
        if self.used + n > self.room:
            self.renew(max(CHUNK, n))
        k = self.used
        i = 0
        value: Any = None
        try:
            for value in x:
                if self.classes and not sleeps(value):
                    value = self.said(self.who(i), value)
                if value is not None:
                    number = value
                    if math.isfinite(number):
                        self.buffer_columns[k] = i
                        self.buffer_values[k] = number
                        k += 1
                    elif number == number:
                        raise ValueError
                i += 1
        except (TypeError, ValueError, ArithmeticError) as error:
            if isinstance(error, BadAdvice):
                raise
            if sleeps(value):  # pandas' NA, which is no number
                return self.spoken([None if sleeps(one) else one for one in x])
            raise self.complaint(self.who(i), value) from None
        row = self.buffer.view(self.used, k, n)
        self.used = k
        self.width = n
        self.numbered = not self.columns
        return row

    def check(self, x: Row) -> None:
        """Raise if nobody is awake, or some advice is outside the range of the loss."""
        if x.start == x.stop:
            raise BadAdvice("no expert is awake: one at least must say something")
        batch = x.batch
        most = FARTHEST
        for k in range(x.start, x.stop):
            value = batch.values[k]
            if not -most <= value <= most:
                raise self.outside(batch.columns[k], value)
            if self.chances and not 0.0 <= value <= 1.0:
                raise self.outside(batch.columns[k], value)
            if self.classes and value != 1.0 and value != -1.0:
                raise self.outside(batch.columns[k], value)

    def outside(self, column: int, value: float) -> BadAdvice:
        """The error for advice that is not a probability, not a class, or too large."""
        if not self.chances and not self.classes:
            who = f"expert {self.who(column)!r} says {value:g}"
            return BadAdvice(f"{who}, and beyond {FARTHEST:g} losses cannot be squared; scale it down")
        what = "advice is a chance, from 0 to 1" if self.chances else "advice is one of two classes, -1 or +1 in a row"
        return BadAdvice(f"expert {self.who(column)!r} says {value:g}; where the loss is {self.price.name}, {what}")

    def check_batch(self, batch: Batch) -> None:
        """Raise if some row of a batch is not valid advice."""
        values = np.asarray(batch.values)
        small = values.max(initial=0.0) <= FARTHEST and values.min(initial=0.0) >= -FARTHEST
        if small and not self.chances and not self.classes and np.diff(np.asarray(batch.starts)).all():
            return  # nothing else can be wrong
        for t in range(batch.rows):
            try:
                self.check(batch.row(t))
            except BadAdvice as error:
                raise BadAdvice(f"row {t}: {error}") from None


def sleeps(value: Any) -> bool:
    """Is this the advice of a sleeping expert: None, NaN or pandas' NA? NaN is not equal to itself."""
    if value is None:
        return True
    try:
        return bool(value != value)
    except TypeError:  # pandas' NA, whose comparisons have no truth value
        return True
    except (ValueError, ArithmeticError):  # an array, or a number that cannot be compared: not advice at all
        return False


def as_advice(advice: Any, outcomes: Any = None, *, labels: tuple[Any, Any] | None = None) -> Batch:
    """Convert a table of advice to a batch for `play_batch`: one row per round, one column per expert, NaN for asleep.

    outcomes    the labels, one per row
    labels      the two classes, negative first, if advice and outcomes are classes
    """
    try:
        table = advice.to_numpy() if hasattr(advice, "to_numpy") else np.asarray(advice)
        truths = None if outcomes is None else np.asarray(outcomes)
    except ValueError:
        raise BadBatch(
            "every round of advice has as many entries as there are experts, NaN for one who sleeps"
        ) from None
    if table.ndim != 2:
        raise BadBatch(f"advice is a table with one row a round and one column an expert, not of shape {table.shape}")
    if truths is not None and truths.shape != (len(table),):
        raise BadBatch(f"{len(table)} rounds of advice need as many truths, not an array of shape {truths.shape}")
    if labels is not None:
        inside = TwoClass(*labels).inside
        turn = np.vectorize(lambda label: np.nan if sleeps(label) else inside(label), otypes=[np.float64])
        table = turn(table) if table.size else table
        truths = truths if truths is None or not truths.size else turn(truths)
    elif table.dtype == object:
        table = np.array([[np.nan if sleeps(said) else said for said in row] for row in table]).reshape(table.shape)
    try:
        table = np.asarray(table, dtype=np.float64)
        truths = None if truths is None else np.asarray(truths, dtype=np.float64)
    except (TypeError, ValueError):
        what = f"advice and truths are numbers; if they are classes give {BOTH}"
        raise BadAdvice(what).naming(BOTH) from None
    if truths is not None and not np.isfinite(truths).all():
        bad = int(np.argmin(np.isfinite(truths)))
        raise BadBatch(f"the truth of row {bad} is {truths[bad]}; leave out rounds whose truth is not known")
    awake = ~np.isnan(table)
    starts = np.concatenate(([0], np.cumsum(awake.sum(axis=1))))
    columns = np.broadcast_to(np.arange(table.shape[1], dtype=np.int32), table.shape)[awake]
    return Batch(starts, columns, table[awake], table.shape[1], truths).check()
