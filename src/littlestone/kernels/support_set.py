# cython: boundscheck=False, wraparound=False
"""Base of the kernel learners: the support, and the sum of kernels over it."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..errors import BadParameter, StateError
from ..features.saved_rows import saved_batch
from ..learner import RowLearner
from ..row import Batch, Row
from ..rows.evidence import longer
from ..state import Count, Held, Vector, fields
from ..support import elementary
from ..support.settings import positive, real, whole

KERNELS = ("linear", "polynomial", "rbf")
MOST_DEGREE = 100


class KernelLearner(RowLearner):
    """Guesses f(x) = sum of a_i K(x_i, x) over the support, the examples it remembers.

    kernel    "linear", <a, b>; "polynomial", (gamma <a, b> + offset)^degree; "rbf", e^(-gamma |a - b|^2)

    K(a, b) is the inner product of the images of a and b in a feature space, and f a vector w of that space. Rules use
    four methods: `products(x)` writes K(x_i, x) into `k`, `itself(x)` is K(x, x), `store(x, a)` adds an example and
    `drop(i)` removes one. The support is kept in sparse rows, the oldest first; a guess takes as many steps as they
    have entries.
    """

    saved = fields(
        Vector("starts", "support().starts", dtype=np.int64),
        Vector("columns", "support().columns", dtype=np.int32),
        Vector("values", "support().values"),
        Vector("a", "coefficients()", finite=True),
        Count("width", lambda own: width_of(own.support().columns)),
    )

    def __init__(self, *, kernel: str, degree: int, gamma: float, offset: float) -> None:
        super().__init__()
        if kernel not in KERNELS:
            raise BadParameter(f"kernel is one of {', '.join(map(repr, KERNELS))}, not {kernel!r}")
        self.kernel = kernel
        self.which = KERNELS.index(kernel)
        self.degree = whole("degree", degree, "a power", least=1)
        self.gamma = positive("gamma", gamma, "what a product or squared distance is multiplied with")
        self.offset = real("offset", offset, "what is added to a product")
        if self.degree > MOST_DEGREE or self.offset < 0:
            raise BadParameter(
                f"degree is a power up to {MOST_DEGREE} and offset 0 or more, not {degree} and {offset}: "
                f"else this is no kernel, or no number"
            )
        self.count = 0
        self.starts = np.zeros(64, dtype=np.int64)
        self.columns = np.zeros(256, dtype=np.int32)
        self.values = np.zeros(256)
        self.squares = np.zeros(64)  # |x_i|^2
        self.a = np.zeros(64)
        self.k = np.zeros(64)  # room for the products of an example
        self.dense = np.zeros(0)  # room for one example

    @property
    def slow(self) -> str:
        return "" if self.parameters().get("budget") else "remembers every mistake"

    def parameters(self) -> dict[str, Any]:
        return {"kernel": self.kernel, "degree": self.degree, "gamma": self.gamma, "offset": self.offset}

    @property
    def coefficients(self) -> Any:
        """A copy of the coefficients a, one per example of the support."""
        return np.array(self.a)[: self.count]

    def support(self) -> Batch:
        """A copy of the support, the oldest example first; their labels are the signs of a."""
        end = self.starts[self.count]
        signs = np.where(self.coefficients < 0, -1.0, 1.0)
        starts = np.array(self.starts)[: self.count + 1]
        batch = Batch(starts, np.array(self.columns)[:end], np.array(self.values)[:end], len(self.dense), signs)
        batch.checked = True  # every row was checked, and named columns are in no order
        return batch

    def of(self, product: float, here: float, there: float) -> float:
        """K(a, b), given <a, b>, |a|^2 and |b|^2."""
        if self.which == 0:
            return product
        if self.which == 2:
            distance = here + there - 2.0 * product
            return elementary.exp(-self.gamma * distance) if distance > 0.0 else 1.0
        base = self.gamma * product + self.offset
        power = 1.0
        for _ in range(self.degree):
            power *= base
        return power

    def itself(self, x: Row) -> float:
        """K(x, x)."""
        square = x.squared_norm()
        return self.of(square, square, square)

    def products(self, x: Row) -> None:
        """Write K(x_i, x) of every example of the support into `k`."""
        dense = self.dense
        columns = self.columns
        values = self.values
        batch = x.batch
        n = dense.shape[0]
        square = x.squared_norm()
        for j in range(x.start, x.stop):
            if batch.columns[j] < n:
                dense[batch.columns[j]] = batch.values[j]
        for i in range(self.count):
            total = 0.0
            for j in range(self.starts[i], self.starts[i + 1]):
                total += values[j] * dense[columns[j]]
            self.k[i] = self.of(total, self.squares[i], square)
        for j in range(x.start, x.stop):
            if batch.columns[j] < n:
                dense[batch.columns[j]] = 0.0

    def predict(self, x: Row) -> float:
        self.products(x)
        total = 0.0
        for i in range(self.count):
            total += self.a[i] * self.k[i]
        return total

    def store(self, x: Row, a: float) -> None:
        """Add x to the support with this coefficient."""
        start = self.starts[self.count]
        end = start + x.stop - x.start
        if x.width > self.dense.shape[0]:
            self.widen(x.width)
        if self.count + 1 == self.a.shape[0]:
            self.k = longer(self.k)  # first: one that is longer than the others is no harm
            self.starts, self.squares, self.a = longer(self.starts), longer(self.squares), longer(self.a)
        while end > self.values.shape[0]:
            self.columns, self.values = longer(self.columns), longer(self.values)
        batch = x.batch
        for j in range(x.start, x.stop):
            self.columns[start + j - x.start] = batch.columns[j]
            self.values[start + j - x.start] = batch.values[j]
        self.starts[self.count + 1] = end
        self.squares[self.count] = x.squared_norm()
        self.a[self.count] = a
        self.count += 1

    def drop(self, i: int) -> None:
        """Remove example i from the support; those after it move up."""
        if not 0 <= i < self.count:
            raise IndexError(f"the support has {self.count} examples, and none is number {i}")
        start, stop, end = self.starts[i], self.starts[i + 1], self.starts[self.count]
        close(self.columns, start, stop, end)
        close(self.values, start, stop, end)
        close(self.squares, i, i + 1, self.count)
        close(self.a, i, i + 1, self.count)
        starts = np.asarray(self.starts)
        starts[i : self.count] = starts[i + 1 : self.count + 1] - (stop - start)
        self.count -= 1

    def widen(self, width: int) -> None:
        RowLearner.widen(self, width)
        if width > self.dense.shape[0]:
            self.dense = np.zeros(width)

    def check_state(self, held: Held) -> None:
        super().check_state(held)
        support = saved_batch(held["starts"], held["columns"], held["values"], held["width"], held["a"])
        if len(held["a"]) != support.rows:
            raise StateError(f"'a' has {len(held['a'])} coefficients, but the support {support.rows} examples")
        held["support"] = support

    def take_up(self, held: Held) -> None:
        super().take_up(held)
        support = held["support"]
        self.count = support.rows
        self.starts, self.a = longer(held["starts"]), longer(held["a"])
        self.columns, self.values = longer(held["columns"]), longer(held["values"])
        self.squares = longer(np.array([support.row(i).squared_norm() for i in range(support.rows)]))
        self.k = np.zeros(len(self.a))
        self.dense = np.zeros(width_of(held["columns"]))  # not the size in the file: more room is made when needed


def width_of(columns: Any) -> int:
    """The largest column plus one."""
    return int(np.asarray(columns).max(initial=-1)) + 1


def close(array: Any, start: int, stop: int, end: int) -> None:
    """Move the numbers from `stop` to `end` to `start`."""
    part = np.asarray(array)
    part[start : start + end - stop] = part[stop:end].copy()
