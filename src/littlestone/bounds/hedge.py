"""Hedge's theorems, one for each way to set its rate."""

from __future__ import annotations

from math import log, sqrt
from typing import TYPE_CHECKING

import numpy as np

from ..bound import SLACK, Case
from .exponential import first_sleep, miscounted, misweighed
from .regret import RegretBound

if TYPE_CHECKING:
    from ..expert_ledger import ExpertLedger


class HedgeBound(RegretBound):
    """R <= ln(n)/eta + sum eta_t s_t^2/8 for rates that never rise, where s_t is the spread of the losses of round t.

    That is Hoeffding's lemma, once a round, and holds for losses of any size; with sqrt(8 ln(n)/t) and losses from 0 to
    1 it is at most 2 sqrt(t ln(n)/2) + sqrt(ln(n)/8) (Cesa-Bianchi and Lugosi 2006, theorems 2.2 and 2.3). With
    small_loss = L and losses from 0 to 1, R <= sqrt(2 L ln(n)) + ln(n) as long as the best expert has lost no more than
    L (their corollary 2.4). That one is about what the experts themselves lose, and all of them all the time: not about
    slopes, nor where one sleeps or comes late, who falls behind the others by what the learner pays meanwhile.
    """

    def statement(self, case: Case) -> str:
        learner = case.learner
        if learner.small_loss is not None:
            return f"Hedge, small losses: R <= sqrt(2 L ln n) + ln n, L = {learner.small_loss:g}"
        if learner.given_eta is None:
            return "Hedge, anytime: R <= ln(n)/eta_t + sum eta s^2/8, eta_t = sqrt(8 ln(n)/t)"
        return f"Hedge: R <= ln(n)/eta + eta sum s^2/8, eta = {learner.given_eta:g}"

    def premise(self, case: Case) -> str | None:
        learner, ledger = case.learner, case.ledger
        if learner.small_loss is None:
            return None
        if learner.gradient:
            return (
                "the experts were charged by the slope of the loss, and small_loss is about what they lose themselves"
            )
        if learner.spread > 1.0 + SLACK or outside_unit(ledger):
            return outside_unit(ledger) or f"the losses of a round lie {learner.spread:.6g} apart, not 1 at most"
        if ledger.n and float(ledger.expert_losses.min()) > learner.small_loss * (1.0 + SLACK):
            return f"the best expert has lost more than {learner.small_loss:g}"
        if np.asarray(ledger.slept).any():
            when = f"in round {first}" if (first := first_sleep(ledger)) else "in some round"
            return f"an expert slept, or was not there yet, {when}: small_loss is for experts that always speak"
        return None

    def allowed(self, case: Case) -> float:
        learner = case.learner
        many = log(max(1, learner.n))
        if learner.small_loss is not None:
            return sqrt(2.0 * learner.small_loss * many) + many
        return (many / (learner.eta or learner.rate(1)) if many else 0.0) + float(learner.mixed)

    def invariant(self, case: Case) -> str | None:
        return miscounted(case.learner, case.ledger) or misweighed(case.learner)


def outside_unit(ledger: ExpertLedger) -> str | None:
    """The first round in which an expert's loss was not a number from 0 to 1."""
    if ledger.dearest <= 1.0 + SLACK and ledger.cheapest >= 0.0:
        return None
    most, when = (
        (ledger.dearest, ledger.dearest_round) if ledger.dearest > 1 else (ledger.cheapest, ledger.cheapest_round)
    )
    return f"an expert lost {most:.6g} in round {when}; the theorem is for losses from 0 to 1"
