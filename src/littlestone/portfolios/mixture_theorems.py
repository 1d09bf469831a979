"""Theorems on portfolios that buy and hold others: the wealth is a mean, hence a known part of the best."""

from __future__ import annotations

from functools import cached_property
from math import lgamma
from typing import Any, ClassVar

import numpy as np

from ..bound import SLACK
from ..support import elementary
from .logarithms import log_sum
from .portfolio_theorems import SAME, PortfolioBound, PortfolioCase, stakes
from .rebalanced_mixture import Integral

TRUSTED = 1e-6  # the error up to which a quadrature counts as exact
LOOKED_AT = 64  # parts whose wealth is recomputed from the days
SHARES = np.array([0.01, 0.25, 0.5, 0.75, 0.99])  # points at which the polynomial of two assets is recomputed


class MixtureCase(PortfolioCase):
    """A mixture and its parts: the initial share of each, and its wealth now."""

    @cached_property
    def by_parts(self) -> bool:
        """Is the comparator the best of its parts, rather than the best of all portfolios?"""
        return getattr(self.learner, "method", "parts") in ("parts", "grid", "sample")

    @cached_property
    def log_prior(self) -> Any:
        """The logarithms of the initial shares."""
        return self.learner.mixture.log_prior

    @cached_property
    def logs(self) -> Any:
        """The logarithms of the wealth of a stake of 1 in each part."""
        return self.learner.mixture.logs

    @cached_property
    def winner(self) -> int:
        """The index of the best part with a positive share."""
        return int(np.where(np.isfinite(self.log_prior), self.logs, -np.inf).argmax())

    @cached_property
    def regret(self) -> float:
        """The regret against the best; against the best part it needs no kept days."""
        return float(self.logs[self.winner]) + self.ledger.loss if self.by_parts else super().regret


class MixtureBound(PortfolioBound):
    """Base of the mixtures: the wealth is the sum of that of the parts, so no part has more."""

    looks_at = MixtureCase
    nobody: ClassVar[str] = "no part"

    def unmeasurable(self, case: MixtureCase) -> str | None:
        return None if case.by_parts else super().unmeasurable(case)

    def invariant(self, case: MixtureCase) -> str | None:
        """What is wrong if the parts' wealth, their mean, or the next shares are not as claimed."""
        mixture = case.learner.mixture
        if not case.ledger._cut() and not as_it_says(mixture, case.x):
            return "a part has not made what it says"
        apart = abs(mixture.log_wealth() + case.ledger.loss)
        if not apart <= self.slack(case, 0.0, 0.0):
            return f"the wealth is not the mean of its parts: they differ by {apart:.2g} in ln(wealth)"
        if not np.abs(mixture.bet() - case.learner.predict()).max() <= SAME:
            return "the shares to come are not the mean of those of the parts"
        return None

    def allowed(self, case: MixtureCase) -> float:
        return -float(case.log_prior[case.winner])

    def slack(self, case: MixtureCase, paid: float, allowed: float) -> float:
        return super().slack(case, paid, allowed) + SLACK * case.ledger.labelled

    def lesson(self, case: MixtureCase, allowed: float | None) -> str:
        if allowed is None or not case.by_parts:
            return super().lesson(case, allowed)
        most = stakes(-float(case.log_prior[np.isfinite(case.log_prior)].min()) - case.ledger.loss)
        return f"{self.nobody} has made more than {most} the stake"


class BuyAndHoldBound(MixtureBound):
    """ln(best asset held) - ln(wealth) <= ln(1/its share at first), which is ln d for equal shares, on any market.

    The wealth is the sum of that of the parts, so the best part alone has no more.
    """

    nobody = "no asset held"

    def statement(self, case: MixtureCase) -> str:
        equal = f"ln {case.learner.d} for equal shares"
        return f"Buy and hold: ln(best asset held) - ln(wealth) <= ln(1/its share at first), {equal}"


class UniversalBound(MixtureBound):
    """Regret <= ln C(T + d - 1, d - 1) <= (d - 1) ln(T + 1), if the mean is exact; if over N portfolios, <= ln N.

    The first is against the best constant rebalanced portfolio, on any market (Cover and Ordentlich 1996). A
    quadrature is taken to be exact if a second one agrees to a millionth. The second is against the best portfolio
    of the grid or the sample that the mean is taken over.
    """

    nobody = "none of them"

    def statement(self, case: MixtureCase) -> str:
        if not case.by_parts:
            return "Universal portfolio: regret <= ln C(T + d - 1, d - 1) <= (d - 1) ln(T + 1)"
        count = f"{case.learner.method} of N = {len(case.logs):,}"
        return f"Universal portfolio, {count}: ln(best of them) - ln(wealth) <= ln N"

    def unmeasurable(self, case: MixtureCase) -> str | None:
        error = 0.0 if case.by_parts else case.learner.error()
        if not error <= TRUSTED:
            return f"the quadrature does not follow this market: two of them differ by {error:.2g} in ln(wealth)"
        return super().unmeasurable(case)

    def allowed(self, case: MixtureCase) -> float:
        if case.by_parts:
            return super().allowed(case)
        d, T = case.learner.d, case.ledger.labelled
        return float(lgamma(T + d) - lgamma(d) - lgamma(T + 1) + case.learner.error())

    def lesson(self, case: MixtureCase, allowed: float | None) -> str:
        lesson = super().lesson(case, allowed)
        if not lesson or case.learner.method != "sample":
            return lesson
        error = f"{100 * case.learner.error():.2g} %, one standard error"
        return f"{lesson}; the mean over all portfolios is this wealth give or take {error}"


def as_it_says(mixture: Any, x: Any) -> bool:
    """Is the wealth of the parts right on these days? The best and some others are recomputed."""
    days = len(x)
    if isinstance(mixture, Integral):  # a polynomial of one share, given by its Bernstein coefficients
        ways = np.cumsum(elementary.logs(np.arange(1.0, days + 1.0)))
        ways = np.concatenate(([0.0], ways))
        chosen = ways[-1] - ways - ways[::-1] + mixture.logs
        k = np.arange(days + 1.0)
        said = [log_sum(chosen + k * elementary.logs(p) + (days - k) * elementary.log1ps(-p)) for p in SHARES]
        points = np.stack((SHARES, 1.0 - SHARES), axis=1)
    else:
        spread = np.linspace(0, len(mixture.logs) - 1, LOOKED_AT).astype(int)
        some = np.unique([*spread, mixture.logs.argmax()])
        said, points = mixture.logs[some], mixture.points[some]
    growth = elementary.logs(x @ points.T)
    rounding = SLACK * (1.0 + days + np.abs(growth).sum(axis=0))
    return bool((np.abs(said - growth.sum(axis=0)) <= rounding).all())
