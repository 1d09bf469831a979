# cython: boundscheck=False, wraparound=False
"""Base of the linear learners of many classes: a matrix of weights that grows in both dimensions."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from ..errors import StateError
from ..geometry.linear_guess import WholeWeights
from ..learner import BY_LENGTH, RowLearner, misfit
from ..row import Batch, Row
from ..rows.embedding import Embedding
from ..rows.recall import Recall
from ..state import Count, Held, Table, fields
from ..support.settings import flag, real
from ..truth import CLASSES, Truth, check_class

FEW = 8  # initial room for classes


class MatrixLearner(RowLearner):
    """A weight vector w_c for every class; the guess is the class with the largest score <w_c, x>.

    Classes are numbered as they come, and the lowest number wins a tie; while none is known the guess is -1. A class
    has zero weights until it is first learned from. Weights of one column are adjacent in memory, so that one pass
    over the entries of x adds up all scores. Coordinate 0 is the constant feature's, that of column i is i + 1;
    `bias` and `normalise` are as for the learners of two classes.
    """

    saved = fields(Count("classes"), Table("w", "matrix()", shape=(None, lambda _, held: held["classes"]), columns=1))

    def __init__(self, *, bias: float | None = None, normalise: bool = False) -> None:
        super().__init__()
        self.bias = 0.0 if bias is None else real("bias", bias, "the value of a constant feature")
        self.normalise = flag("normalise", normalise)
        self.classes = 0
        self.room = FEW  # classes that a row of the matrix has room for
        self.w = np.zeros(FEW)
        self.scores = np.zeros(FEW)
        self.scored = Recall()  # the row of these scores
        self.embedding = Embedding()

    def parameters(self) -> dict[str, Any]:
        return {"bias": self.bias or None, "normalise": self.normalise}

    def plain_twin(self) -> MatrixLearner:
        """An untrained learner of the same kind without `bias` and `normalise`, with which theorems replay the rule."""
        return MatrixLearner()

    @property
    def truths(self) -> Truth:
        return CLASSES

    @property
    def weights(self) -> Any:
        """A copy of the weights, one row per class; those of the constant feature are `bias_weights`."""
        return self.matrix()[1:].T.copy()

    @property
    def bias_weights(self) -> Any:
        """A copy of the weights of the constant feature, one per class."""
        return self.matrix()[0].copy()

    def whole_weights(self) -> list[WholeWeights]:
        constants = self.bias * self.bias_weights
        note = BY_LENGTH if self.normalise else ""
        return [WholeWeights(v, float(c), note) for v, c in zip(self.weight_vectors(), constants, strict=True)]

    def matrix(self) -> Any:
        """The weights by coordinate and class, a view; the constant feature's come first."""
        return np.asarray(self.w).reshape(-1, self.room)[:, : self.classes]

    def score(self, x: Row) -> None:
        """Add up the score of every class into `scores`."""
        scores = self.scores
        w = self.w
        n = self.classes
        room = self.room
        if n > room or scores.shape[0] != room or w.shape[0] < room or w.shape[0] % room:
            raise misfit(self)
        batch = x.batch
        for c in range(n):
            scores[c] = self.bias * w[c]
        for k in range(x.start, x.stop):
            value = batch.values[k]
            first = (batch.columns[k] + 1) * room
            if first < w.shape[0]:
                for c in range(n):
                    scores[c] += value * w[first + c]
        if self.normalise:
            value = self.shrink(x)
            for c in range(n):
                scores[c] *= value
        self.scored.keep(x, self.updates, None)

    def best_but(self, y: int) -> int:
        """The class other than y with the largest of the `scores`, the lowest number of a tie; -1 if there is none."""
        scores = self.scores
        best = -1
        for c in range(self.classes):
            if c != y and (best < 0 or scores[c] > scores[best]):
                best = c
        return best

    def rival(self, x: Row, y: int) -> int:
        """The class other than y with the largest score for x, by the present weights; -1 if there is none.

        The scores of the last guess are reused if it was for x and nothing was learned since.
        """
        if not self.scored.fits(x, self.updates):
            self.score(x)
        return self.best_but(y)

    def lead(self, y: int, rival: int) -> float:
        """<w_y - w_rival, x> for the x whose `rival` was asked for last."""
        return float(self.scores[y] - self.scores[rival])

    def predict(self, x: Row) -> float:
        self.score(x)
        return float(self.best_but(-1))

    def class_scores(self, x: Row) -> list[float] | None:
        self.score(x)
        return [float(self.scores[c]) for c in range(self.classes)]

    def act(self, guess: float) -> float:
        return guess

    def add(self, x: Row, c: int, amount: float) -> None:
        """w_c <- w_c + amount x; there is room for x and c."""
        if self.normalise:
            amount *= self.shrink(x)
        batch = x.batch
        w = self.w
        room = self.room
        if not 0 <= c < room or (x.width + 1) * room > w.shape[0]:
            raise misfit(self)
        for k in range(x.start, x.stop):
            w[(batch.columns[k] + 1) * room + c] += amount * batch.values[k]
        w[c] += amount * self.bias

    def squared_norm(self, x: Row) -> float:
        """|x|^2."""
        square = x.squared_norm() + self.bias * self.bias
        if self.normalise:
            return 1.0 if 1e-300 < square < 1e308 else 0.0
        return square

    def shrink(self, x: Row) -> float:
        """The factor that scales x to length one; 0 where |x|^2 is hardly a number, or none: such a row counts as 0."""
        square = x.squared_norm() + self.bias * self.bias
        return 1.0 / math.sqrt(square) if 1e-300 < square < 1e308 else 0.0

    def check_label(self, y: float, weight: float) -> None:
        check_class(y)

    def meet(self, x: Row, y: float) -> int:
        """Return the class y as a number; make room for it and for x, and add it if it is new."""
        self.check_label(y, self.importance)
        c = int(y)
        if x.width * self.room >= self.w.shape[0]:
            self.widen(x.width)
        if c >= self.classes:
            self.scored.forget()
            if c >= self.room:
                self.make_room(c + 1)
            self.classes = c + 1
            self.updates += 1
        return c

    def make_room(self, classes: int) -> None:
        """Make room for so many classes and half as many again, by copying the matrix."""
        room = classes + classes // 2
        w, scores = wider(self.w, self.room, room), np.zeros(room)
        self.w, self.scores, self.room = w, scores, room

    def widen(self, width: int) -> None:
        RowLearner.widen(self, width)
        size = self.size_for(width)
        if size > self.w.shape[0]:
            self.w = longer(self.w, size)

    def size_for(self, width: int) -> int:
        """How many numbers the matrix has once there is room for so many columns: half as many again, or more."""
        rows = self.w.shape[0] // self.room
        if width + 1 <= rows:
            return int(self.w.shape[0])
        return (max(width + 1, rows + rows // 2) if rows > 1 else width + 1) * self.room

    def embed(self, x: Row) -> Row:
        """The example as the rule sees it: with a constant coordinate as column 0, even if it is 0, and normalised."""
        factor = self.shrink(x) if self.normalise else 1.0
        shift = 1 if self.bias != 0.0 else 0
        columns = np.zeros(len(x) + shift, dtype=np.int32)
        values = np.full(len(x) + shift, self.bias * factor)
        columns[shift:] = x.columns + 1
        values[shift:] = x.values * factor
        batch = Batch([0, len(values)], columns, values, x.width + 1)
        batch.checked = True  # x was checked
        return batch.row(0)

    def as_seen(self, x: Row) -> Row:
        return self.embedding.row(x, 1, self.bias, self.shrink(x) if self.normalise else 1.0)

    def check_state(self, held: Held) -> None:
        super().check_state(held)
        if not len(held["w"]):
            raise StateError("'w' has a row for the constant feature at least, but here is none")

    def take_up(self, held: Held) -> None:
        super().take_up(held)
        self.room = max(FEW, self.classes)
        self.w = self.roomy(held["w"])
        self.scores = np.zeros(self.room)
        self.scored.forget()

    def roomy(self, table: Any) -> Any:
        """A table by coordinate and class, with the room for classes that the weights have."""
        return wider(table.ravel(), self.classes, self.room) if self.classes else np.zeros(len(table) * self.room)


def wider(w: Any, before: int, room: int) -> Any:
    """A copy of the matrix with rows of `room` numbers instead of `before`."""
    old = np.asarray(w).reshape(-1, before)
    new = np.zeros((len(old), room))
    new[:, :before] = old
    return new.ravel()


def longer(w: Any, size: int) -> Any:
    """A copy with zeros at the end, `size` numbers in all."""
    return np.concatenate((np.asarray(w), np.zeros(size - len(w))))
