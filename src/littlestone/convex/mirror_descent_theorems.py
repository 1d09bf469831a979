"""Regret bounds of mirror descent, and of exponential weights, its case on the simplex."""

from __future__ import annotations

from math import inf, sqrt
from typing import Any

import numpy as np

from ..bound import SLACK
from ..support import elementary
from ..support.elementary import log
from ..support.linear_algebra import norm
from .convex_ledger import ConvexLedger
from .gradient_theorems import GradientsCase, LinearRegretBound, RadiusBound, best_point, more_than, of_coordinates
from .reach import farther
from .step_check import ROUNDING, Rule


class MirrorRule(Rule):
    """The mirror image of the next point is grad psi(w) - eta g, up to the domain."""

    def __init__(self, learner: Any, ledger: ConvexLedger) -> None:
        super().__init__(learner, ledger)
        self.theta = learner.mirror.mirrored(learner.start)

    def wrong(self, learner: Any, g: Any, w: Any, after: Any) -> str | None:
        theta, scale = self.theta - learner.eta * g, np.abs(self.theta).max() + np.abs(learner.eta * g).max()
        aim, self.theta = learner.mirror.land(theta, learner.domain)
        # rounding of an exponent is relative to its size
        if np.abs(aim - after).max() <= ROUNDING * (np.abs(aim).max() + scale):
            return None
        return f"step {self.t} does not lead to the point of grad psi(w) - eta g"


class MirrorBound(RadiusBound):
    """R(u) <= D(u, w_1)/eta + (eta/(2 mu)) sum of |g|*^2 for every u (Nemirovski and Yudin 1983).

    Each round eta <g, w - u> is at most D(u, w) - D(u, w') + eta^2 |g|*^2/(2 mu), w' being the next point: add it up.
    It is tightest, with half the squared length for psi an equation, for the point whose mirror image is that of
    w_1 less eta times all gradients: there it is checked as an invariant. On all of R^d the point shown is the one
    in that direction of the mirror for which, if psi grows as a square does, the bound is twice as large.

    G           a length, in the dual norm, that no gradient exceeds (a promise); None takes the gradients that came
    radius      on all of R^d, the distance of the comparators; None as said above
    """

    rule = MirrorRule

    def statement(self, case: GradientsCase) -> str:
        squares = "sum |g|*^2" if self.G is None else "G^2 T"
        return f"Mirror descent: R(u) <= D(u, w_1)/eta + (eta/(2 mu)) {squares}"

    def sides(self, case: GradientsCase) -> tuple[float, float]:
        learner = case.learner
        length = norm(learner.total)
        squares = learner.squares if self.G is None else self.G * self.G * learner.updates
        if learner.domain.diameter < inf:
            u = best_point(learner)
        elif self.radius is not None and length > 0:
            u = learner.start - learner.total * (self.radius / length)
        else:
            least = learner.eta / (2 * learner.mirror.mu) * squares
            u = reached(learner, farther(least, against(learner, reached(learner), squares)[1] - least))
        return against(learner, u, squares)

    def rounding(self, case: GradientsCase) -> float:
        """Rounding of D, which is a difference of these, and of what points cost, whose coordinates are rounded."""
        learner, psi = case.learner, case.learner.mirror.value
        apart = float(ROUNDING * (abs(psi(reached(learner))) + abs(psi(learner.start))) / learner.eta)
        return apart + of_coordinates(learner)

    def invariant(self, case: GradientsCase) -> str | None:
        learner = case.learner
        failure = super().invariant(case)
        if failure is None and learner.updates:
            paid, allowed = against(learner, reached(learner), learner.squares)
            failure = more_than(paid, allowed, SLACK * abs(allowed) + self.rounding(case))
        return failure

    def slack(self, case: GradientsCase, paid: float, allowed: float) -> float:
        return super().slack(case, paid, allowed) + (self.rounding(case) if case.learner.updates else 0.0)

    def comparators(self, case: GradientsCase) -> str:
        anywhere = case.learner.domain.diameter == inf
        return f"point within {self.radius:g} of the start" if anywhere and self.radius else super().comparators(case)

    def lesson(self, case: GradientsCase, allowed: float | None) -> str:
        learner = case.learner
        if learner.domain.diameter < inf or self.radius or not learner.updates:
            return super().lesson(case, allowed)
        least = case.ledger.loss - learner.eta / (2 * learner.mirror.mu) * learner.squares
        return f"every point u has lost at least {least:.6g} - D(u, w_1)/{learner.eta:g}"


def reached(learner: Any, mu: float = 1.0) -> Any:
    """The point for which mu R(u) - D(u, w_1)/eta is largest; with mu = 1 the theorem is tightest there."""
    theta = learner.mirror.mirrored(learner.start) - mu * learner.eta * learner.total
    return learner.mirror.inverse(theta, learner.domain)


def against(learner: Any, u: Any, squares: float) -> tuple[float, float]:
    """The regret against u and its bound, given the sum of |g|*^2."""
    apart = learner.mirror.divergence(u, learner.start)
    return learner.regret(u), float(apart / learner.eta + learner.eta / (2 * learner.mirror.mu) * squares)


class ExponentialRule(Rule):
    """The weights are e^(-eta sum of g), at the rate of the next round, of a given mass."""

    def wrong(self, learner: Any, g: Any, w: Any, after: Any) -> str | None:
        eta = learner.eta
        if isinstance(eta, str):
            eta = sqrt(log(max(2, learner.copies)) / (self.t + 1)) / learner.G
        losses = eta * self.total
        signed = np.array([losses, -losses]) if learner.copies > learner.d else losses[None]
        weights = elementary.exps(signed.min() - signed)
        aim = (weights[0] - weights[1] if learner.copies > learner.d else weights[0]) / weights.sum()
        if np.abs(learner.mass * aim - after).max() <= ROUNDING * learner.mass * (1 + np.abs(losses).max()):
            return None
        return f"step {self.t} does not lead to the weights e^(-eta sum of g)"


class ExponentialBound(LinearRegretBound):
    """R <= U (ln(N)/eta_T + sum of eta_t |g|^2/2) for N weights of mass U, |g| being the largest |g_i|.

    On the simplex N = d and U = 1; signed weights have N = 2d. At a constant rate this is the theorem of Kivinen and
    Warmuth (1997) in the constants of Shalev-Shwartz (2012); a falling one is that of the regularised leader. `G` is
    what the user vouches no |g_i| exceeds: with the rate "anytime", made for that G, R <= 2 U G sqrt(T ln N).
    """

    rule = ExponentialRule

    def statement(self, case: GradientsCase) -> str:
        learner = case.learner
        N = "d" if learner.copies == learner.d else "2d"
        U = "" if learner.copies == learner.d else "U "  # the mass is 1
        if self.G is not None and isinstance(learner.eta, str):
            return f"Exponentiated gradient, anytime: R <= {U}(G_rate + G^2/G_rate) sqrt(T ln({N}))"
        sums = "sum eta_t |g|^2/2" if isinstance(learner.eta, str) else "(eta/2) sum |g|^2"
        sums = "(eta/2) G^2 T" if self.G is not None else sums
        return f"Exponentiated gradient: R <= {U}(ln({N})/eta + {sums})"

    def sides(self, case: GradientsCase) -> tuple[float, float]:
        learner = case.learner
        T, eta = learner.updates, learner.rate(learner.updates)
        spread = learner.weighted / 2
        if self.G is not None and isinstance(learner.eta, str):
            spread = self.G * self.G / learner.G * sqrt(T * log(max(2, learner.copies)))
        elif self.G is not None:
            spread = eta / 2 * self.G * self.G * T
        return learner.regret(best_point(learner)), learner.mass * (log(learner.copies) / eta + spread)
