"""The theorems of learners that multiply their weights, one for and one against every column."""

from __future__ import annotations

from math import log
from typing import Any

import numpy as np

from ..bound import SLACK, Bound, Certificate, not_fresh
from ..ledger import Ledger
from .competitors import best_competitor, hinge
from .row_regret import OwnSumsBound
from .sums import weighted_sum


class LinearEGBound(OwnSumsBound):
    """R(u) <= U (ln(2/p_i)/eta + (eta/2) sum of |g|^2) for u = +-U in column i (Kivinen and Warmuth 1997).

    |g| is the largest |g_i|. With Z = sum of p_i cosh(eta sum of g_i) over all columns there will ever be, a gradient
    changes ln Z by at most -(eta/U) <g, w> + (eta |g|)^2/2, because a number that lies from -c to c, drawn
    at random with mean m, has ln E e^z <= m + c^2/2; and ln Z >= eta |sum of g_i| - ln(2/p_i) for every i. The column
    shown is the one for which this is tightest; the inequality for ln Z, which is sharper than all of them, is looked
    at too.
    """

    def statement(self, learner: Any) -> str:
        return "Exponentiated gradient, column i: R(u) <= U (ln(2/p_i)/eta + (eta/2) sum |g|^2), p_i = 1/(i (i + 1))"

    def due(self, learner: Any) -> Any:
        sinh, mass, _ = mixture(learner.eta * -learner.total, self.prior(learner))
        return learner.U * sinh / mass

    def rounding(self, learner: Any) -> float:
        return float(learner.U)

    def prior(self, learner: Any) -> Any:
        """The prior of every column that has come."""
        return np.array([learner.prior(j) for j in range(len(learner.total))])

    def best(self, learner: Any) -> tuple[int, float, float]:
        """The column for which the theorem is tightest, the sum of its gradients, and ln(2/p_i)."""
        total, price = np.abs(learner.total), np.log(2.0 / self.prior(learner))
        i = int(np.argmax(learner.eta * total - price)) if len(total) else -1
        return (i, float(total[i]), float(price[i])) if len(total) else (0, 0.0, log(4.0))

    def regret(self, learner: Any) -> tuple[float, float]:
        _, total, price = self.best(learner)
        U, eta, sums = learner.U, learner.eta, learner.tangents
        return sums.played + U * total, U * (price / eta + eta / 2 * sums.squares)

    def exceeded(self, learner: Any, paid: float, allowed: float) -> str | None:
        U, eta, sums = learner.U, learner.eta, learner.tangents
        _, mass, shift = mixture(eta * -learner.total, self.prior(learner))
        if sums.played + U * (log(mass) + shift) / eta > U * eta / 2 * sums.squares + SLACK * (
            U + abs(allowed) + abs(sums.played)
        ):
            return "the sum of the weights has grown more than the gradients allow"
        return super().exceeded(learner, paid, allowed)

    def whom(self, learner: Any) -> str:
        return f"the better of +-{learner.U:g} in coordinate {self.best(learner)[0] + 1} alone"


class BalancedWinnowBound(Bound):
    """M <= L + (|u|_1/eta)(ln(2n) + sum of ln cosh(eta X_t)) for every vector u (after Grove et al. 2001).

    L is the sum of the hinge losses of u on the mistakes, n how many columns they have, X_t the largest |x_i| of each.
    With theta the sum of y x over the mistakes, M - L <= <u, theta> <= |u|_1 max |theta_i|, and e^(eta |theta_i|) <= 2
    sum of cosh(eta theta_i), which begins as n and is multiplied by cosh(eta X_t) at most, because on a mistake the
    mixture of y x_i and its negations is not positive. u = 0 has M <= M; the one shown has the smallest right side
    among some that fit well.
    """

    keeps_mistakes = True

    def certificate(self, learner: Any, ledger: Ledger) -> Certificate:
        kept = ledger.kept
        assert kept is not None
        theorem = "balanced Winnow: M <= L + (|u|_1/eta)(ln(2n) + sum ln cosh(eta X_t))" + kept.shortened()
        if broken := not_fresh(ledger):
            return Certificate(theorem, kept.count, None, broken, "")
        if kept.count == 0:
            return Certificate(theorem, 0, 0.0, None, "")
        batch = kept.batch()
        widths = np.array([np.abs(batch.row(t).values).max(initial=0.0) for t in range(batch.rows)])
        if not 1e-100 < kept.largest * kept.count < 1e100 and np.any(batch.values):
            odd = "some examples are too long or too short for their square to be a number; scale the features"
            return Certificate(theorem, kept.count, None, odd, "")
        n = max(1, len(np.unique(np.asarray(batch.columns)[np.asarray(batch.values) != 0.0])))
        grown = float(np.sum(log_cosh(learner.eta * widths)))
        theta = weighted_sum(batch, batch.labels)
        failure = self.failure(learner, theta, n, grown, kept) if kept.complete else None
        if kept.latest:
            broken = f"the label of round {kept.first_late} came after other updates"
            return Certificate(theorem, kept.count, None, broken, "", failure)
        price = (log(2 * n) + grown) / learner.eta
        allowed = float(batch.rows)
        if kept.largest > 0.0:
            found = best_competitor(
                batch,
                kept.largest**0.5,
                np.sinh(np.clip(learner.eta * theta, -300.0, 300.0)),
                lambda length, margins: float(hinge(margins).sum()) + length * price,
                lambda u: np.abs(u).sum(),
            )
            allowed = found.allowed
        if failure is None and kept.count > allowed * (1 + SLACK):
            failure = "more mistakes than the theorem allows"
        most = float(np.abs(theta).max(initial=0.0))
        teaches = f"every vector u has hinge loss at least {kept.count} - {most:.4g} |u|_1 on the mistakes"
        return Certificate(theorem, kept.count, allowed, None, teaches, failure)

    def failure(self, learner: Any, theta: Any, n: int, grown: float, kept: Any) -> str | None:
        """The invariant that does not hold, if any: then the rule is not this one's, whatever the data."""
        played = learner.theta
        theta = np.concatenate((theta, np.zeros(max(0, len(played) - len(theta)))))
        played = np.concatenate((played, np.zeros(len(theta) - len(played))))
        if not np.abs(theta - played).max(initial=0.0) <= SLACK * kept.largest**0.5 * kept.count:
            return "the exponents are not the sum of the mistaken examples"
        sinh, mass, _ = mixture(learner.eta * played, np.ones(len(played)))
        if np.abs(learner.embedded_weights(len(played)) - sinh / mass).max(initial=0.0) > SLACK:
            return "the weights are not the exponentials of their exponents"
        # of the n columns that came, and not of those that never did
        most = float(np.abs(learner.eta * played).max(initial=0.0))
        total = float(np.sum(np.cosh(learner.eta * played) - 1.0)) + n if most < 700.0 else np.inf
        if not kept.latest and total < np.inf and log(total) > log(n) + grown + SLACK * (1.0 + grown):
            return "the sum of the weights has grown more than the mistakes allow"
        return None


def mixture(exponents: Any, prior: Any) -> tuple[Any, float, float]:
    """p sinh(a) of every exponent a, and 1 + sum of p (cosh(a) - 1), both divided by e^shift; and the shift."""
    shift = float(np.abs(exponents).max(initial=0.0))
    up, down, rest = np.exp(exponents - shift), np.exp(-exponents - shift), np.exp(-shift)
    # cosh(a) - 1 = 2 sinh(a/2)^2 keeps its digits where a is small
    half = np.exp(np.abs(exponents) / 2 - shift / 2) - np.exp(-np.abs(exponents) / 2 - shift / 2)
    mass = float(rest + np.sum(prior * half * half / 2))
    return prior * (up - down) / 2, mass, shift


def log_cosh(z: Any) -> Any:
    """ln cosh(z), for z of any size."""
    return z + np.log1p(np.exp(-2.0 * z)) - log(2.0)
