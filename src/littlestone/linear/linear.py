"""Base of the linear learners: a growing weight vector, and the methods that rules are written with."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from ..geometry.linear_guess import LinearGuess
from ..learner import RowLearner
from ..row import Batch, Row
from ..rows.embedding import Embedding
from ..state import Number, Vector, fields
from ..support.settings import flag, real

MOST_COLUMNS = 8192  # of a learner with a full matrix: it then has 67 million numbers, 537 MB
WEIGHTS = ("w", "bias_weight")  # what is averaged over shards of a learner that has learned nothing else


class LinearLearner(RowLearner):
    """Guesses the inner product of x with its weights.

    A rule is written in three verbs, which see every example the same way: `dot(x)`, `add(x, amount)` and
    `squared_norm(x)`. `bias=c` gives every example one more coordinate of value c: x -> (x, c);
    `normalise` then divides it by its length. All bounds are about the examples seen that way.
    """

    saved = fields(Vector("w", columns=0), Number("bias_weight"))

    def __init__(self, *, bias: float | None = None, normalise: bool = False) -> None:
        super().__init__()
        self.bias = 0.0 if bias is None else real("bias", bias, "the value of a constant feature")
        self.normalise = flag("normalise", normalise)
        self.w = np.zeros(0)
        self.bias_weight = 0.0
        self.embedding = Embedding()

    def parameters(self) -> dict[str, Any]:
        return {"bias": self.bias or None, "normalise": self.normalise}

    @property
    def weights(self) -> Any:
        """A copy of the weights, one per column; the weight of the constant feature is `bias_weight`."""
        return np.array(self.w)

    def dot(self, x: Row) -> float:
        """<w, x>."""
        total = x.dot(self.w)
        if self.bias != 0.0:
            total += self.bias * self.bias_weight
        if self.normalise:
            total *= self.shrink(x)
        return total

    def add(self, x: Row, amount: float) -> None:
        """w <- w + amount x: the update of every additive rule."""
        if x.width > self.w.shape[0]:
            self.widen(x.width)
        if self.normalise:
            amount *= self.shrink(x)
        x.add_to(self.w, amount)
        if self.bias != 0.0:
            self.bias_weight += amount * self.bias
        self.updates += 1

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

    def predict(self, x: Row) -> float:
        return self.dot(x)

    def widen(self, width: int) -> None:
        RowLearner.widen(self, width)
        room = self.room_for(width)
        if room > self.w.shape[0]:
            self.w = longer(self.w, room)

    def room_for(self, width: int) -> int:
        """How many weights there are once there is room for so many columns: half as many again, if they are more."""
        room: int = self.w.shape[0]
        if width <= room:
            return room
        size = max(width, room + room // 2)
        return min(size, self.most_columns) if self.most_columns else size

    def embed(self, x: Row) -> Row:
        """The example as the rule sees it: with the constant coordinate as column 0, and normalised."""
        if self.bias == 0.0 and not self.normalise:
            return x
        factor = self.shrink(x) if self.normalise else 1.0
        shift = 1 if self.bias != 0.0 else 0
        columns = np.zeros(len(x) + shift, dtype=np.int32)
        values = np.zeros(len(x) + shift)
        columns[shift:] = x.columns + shift
        values[shift:] = x.values * factor
        if shift:
            values[0] = self.bias * factor
        batch = Batch([0, len(values)], columns, values, x.width + shift)
        batch.checked = True  # x was checked
        return batch.row(0)

    def as_seen(self, x: Row) -> Row:
        if self.bias == 0.0 and not self.normalise:
            return x
        factor = self.shrink(x) if self.normalise else 1.0
        return self.embedding.row(x, 1 if self.bias != 0.0 else 0, self.bias, factor)

    def embedded_weights(self, width: int) -> Any:
        """The weights of the coordinates of `embed`, at least `width` of them."""
        w = np.asarray(self.w)
        w = np.concatenate(([self.bias_weight], w)) if self.bias != 0.0 else w
        return np.concatenate((w, np.zeros(max(0, width - len(w)))))

    def linear_guess(self) -> LinearGuess:
        w = self.embedded_weights(0)
        first = 1 if self.bias != 0.0 else 0
        return LinearGuess(w[first:], float(w[0]) if first else 0.0, self.bias, self.normalise)


def longer(vector: Any, size: int) -> Any:
    """A copy of a vector with zeros at its end, `size` numbers in all."""
    new = np.zeros(size)
    new[: len(vector)] = vector
    return new
