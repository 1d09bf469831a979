"""AdaHedge's theorems: by what its mixing has cost, and by the variance of the losses."""

from __future__ import annotations

from math import log, sqrt
from typing import TYPE_CHECKING, Any

from ..bound import SLACK
from .exponential import miscounted, misweighed
from .regret import RegretBound, round_number

if TYPE_CHECKING:
    from ..expert_ledger import ExpertLedger


class AdaHedgeBound(RegretBound):
    """R <= Delta + ln(n)/eta <= 2 Delta, eta the last rate (de Rooij, van Erven, Grunwald and Koolen 2014).

    Delta, the cost of mixing, is at most sqrt(V ln n) + S (2/3 ln n + 1) whatever the losses; that is checked beside
    it. If new experts come, the rate is not raised again, so that the first inequality still holds, but not the second.
    """

    def theorem(self, learner: Any) -> str:
        return f"AdaHedge: R <= {'Delta + ln(n)/eta' if learner.joined else '2 Delta'}, Delta the cost of mixing"

    def allows(self, learner: Any, ledger: ExpertLedger) -> float | None:
        if not learner.joined:
            return 2.0 * float(learner.delta)
        return float(learner.delta) + log(max(1, learner.n)) / float(learner.last_eta)

    def failure(self, learner: Any, ledger: ExpertLedger) -> str | None:
        if wrong := miscounted(learner, ledger) or misweighed(learner):
            return wrong
        many, spread = log(max(1, learner.n)), float(learner.spread)
        if many and learner.delta and learner.eta > many / learner.delta * (1.0 + SLACK):
            return "the rate is more than ln(n)/Delta"
        if learner.delta > (sqrt(learner.variance * many) + spread * (2.0 / 3.0 * many + 1.0)) * (1.0 + SLACK):
            return "mixing has cost more than sqrt(V ln n) + S (2/3 ln n + 1)"
        sharp = float(learner.delta) + many / float(learner.last_eta)
        if ledger.best_regret > sharp + SLACK * (abs(ledger.own) + sharp):
            return "more regret than Delta + ln(n)/eta"
        return None


class AdaHedgeVarianceBound(RegretBound):
    """R <= 2 sqrt(V ln n) + S (4/3 ln n + 2) (de Rooij, van Erven, Grunwald and Koolen 2014, theorem 8).

    V sums the variances of the losses under the learner's weights, S is the most that they lay apart in a round: the
    regret stays small where the weights soon settle, or the losses hardly differ.
    """

    def theorem(self, learner: Any) -> str:
        return f"AdaHedge: R <= 2 sqrt(V ln n) + S (4/3 ln n + 2), V = {learner.variance:.4g}, S = {learner.spread:.4g}"

    def premise(self, learner: Any, ledger: ExpertLedger) -> str | None:
        if not learner.joined:
            return None
        return f"a new expert came in round {round_number(ledger, learner.joined)}, with the rate set for fewer"

    def allows(self, learner: Any, ledger: ExpertLedger) -> float | None:
        many = log(max(1, learner.n))
        return 2.0 * sqrt(learner.variance * many) + float(learner.spread) * (4.0 / 3.0 * many + 2.0)
