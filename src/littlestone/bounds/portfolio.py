"""Theorems on portfolios that follow a gradient: regret against the best constant rebalanced portfolio."""

from __future__ import annotations

from math import exp, log, nan
from typing import Any

import numpy as np

from ..bound import SLACK, Bound, Certificate, not_fresh
from ..convex_ledger import ConvexLedger
from ..errors import BadParameter
from ..invest_ledger import InvestLedger
from ..learners.portfolio.quadratic import STEEP
from ..oracle import best_crp
from ..settings import real
from ..words import counted

SAME = 1e-6  # how far shares may be from what the rule says: more than rounding can do, less than a wrong rule


class EGPortfolioBound(Bound):
    """Regret <= (ln d)/eta + (eta/8) sum_t (max_i g_ti - min_i g_ti)^2 against any fixed portfolio, on any market.

    Here g_t is the gradient of the day's log growth (or linear gain), and the proof is that of Hedge: log growth lies
    below its tangent. `r` is a number the user vouches for: that no asset's price relative is below r times the
    day's best. Then no g_t spreads over more than 1/r, and the regret is at most (ln d)/eta + eta T/(8 r^2), which is
    the statement of Helmbold et al. (1998).
    """

    promise = "r"

    def __init__(self, r: float | None = None) -> None:
        self.r = None if r is None else real("r", r, "a share of the day's best price relative")
        if self.r is not None and not 0.0 < self.r <= 1.0:
            raise BadParameter(f"r is a share of the day's best price relative, more than 0 and at most 1, not {r}")

    def parameters(self) -> dict[str, Any]:
        return {"r": self.r}

    def certificate(self, learner: Any, ledger: ConvexLedger) -> Certificate:
        x, b = days(ledger)
        slopes = -np.array([ledger.price.gradient(*pair) for pair in zip(b, x, strict=True)]).reshape(x.shape)
        theorem = "EG: regret <= (ln d)/eta + (eta/8) sum_t (max_i g_ti - min_i g_ti)^2"
        spread = float(((slopes.max(axis=1) - slopes.min(axis=1)) ** 2).sum())
        if self.r is not None:
            theorem = f"EG, no relative below r of the day's best: regret <= (ln d)/eta + eta T/(8 r^2), r = {self.r:g}"
            spread = len(x) / self.r**2
        allowed = log(learner.d) / learner.eta + learner.eta * spread / 8.0
        untold = premise(ledger)
        failure = None if untold else self.wrong_rule(learner, slopes, b)
        paid = regret(ledger, slopes, b)
        return settled(theorem, ledger, paid, allowed, untold or self.refuted(ledger, x), failure, teaches=True)

    def wrong_rule(self, learner: Any, slopes: Any, b: Any) -> str | None:
        """What the shares would not be if the rule were this one, whatever the data."""
        before = np.zeros(slopes.shape)
        before[1:] = learner.eta * np.cumsum(slopes[:-1], axis=0)
        powers = np.exp(before - before.max(axis=1, keepdims=True))
        apart = np.abs(powers / powers.sum(axis=1, keepdims=True) - b).max(axis=1)
        if not (apart > SAME).any():
            return None
        return f"the shares of day {int((apart > SAME).argmax()) + 1} are not those of the rule"

    def refuted(self, ledger: ConvexLedger, x: Any) -> str | None:
        """The first day on which prices moved further apart than was promised."""
        if self.r is None:
            return None
        if ledger.price.name != "wealth":
            return f"the promise r is about price relatives, and the loss here is {ledger.price.name}"
        spread = x.min(axis=1) < self.r * x.max(axis=1)
        if not spread.any():
            return None
        t = int(spread.argmax())
        least = x[t].min() / x[t].max()
        return f"a price relative was {least:.4g} of the best on day {t + 1}, less than r = {self.r:g}"


class NewtonPortfolioBound(Bound):
    """Regret <= (k/2)(|u|^2 - 1/d) + (k/2) sum_t (c - m_t)^2 g_t'A_t^-1 g_t + sum_t e_t, if c > 1, k = 1/(c - 1).

    Against any fixed portfolio u, on any market. c = delta (1 + 1/beta) belongs to the settings, m_t = <g_t, w_t> is 1
    unless eta mixes, and e_t is how much the day's parabola underrates the log growth of u: with r = <g_t, u>,
    e_t = ln r - k (c (r - m_t) - (r^2 - m_t^2)/2). The learner follows the regularised leader on the parabolas, hence
    the first two terms; the last turns parabolas into growth. Agarwal et al. (2006) choose beta so small that no e_t is
    more than 0. With c <= 1 no theorem is known.
    """

    def certificate(self, learner: Any, ledger: ConvexLedger) -> Certificate:
        theorem = (
            "ONS: regret <= (k/2)(|u|^2 - 1/d) + (k/2) sum_t (c - m_t)^2 g_t'A_t^-1 g_t + sum_t e_t, k = 1/(c - 1)"
        )
        x, b = days(ledger)
        broken = premise(ledger)
        failure = None
        growth = (x * b).sum(axis=1)
        g = x / growth[:, None]
        if broken is None:
            curvature = np.eye(learner.d) + g.T @ g
            if np.abs(learner.A - curvature).max() > SAME * np.abs(curvature).max():
                failure = "A is not I + sum g g'"
            elif np.abs(curvature).max() > STEEP:
                broken = (
                    f"prices moved so far apart that A, {np.abs(curvature).max():.2g} at most, cannot be solved for"
                )
            elif learner.c <= 1.0:
                broken = (
                    f"no regret theorem is known for delta (1 + 1/beta) = {learner.c:.4g}; there is one above 1, "
                    f"such as with delta=1"
                )
        allowed = 0.0 if broken or failure else self.allowed(learner, ledger, g, b)
        return settled(theorem, ledger, regret(ledger), allowed, broken, failure, teaches=False)

    def allowed(self, learner: Any, ledger: ConvexLedger, g: Any, b: Any) -> float:
        """The right side of the theorem for the best constant rebalanced portfolio."""
        u = best_fixed(ledger)[0]
        w = (b - learner.eta / learner.d) / (1.0 - learner.eta)
        k, c = 1.0 / (learner.c - 1.0), learner.c
        m, r = (g * w).sum(axis=1), g @ u
        missing = np.log(r) - k * (c * (r - m) - (r**2 - m**2) / 2.0)
        turned = float(((c - m) ** 2) @ leverages(g))
        return float(k / 2.0 * (u @ u - 1.0 / learner.d) + k / 2.0 * turned + missing.sum())


def leverages(g: Any) -> Any:
    """g_t'A_t^-1 g_t for A_t = I + sum of g_s g_s' up to t, day by day; the inverse is kept up to date."""
    inverse = np.eye(g.shape[1])
    found = np.zeros(len(g))
    for t, slope in enumerate(g):
        turned = inverse @ slope
        reach = float(slope @ turned)
        inverse -= np.outer(turned, turned) / (1.0 + reach)
        found[t] = reach / (1.0 + reach)
    return found


def days(ledger: ConvexLedger) -> tuple[Any, Any]:
    """What nature revealed and what was played, as far as it was kept: a row a round."""
    shape = (len(ledger.revealed), ledger.domain.d)
    return np.array(ledger.revealed).reshape(shape), np.array(ledger.points).reshape(shape)


def premise(ledger: ConvexLedger, complete: bool = True) -> str | None:
    """What no theorem here can do without: a fresh learner, truths in time and, if asked for, all rounds kept."""
    if learned := not_fresh(ledger):
        return learned
    if ledger.latest:
        return f"the prices of round {ledger.first_late} came after other updates"
    if complete and not ledger.complete:
        return f"the ledger kept only {counted(len(ledger.revealed), 'round')}; give the game a larger keep"
    return None


def best_fixed(ledger: ConvexLedger) -> tuple[Any, float]:
    """The best constant rebalanced portfolio of a game of wealth, and the logarithm of what it would have made."""
    if not ledger.revealed:
        return ledger.domain.centre, 0.0
    found = ledger.best_crp if isinstance(ledger, InvestLedger) else best_crp(np.array(ledger.revealed))
    return found.weights, found.log_wealth


def regret(ledger: ConvexLedger, slopes: Any = None, b: Any = None) -> float:
    """What the best fixed portfolio would have paid less, nan if not all rounds were kept.

    Of a game that is not one of wealth, the slopes and shares tell it: the best for linear gains is a single asset.
    """
    if not ledger.complete:
        return nan
    if ledger.price.name == "wealth":
        return best_fixed(ledger)[1] + ledger.loss
    return float(slopes.sum(axis=0).max() - (slopes * b).sum())


def settled(
    theorem: str,
    ledger: ConvexLedger,
    paid: float,
    allowed: float,
    broken: str | None,
    failure: str | None,
    *,
    teaches: bool,
) -> Certificate:
    """The certificate once everything is known; `teaches` if the bound is the same for every fixed portfolio."""
    if failure is None and not broken and paid > allowed + SLACK * (1.0 + abs(allowed) + abs(ledger.loss)):
        failure = "more regret than the theorem allows"
    lesson = ""
    if teaches and not broken and not failure:
        if ledger.price.name == "wealth":
            lesson = f"no constant rebalanced portfolio has made more than {stakes(allowed - ledger.loss)} the stake"
        else:
            lesson = f"no fixed portfolio has lost less than {ledger.loss - allowed:,.6g}"
    return Certificate(theorem, paid, None if broken or failure else allowed, broken, lesson, failure)


def stakes(log_wealth: float) -> str:
    """So many times the stake, in words; a number that is too large as a power of ten."""
    if log_wealth < 690.0:
        return f"{exp(log_wealth):,.6g} times"
    return f"10^{log_wealth / log(10.0):,.6g} times"
