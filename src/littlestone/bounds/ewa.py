"""The theorem of the exponentially weighted average, for losses that curve."""

from __future__ import annotations

from math import log
from typing import TYPE_CHECKING, Any

from ..bound import SLACK
from .exponential import miscounted, misweighed
from .regret import RegretBound, round_number

if TYPE_CHECKING:
    from ..expert_ledger import ExpertLedger

RULED_OUT = 17.0  # a loss in logarithms of which the chance is so small that loss.py may have rounded it up
# The highest rate at which e^(-eta loss) is concave in the forecast, where forecasts and truths lie from 0 to 1.
EXP_CONCAVE = {"square": 0.5, "log": 1.0, "brier": 0.25}


class EWABound(RegretBound):
    """R <= ln(n)/eta, for ever, where e^(-eta loss) is concave (Kivinen and Warmuth 1999).

    For square and brier that is so as long as no expert loses more than 1/(2 eta) in a round, for log if eta is at most
    1 and no expert has ruled out what happened. Elsewhere the premise is judged by every round that was played: the
    loss of the guess must not be above the mix loss of the experts.
    """

    def theorem(self, learner: Any) -> str:
        return f"Exponentially weighted average: R <= ln(n)/eta, eta = {learner.rate:g}"

    def allows(self, learner: Any, ledger: ExpertLedger) -> float | None:
        return log(max(1, learner.n)) / float(learner.rate)

    def premise(self, learner: Any, ledger: ExpertLedger) -> str | None:
        if not learner.flat or curves(learner, ledger):
            return None
        return (
            f"the {learner.price.full_name} loss does not curve enough for eta = {learner.rate:g}: "
            f"in round {round_number(ledger, learner.flat)} the mean paid more than the mix loss"
        )

    def failure(self, learner: Any, ledger: ExpertLedger) -> str | None:
        if learner.flat:
            first = round_number(ledger, learner.flat)
            return f"in round {first} the guess paid more than the mix loss, although the loss curves enough"
        return miscounted(learner, ledger) or misweighed(learner)


def curves(learner: Any, ledger: ExpertLedger) -> bool:
    """Does the loss curve enough for the rate, by what is known of it and by the dearest price an expert has paid?"""
    if learner.price.name in ("square", "brier"):
        return bool(2.0 * learner.rate * ledger.dearest <= 1.0 + SLACK)
    return bool(learner.price.name == "log" and learner.rate <= 1.0 and ledger.dearest < RULED_OUT)
