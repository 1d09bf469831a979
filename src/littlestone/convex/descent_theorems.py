"""Regret bounds of gradient descent: with one rate for all coordinates, and with a rate for each."""

from __future__ import annotations

from math import inf, sqrt
from typing import Any

import numpy as np

from ..bound import SLACK
from ..support.elementary import log
from ..support.linear_algebra import dot, norm
from .convex_ledger import ConvexLedger
from .gradient_theorems import GradientsCase, LinearRegretBound, RadiusBound, best_point, more_than, of_coordinates
from .reach import farther
from .step_check import ROUNDING, Rule, is_nearest

STATEMENTS = {
    "adaptive": ("R <= sqrt(2) D sqrt(sum |g|^2)", "R <= sqrt(2) D G sqrt(T)"),
    "root": ("R <= D^2/(2 eta_T) + sum eta_t |g|^2/2", "R <= D (G_rate/2 + G^2/G_rate) sqrt(T)"),
    "strong": ("R <= sum |g|^2/(2 sigma t)", "R <= G^2 (1 + ln T)/(2 sigma)"),
    "": ("R(u) <= |u - w_1|^2/(2 eta) + (eta/2) sum |g|^2", "R(u) <= |u - w_1|^2/(2 eta) + (eta/2) G^2 T"),
}


class DescentRule(Rule):
    """w <- Pi(w - eta_t g)."""

    def rate(self, learner: Any) -> float:
        """eta_t, as the theorem has it."""
        if learner.eta == "adaptive":
            return float(learner.domain.diameter / sqrt(2 * self.squares)) if self.squares > 0 else 0.0
        if learner.eta == "root":
            return float(learner.domain.diameter / (learner.G * sqrt(self.t)))
        if learner.eta == "strong":
            return 1 / float(learner.price.strong * self.t)
        return float(learner.eta)

    def wrong(self, learner: Any, g: Any, w: Any, after: Any) -> str | None:
        if is_nearest(learner.domain, w, self.rate(learner) * g, after):
            return None
        return f"step {self.t} does not lead to the point nearest to w - eta g"


class DescentBound(RadiusBound):
    """For every u, 2 eta <g, w - u> <= |w - u|^2 - |w' - u|^2 + eta^2 |g|^2, w' being the next point: add it up.

    What it adds up to depends on the rate (Zinkevich 2003; Hazan, Agarwal and Kale 2007): see
    `OnlineGradientDescent`. Of strongly convex losses R is the regret of the parabolas below them, which have the
    slope g and the curvature sigma: again no less than the true one.

    On all of R^d the theorem is an equation for the point w_1 - eta sum g: that says whether the steps are the rule's
    and nothing else, so it is checked as an invariant. The point shown lies in the same direction from w_1, but so far
    that the bound is twice as large: of all points at that distance it is the best for the tangents.

    G           a length that, the user promises, no gradient exceeds; None takes the gradients that came
    radius      on all of R^d, the distance of the comparators; None as said above
    """

    rule = DescentRule

    def statement(self, case: GradientsCase) -> str:
        eta = case.learner.eta
        seen, before = STATEMENTS[eta if isinstance(eta, str) else ""]
        return f"Gradient descent, rate {eta}: " + (seen if self.G is None else before)

    def sides(self, case: GradientsCase) -> tuple[float, float]:
        learner, G = case.learner, self.G
        T, D = learner.updates, learner.domain.diameter
        if learner.eta == "strong":
            sigma = learner.price.strong
            return parabolas(learner, sigma), learner.weighted / 2 if G is None else G * G * (1 + log(T)) / (2 * sigma)
        if learner.eta == "adaptive":
            allowed = D * sqrt(2 * learner.squares if G is None else 2 * G * G * T)
        elif learner.eta == "root":
            spread = learner.weighted / 2 if G is None else D * G * G * sqrt(T) / learner.G
            allowed = D * learner.G * sqrt(T) / 2 + spread
        else:
            return against(learner, self.comparator(learner), self.squares(learner))
        return learner.regret(best_point(learner)), allowed

    def squares(self, learner: Any) -> float:
        """The sum of |g|^2, or its bound T G^2 if G was promised."""
        return float(learner.squares if self.G is None else self.G * self.G * learner.updates)

    def comparator(self, learner: Any) -> Any:
        """The point that a constant rate is compared with."""
        if learner.domain.diameter < inf:
            return best_point(learner)
        length = norm(learner.total)
        if self.radius is not None and length > 0:
            return learner.start - learner.total * (self.radius / length)
        # the value of |u - w_1|^2/(2 eta) at the end point
        price = learner.eta / 2 * length * length
        return learner.start - farther(learner.eta / 2 * self.squares(learner), price) * learner.eta * learner.total

    def invariant(self, case: GradientsCase) -> str | None:
        learner = case.learner
        failure = super().invariant(case)
        if failure is None and learner.updates and not isinstance(learner.eta, str):
            paid, allowed = against(learner, tightest(learner), learner.squares)
            failure = more_than(paid, allowed, SLACK * abs(allowed) + of_coordinates(learner))
        return failure

    def slack(self, case: GradientsCase, paid: float, allowed: float) -> float:
        return super().slack(case, paid, allowed) + of_coordinates(case.learner)

    def comparators(self, case: GradientsCase) -> str:
        anywhere = case.learner.domain.diameter == inf and case.learner.eta != "strong"
        return f"point within {self.radius:g} of the start" if anywhere and self.radius else super().comparators(case)

    def lesson(self, case: GradientsCase, allowed: float | None) -> str:
        learner = case.learner
        if learner.domain.diameter < inf or learner.eta == "strong" or self.radius or not learner.updates:
            return super().lesson(case, allowed)
        least = case.ledger.loss - learner.eta / 2 * learner.squares
        return f"every point u has lost at least {least:.6g} - |u - w_1|^2/{2 * learner.eta:g}"


def against(learner: Any, u: Any, squares: float) -> tuple[float, float]:
    """The regret against u at a constant rate and its bound, given the sum of |g|^2."""
    away = u - learner.start
    return learner.regret(u), dot(away, away) / (2 * learner.eta) + learner.eta / 2 * squares


def tightest(learner: Any) -> Any:
    """The point for which R(u) - |u - w_1|^2/(2 eta) is largest."""
    return learner.domain.project(learner.start - learner.eta * learner.total)


def parabolas(learner: Any, sigma: float) -> float:
    """The largest sum of <g, w - u> - (sigma/2) |w - u|^2 that a point u of the domain has."""
    T, mean = learner.updates, learner.points / learner.updates
    u = learner.domain.project(learner.start + mean - learner.total / (sigma * T))
    away = u - learner.start
    distances = learner.point_squares - 2 * dot(learner.points, away) + T * dot(away, away)
    return float(learner.regret(u) - sigma / 2 * distances)


class AdaGradRule(Rule):
    """w_i <- clip(w_i - eta g_i/sqrt(sum of g_i^2)), eta = (high - low)/sqrt(2)."""

    def __init__(self, learner: Any, ledger: ConvexLedger) -> None:
        super().__init__(learner, ledger)
        self.coordinate_squares = np.zeros(learner.d)

    def wrong(self, learner: Any, g: Any, w: Any, after: Any) -> str | None:
        self.coordinate_squares = self.coordinate_squares + g * g
        lengths = np.sqrt(np.where(self.coordinate_squares > 0, self.coordinate_squares, 1.0))
        aim = np.clip(w - (learner.high - learner.low) / sqrt(2.0) * g / lengths, learner.low, learner.high)
        if np.abs(aim - after).max() <= ROUNDING * (abs(learner.low) + abs(learner.high)):
            return None
        return f"step {self.t} does not lead to w_i - eta g_i/sqrt(sum g_i^2), clipped"


class AdaGradBound(LinearRegretBound):
    """R <= sqrt(2) (high - low) sum over i of sqrt(sum of g_i^2) (Duchi, Hazan and Singer 2011).

    It is the theorem of descent at its adaptive rate, once for every coordinate. `G` is a number that, the user
    promises, no coordinate of a gradient exceeds in size; then R <= sqrt(2) (high - low) d G sqrt(T).
    """

    rule = AdaGradRule

    def statement(self, case: GradientsCase) -> str:
        lengths = "sum_i |g_1:T,i|" if self.G is None else "d G sqrt(T)"
        return f"AdaGrad: R <= sqrt(2) (high - low) {lengths}"

    def sides(self, case: GradientsCase) -> tuple[float, float]:
        learner = case.learner
        lengths = float(np.sqrt(learner.coordinate_squares).sum())
        if self.G is not None:
            lengths = learner.d * self.G * sqrt(learner.updates)
        return learner.regret(best_point(learner)), sqrt(2.0) * (learner.high - learner.low) * lengths

    def premise(self, case: GradientsCase) -> str | None:
        learner = case.learner
        if self.G is None or not learner.updates:
            return None
        # the proof needs only sum of g_i^2 <= G^2 T, and only that can be checked
        longest = np.sqrt(learner.coordinate_squares.max() / learner.updates)
        if longest <= self.G * (1 + SLACK):
            return None
        return f"the gradients of a coordinate have a mean square of {longest:.4g}^2, above the promised {self.G:g}^2"
