"""AdaHedge's theorems: one in terms of the cost of mixing, one in terms of the variance of the losses."""

from __future__ import annotations

from math import inf, sqrt
from typing import Any, ClassVar

import numpy as np

from ..bound import SLACK
from ..support import elementary
from ..support.elementary import log, log1p
from ..support.linear_algebra import dot
from .exponential_theorems import ExponentialBound
from .regret_theorems import AdviceCase
from .rule_check import Again, Counts, log_sum


class AdaHedgeRule(ExponentialBound):
    """The rule of AdaHedge, and what Delta, the cost of mixing, is at most: sqrt(V ln n) + S (2/3 ln n + 1)."""

    counts: ClassVar[Counts] = {**ExponentialBound.counts, "delta": 1, "variance": 2, "last_eta": None}

    def misset(self, case: AdviceCase) -> str | None:
        learner, many = case.learner, log(max(1, case.learner.n))
        delta, eta = float(learner.delta), float(learner.eta)
        most = many / delta if many and delta else inf
        least = most if not learner.joined else log(2.0) / delta if delta else inf  # new experts do not raise it again
        if not least * (1.0 - SLACK) <= eta <= most * (1.0 + SLACK):
            return "the rate is not ln(n)/Delta"
        if delta > (sqrt(learner.variance * many) + learner.spread * (2.0 / 3.0 * many + 1.0)) * (1.0 + SLACK):
            return "mixing has cost more than sqrt(V ln n) + S (2/3 ln n + 1)"
        sharp = delta + many / float(learner.last_eta)
        if case.ledger.best_regret > sharp + self.slack(case, 0.0, sharp):
            return "more regret than Delta + ln(n)/eta"
        return None

    def step(self, learner: Any, again: Again) -> dict[str, Any]:
        before = again.before
        rate = log(learner.n) / learner.delta if learner.n > 1 and learner.delta > 0.0 else inf
        return {
            **super().step(learner, again),
            "delta": before["delta"] + max(0.0, again.own - mix_loss(again, before["eta"], before["totals"])),
            "variance": before["variance"] + dot(again.shares, again.r * again.r),
            "last_eta": before["eta"],
            "eta": np.minimum(before["eta"], rate),
        }


class AdaHedgeBound(AdaHedgeRule):
    """R <= Delta + ln(n)/eta <= 2 Delta, eta the last rate (de Rooij, van Erven, Grunwald and Koolen 2014).

    Delta, the cost of mixing, is at most sqrt(V ln n) + S (2/3 ln n + 1) whatever the losses; that is checked beside
    it. If new experts come, the rate is not raised again, so that the first inequality still holds, but not the second.
    """

    def statement(self, case: AdviceCase) -> str:
        return f"AdaHedge: R <= {'Delta + ln(n)/eta' if case.learner.joined else '2 Delta'}, Delta the cost of mixing"

    def allowed(self, case: AdviceCase) -> float:
        learner = case.learner
        if not learner.joined:
            return 2.0 * float(learner.delta)
        return float(learner.delta) + log(max(1, learner.n)) / float(learner.last_eta)


class AdaHedgeVarianceBound(AdaHedgeRule):
    """R <= 2 sqrt(V ln n) + S (4/3 ln n + 2) (de Rooij, van Erven, Grunwald and Koolen 2014, theorem 8).

    V sums the variances of the losses under the learner's weights, S is the most that they lay apart in a round: the
    regret stays small where the weights soon settle, or the losses hardly differ.
    """

    def statement(self, case: AdviceCase) -> str:
        learner = case.learner
        return f"AdaHedge: R <= 2 sqrt(V ln n) + S (4/3 ln n + 2), V = {learner.variance:.4g}, S = {learner.spread:.4g}"

    def premise(self, case: AdviceCase) -> str | None:
        if not case.learner.joined:
            return None
        return f"a new expert came in {case.learned(case.learner.joined)}, with the rate set for fewer"

    def allowed(self, case: AdviceCase) -> float:
        learner, many = case.learner, log(max(1, case.learner.n))
        return 2.0 * sqrt(learner.variance * many) + float(learner.spread) * (4.0 / 3.0 * many + 2.0)


def mix_loss(again: Again, eta: float, totals: Any) -> float:
    """-ln(sum p_i e^(-eta loss_i))/eta over those who are awake; at an infinite rate, what the leaders lose."""
    if eta == inf:
        lost = totals[again.awake]
        return float((lost - lost.min() + again.losses).min())
    low = float(again.losses.min())
    shrunk = dot(again.shares, elementary.expm1s(-eta * (again.losses - low)))  # from -1 to 0, and exact near 0
    if shrunk > -0.999:
        return low - log1p(shrunk) / eta
    return low - log_sum(again.logs - eta * (again.losses - low)) / eta
