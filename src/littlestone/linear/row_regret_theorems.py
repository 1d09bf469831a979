"""Regret bounds of linear learners whose weights are a function of the sum of the gradients.

A convex loss lies above its tangent, so for every u the losses of the learner less those of u are at most
R(u) = sum of <g, w> - <sum of g, u>, known exactly from two sums (see also `tangent_regret`). This holds whatever the
data, apart from the premises that are named.
"""

from __future__ import annotations

from functools import cached_property
from math import sqrt
from typing import Any, ClassVar

import numpy as np

from ..bound import SLACK, Open
from ..convex.coin_betting_theorems import CoinBound, WealthBound
from ..convex.gradient_theorems import FINEST, GradientsCase, LinearRegretBound, left
from ..convex.reach import Sides
from .guess_probe import misguessed
from .own_account import OwnAccountBound

LONGEST = 1e70  # a gradient whose square does not overflow, even in long sums
LEAST = 1e-300  # a sum of gradients that products with it still have the digits of


class RowRegretBound(OwnAccountBound, LinearRegretBound):
    """A bound on the regret of the tangents, for a learner of rows that keeps sums of its gradients."""

    promise: ClassVar[str] = ""
    weighted = True  # the gradients are those of the losses by weight

    def out_of_range(self, case: Any) -> str | None:
        longest = case.learner.tangents.longest
        # gradients whose squares are 0 have no length, and lead somewhere all the same
        moved = longest or case.learner.embedded_weights(0).any()
        if moved and not FINEST < longest < LONGEST:
            return f"the longest gradient is {longest:.3g}, which has no square to add up; scale the features"
        return None

    def paid(self, case: Any) -> float:
        if reason := self.out_of_range(case):
            raise Open(reason)
        return super().paid(case)

    def premise(self, case: Any) -> str | None:
        return None

    def invariant(self, case: Any) -> str | None:
        if wrong := super().invariant(case):
            return wrong
        return self.astray(case) or misguessed(case.learner) if case.learner.updates else None

    def astray(self, case: Any) -> str | None:
        """What is wrong if the weights are not those of the rule."""
        w, due = case.learner.embedded_weights(0), self.due(case)
        if np.abs(w - due).max(initial=0.0) <= SLACK * (np.abs(due).max(initial=0.0) + self.rounding(case)):
            return None
        return "the weights are not what the sum of the gradients calls for"

    def due(self, case: Any) -> Any:
        """The weights of the rule for the sum of the gradients."""
        raise NotImplementedError(f"{type(self).__name__} must say what the weights are")

    def rounding(self, case: Any) -> float:
        """The size of weights that may be rounding."""
        return 0.0

    def slack(self, case: Any, paid: float, allowed: float) -> float:
        return SLACK * (abs(allowed) + abs(paid) + abs(float(case.learner.tangents.played)))

    def comparators(self, case: Any) -> str:
        """The comparator, in words."""
        raise NotImplementedError(f"{type(self).__name__} must say what it compares with")

    def lesson(self, case: Any, allowed: float | None) -> str:
        if allowed is None or not case.learner.updates:
            return ""
        sums = case.learner.tangents
        lost = left(sums.paid, case.sides[0])
        return (
            f"the {sums.price.name} losses are {sums.paid:.6g}; {self.comparators(case)} has lost at least {lost:.6g}"
        )


class LinearBettingBound(RowRegretBound):
    """Base of the two theorems of coin betting on rows: the bet is the mean of the coins times the wealth."""

    def out_of_range(self, case: GradientsCase) -> str | None:
        left = float(np.abs(case.learner.total).max(initial=0.0))
        if 0.0 < left < LEAST:
            return f"what is left of the gradients is {left:.3g}, which has few digits; scale the features"
        return super().out_of_range(case)

    def premise(self, case: GradientsCase) -> str | None:
        return self.too_long(case, case.learner.G)

    def first_longer(self, case: GradientsCase, G: float) -> str:
        return f"gradient {case.learner.first_cut}" if case.learner.first_cut else "a gradient"

    def due(self, case: GradientsCase) -> Any:
        learner = case.learner
        stake = min(learner.wealth, learner.richest)
        return learner.total * (-stake / (learner.G * (learner.updates + 1.0)))


class LinearWealthBound(LinearBettingBound, WealthBound):
    """The wealth is at least eps 2^T Gamma((T + 1 + S)/2) Gamma((T + 1 - S)/2)/(pi T!), S = |sum of c|.

    It is `WealthBound`, where the coins come from examples.
    """

    def slack(self, case: GradientsCase, paid: float, allowed: float) -> float:
        return WealthBound.slack(self, case, paid, allowed)

    def lesson(self, case: GradientsCase, allowed: float | None) -> str:
        return WealthBound.lesson(self, case, allowed)


class LinearCoinBound(LinearBettingBound, CoinBound):
    """R(u) <= G (|u| sqrt(T ln(1 + 24 T^2 |u|^2/eps^2)) + eps) for every vector u (Orabona and Pal 2016).

    radius      the length of the comparators; None takes the length at which the theorem is tightest
    """

    promise = "radius"

    def comparators(self, case: GradientsCase) -> str:
        return f"every vector no longer than {self.distance(case.learner):.4g}"


class OwnSumsBound(RowRegretBound):
    """A bound without parameters."""

    def __init__(self) -> None:
        super().__init__(None)

    def parameters(self) -> dict[str, Any]:
        return {}


class AveragingCase(GradientsCase):
    """The two sides of the theorem of dual averaging for every u."""

    @cached_property
    def both(self) -> Sides:
        """R(u) and its bound, as functions of u."""
        learner, T = self.learner, self.learner.updates
        total, least = learner.total, learner.tangents.squares / (2 * learner.gamma)
        stiffness = np.full(len(total), learner.gamma * sqrt(T))
        return Sides(learner.tangents.played, total, least, stiffness, np.zeros(len(total)), learner.l1 * T)

    @cached_property
    def u(self) -> Any:
        """The comparator."""
        return self.both.competitor(self.learner.tangents.paid)


class DualAveragingBound(OwnSumsBound):
    """R(u) <= l1 T |u|_1 + gamma sqrt(T) |u|^2/2 + sum of |g_t|^2/(2 gamma sqrt(max(1, t - 1))) (after Xiao 2010).

    With V_t = max over w of <-(g_1 + .. + g_t), w> - l1 t |w|_1 - gamma sqrt(t) |w|^2/2, reached at the next weights
    w_(t+1), and what is maximised for V_(t-1) falling by gamma sqrt(t - 1)/2 |w - w_t|^2 away from w_t,

        V_t - V_(t-1) <= -<g_t, w_t> + |g_t|^2/(2 gamma sqrt(t - 1)) - l1 |w_(t+1)|_1,

    in the first round by its own gamma |w|^2/2. Added up, and V_T >= -<sum g, u> - l1 T |u|_1 - gamma sqrt(T) |u|^2/2.
    That is an equation for the u where the learner has arrived, so the theorem is looked at there, as an invariant, and
    shown for the vector that `reach` finds beyond.
    """

    looks_at = AveragingCase

    def statement(self, case: AveragingCase) -> str:
        return "Dual averaging: R(u) <= l1 T |u|_1 + gamma sqrt(T) |u|^2/2 + sum |g|^2/(2 gamma sqrt(t - 1))"

    def details(self, case: AveragingCase) -> str:
        return f", |u| = {float(np.linalg.norm(case.u)):.4g}" if case.learner.updates else ""

    def due(self, case: AveragingCase) -> Any:
        return case.both.end()

    def astray(self, case: AveragingCase) -> str | None:
        paid, allowed, size = case.both.against(case.both.end())
        if paid > allowed + SLACK * size:
            return f"where it has arrived, a regret of {paid:.6g} is more than {allowed:.6g}"
        return super().astray(case)

    def sides(self, case: AveragingCase) -> tuple[float, float]:
        return case.both.against(case.u)[:2]

    def comparators(self, case: AveragingCase) -> str:
        return "that vector u"
