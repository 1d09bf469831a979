"""Theorems on portfolios that buy and hold others: the wealth is a mean, hence a known part of the best."""

from __future__ import annotations

from math import lgamma
from typing import Any

import numpy as np

from ..bound import SLACK, Bound, Certificate
from ..convex_ledger import ConvexLedger
from .portfolio import premise, regret, settled, stakes

TRUSTED = 1e-6  # the error of a quadrature up to which it is taken for the integral


class BuyAndHoldBound(Bound):
    """ln(best asset held) - ln(wealth) <= ln(1/its share at first), which is ln d for equal shares, on any market.

    For the wealth is the sum of what the parts have made, and the best part alone is no more than that.
    """

    def certificate(self, learner: Any, ledger: ConvexLedger) -> Certificate:
        equal = f"ln {learner.d} for equal shares"
        theorem = f"Buy and hold: ln(best asset held) - ln(wealth) <= ln(1/its share at first), {equal}"
        return against_parts(theorem, learner, ledger, "no asset held")


class UniversalBound(Bound):
    """Regret <= ln C(T + d - 1, d - 1) <= (d - 1) ln(T + 1), if the mean is exact; if over N portfolios, <= ln N.

    The first is against the best constant rebalanced portfolio, on any market (Cover and Ordentlich 1996). A
    quadrature is taken to be exact if a second one agrees to a millionth. The second is against the best portfolio
    of the grid or the sample that the mean is taken over.
    """

    def certificate(self, learner: Any, ledger: ConvexLedger) -> Certificate:
        if learner.method in ("grid", "sample"):
            return self.of_many(learner, ledger)
        theorem = "Universal portfolio: regret <= ln C(T + d - 1, d - 1) <= (d - 1) ln(T + 1)"
        error = learner.error()
        broken = premise(ledger)
        if not broken and error > TRUSTED:
            broken = f"the quadrature does not follow this market: two of them differ by {error:.2g} in ln(wealth)"
        d, T = learner.d, ledger.labelled
        allowed = lgamma(T + d) - lgamma(d) - lgamma(T + 1) + error
        paid = regret(ledger)
        failure = None if broken else not_the_mean(learner, ledger)
        return settled(theorem, ledger, paid, allowed, broken, failure, teaches=True)

    def of_many(self, learner: Any, ledger: ConvexLedger) -> Certificate:
        """The certificate of a mean over finitely many portfolios."""
        count = f"{len(learner.mixture.logs):,}"
        theorem = f"Universal portfolio, {learner.method} of N = {count}: ln(best of them) - ln(wealth) <= ln N"
        if learner.method == "grid":
            return against_parts(theorem, learner, ledger, "none of them")
        error = f"{100 * learner.error():.2g} %, one standard error"
        more = f"; the mean over all portfolios is this wealth give or take {error}"
        return against_parts(theorem, learner, ledger, "none of them", more)


def against_parts(theorem: str, learner: Any, ledger: ConvexLedger, none: str, more: str = "") -> Certificate:
    """The certificate of a mixture against the best of its parts; `none` of them has made more than it teaches."""
    log_prior, logs = learner.mixture.log_prior, learner.mixture.logs
    held = np.isfinite(log_prior)
    best = int(np.where(held, logs, -np.inf).argmax())
    paid, allowed = float(logs[best]) + ledger.loss, -float(log_prior[best])
    broken = premise(ledger, complete=False)
    failure = None if broken else not_the_mean(learner, ledger)
    if not broken and not failure and paid > allowed + SLACK * (1.0 + abs(ledger.loss) + ledger.labelled):
        failure = "a part has made more than the whole"
    if broken or failure:
        return Certificate(theorem, paid, None, broken, "", failure)
    most = stakes(-float(log_prior[held].min()) - ledger.loss)
    return Certificate(theorem, paid, allowed, None, f"{none} has made more than {most} the stake{more}")


def not_the_mean(learner: Any, ledger: ConvexLedger) -> str | None:
    """What would be wrong with a mixture whose wealth is not the mean of its parts."""
    apart = abs(learner.mixture.log_wealth() + ledger.loss)
    if apart <= SLACK * (1.0 + abs(ledger.loss) + ledger.labelled):
        return None
    return f"the wealth is not the mean of its parts: they differ by {apart:.2g} in ln(wealth)"
