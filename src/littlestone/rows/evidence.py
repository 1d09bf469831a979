# cython: boundscheck=False, wraparound=False
"""The examples of a game that are kept for its theorems.

A mistake-driven learner depends on its mistakes alone, so its theorems need no other rounds: the best margin, the best
disjunction and the best comparator in hindsight are all found from these rows. In a game with experts every round
counts, and every round is kept.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..errors import StateError
from ..features.saved_rows import saved_batch
from ..learner import State
from ..loss import FARTHEST
from ..row import Batch, Row
from ..state import Held, Number, Vector, fields
from ..support.settings import counted
from ..watcher import Watcher

CHUNK = 1 << 15  # entries per chunk: growing by chunks copies nothing twice
FIRST = 1 << 6  # entries of the first one: where there are many games, most of them are small
ROUNDS = 16  # rounds that there is room for at first


def is_weighed(kept: Any) -> bool:
    """Had any such round another weight than 1?"""
    return bool(kept.weight != kept.total or kept.heaviest > 1.0)


class Evidence(Watcher):
    """Copies of the mistaken rows, or of `every` row, as the learner's rule saw them, up to `limit` entries in all.

    Past the limit nothing more is copied and `complete` is false: what is kept is then the beginning of the game.
    `total`, `largest`, `weight` (the sum of the weights) and `heaviest` still cover all such rounds. `importance` is
    the weight of the round that is seen next.
    """

    saved = fields(  # the arrays are put back by `adopt`
        Vector("weights", "row_weights()", finite=True, missing=None, when=is_weighed),
        Vector("weight", lambda own: [own.weight, own.heaviest], size=2, missing=None, when=is_weighed),
        Vector("sizes", "sizes()", upto="count", dtype=np.int64),
        Vector("columns", lambda own: np.concatenate([columns for columns, _ in own.chunks()]), dtype=np.int32),
        Vector("values", lambda own: np.concatenate([values for _, values in own.chunks()])),
        Vector("labels", "labels()", upto="count", like="sizes"),
        Vector("numbers", "numbers()", upto="count", like="sizes", dtype=np.int64),
        Vector("counts", lambda own: [own.limit, own.complete, own.total, own.width], dtype=np.int64),
        Number("largest", "largest()"),
    )

    def __init__(self, limit: int, *, every: bool = False) -> None:
        self.limit = limit
        self.every = every
        self.complete = True
        self.total = 0  # such rounds seen, kept or not
        self.count = 0  # rounds kept
        self.entries = 0
        self.largest = 0.0  # squared norm of the longest mistaken row
        self.importance = 1.0
        self.weight = 0.0
        self.heaviest = 0.0
        self.weights = np.zeros(ROUNDS)
        self.sizes = np.zeros(ROUNDS, dtype=np.int64)
        self.numbers = np.zeros(ROUNDS, dtype=np.int64)
        self.labels = np.zeros(ROUNDS)
        self.full: list[tuple[Any, Any]] = []  # columns and values of the full chunks
        self.columns = np.empty(FIRST, dtype=np.int32)
        self.values = np.empty(FIRST)
        self.used = 0  # entries in the last chunk

    def see(self, number: int, x: Row, y: float, guess: float, mistaken: bool) -> None:
        """Keep the round if it was a mistake, or if `every` round is kept."""
        if not mistaken and not self.every:
            return
        self.total += 1
        self.weight += self.importance
        self.heaviest = max(self.heaviest, self.importance)
        self.complete = self.complete and self.entries + (x.stop - x.start) <= self.limit
        if self.complete:
            self.largest = max(self.largest, self.keep(number, x, y))
        elif not self.every:  # theorems that need every round need no lengths
            self.largest = max(self.largest, x.squared_norm())

    def weigh(self, weight: float) -> None:
        self.importance = weight

    def keep(self, number: int, x: Row, y: float) -> float:
        """Copy one row to the end, and return its squared norm."""
        size = x.stop - x.start
        if self.used + size > self.values.shape[0]:
            self.full.append((np.asarray(self.columns)[: self.used], np.asarray(self.values)[: self.used]))
            room = max(min(CHUNK, self.entries), FIRST, size)
            self.columns = np.empty(room, dtype=np.int32)
            self.values = np.empty(room)
            self.used = 0
        if self.count == self.labels.shape[0]:
            self.sizes = longer(self.sizes)
            self.numbers = longer(self.numbers)
            self.labels = longer(self.labels)
            self.weights = longer(self.weights)
        batch = x.batch
        to = self.used - x.start
        square = 0.0
        for k in range(x.start, x.stop):  # two copies and a sum: together they would be one slow loop
            self.columns[to + k] = batch.columns[k]
        for k in range(x.start, x.stop):
            self.values[to + k] = batch.values[k]
        for k in range(x.start, x.stop):
            square += batch.values[k] * batch.values[k]
        self.used += size
        self.entries += size
        self.sizes[self.count] = size
        self.labels[self.count] = y
        self.numbers[self.count] = number
        self.weights[self.count] = self.importance
        self.count += 1
        return float(square)

    @property
    def width(self) -> int:
        """The largest column that is kept, plus one; computed when asked for."""
        last = np.asarray(self.columns)[: self.used].max(initial=-1)
        for columns, _ in self.full:
            last = max(last, columns.max(initial=-1))
        return int(last) + 1

    def batch(self) -> Batch:
        """The kept rounds as a batch, in the order of their labels."""
        starts = np.concatenate(([0], np.cumsum(np.asarray(self.sizes)[: self.count])))
        batch = Batch(starts, *self.joined(), self.width, np.asarray(self.labels)[: self.count])
        batch.checked = True  # every row was; columns of named examples need no order
        return batch

    def joined(self) -> tuple[Any, Any]:
        """The columns and the values of all kept rows, as new arrays."""
        chunks = self.chunks()
        return np.concatenate([columns for columns, _ in chunks]), np.concatenate([values for _, values in chunks])

    def chunks(self) -> list[tuple[Any, Any]]:
        """The columns and values of all chunks, as views."""
        return [*self.full, (np.asarray(self.columns)[: self.used], np.asarray(self.values)[: self.used])]

    def row_weights(self) -> Any:
        """A copy of the weights of the kept rounds."""
        return np.array(self.weights)[: self.count]

    def cut(self) -> str | None:
        """A message if the limit was too small for all rounds, else None."""
        if self.complete:
            return None
        of = counted(self.total, "round" if self.every else "mistake")
        return f"only the first {self.count:,} of {of} were kept; give the game a larger keep"

    def check_state(self, held: Held) -> None:
        super().check_state(held)
        sizes = held["sizes"]
        if len(held["counts"]) < 4:
            raise StateError(f"'counts' of the kept rounds are four numbers, not {len(held['counts'])}")
        _, complete, total, width = held["counts"][:4].tolist()  # 0.1.0 had two more
        starts = np.concatenate(([0], np.cumsum(sizes)))
        saved_batch(starts, held["columns"], held["values"], width, held["labels"])
        if held["weights"] is None:
            held["weights"], held["weight"] = np.ones(len(sizes)), (total, min(total, 1))
        weights, (weight, heaviest) = held["weights"], held["weight"]
        if weights.shape != sizes.shape or not (weights > 0.0).all():
            raise StateError("the weights of the kept rounds are one number above 0 per row")
        if not (weights.max(initial=0.0) <= heaviest <= weight < np.inf):
            raise StateError(f"the kept rounds weigh {weight} together and {heaviest} at most, which cannot be")
        if total < len(sizes) or (complete and total != len(sizes)):
            raise StateError(f"{len(sizes)} rounds are kept of {total}, which cannot be")
        if not (np.abs(held["labels"]) <= FARTHEST).all():
            raise StateError(f"the labels of the kept rounds are numbers up to {FARTHEST:g}")

    def take_up(self, held: Held) -> None:
        self.adopt(held)

    def adopt(self, state: State) -> None:
        """Take the arrays of a `state` as they are: of rows that were checked, and that nobody else will change."""
        limit, complete, total, _ = (int(count) for count in state["counts"][:4])
        self.sizes = np.ascontiguousarray(state["sizes"], dtype=np.int64)
        self.full = []
        self.columns = np.ascontiguousarray(state["columns"], dtype=np.int32)
        self.values = np.ascontiguousarray(state["values"], dtype=np.float64)
        self.labels = np.ascontiguousarray(state["labels"], dtype=np.float64)
        self.numbers = np.ascontiguousarray(state["numbers"], dtype=np.int64)
        self.count = len(state["labels"])
        self.entries = self.used = len(state["values"])
        self.limit = limit
        self.complete = bool(complete)
        self.weights = np.ascontiguousarray(state["weights"], dtype=np.float64)
        self.total, self.largest = total, float(state["largest"])
        self.weight, self.heaviest = (float(weight) for weight in state["weight"])

    def count_more(self, total: int, weight: float, heaviest: float, largest: float) -> None:
        """Count rounds that were seen elsewhere: how many, their weights, and the square of the longest row."""
        self.total += total
        self.weight += weight
        self.heaviest = max(self.heaviest, heaviest)
        self.largest = max(self.largest, largest)


def longer(array: Any) -> Any:
    """A copy that is about half as long again, filled with zeros."""
    old = np.asarray(array)
    new = np.zeros(len(old) + len(old) // 2 + 64, dtype=old.dtype)
    new[: len(old)] = old
    return new
