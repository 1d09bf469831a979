"""Theorems on portfolios that follow a gradient: regret against the best constant rebalanced portfolio."""

from __future__ import annotations

from functools import cached_property
from math import isfinite
from typing import Any, ClassVar

import numpy as np

from ..bound import SLACK, Bound, Case, Open
from ..convex.convex_ledger import ConvexLedger
from ..errors import BadParameter
from ..support import elementary
from ..support.elementary import exp, log
from ..support.settings import real
from .best_rebalanced import best_crp
from .invest_ledger import InvestLedger
from .simplex_quadratic import STEEP

SAME = 1e-6  # tolerance of the shares: above rounding, below the effect of a wrong rule
FINE = 1e-10  # tolerance of the minimum of a parabola, relative to the terms of its sum


class PortfolioCase(Case):
    """The kept days: arrays of price relatives and of shares, one row per day, in the order of the prices."""

    ledger: ConvexLedger

    @cached_property
    def x(self) -> Any:
        """The price relatives."""
        return np.array(self.ledger.revealed).reshape(len(self.ledger.revealed), self.ledger._domain.d)

    @cached_property
    def b(self) -> Any:
        """The shares."""
        return np.array(self.ledger.points).reshape(self.x.shape)

    @cached_property
    def slopes(self) -> Any:
        """The gradients of each day's gain."""
        with np.errstate(over="ignore"):
            found = [self.ledger.price.gradient(*pair) for pair in zip(self.b, self.x, strict=True)]
        return -np.array(found).reshape(self.x.shape)

    @cached_property
    def best(self) -> tuple[Any, float]:
        """The best constant rebalanced portfolio, and the logarithm of its wealth."""
        ledger = self.ledger
        if not ledger.labelled:
            return ledger._domain.centre, 0.0
        found = ledger.best_crp if isinstance(ledger, InvestLedger) else best_crp(self.x)
        return found.weights, found.log_wealth

    @cached_property
    def regret(self) -> float:
        """The regret against the best fixed portfolio; for linear gains it is a single asset."""
        if cut := self.ledger._cut():
            raise Open(cut)
        if self.growth:
            return float(self.best[1] + self.ledger.loss)
        return float(self.slopes.sum(axis=0).max() - (self.slopes * self.b).sum())

    @property
    def growth(self) -> bool:
        """Is it a game of wealth, and not of linear gains?"""
        return bool(self.ledger.price.name == "wealth")


class PortfolioBound(Bound):
    """Base of the theorems on portfolios: the regret against the best fixed one, which needs every day kept."""

    looks_at = PortfolioCase
    excess = "more regret than the theorem allows"
    for_all: ClassVar[bool] = True  # is the bound the same for every fixed portfolio?

    def unmeasurable(self, case: Any) -> str | None:
        return case.ledger._cut()  # type: ignore[no-any-return]

    def against(self, case: Any) -> str:
        return "the best portfolio in hindsight"

    def paid(self, case: Any) -> float:
        return float(case.regret)

    def slack(self, case: Any, paid: float, allowed: float) -> float:
        return SLACK * (1.0 + abs(allowed) + abs(float(case.ledger.loss)))

    def lesson(self, case: Any, allowed: float | None) -> str:
        if allowed is None or not self.for_all:
            return ""
        if case.growth:
            most = stakes(allowed - case.ledger.loss)
            return f"no constant rebalanced portfolio has made more than {most} the stake"
        return f"no fixed portfolio has lost less than {case.ledger.loss - allowed:,.6g}"


class EGPortfolioBound(PortfolioBound):
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

    def statement(self, case: PortfolioCase) -> str:
        if self.r is None:
            return "EG: regret <= (ln d)/eta + (eta/8) sum_t (max_i g_ti - min_i g_ti)^2"
        return f"EG, no relative below r of the day's best: regret <= (ln d)/eta + eta T/(8 r^2), r = {self.r:g}"

    def unmeasurable(self, case: PortfolioCase) -> str | None:
        if self.r is not None and not case.growth:
            return f"the promise r is about price relatives, and the loss here is {case.ledger.price.name}"
        return case.ledger._cut() or too_far_apart(case.slopes)

    def premise(self, case: PortfolioCase) -> str | None:
        if self.r is None:
            return None
        spread = case.x.min(axis=1) < self.r * case.x.max(axis=1)
        if not spread.any():
            return None
        t = int(spread.argmax())
        least = case.x[t].min() / case.x[t].max()
        when = case.ledger._numbers[t]
        return f"a price relative was {least:.4g} of the best on day {when}, less than r = {self.r:g}"

    def invariant(self, case: PortfolioCase) -> str | None:
        learner = case.learner
        sums = np.zeros((len(case.x) + 1, learner.d))
        sums[1:] = learner.eta * np.cumsum(case.slopes, axis=0)
        powers = elementary.exps(sums - sums.max(axis=1, keepdims=True))
        apart = np.abs(powers / powers.sum(axis=1, keepdims=True) - [*case.b, learner.predict()]).max(axis=1)
        return wrong_day(case, ~(apart <= SAME))

    def allowed(self, case: PortfolioCase) -> float:
        learner, slopes = case.learner, case.slopes
        spread = float(((slopes.max(axis=1) - slopes.min(axis=1)) ** 2).sum())
        if self.r is not None:
            spread = len(case.x) / self.r**2
        return float(log(learner.d) / learner.eta + learner.eta * spread / 8.0)


class NewtonPortfolioBound(PortfolioBound):
    """Regret <= (k/2)(|u|^2 - 1/d) + (k/2) sum_t (c - m_t)^2 g_t'A_t^-1 g_t + sum_t e_t, if c > 1, k = 1/(c - 1).

    Against any fixed portfolio u, on any market. c = delta (1 + 1/beta) belongs to the settings, m_t = <g_t, w_t> is 1
    unless eta mixes, and e_t is how much the day's parabola underrates the log growth of u: with r = <g_t, u>,
    e_t = ln r - k (c (r - m_t) - (r^2 - m_t^2)/2). The learner follows the regularised leader on the parabolas, hence
    the first two terms; the last turns parabolas into growth. Agarwal et al. (2006) choose beta so small that no e_t is
    more than 0. With c <= 1 no theorem is known.
    """

    for_all = False

    def statement(self, case: PortfolioCase) -> str:
        return "ONS: regret <= (k/2)(|u|^2 - 1/d) + (k/2) sum_t (c - m_t)^2 g_t'A_t^-1 g_t + sum_t e_t, k = 1/(c - 1)"

    def unmeasurable(self, case: PortfolioCase) -> str | None:
        learner = case.learner
        if learner.c <= 1.0:
            above = "there is one above 1, such as with delta=1"
            return f"no theorem is known for delta (1 + 1/beta) = {learner.c:.4g}; {above}"
        if unclear := case.ledger._cut() or too_far_apart(case.slopes):
            return unclear
        steepest = 1.0 + float((case.slopes**2).sum(axis=0).max(initial=0.0))
        if steepest > STEEP:
            return f"prices moved so far apart that A, {steepest:.2g} at most, cannot be solved for"
        return None

    def invariant(self, case: PortfolioCase) -> str | None:
        """What is wrong if A or s is not the sum of the slopes, or the shares of a day are not those of the rule.

        Shares are the best if no other asset has a smaller slope of w'Aw/2 - c <s, w> than those held, up to rounding.
        """
        learner, g = case.learner, case.slopes
        w = (np.array([*case.b, learner.predict()]) - learner.eta / learner.d) / (1.0 - learner.eta)
        A, s = np.eye(learner.d), np.zeros(learner.d)
        wrong = np.zeros(len(w), dtype=bool)
        for t, point in enumerate(w):
            rises = A @ point - learner.c * s
            rounding = FINE * learner.d * (np.abs(A).max() + learner.c * np.abs(s).max())
            wrong[t] = not rises @ point - rises.min() <= rounding
            if t < len(g):
                A += np.outer(g[t], g[t])
                s += g[t]
        if not np.abs(learner.A - A).max() <= SAME * np.abs(A).max():
            return "A is not I + sum g g'"
        if not np.abs(learner.slopes - s).max() <= SAME * (1.0 + np.abs(s).max()):
            return "s is not the sum of the slopes"
        return wrong_day(case, wrong)

    def allowed(self, case: PortfolioCase) -> float:
        learner, g, u = case.learner, case.slopes, case.best[0]
        w = (case.b - learner.eta / learner.d) / (1.0 - learner.eta)
        k, c = 1.0 / (learner.c - 1.0), learner.c
        m, r = (g * w).sum(axis=1), g @ u
        missing = elementary.logs(r) - k * (c * (r - m) - (r**2 - m**2) / 2.0)
        turned = float(((c - m) ** 2) @ leverages(g))
        return float(k / 2.0 * (u @ u - 1.0 / learner.d) + k / 2.0 * turned + missing.sum())


def wrong_day(case: PortfolioCase, wrong: Any) -> str | None:
    """The first of these days whose shares were not those of the rule, in words; the last is the day to come."""
    if not wrong.any():
        return None
    when = [*case.ledger._numbers, case.ledger.rounds + 1][int(wrong.argmax())]
    return f"the shares of day {when} are not those of the rule"


def too_far_apart(slopes: Any) -> str | None:
    """Why the slopes cannot be squared and added up, or None."""
    with np.errstate(over="ignore", invalid="ignore"):
        return None if isfinite(float((slopes**2).sum())) else "prices moved too far apart for squares to be added up"


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


def stakes(log_wealth: float) -> str:
    """A multiple of the stake in words; a very large number as a power of ten."""
    if log_wealth < 690.0:
        return f"{exp(log_wealth):,.6g} times"
    return f"10^{log_wealth / log(10.0):,.6g} times"
