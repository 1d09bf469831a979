# cython: boundscheck=False, wraparound=False
"""What the first-order learners share: a loss, its gradient by coordinates, and the sums of their theorems."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...errors import BadParameter, StateError
from ...learner import State
from ...losses import SLOPED_LOSSES, find_among
from ...row import Row
from ...settings import real
from .linear import LinearLearner

ARRAYS = ("total", "squares", "stiffness", "pull")  # of every coordinate: sum of g, of g^2, of s, of s w
SUMS = ("inner", "drag", "weighted", "paid")  # sums of g w, s w^2 and eta g^2 over all coordinates, and of the losses
HUGE = 1e300  # what is larger is hardly a number: nothing is learned from it, and the sums say so


class CoordinateLearner(LinearLearner):
    """Follows the gradient g = slope x of a loss of the guess, every coordinate at its own rate.

        w_i <- w_i - eta_i g_i

    A rule says what 1/eta_i is, its `stiffness_of(i)`, which never falls; by then g_i is in `total[i]` and g_i^2 in
    `squares[i]`. With s = how much the stiffness grew in this round, the sums of s, s w and s w^2 are what the theorems
    need. Coordinate 0 is the constant feature's, that of column i is i + 1.
    """

    def __init__(self, *, loss: str, bias: float | None, normalise: bool) -> None:
        super().__init__(bias=bias, normalise=normalise)
        self.price = find_among(SLOPED_LOSSES, loss)
        self.total = np.zeros(1)
        self.squares = np.zeros(1)
        self.stiffness = np.zeros(1)
        self.pull = np.zeros(1)
        self.inner = 0.0
        self.drag = 0.0
        self.weighted = 0.0
        self.paid = 0.0

    def parameters(self) -> dict[str, Any]:
        return {"loss": self.price.full_name, **super().parameters()}

    @property
    def truths(self) -> str:
        """-1 and +1 where the loss is of two classes, hinge and log; else numbers."""
        return "signs" if self.price.name in ("hinge", "log") else "numbers"

    def stiffness_of(self, i: int) -> float:
        """1/eta_i, now."""
        raise NotImplementedError(f"{type(self).__name__} must say what the rate of a coordinate is")

    def moved(self, i: int, w: float, g: float) -> float:
        """The new weight of coordinate i, whose weight was w and whose gradient is g."""
        return float(w - g / self.stiffness[i])

    def learn(self, x: Row, y: float, guess: float) -> None:
        slope = self.price.slope(y, guess)
        self.paid += self.price.value(y, guess, y)
        if slope == 0.0:
            return
        self.inner += slope * guess
        if not -HUGE < slope < HUGE:
            return
        if x.width > self.w.shape[0]:
            self.widen(x.width)
        self.updates += 1
        self.step(x, slope * self.shrink(x) if self.normalise else slope)

    def step(self, x: Row, slope: float) -> None:
        """Take every coordinate of the gradient slope x where the rule says."""
        batch = x.batch
        for k in range(x.start, x.stop):
            g = slope * batch.values[k]
            if g != 0.0:
                i = batch.columns[k] + 1
                self.w[i - 1] = self.taken(i, self.w[i - 1], g)
        g = slope * self.bias
        if g != 0.0:
            self.bias_weight = self.taken(0, self.bias_weight, g)

    def taken(self, i: int, w: float, g: float) -> float:
        """The new weight of coordinate i, with the sums kept; what has no square that is a number moves nothing."""
        self.total[i] += g
        self.squares[i] += g * g
        stiffness = self.stiffness_of(i)
        if not (0.0 < stiffness < HUGE and self.squares[i] < HUGE):
            return w
        grown = stiffness - self.stiffness[i]
        self.stiffness[i] = stiffness
        self.pull[i] += grown * w
        self.drag += grown * w * w
        self.weighted += g * g / stiffness
        return self.moved(i, w, g)

    def widen(self, width: int) -> None:
        LinearLearner.widen(self, width)
        n = self.w.shape[0] + 1
        if n > self.total.shape[0]:
            self.total = longer(self.total, n)
            self.squares = longer(self.squares, n)
            self.stiffness = longer(self.stiffness, n)
            self.pull = longer(self.pull, n)

    def sums(self) -> Any:
        """The sums of every coordinate, copied: of g, g^2, s and s w."""
        return tuple(map(np.array, (self.total, self.squares, self.stiffness, self.pull)))

    def state(self) -> State:
        arrays = dict(zip(ARRAYS, self.sums(), strict=True))
        numbers = zip(SUMS, (self.inner, self.drag, self.weighted, self.paid), strict=True)
        return {**super().state(), **arrays, **{name: np.float64(value) for name, value in numbers}}

    def restore(self, state: State) -> None:
        n = np.size(state.get("w", ())) + 1
        if any(np.shape(state.get(name, ())) != (n,) for name in ARRAYS) or any(name not in state for name in SUMS):
            raise StateError(
                f"this is not the state of a {type(self).__name__}: its sums are missing or do not fit 'w'"
            )
        super().restore(state)
        arrays = (np.array(state[name], dtype=np.float64) for name in ARRAYS)
        self.total, self.squares, self.stiffness, self.pull = arrays
        self.inner, self.drag, self.weighted, self.paid = (float(state[name]) for name in SUMS)


def longer(array: Any, n: int) -> Any:
    """A copy with zeros at the end, n numbers in all."""
    return np.concatenate((np.asarray(array), np.zeros(n - len(array))))


def positive(name: str, value: float, what: str) -> float:
    """A setting that lies above zero, and not so far that its square is no number."""
    if not 1e-100 <= real(name, value, what) <= 1e100:
        raise BadParameter(f"{name} is {what}, from 1e-100 to 1e100, not {value!r}")
    return float(value)
