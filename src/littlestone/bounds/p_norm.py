"""The theorem of the p-norm Perceptron."""

from __future__ import annotations

from math import inf, sqrt
from typing import TYPE_CHECKING, Any

import numpy as np

from ..bound import SLACK, Bound, Certificate, not_fresh
from ..ledger import Ledger
from ..row import Batch
from .comparators import longest
from .competitors import best_competitor, hinge
from .sums import by_row, entry_rows, weighted_sum, widest

if TYPE_CHECKING:
    from ..learners.linear.p_norm_perceptron import PNormPerceptron


class PNormBound(Bound):
    """M <= L + c sqrt(L) + c^2 with c = sqrt(p - 1) X |u|_q, for every vector u with hinge losses L on the mistakes.

    X is the largest p-norm of a mistaken example and 1/p + 1/q = 1 (Gentile 2003). From M - L <= <u, theta> <=
    |u|_q |theta|_p, and |theta|_p^2 <= (p - 1) M X^2 because on a mistake y <w, x> <= 0. As for the Perceptron the
    smallest bound is that of u = 0, M <= M, and the one shown is that of the vector with the smallest L + c^2.
    """

    keeps_mistakes = True

    def certificate(self, learner: PNormPerceptron, ledger: Ledger) -> Certificate:
        kept = ledger.kept
        assert kept is not None
        theorem = "p-norm Perceptron, any data: M <= L + c sqrt(L) + c^2, c = sqrt(p - 1) X_p |u|_q" + kept.shortened()
        if broken := not_fresh(ledger):
            return Certificate(theorem, kept.count, None, broken, "")
        if kept.count == 0:
            return Certificate(theorem, 0, 0.0, None, "")
        batch = kept.batch()
        if not 1e-200 < kept.largest * kept.count < 1e200 and np.any(batch.values):
            odd = "some examples are too long or too short for their square to be a number; scale the features"
            return Certificate(theorem, kept.count, None, odd, "")
        theta = weighted_sum(batch, batch.labels)
        widest = p_norms(batch, learner.p).max()
        failure = self.failure(learner, theta, widest, kept) if kept.complete else None
        if kept.latest:
            broken = f"the label of round {kept.first_late} came after other updates"
            return Certificate(theorem, kept.count, None, broken, "", failure)
        allowed = self.allowed(learner, batch, float(widest), theta)
        if failure is None and kept.count > allowed * (1 + SLACK):
            failure = "more mistakes than the theorem allows"
        size = p_norm(theta, learner.p)
        teaches = f"every vector u has hinge loss at least {kept.count} - {size:.4g} |u|_q on the mistakes"
        return Certificate(theorem, kept.count, allowed, None, teaches, failure)

    def allowed(self, learner: PNormPerceptron, batch: Batch, widest: float, theta: Any) -> float:
        """The bound of the vector that explains the mistakes best."""
        stretch = sqrt(learner.p - 1.0) * widest
        dual = learner.p / (learner.p - 1.0)
        radius = longest(batch)
        if not radius > 0:
            return float(batch.rows)  # empty examples only: every vector loses one on each
        found = best_competitor(
            batch,
            radius,
            link(theta, learner.p),
            lambda length, margins: float(hinge(margins).sum()) + (stretch * length) ** 2,
            lambda u: p_norm(u, dual),
        )
        loss, c = float(hinge(found.margins).sum()), stretch * found.length
        return loss + c * sqrt(loss) + c * c

    def failure(self, learner: PNormPerceptron, theta: Any, widest: float, kept: Any) -> str | None:
        """The invariant that does not hold, if any: then the rule is not this one's, whatever the data."""
        played = learner.theta.embedded_weights(len(theta))
        theta = np.concatenate((theta, np.zeros(len(played) - len(theta))))
        if not np.abs(theta - played).max(initial=0.0) <= SLACK * sqrt(kept.largest) * kept.count:
            return "theta is not the sum of the mistaken examples"
        w, due = learner.embedded_weights(len(theta)), link(played, learner.p)
        size = np.abs(w).max(initial=0.0)
        if np.any(due) and not np.abs(w / (size or 1.0) - due / np.abs(due).max()).max() <= 1e-6:
            return "the weights are not the gradient of half the squared p-norm of theta"
        if not kept.latest and p_norm(theta, learner.p) > (1 + SLACK) * sqrt((learner.p - 1) * kept.count) * widest:
            return "|theta|_p^2 exceeds (p - 1) M X^2"
        return None


def p_norm(u: Any, p: float) -> float:
    """|u|_p, whatever the size of its entries."""
    most = float(np.abs(u).max(initial=0.0))
    return most * float((np.abs(u / most) ** p).sum()) ** (1.0 / p) if 0.0 < most < inf else most


def p_norms(batch: Batch, p: float) -> Any:
    """|x|_p of every row."""
    sizes = np.abs(np.asarray(batch.values))
    most = widest(batch)
    shares = np.divide(sizes, most[entry_rows(batch)], out=np.zeros(len(sizes)), where=sizes > 0.0)
    return most * by_row(batch, shares**p) ** (1.0 / p)


def link(theta: Any, p: float) -> Any:
    """The direction of the weights: sign(theta_i) |theta_i|^(p-1), the largest of them one."""
    most = float(np.abs(theta).max(initial=0.0))
    return np.sign(theta) * np.abs(theta / most) ** (p - 1.0) if most > 0.0 else theta
