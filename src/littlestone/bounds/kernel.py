"""The theorems of the Perceptron in the space of a kernel (THEORY 6.5).

All they need is inner products. The Gram matrix of the mistakes is factored, K = F F', and the rows of F, as many
coordinates as mistakes, have the very inner products that the examples have in that space: what is true of them is true
there. A margin or a vector of small loss is sought among the rows of F.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ..bound import SLACK, Certificate
from ..evidence import Evidence
from ..ledger import Ledger
from ..row import Batch
from .comparators import largest_margin
from .margin import HingeBound, MarginBound, PerceptronBound, restated
from .separator import Separator
from .sums import first_rows, weighted_sum

MOST = 1000  # mistakes whose Gram matrix is factored: about a second
ROUNDING = 1e-14  # of the largest eigenvalue: what is smaller may be nothing


def gram(learner: Any, one: Batch, other: Batch) -> Any:
    """K(a, b) for every row a of one batch and b of the other."""
    from scipy.sparse import csr_matrix

    width = max(one.width, other.width)
    a, b = (csr_matrix((x.values, x.columns, x.starts), shape=(x.rows, width)) for x in (one, other))
    with np.errstate(over="ignore", invalid="ignore"):  # what is no number is said by the bound
        products = (a @ b.T).toarray()
        if learner.kernel == "linear":
            return products
        if learner.kernel == "polynomial":
            return (learner.gamma * products + learner.offset) ** learner.degree
        here, there = (np.asarray(x.multiply(x).sum(axis=1)).ravel() for x in (a, b))
        return np.exp(-learner.gamma * np.maximum(0.0, here[:, None] + there[None, :] - 2.0 * products))


def factored(K: Any, labels: Any) -> Batch:
    """Rows F with F F' = K, as a labelled batch; directions that are but rounding are left out."""
    values, vectors = np.linalg.eigh((K + K.T) / 2.0)
    there = values > ROUNDING * max(0.0, values.max(initial=0.0))
    F = vectors[:, there] * np.sqrt(values[there])
    rows, width = F.shape
    return Batch(np.arange(rows + 1) * width, np.tile(np.arange(width), rows), F.ravel(), width, labels).trust()


class InSpace(NamedTuple):
    """A kernel learner and the mistakes of its game, as they came: the rows in the kernel's space are another batch."""

    learner: Any
    rows: Batch

    def played(self) -> tuple[float, float]:
        """|w|^2, and <w, sum of y x over the mistakes>."""
        a, support = self.learner.coefficients, self.learner.support()
        square = float(a @ gram(self.learner, support, support) @ a) if len(a) else 0.0
        return square, float(a @ gram(self.learner, support, self.rows) @ np.asarray(self.rows.labels)) if len(
            a
        ) else 0.0


class KernelMistakes(PerceptronBound):
    """A theorem of the Perceptron about mistakes in the space of a kernel, the first `MOST` of them."""

    def certificate(self, learner: Any, ledger: Ledger) -> Certificate:
        kept = ledger.kept
        assert kept is not None
        rows = first_rows(kept.batch(), min(kept.count, MOST))
        K = gram(learner, rows, rows)
        if not np.isfinite(K).all():
            odd = "some kernels are too large to be numbers; scale the features"
            return Certificate(self.statement(), kept.count, None, odd, "")
        there = restated(kept, factored(K, rows.labels), float(np.diag(K).max(initial=0.0)))
        return self.certified(InSpace(learner, rows), ledger, there)

    def failure(self, learner: InSpace, kept: Evidence, batch: Batch) -> str | None:
        if not kept.complete:
            return None
        if not np.array_equal(learner.learner.coefficients, batch.labels):
            return "the support is not the mistaken examples with their labels"
        square, inner = learner.played()
        scale = SLACK * kept.largest * max(1, kept.count) ** 2
        w = weighted_sum(batch, batch.labels)
        if abs(square - 2.0 * inner + w @ w) > scale:
            return "the weights are not the sum of the mistaken examples"
        if square > self.radius(kept) ** 2 * kept.count + scale:
            return "|w|^2 exceeds M R^2"
        return None

    def live(self, learner: Any, ledger: Ledger) -> str:
        return ""  # nothing is known without the Gram matrix


class KernelMarginBound(KernelMistakes, MarginBound):
    """M <= (R/gamma)^2 if a unit vector of the kernel's space has margin gamma on every mistake, R^2 = max K(x, x).

    `margin` is a gamma the user vouches for; without it the largest is the distance from the origin to the hull of
    the mistakes, which the Gram matrix knows, to some seven digits of R: a smaller margin counts as none.
    """

    def separator(self, batch: Batch) -> Separator:
        return largest_margin(batch, rounded=True)  # the rows are factors of the Gram matrix, to some digits

    def statement(self) -> str:
        how = "in hindsight" if self.margin is None else "as promised"
        return f"Kernel Perceptron, margin {how}: M <= (R/gamma)^2, R^2 = max K(x, x)"


class KernelHingeBound(KernelMistakes, HingeBound):
    """M <= L + R |u| sqrt(L) + R^2 |u|^2 for every u of the kernel's space with hinge losses L on the mistakes."""

    def statement(self) -> str:
        return "Kernel Perceptron, any data: M <= L + R|u| sqrt(L) + R^2|u|^2, R^2 = max K(x, x)"
