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
from ..support.words import counted
from ..watcher import Watcher

CHUNK = 1 << 15  # entries per chunk: growing by chunks copies nothing twice
FIRST = 1 << 6  # entries of the first one: where there are many games, most of them are small
ROUNDS = 16  # rounds that there is room for at first


class Evidence(Watcher):
    """Copies of the mistaken rows, or of `every` row, as the learner's rule saw them, up to `limit` entries in all.

    Past the limit nothing more is copied and `complete` is false: what is kept is then the beginning of the game.
    `total`, `largest`, `weight` (the sum of the weights) and `heaviest` still cover all such rounds. `importance` is
    the weight of the round that is seen next.
    """

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
        chunks = [*self.full, (np.asarray(self.columns)[: self.used], np.asarray(self.values)[: self.used])]
        return np.concatenate([columns for columns, _ in chunks]), np.concatenate([values for _, values in chunks])

    def row_weights(self) -> Any:
        """A copy of the weights of the kept rounds."""
        return np.array(self.weights)[: self.count]

    def cut(self) -> str | None:
        """A message if the limit was too small for all rounds, else None."""
        if self.complete:
            return None
        of = counted(self.total, "round" if self.every else "mistake")
        return f"only the first {self.count:,} of {of} were kept; give the game a larger keep"

    def state(self) -> State:
        """The evidence, as named arrays."""
        columns, values = self.joined()
        weighed = self.weight != self.total or self.heaviest > 1.0
        weights = {"weights": self.row_weights(), "weight": np.array([self.weight, self.heaviest])} if weighed else {}
        return {
            **weights,
            "sizes": np.array(self.sizes)[: self.count],
            "columns": columns,
            "values": values,
            "labels": np.array(self.labels)[: self.count],
            "numbers": np.array(self.numbers)[: self.count],
            "counts": np.array([self.limit, self.complete, self.total, self.width], dtype=np.int64),
            "largest": np.float64(self.largest),
        }

    def restore(self, state: State) -> None:
        """Restore the evidence from its `state`."""
        _, complete, total, width = (int(count) for count in state["counts"][:4])  # 0.1.0 had two more
        sizes = np.array(state["sizes"], dtype=np.int64)
        starts = np.concatenate(([0], np.cumsum(sizes)))
        saved_batch(starts, state["columns"], state["values"], width, state["labels"])
        if sizes.ndim != 1 or any(np.shape(state[name]) != sizes.shape for name in ("numbers", "labels")):
            raise StateError("the kept rounds need one number and one label per row")
        weights = np.array(state.get("weights", np.ones(len(sizes))), dtype=np.float64)
        weight, heaviest = state.get("weight", (total, min(total, 1)))
        if weights.shape != sizes.shape or not (np.isfinite(weights) & (weights > 0.0)).all():
            raise StateError("the weights of the kept rounds are one number above 0 per row")
        if not (weights.max(initial=0.0) <= heaviest <= weight < np.inf):
            raise StateError(f"the kept rounds weigh {weight} together and {heaviest} at most, which cannot be")
        if total < len(sizes) or (complete and total != len(sizes)):
            raise StateError(f"{len(sizes)} rounds are kept of {total}, which cannot be")
        if not (np.abs(np.asarray(state["labels"], dtype=np.float64)) <= FARTHEST).all():
            raise StateError(f"the labels of the kept rounds are numbers up to {FARTHEST:g}")
        arrays = {name: np.array(state[name]) for name in ("columns", "values", "labels", "numbers")}
        self.adopt({**state, **arrays, "sizes": sizes, "weights": weights, "weight": (weight, heaviest)})

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
