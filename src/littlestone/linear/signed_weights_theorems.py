"""The theorems of learners with multiplicative updates and two weights per column, one positive and one negative."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import Any

import numpy as np

from ..bound import SLACK
from ..convex.gradient_theorems import GradientsCase
from ..solvers.best_vector import best_vector
from ..solvers.competitors import Competitor, hinge
from ..solvers.sums import widest
from ..support import elementary
from ..support.elementary import log, log1p
from ..support.linear_algebra import squared
from .guess_probe import misguessed
from .perceptron_theorems import MistakesBound, MistakesCase
from .row_regret_theorems import OwnSumsBound


class LinearEGBound(OwnSumsBound):
    """R(u) <= U (ln(2/p_i)/eta + (eta/2) sum of |g|^2) for u = +-U in column i (Kivinen and Warmuth 1997).

    |g| is the largest |g_i|. With Z = sum of p_i cosh(eta sum of g_i) over all columns there will ever be, a gradient
    changes ln Z by at most -(eta/U) <g, w> + (eta |g|)^2/2, because a number that lies from -c to c, drawn
    at random with mean m, has ln E e^z <= m + c^2/2; and ln Z >= eta |sum of g_i| - ln(2/p_i) for every i. The column
    shown is the one for which this is tightest; the inequality for ln Z, which is sharper than all of them, is looked
    at too.
    """

    def statement(self, case: GradientsCase) -> str:
        return "Exponentiated gradient, column i: R(u) <= U (ln(2/p_i)/eta + (eta/2) sum |g|^2), p_i = 1/(i (i + 1))"

    def due(self, case: GradientsCase) -> Any:
        learner = case.learner
        sinh, mass, _ = mixture(learner.eta * -learner.total, priors(learner))
        return learner.U * sinh / mass

    def rounding(self, case: GradientsCase) -> float:
        return float(case.learner.U)

    def invariant(self, case: GradientsCase) -> str | None:
        return super().invariant(case) or self.grown(case.learner)

    def grown(self, learner: Any) -> str | None:
        """What is wrong if the inequality for ln Z does not hold."""
        U, eta, sums = learner.U, learner.eta, learner.tangents
        grown = log_mass(eta * -learner.total, priors(learner))
        growth, spread = sums.played + U * grown / eta, U * eta / 2 * sums.squares
        if growth > spread + SLACK * (U + abs(spread) + abs(sums.played)):
            return "the sum of the weights has grown more than the gradients allow"
        return None

    def sides(self, case: GradientsCase) -> tuple[float, float]:
        _, total, price = tightest_column(case.learner)
        U, eta, sums = case.learner.U, case.learner.eta, case.learner.tangents
        return sums.played + U * total, U * (price / eta + eta / 2 * sums.squares)

    def comparators(self, case: GradientsCase) -> str:
        return f"the better of +-{case.learner.U:g} in coordinate {tightest_column(case.learner)[0] + 1} alone"


def priors(learner: Any) -> Any:
    """The prior of every column so far."""
    return np.array([learner.prior(j) for j in range(len(learner.total))])


def tightest_column(learner: Any) -> tuple[int, float, float]:
    """The column for which the theorem is tightest, the sum of its gradients, and ln(2/p_i)."""
    total, price = np.abs(learner.total), elementary.logs(2.0 / priors(learner))
    i = int(np.argmax(learner.eta * total - price)) if len(total) else -1
    return (i, float(total[i]), float(price[i])) if len(total) else (0, 0.0, log(4.0))


class WinnowCase(MistakesCase):
    """The mistakes, the growth of the weights by them, and the vector that explains them best."""

    @cached_property
    def columns(self) -> int:
        """n: the number of columns of the mistakes."""
        there = np.asarray(self.batch.columns)[np.asarray(self.batch.values) != 0.0]
        return max(1, len(np.unique(there)))

    @cached_property
    def growth(self) -> float:
        """The sum of ln cosh(eta X_t), X_t the largest |x_i| of every mistake."""
        return float(np.sum(log_cosh(self.learner.eta * widest(self.batch))))

    @property
    def price(self) -> float:
        """The factor of |u|_1 in the bound."""
        return (log(2 * self.columns) + self.growth) / float(self.learner.eta)

    @cached_property
    def best(self) -> tuple[float, float]:
        """Hinge loss and |u|_1 of the vector that is shown; of zero only if there is no other."""
        many = float(self.kept.count)
        found = self.smallest(lambda length: length * self.price)
        if not found.allowed < many * (1 - SLACK):
            found = self.smallest(lambda length: squared(length * self.price) / many)
        return float(hinge(found.margins).sum()), found.length

    def smallest(self, price: Callable[[float], float]) -> Competitor:
        """The vector, other than zero, with the smallest L + price |u|_1."""
        return best_vector(
            self.batch,
            self.radius,
            np.sinh(np.clip(self.learner.eta * self.w, -300.0, 300.0)),
            lambda length, margins: float(hinge(margins).sum()) + price(length),
            lambda u: np.abs(u).sum(),
            self.effort,
        )


class BalancedWinnowBound(MistakesBound):
    """M <= L + (|u|_1/eta)(ln(2n) + sum of ln cosh(eta X_t)) for every vector u (after Grove et al. 2001).

    L is the sum of the hinge losses of u on the mistakes, n how many columns they have, X_t the largest |x_i| of each.
    With theta the sum of y x over the mistakes, M - L <= <u, theta> <= |u|_1 max |theta_i|, and e^(eta |theta_i|) <= 2
    sum of cosh(eta theta_i), which begins as n and is multiplied by cosh(eta X_t) at most, because on a mistake the
    mixture of y x_i and its negations is not positive. The one shown has the smallest right side among some that fit
    well. u = 0 has M <= M, which says nothing; where none has less, it is the one with the smallest L + P^2/M, P its
    second term, as for the other theorems of this kind.
    """

    looks_at = WinnowCase

    def statement(self, case: WinnowCase) -> str:
        return "balanced Winnow: M <= L + (|u|_1/eta)(ln(2n) + sum ln cosh(eta X_t))"

    def details(self, case: WinnowCase) -> str:
        return f", L = {case.best[0]:.4g}, |u|_1 = {case.best[1]:.4g}" if case.kept.total else ""

    def allowed(self, case: WinnowCase) -> float:
        return case.best[0] + case.best[1] * case.price if case.kept.total else 0.0

    def lesson(self, case: WinnowCase, allowed: float | None) -> str:
        if not case.kept.total:
            return ""
        most = float(np.abs(case.w).max(initial=0.0))
        return f"every vector u has hinge loss at least {case.kept.count} - {most:.4g} |u|_1 on the mistakes"

    def invariant(self, case: WinnowCase) -> str | None:
        """What is wrong if the exponents are not sums of the mistakes, or the weights not their exponentials."""
        learner, kept, theta = case.learner, case.kept, case.w
        played = learner.theta
        theta = np.concatenate((theta, np.zeros(max(0, len(played) - len(theta)))))
        played = np.concatenate((played, np.zeros(len(theta) - len(played))))
        if not np.abs(theta - played).max(initial=0.0) <= SLACK * case.radius * kept.count:
            return "the exponents are not the sum of the mistaken examples"
        sinh, mass, _ = mixture(learner.eta * played, np.ones(len(played)))
        if np.abs(learner.embedded_weights(len(played)) - sinh / mass).max(initial=0.0) > SLACK:
            return "the weights are not the exponentials of their exponents"
        # of the n columns that came only
        n, most = case.columns, float(np.abs(learner.eta * played).max(initial=0.0))
        total = float(np.sum(np.cosh(learner.eta * played) - 1.0)) + n if most < 700.0 else np.inf
        if total < np.inf and log(total) > log(n) + case.growth + SLACK * (1.0 + case.growth):
            return "the sum of the weights has grown more than the mistakes allow"
        return misguessed(learner)


def mixture(exponents: Any, prior: Any) -> tuple[Any, float, float]:
    """p sinh(a) of every exponent a, and 1 + sum of p (cosh(a) - 1), both divided by e^shift; and the shift."""
    shift = float(np.abs(exponents).max(initial=0.0))
    up, down, rest = elementary.exps(exponents - shift), elementary.exps(-exponents - shift), elementary.exps(-shift)
    # cosh(a) - 1 = 2 sinh(a/2)^2 is exact for small a
    half = elementary.exps(np.abs(exponents) / 2 - shift / 2) - elementary.exps(-np.abs(exponents) / 2 - shift / 2)
    mass = float(rest + np.sum(prior * half * half / 2))
    return prior * (up - down) / 2, mass, shift


def log_mass(exponents: Any, prior: Any) -> float:
    """ln of 1 + sum of p (cosh(a) - 1), exact for small exponents too: a rate divides it."""
    _, mass, shift = mixture(exponents, prior)
    if shift > 1.0:
        return log(mass) + shift
    half = (elementary.expm1s(exponents / 2.0) - elementary.expm1s(-exponents / 2.0)) / 2.0  # sinh(a/2)
    return log1p(float(np.sum(prior * 2.0 * half * half)))


def log_cosh(z: Any) -> Any:
    """ln cosh(z), for z of any size."""
    return z + elementary.log1ps(elementary.exps(-2.0 * z)) - log(2.0)
