"""The two theorems of coin betting: on the wealth and on the regret."""

from __future__ import annotations

from math import lgamma, pi, sqrt
from typing import Any

import numpy as np

from ..bound import SLACK
from ..support.elementary import expm1, log, log1p
from ..support.linear_algebra import norm
from .gradient_theorems import GradientsCase, LinearRegretBound, promised
from .step_check import ROUNDING, Rule

LARGEST_LOG = 200.0  # the largest ln(wealth/eps) that is bet: beyond it rounding hides the bet


class BettingRule(Rule):
    """The next bet is the sum of the coins over their number and one, times the wealth."""

    def wrong(self, learner: Any, g: Any, w: Any, after: Any) -> str | None:
        wealth = learner.eps - self.played / learner.G
        coins = self.total / -learner.G
        bet = coins / (self.t + 1) * wealth
        slack = ROUNDING * self.t * (learner.eps + self.gross / learner.G) * (1 + np.abs(coins).max())
        if np.abs(bet - after).max() <= slack or abs(wealth) > learner.richest:
            return None
        return f"bet {self.t + 1} is not the mean of the coins times the wealth"


class BettingBound(LinearRegretBound):
    """Base of the two: the rule, and the premise that no gradient is longer than the learner's G."""

    promise = ""
    rule = BettingRule

    def __init__(self) -> None:
        super().__init__(None)

    def parameters(self) -> dict[str, Any]:
        return {}

    def unmeasurable(self, case: GradientsCase) -> str | None:
        if case.learner.wealth > case.learner.richest:
            return "the wealth has passed e^200 eps, and more than that is not bet: the losses are all but one-sided"
        return super().unmeasurable(case)

    def premise(self, case: GradientsCase) -> str | None:
        return self.too_long(case, case.learner.G)


class WealthBound(BettingBound):
    """The wealth is at least eps 2^T Gamma((T + 1 + S)/2) Gamma((T + 1 - S)/2)/(pi T!), S = |sum of c|.

    That is what Krichevsky and Trofimov's bets win from whole coins, exactly, and at least what they win from coins
    between heads and tails, or from vectors (Orabona and Pal 2016). Written as losses: the sum of <g, w> is at most
    G eps less G times that wealth.
    """

    def statement(self, case: GradientsCase) -> str:
        return "Coin betting: sum <g, w> <= G eps (1 - 2^T Gamma((T+1+S)/2) Gamma((T+1-S)/2)/(pi T!))"

    def least(self, learner: Any) -> float:
        """The logarithm of the least wealth, in units of eps."""
        return potential(learner.updates, norm(learner.total) / learner.G)

    def sides(self, case: GradientsCase) -> tuple[float, float]:
        learner = case.learner
        return learner.played, learner.G * learner.eps * -expm1(min(self.least(learner), LARGEST_LOG))

    def exceeded(self, case: GradientsCase, paid: float, allowed: float) -> str | None:
        learner = case.learner
        wealth, least = learner.wealth / learner.eps, self.least(learner)
        if wealth <= 0 or log(wealth) < least - SLACK - ROUNDING * learner.updates:
            return f"a wealth of {wealth:.6g} eps is less than e^{least:.6g} eps"
        return None

    def slack(self, case: GradientsCase, paid: float, allowed: float) -> float:
        learner = case.learner
        return float((SLACK + ROUNDING * learner.updates) * learner.G * (learner.eps + learner.wealth))

    def lesson(self, case: GradientsCase, allowed: float | None) -> str:
        learner = case.learner
        if allowed is None or not learner.updates:
            return ""
        low, high = 0.0, float(learner.updates)  # a trend makes the wealth large, so a small wealth limits the trend
        for _ in range(50):
            middle = (low + high) / 2
            rich = potential(learner.updates, middle) > log(learner.wealth / learner.eps)
            low, high = (low, middle) if rich else (middle, high)
        return (
            f"with a wealth of {learner.wealth:.4g}, the gradients sum to no more than {learner.G * high:.4g} in length"
        )


class CoinBound(BettingBound):
    """R(u) <= G (|u| sqrt(T ln(1 + 24 T^2 |u|^2/eps^2)) + eps) for every u of R^d (Orabona and Pal 2016).

    radius      the distance of the comparators; None takes the distance at which the theorem is tightest
    """

    promise = "radius"

    def __init__(self, radius: float | None = None) -> None:
        super().__init__()
        self.radius = promised("radius", radius, "how far a comparator may be from the origin")

    def parameters(self) -> dict[str, Any]:
        return {"radius": self.radius}

    def statement(self, case: GradientsCase) -> str:
        return "Coin betting: R(u) <= G (|u| sqrt(T ln(1 + 24 T^2 |u|^2/eps^2)) + eps)"

    def sides(self, case: GradientsCase) -> tuple[float, float]:
        learner, radius = case.learner, self.distance(case.learner)
        return learner.played + radius * norm(learner.total), against(learner, radius)

    def distance(self, learner: Any) -> float:
        """The distance of the comparators from the start."""
        return tightest(learner) if self.radius is None else self.radius

    def comparators(self, case: GradientsCase) -> str:
        return f"point within {self.distance(case.learner):.4g} of the origin"


def against(learner: Any, radius: float) -> float:
    """The regret that the theorem allows against a point at that distance."""
    T, ratio = learner.updates, learner.updates * radius / learner.eps
    return float(learner.G * (radius * sqrt(T * log1p(24 * ratio * ratio)) + learner.eps))


def tightest(learner: Any) -> float:
    """The distance at which the regret is closest to the bound."""
    T, S = learner.updates, norm(learner.total)
    # beyond this distance the bound is more than the regret can be
    farthest = learner.eps / (T * sqrt(24.0)) * sqrt(expm1(min((S / learner.G) ** 2 / T, 2 * LARGEST_LOG)))
    distances = [0.0, *(farthest * np.geomspace(1e-3, 1.0, 200))]
    return float(max(distances, key=lambda radius: radius * S - against(learner, radius)))


def potential(T: int, S: float) -> float:
    """The logarithm of the least wealth after T coins that sum to S, in units of eps."""
    S = min(S, float(T))
    return T * log(2.0) + lgamma((T + 1 + S) / 2) + lgamma((T + 1 - S) / 2) - log(pi) - lgamma(T + 1)
