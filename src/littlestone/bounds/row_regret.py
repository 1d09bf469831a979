"""The regret of linear learners whose weights are made of the sum of the gradients alone.

A convex loss lies above its tangent, so for every u the losses of the learner less those of u are at most
R(u) = sum of <g, w> - <sum of g, u>, known exactly from two sums (see also `tangent_regret`). All holds whatever the
data, but for the premises that are named.
"""

from __future__ import annotations

from math import sqrt
from typing import Any, ClassVar

import numpy as np

from ..bound import SLACK, Certificate, not_fresh
from .coin_regret import CoinBound, WealthBound
from .linear_regret import FINEST, LinearRegretBound
from .own_account import heard_more, misheard

LONGEST = 1e70  # a gradient whose square, and the sums of many such, are numbers


class RowRegretBound(LinearRegretBound):
    """A bound on the regret of the tangents of a learner of rows, which keeps its own sums of them."""

    promise: ClassVar[str] = ""

    def certificate(self, learner: Any, ledger: Any) -> Certificate:
        theorem = self.statement(learner)
        sums = learner.tangents
        broken = not_fresh(ledger) or heard_more(ledger, sums.heard)
        if broken is None and ledger.latest:
            broken = f"the label of round {ledger.first_late} came after other updates"
        longest = sums.longest
        if broken is None and longest and not FINEST < longest < LONGEST:
            broken = f"the longest gradient is {longest:.3g}, which has no square to add up; scale the features"
        broken = broken or self.premise(learner)
        failure = misheard(ledger, sums.price, sums.heard, sums.paid)
        if broken or learner.updates == 0:
            return Certificate(theorem, 0.0, None if broken else 0.0, broken, "", None if broken else failure)
        paid, allowed = self.regret(learner)
        failure = failure or self.astray(learner) or self.exceeded(learner, paid, allowed)
        return Certificate(theorem, paid, allowed, None, "" if failure else self.lesson(learner, ledger, paid), failure)

    def live(self, learner: Any, ledger: Any) -> str:
        return "" if self.premise(learner) else super().live(learner, ledger)

    def astray(self, learner: Any) -> str | None:
        """The invariant that does not hold, if it does not: then the weights are not those of the rule."""
        w, due = learner.embedded_weights(0), self.due(learner)
        if np.abs(w - due).max(initial=0.0) <= SLACK * (np.abs(due).max(initial=0.0) + self.rounding(learner)):
            return None
        return "the weights are not what the sum of the gradients calls for"

    def due(self, learner: Any) -> Any:
        """The weights that the sum of the gradients calls for."""
        raise NotImplementedError(f"{type(self).__name__} must say what the weights are")

    def rounding(self, learner: Any) -> float:
        """The size of weights that are as good as none."""
        return 0.0

    def exceeded(self, learner: Any, paid: float, allowed: float) -> str | None:
        size = abs(allowed) + abs(paid) + abs(learner.tangents.played)
        return f"a regret of {paid:.6g} is more than {allowed:.6g}" if paid > allowed + SLACK * size else None

    def whom(self, learner: Any) -> str:
        """The vector that the learner is compared with, in words."""
        raise NotImplementedError(f"{type(self).__name__} must say what it compares with")

    def lesson(self, learner: Any, ledger: Any, paid: float) -> str:
        sums = learner.tangents
        lost = max(0.0, sums.paid - paid)
        return f"the {sums.price.name} losses are {sums.paid:.6g}; {self.whom(learner)} has lost at least {lost:.6g}"


class LinearBettingBound(RowRegretBound):
    """What the two theorems of coin betting on rows share: the bet is the mean of the coins times the wealth."""

    def due(self, learner: Any) -> Any:
        stake = min(learner.wealth, learner.richest)
        return learner.total / -learner.G / (learner.updates + 1) * stake


class LinearWealthBound(LinearBettingBound, WealthBound):
    """The wealth is at least eps 2^T Gamma((T + 1 + S)/2) Gamma((T + 1 - S)/2)/(pi T!), S = |sum of c|.

    It is `WealthBound`, where the coins come from examples.
    """

    def exceeded(self, learner: Any, paid: float, allowed: float) -> str | None:
        return WealthBound.exceeded(self, learner, paid, allowed)

    def lesson(self, learner: Any, ledger: Any, paid: float) -> str:
        return WealthBound.lesson(self, learner, ledger, paid)


class LinearCoinBound(LinearBettingBound, CoinBound):
    """R(u) <= G (|u| sqrt(T ln(1 + 24 T^2 |u|^2/eps^2)) + eps) for every vector u (Orabona and Pal 2016).

    radius      how long a vector the user wants to be compared with; None takes the length at which it is tightest
    """

    promise = "radius"

    def whom(self, learner: Any) -> str:
        radius = self.tightest(learner) if self.radius is None else self.radius
        return f"every vector no longer than {radius:.4g}"


class OwnSumsBound(RowRegretBound):
    """One with nothing to vouch for."""

    def __init__(self) -> None:
        super().__init__(None)

    def parameters(self) -> dict[str, Any]:
        return {}


class DualAveragingBound(OwnSumsBound):
    """R(u) <= l1 T |u|_1 + gamma sqrt(T) |u|^2/2 + sum of |g_t|^2/(2 gamma sqrt(max(1, t - 1))) (after Xiao 2010).

    With V_t = max over w of <-(g_1 + .. + g_t), w> - l1 t |w|_1 - gamma sqrt(t) |w|^2/2, reached at the next weights
    w_(t+1), and what is maximised for V_(t-1) falling by gamma sqrt(t - 1)/2 |w - w_t|^2 away from w_t,

        V_t - V_(t-1) <= -<g_t, w_t> + |g_t|^2/(2 gamma sqrt(t - 1)) - l1 |w_(t+1)|_1,

    in the first round by its own gamma |w|^2/2. Added up, and V_T >= -<sum g, u> - l1 T |u|_1 - gamma sqrt(T) |u|^2/2,
    which is an equation for the u where the learner has arrived: it is certified for that u.
    """

    def statement(self, learner: Any) -> str:
        return "Dual averaging: R(u) <= l1 T |u|_1 + gamma sqrt(T) |u|^2/2 + sum |g|^2/(2 gamma sqrt(t - 1))"

    def due(self, learner: Any) -> Any:
        return learner.called_for(learner.total)

    def regret(self, learner: Any) -> tuple[float, float]:
        T, u = learner.updates, self.due(learner)
        price = learner.l1 * T * float(np.abs(u).sum()) + learner.gamma * sqrt(T) * float(u @ u) / 2
        paid = learner.tangents.played - float(learner.total @ u)
        return paid, price + learner.tangents.squares / (2 * learner.gamma)

    def whom(self, learner: Any) -> str:
        return f"the vector u where it has arrived, |u| = {float(np.linalg.norm(self.due(learner))):.4g},"
