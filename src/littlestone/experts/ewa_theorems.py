"""The theorem of the exponentially weighted average, for exp-concave losses."""

from __future__ import annotations

from typing import Any, ClassVar

from ..bound import SLACK
from ..support.elementary import log
from .adahedge_theorems import mix_loss
from .exponential_theorems import ExponentialBound
from .regret_theorems import AdviceCase
from .rule_check import Again, Counts

CURVED = 1e-9  # rounding by which the guess may lose more than the mix loss, in logarithms of weights
RULED_OUT = 17.0  # a log loss so large that loss.py may have rounded the chance up
# The highest rate at which e^(-eta loss) is concave in the forecast, where forecasts and truths lie from 0 to 1.
EXP_CONCAVE = {"square": 0.5, "log": 1.0, "brier": 0.25}


class EWABound(ExponentialBound):
    """R <= ln(n)/eta, for ever, where e^(-eta loss) is concave (Kivinen and Warmuth 1999).

    For square and brier that is so as long as no expert loses more than 1/(2 eta) in a round, for log if eta is at most
    1 and no expert has ruled out what happened. Elsewhere the premise is judged by every round that was played: the
    loss of the guess must not be above the mix loss of the experts.
    """

    counts: ClassVar[Counts] = {**ExponentialBound.counts, "flat": 0}
    charges_guess = True

    def statement(self, case: AdviceCase) -> str:
        return f"Exponentially weighted average: R <= ln(n)/eta, eta = {case.learner.rate:g}"

    def allowed(self, case: AdviceCase) -> float:
        return log(max(1, case.learner.n)) / float(case.learner.rate)

    def premise(self, case: AdviceCase) -> str | None:
        learner = case.learner
        if not learner.flat or curves(case):
            return None
        return (
            f"the {learner.price.full_name} loss does not curve enough for eta = {learner.rate:g}: "
            f"in {case.learned(learner.flat)} the mean paid more than the mix loss"
        )

    def misset(self, case: AdviceCase) -> str | None:
        learner = case.learner
        due = EXP_CONCAVE[learner.price.name] if learner.given_eta is None else learner.given_eta
        if not learner.rate == learner.eta == due:
            return f"the rate is {learner.eta:.6g} where that of the theorem is {due:.6g}"
        if learner.flat and not case.broken:
            first = case.learned(learner.flat)
            return f"in {first} the guess paid more than the mix loss, although the loss curves enough"
        return None

    def charge(self, again: Again) -> float:
        if again.copy.price.classes:
            return again.own
        return again.weight * again.copy.price.value(again.y, again.guess, again.guess)  # type: ignore[no-any-return]

    def step(self, learner: Any, again: Again) -> dict[str, Any]:
        flat = again.before["flat"]
        if flat == 0:
            own, eta = self.charge(again), learner.rate
            more = eta * (own - mix_loss(again, eta, again.before["totals"]))
            limit = CURVED * (1.0 + eta * (abs(again.own) + abs(own)))
            near = abs(more - limit) < limit / 2.0  # where rounding may decide the comparison
            flat = learner.flat if near else learner.updates if more > limit else 0
        return {**super().step(learner, again), "flat": flat}


def curves(case: AdviceCase) -> bool:
    """Is the loss known to be exp-concave at this rate, given the largest loss of an expert in a round?"""
    learner, dearest = case.learner, case.ledger._dearest
    if case.by_weight:  # h loss curves h times less at the same rate
        return False
    if learner.price.name in ("square", "brier"):
        return bool(2.0 * learner.rate * dearest <= 1.0 + SLACK)
    return bool(learner.price.name == "log" and learner.rate <= 1.0 and dearest < RULED_OUT)
