"""Hedge's theorems, one for each way to set its rate."""

from __future__ import annotations

from math import log, sqrt
from typing import TYPE_CHECKING, Any

from .regret import RegretBound

if TYPE_CHECKING:
    from ..expert_ledger import ExpertLedger


class HedgeBound(RegretBound):
    """R <= ln(n)/eta + eta sum s_t^2/8 with a fixed rate; with sqrt(8 ln(n)/t), R <= 2 sqrt(t ln(n)/2) + sqrt(ln(n)/8).

    s_t is the spread of the losses of round t: Hoeffding's lemma, once a round (Cesa-Bianchi and Lugosi 2006, theorems
    2.2 and 2.3). The second is for losses that lie from 0 to 1, as is the third: with small_loss = L,
    R <= sqrt(2 L ln(n)) + ln(n) as long as the best expert has lost no more than L (their corollary 2.4).
    """

    def theorem(self, learner: Any) -> str:
        if learner.small_loss is not None:
            return f"Hedge, small losses: R <= sqrt(2 L ln n) + ln n, L = {learner.small_loss:g}"
        if learner.given_eta is None:
            return "Hedge, anytime: R <= 2 sqrt(t ln(n)/2) + sqrt(ln(n)/8), losses from 0 to 1"
        return f"Hedge: R <= ln(n)/eta + eta sum s^2/8, eta = {learner.given_eta:g}"

    def premise(self, learner: Any, ledger: ExpertLedger) -> str | None:
        if learner.given_eta is not None:
            return None
        if learner.spread > 1.0 or (not learner.gradient and outside_unit(ledger)):
            return outside_unit(ledger) or f"the losses of a round lie {learner.spread:.6g} apart, not 1 at most"
        if learner.small_loss is not None and float(min(ledger.expert_losses, default=0.0)) > learner.small_loss:
            return f"the best expert has lost more than {learner.small_loss:g}"
        return None

    def allows(self, learner: Any, ledger: ExpertLedger) -> float | None:
        many = log(max(1, learner.n))
        if learner.small_loss is not None:
            return sqrt(2.0 * learner.small_loss * many) + many
        if learner.given_eta is None:
            return 2.0 * sqrt(ledger.labelled * many / 2.0) + sqrt(many / 8.0)
        eta = float(learner.given_eta)
        return many / eta + eta * float(learner.squared_spread) / 8.0


def outside_unit(ledger: ExpertLedger) -> str | None:
    """The first round in which an expert's loss was not a number from 0 to 1."""
    if ledger.dearest <= 1.0 and ledger.cheapest >= 0.0:
        return None
    most, when = (
        (ledger.dearest, ledger.dearest_round) if ledger.dearest > 1 else (ledger.cheapest, ledger.cheapest_round)
    )
    return f"an expert lost {most:.6g} in round {when}; the theorem is for losses from 0 to 1"
