"""The theorems of the Perceptron in the space of a kernel (THEORY 6.5).

All they need is inner products. The Gram matrix of the mistakes is factored, K = F F', and the rows of F, as many
coordinates as mistakes, have the same inner products as the examples in that space, so that the theorems for vectors
apply. A margin or a vector of small loss is searched for over the rows of F.
"""

from __future__ import annotations

from functools import cached_property
from math import inf, sqrt
from typing import Any

import numpy as np

from ..bound import SLACK
from ..linear.perceptron_theorems import (
    HingeBound,
    HingeCase,
    MarginBound,
    MarginCase,
    MistakesBound,
    MistakesCase,
    restated,
)
from ..row import Batch, Row
from ..rows.evidence import Evidence
from ..rows.ledger import Ledger
from ..solvers.margin import largest_margin
from ..solvers.separator import Separator
from ..solvers.sums import first_rows
from ..support import elementary
from ..support.effort import Effort
from ..support.settings import counted

MOST, LEAST = 1000, 100  # limits of how many mistakes have their Gram matrix factored, which takes up to 1 s
PRICE = 0.5  # the effort of factoring, per cube of their number
ROUNDING = 1e-14  # relative to the largest eigenvalue: smaller ones may be rounding


def most(effort: Effort) -> int:
    """The number of mistakes that half of this effort can factor; the rest is for the search."""
    return MOST if effort.left == inf else min(MOST, max(LEAST, int((max(0.0, effort.left) / 2 / PRICE) ** (1 / 3))))


def gram(learner: Any, one: Batch, other: Batch) -> Any:
    """K(a, b) for every row a of one batch and b of the other."""
    from scipy.sparse import csr_matrix

    width = max(one.width, other.width)
    a, b = (csr_matrix((x.values, x.columns, x.starts), shape=(x.rows, width)) for x in (one, other))
    with np.errstate(over="ignore", invalid="ignore"):  # the bound reports numbers that are not finite
        products = (a @ b.T).toarray()
        if learner.kernel == "linear":
            return products
        if learner.kernel == "polynomial":
            return (learner.gamma * products + learner.offset) ** learner.degree
        here, there = (np.asarray(x.multiply(x).sum(axis=1)).ravel() for x in (a, b))
        return elementary.exps(-learner.gamma * np.maximum(0.0, here[:, None] + there[None, :] - 2.0 * products))


def factored(K: Any, labels: Any) -> Batch:
    """Rows F with F F' = K, as a labelled batch; directions that may be rounding are left out."""
    values, vectors = np.linalg.eigh((K + K.T) / 2.0)
    there = values > ROUNDING * max(0.0, values.max(initial=0.0))
    F = vectors[:, there] * np.sqrt(values[there])
    rows, width = F.shape
    return Batch(np.arange(rows + 1) * width, np.tile(np.arange(width), rows), F.ravel(), width, labels).trust()


def same(one: Row, other: Row) -> bool:
    """Are these two examples equal, entry by entry?"""
    return np.array_equal(one.columns, other.columns) and np.array_equal(one.values, other.values)


class KernelCase(MistakesCase):
    """The mistakes in the space of a kernel, the first `MOST` of them."""

    @cached_property
    def rows(self) -> Batch:
        """The first of them, as they came."""
        return first_rows(self.told.batch(), min(self.told.count, most(self.effort)))

    @cached_property
    def matrix(self) -> Any:
        """Their Gram matrix."""
        return gram(self.learner, self.rows, self.rows)

    @cached_property
    def kept(self) -> Evidence:
        """The same, as rows with these inner products."""
        self.effort.spend(PRICE * self.rows.rows**3)
        return restated(
            self.told, factored(self.matrix, self.rows.labels), float(np.diag(self.matrix).max(initial=0.0))
        )

    @property
    def blur(self) -> float:
        """Rounding of kernel values, relative to the largest: a distance is a difference of squares."""
        far = self.learner.gamma * self.told.largest if self.learner.kernel == "rbf" else 1.0
        return 1e-14 * max(1.0, far)

    @cached_property
    def support(self) -> Batch:
        """The support: the examples that the learner keeps."""
        return self.learner.support()  # type: ignore[no-any-return]

    @cached_property
    def across(self) -> Any:
        """K of the support and these mistakes."""
        return gram(self.learner, self.support, self.rows)

    @cached_property
    def played(self) -> Any:
        """The squared length of the learner's vector."""
        a = self.learner.coefficients
        return float(a @ gram(self.learner, self.support, self.support) @ a) if len(a) else 0.0

    @property
    def length(self) -> float:
        return sqrt(max(0.0, self.played))

    @property
    def distance(self) -> float:
        """The squared distance of the learner's vector from the sum of y x over these mistakes."""
        labels = np.asarray(self.rows.labels)
        inner = float(self.learner.coefficients @ self.across @ labels) if self.support.rows else 0.0
        return float(self.played - 2.0 * inner + labels @ self.matrix @ labels)


class KernelMistakes(MistakesBound):
    """A theorem of the Perceptron about mistakes in the space of a kernel, the first `MOST` of them."""

    looks_at = KernelCase

    def scope(self, case: KernelCase) -> str:
        told = case.told
        if not told.complete or case.rows.rows == told.count:
            return ""
        return f", over the first {case.rows.rows:,} of {counted(told.total, 'mistake')}"

    def unmeasurable(self, case: KernelCase) -> str | None:
        if not np.isfinite(case.matrix).all():
            return "some kernels are too large to be numbers; scale the features"
        return super().unmeasurable(case)

    def paid(self, case: KernelCase) -> float:
        told = case.told
        return case.rows.rows if told.complete else told.total

    def live(self, ledger: Ledger) -> str:
        return ""  # without the Gram matrix nothing can be checked


class KernelPerceptronMistakes(KernelMistakes):
    """Base of the two theorems of the kernel Perceptron: the invariants."""

    def invariant(self, case: KernelCase) -> str | None:
        """What is wrong if the support does not consist of the mistakes."""
        if case.told.cut():
            return None
        told, support = case.told.batch(), case.support
        if case.told.complete and not (
            np.array_equal(case.learner.coefficients, told.labels)
            and np.array_equal(support.starts, told.starts)
            and np.array_equal(support.columns, told.columns)
            and np.array_equal(support.values, told.values)
        ):
            return "the support is not the mistaken examples with their labels"
        kept = case.kept
        if kept.complete and case.length**2 > kept.largest * kept.count * (1 + (SLACK + case.blur) * kept.count):
            return "|w|^2 exceeds M R^2"
        return None


class KernelMarginCase(KernelCase, MarginCase):
    """The mistakes in the space of a kernel, and their largest margin."""

    @cached_property
    def found(self) -> Separator:
        """The rows are factors of the Gram matrix, and as exact as these are."""
        return largest_margin(self.batch, self.effort, rounded=True)


class KernelHingeCase(KernelCase, HingeCase):
    """The mistakes in the space of a kernel, and the vector that explains them best."""


class KernelMarginBound(KernelPerceptronMistakes, MarginBound):
    """M <= (R/gamma)^2 if a unit vector of the kernel's space has margin gamma on every mistake, R^2 = max K(x, x).

    `margin` is a gamma the user vouches for; without it the largest is the distance from the origin to the hull of
    the mistakes, which the Gram matrix knows, to some seven digits of R: a smaller margin counts as none.
    """

    looks_at = KernelMarginCase
    beside_promise = ()

    def statement(self, case: MarginCase) -> str:
        how = "in hindsight" if self.margin is None else "as promised"
        return f"Kernel Perceptron, margin {how}: M <= (R/gamma)^2, R^2 = max K(x, x)"

    def unmeasurable(self, case: Any) -> str | None:
        unclear, cut = super().unmeasurable(case), case.told.cut()
        # R of a promised margin is that of all mistakes, and what K(x, x) was of those that were not kept nobody knows
        return unclear or (None if cut and self.premise(case) else cut)


class KernelHingeBound(KernelPerceptronMistakes, HingeBound):
    """M <= L + R |u| sqrt(L) + R^2 |u|^2 for every u of the kernel's space with hinge losses L on the mistakes."""

    looks_at = KernelHingeCase

    def statement(self, case: HingeCase) -> str:
        return "Kernel Perceptron, any data: M <= L + R|u| sqrt(L) + R^2|u|^2, R^2 = max K(x, x)"
