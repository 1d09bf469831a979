"""The regret of the online Newton step, logarithmic for exp-concave losses."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..bound import SLACK
from ..geometry.projection import project_in_norm
from ..support.linear_algebra import dot, solved, times
from .convex_ledger import ConvexLedger
from .gradient_theorems import GradientsCase, LinearRegretBound, best_point
from .step_check import Rule, is_nearest


class NewtonRule(Rule):
    """A <- A + g g', and w <- the point nearest to w - A^-1 g/gamma in the norm of A."""

    def __init__(self, learner: Any, ledger: ConvexLedger) -> None:
        super().__init__(learner, ledger)
        self.gram = np.zeros((learner.d, learner.d))
        self.leverage = 0.0

    def wrong(self, learner: Any, g: Any, w: Any, after: Any) -> str | None:
        self.gram = self.gram + np.outer(g, g)
        A = self.gram + np.eye(learner.d) / (learner.gamma * learner.diameter) ** 2
        self.leverage += dot(g, solved(A, g))
        size = np.abs(A).max()  # a unit in which `pull` is comparable to distances
        step = g / (learner.gamma * size)
        if is_nearest(learner.domain, w, step, after, times(A, w - after) / size - step):
            return None
        return f"step {self.t} does not lead to the point nearest to w - A^-1 g/gamma in the norm of A"

    def wrong_sums(self, learner: Any) -> str | None:
        if np.abs(self.gram - learner.gram).max() > SLACK * self.squares:
            return "the learner's matrix A is not made of the gradients of the game"
        if abs(self.leverage - learner.leverage) > SLACK * self.leverage:
            return "the learner's sum of g' A^-1 g is not that of the game"
        return super().wrong_sums(learner)


class NewtonBound(LinearRegretBound):
    """R <= (sum of g' A_t^-1 g + 1)/(2 gamma) for exp-concave losses (Hazan, Agarwal and Kale 2007).

    Such a loss lies above a parabola in the direction of its gradient: loss(u) >= loss(w) + <g, u - w> +
    (gamma/2) <g, u - w>^2. R is the regret of these parabolas, no less than the true one. The premise is that no
    gradient is longer than the learner's G, on which gamma depends. Of losses that are not known to be exp-concave or
    strongly convex it says nothing.
    """

    promise = ""
    rule = NewtonRule

    def __init__(self) -> None:
        super().__init__(None)

    def parameters(self) -> dict[str, Any]:
        return {}

    def statement(self, case: GradientsCase) -> str:
        return "Newton step, exp-concave losses: R <= (sum g'A^-1 g + 1)/(2 gamma)"

    def sides(self, case: GradientsCase) -> tuple[float, float]:
        learner = case.learner
        paid = max(parabolas(learner, u) for u in comparators(learner))
        return paid, (learner.leverage + 1) / (2 * learner.gamma)

    def unmeasurable(self, case: GradientsCase) -> str | None:
        if not case.learner.kappa > 0:
            name = case.learner.price.name or "given"
            return f"no theorem is known for the {name} loss, which is not known to be exp-concave or strongly convex"
        return super().unmeasurable(case)

    def premise(self, case: GradientsCase) -> str | None:
        return self.too_long(case, case.learner.G)


def comparators(learner: Any) -> list[Any]:
    """Points that do well on the parabolas: the best, found by a projection, and the best for the tangents."""
    gamma, start = learner.gamma, learner.start
    # (gamma/2) u'Su - <u, gamma pulls - total> is smallest at the point nearest to gamma S^-1 (...) in the norm of S,
    # to which a little is added lest it be singular. Any point of the domain makes a true comparison.
    S = learner.gram + max(1e-9 * np.trace(learner.gram), 1e-18 * learner.G**2) * np.eye(learner.d)
    v = start + solved(S, learner.pulls - learner.total / gamma)
    return [project_in_norm(learner.domain, S, v, learner.w), best_point(learner)]


def parabolas(learner: Any, u: Any) -> float:
    """The sum of <g, w - u> - (gamma/2) <g, w - u>^2."""
    away = u - learner.start
    squares = learner.slopes - 2 * dot(learner.pulls, away) + dot(away, times(learner.gram, away))
    return float(learner.regret(u) - learner.gamma / 2 * squares)
