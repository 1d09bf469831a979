"""The theorem of the second-order Perceptron."""

from __future__ import annotations

from math import sqrt
from typing import TYPE_CHECKING, Any

import numpy as np

from ..bound import SLACK, Bound, Certificate, not_fresh
from ..evidence import Evidence
from ..ledger import Ledger
from ..row import Batch
from .comparators import longest
from .competitors import best_competitor, hinge
from .sums import weighted_sum

if TYPE_CHECKING:
    from ..learners.linear.second_order_perceptron import SecondOrderPerceptron


class SecondOrderBound(Bound):
    """M <= L + sqrt((a |u|^2 + Q) D) for every vector u (Cesa-Bianchi, Conconi and Gentile 2005, theorem 3.1).

    Over the mistaken examples, L is the sum of the hinge losses of u, Q that of <u, x>^2, and D = ln det(I + S/a) with
    S the sum of x x'. The smallest bound is that of u = 0, M <= M; the one shown is that of the vector with the
    smallest L + (a |u|^2 + Q) D/M, which is never more than 5/4 M.
    """

    keeps_mistakes = True

    def certificate(self, learner: SecondOrderPerceptron, ledger: Ledger) -> Certificate:
        kept = ledger.kept
        assert kept is not None
        theorem = "second-order Perceptron, any data: M <= L + sqrt((a |u|^2 + Q) D)" + kept.shortened()
        if broken := not_fresh(ledger):
            return Certificate(theorem, kept.count, None, broken, "")
        if kept.count == 0:
            return Certificate(theorem, 0, 0.0, None, "")
        batch = kept.batch()
        if not 1e-8 * learner.a < kept.largest * kept.count < 1e8 * learner.a and np.any(batch.values):
            odd = "the squares of the examples are too far from a for the matrix to be inverted; scale the features"
            return Certificate(theorem, kept.count, None, odd, "")
        square = outer_sum(batch)
        failure = self.failure(learner, kept, batch, square) if kept.complete else None
        if kept.latest:
            broken = f"the label of round {kept.first_late} came after other updates"
            return Certificate(theorem, kept.count, None, broken, "", failure)
        volume = float(np.linalg.slogdet(np.eye(len(square)) + square / learner.a)[1])
        allowed = self.allowed(learner, batch, volume)
        if failure is None and kept.count > allowed * (1 + SLACK):
            failure = "more mistakes than the theorem allows"
        teaches = f"every vector u has L(u) + sqrt({volume:.4g} ({learner.a:.4g} |u|^2 + Q(u))) >= {kept.count}"
        return Certificate(theorem, kept.count, allowed, None, teaches, failure)

    def allowed(self, learner: SecondOrderPerceptron, batch: Batch, volume: float) -> float:
        """The bound of the vector that explains the mistakes best."""
        radius = longest(batch)
        if not radius > 0:
            return float(batch.rows)  # empty examples only: every vector loses one on each

        def spread(length: float, margins: Any) -> float:
            return (learner.a * length * length + float(margins @ margins)) * volume

        found = best_competitor(
            batch,
            radius,
            learner.inverse @ learner.embedded_weights(len(learner.inverse))[: len(learner.inverse)],
            lambda length, margins: float(hinge(margins).sum()) + spread(length, margins) / batch.rows,
        )
        return float(hinge(found.margins).sum()) + sqrt(spread(found.length, found.margins))

    def failure(self, learner: SecondOrderPerceptron, kept: Evidence, batch: Batch, square: Any) -> str | None:
        """The invariant that does not hold, if any: then the rule is not this one's, whatever the data."""
        v = weighted_sum(batch, batch.labels)
        played = learner.embedded_weights(len(v))
        v = np.concatenate((v, np.zeros(len(played) - len(v))))
        if not np.abs(v - played).max(initial=0.0) <= SLACK * sqrt(kept.largest) * kept.count:
            return "the weights are not the sum of the mistaken examples"
        n = len(learner.inverse)
        if n < len(square) or not np.allclose(
            learner.inverse[: len(square), : len(square)] @ (learner.a * np.eye(len(square)) + square),
            np.eye(len(square)),
            rtol=0.0,
            atol=1e-4,
        ):
            return "the matrix is not the inverse of a I plus the sum of x x' over the mistakes"
        return None


def outer_sum(batch: Batch) -> Any:
    """The sum of x x' over the rows, as a full matrix."""
    from scipy.sparse import csr_array

    rows = csr_array((batch.values, batch.columns, batch.starts), shape=(batch.rows, batch.width))
    return (rows.T @ rows).toarray()
