"""Hedge's theorems, one for each way to set its rate."""

from __future__ import annotations

from math import sqrt
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from ..bound import SLACK
from ..support.elementary import log
from .exponential_theorems import ExponentialBound
from .regret_theorems import AdviceCase
from .rule_check import Again, Counts

if TYPE_CHECKING:
    from .expert_ledger import ExpertLedger


class HedgeBound(ExponentialBound):
    """R <= ln(n)/eta + sum eta_t s_t^2/8 for rates that never rise, where s_t is the spread of the losses of round t.

    That is Hoeffding's lemma, once a round, and holds for losses of any size; with sqrt(8 ln(n)/t) and losses from 0 to
    1 it is at most 2 sqrt(t ln(n)/2) + sqrt(ln(n)/8) (Cesa-Bianchi and Lugosi 2006, theorems 2.2 and 2.3). With
    small_loss = L and losses from 0 to 1, R <= sqrt(2 L ln(n)) + ln(n) as long as the best expert has lost no more than
    L (their corollary 2.4). That one needs the experts' own losses, so that with slopes the first bound is used at the
    same rate, and all experts awake in all rounds: one that sleeps or comes late falls behind the others by what the
    learner pays meanwhile.
    """

    counts: ClassVar[Counts] = {**ExponentialBound.counts, "mixed": 0}

    def statement(self, case: AdviceCase) -> str:
        learner = case.learner
        if is_tuned(learner):
            return f"Hedge, small losses: R <= sqrt(2 L ln n) + ln n, L = {learner.small_loss:g}"
        if learner.given_eta is None and learner.small_loss is None:
            return "Hedge, anytime: R <= ln(n)/eta_t + sum eta s^2/8, eta_t = sqrt(8 ln(n)/t)"
        return f"Hedge: R <= ln(n)/eta + eta sum s^2/8, eta = {rate(learner, 1, learner.n):g}"

    def premise(self, case: AdviceCase) -> str | None:
        learner, ledger = case.learner, case.ledger
        if not is_tuned(learner):
            return None
        if outside := outside_unit(ledger):
            return outside
        limit = learner.small_loss * (1.0 + SLACK)
        if ledger.n and float(ledger.expert_losses.min()) > limit:
            return f"the best expert has lost more than {learner.small_loss:g} by {case.when_all_lost_more(limit)}"
        if np.asarray(ledger._slept).any():
            return (
                f"an expert slept, or was not there yet, in {case.slept_in()}: "
                f"small_loss is for experts that always speak"
            )
        return None

    def allowed(self, case: AdviceCase) -> float:
        learner = case.learner
        many = log(max(1, learner.n))
        if is_tuned(learner):
            return sqrt(2.0 * learner.small_loss * many) + many
        return (many / (learner.eta or rate(learner, 1, learner.n)) if many else 0.0) + float(learner.mixed)

    def misset(self, case: AdviceCase) -> str | None:
        """What is wrong if the rate, or its cost, is not that of the settings for the number of experts."""
        learner, t, slack = case.learner, case.learner.updates, SLACK
        least, most = (rate(learner, t + 1, n) for n in (case.at_first, learner.n))  # new experts do not raise it again
        if not least * (1.0 - slack) <= learner.eta <= most * (1.0 + slack):
            return f"the rate is {learner.eta:.6g} where that of the theorem is {most:.6g}"
        if learner.gradient or not case.whole:
            return None
        squares, times = case.spreads**2 / 8.0, np.arange(1.0, 1.0 + len(case.spreads))
        least, most = (float((rate(learner, times, n) * squares).sum()) for n in (case.at_first, learner.n))
        if not least * (1.0 - slack) <= learner.mixed <= most * (1.0 + slack):
            return f"sum eta s^2/8 is {learner.mixed:.6g} where that of the theorem is {most:.6g}"
        return None

    def step(self, learner: Any, again: Again) -> dict[str, Any]:
        eta = again.before["eta"] if again.before["eta"] > 0.0 else rate(learner, 1, learner.n)
        return {
            **super().step(learner, again),
            "mixed": again.before["mixed"] + eta * again.spread**2 / 8.0,
            "eta": np.minimum(eta, rate(learner, learner.updates + 1, learner.n)),
        }


def is_tuned(learner: Any) -> bool:
    """Does the theorem for small losses apply to this learner?"""
    return learner.small_loss is not None and not learner.gradient


def rate(learner: Any, t: Any, n: int) -> Any:
    """The rate of round t, or of an array of rounds, for n experts; n = 1 counts as 2."""
    many = log(max(2, n))
    if learner.given_eta is not None:
        return learner.given_eta + 0.0 * t
    if learner.small_loss is not None:
        return log(1.0 + sqrt(2.0 * many / learner.small_loss)) + 0.0 * t
    return np.sqrt(8.0 * many / t)


def outside_unit(ledger: ExpertLedger) -> str | None:
    """The first round in which an expert's loss was not a number from 0 to 1."""
    if ledger._dearest <= 1.0 + SLACK and ledger._cheapest >= 0.0:
        return None
    most, when = (
        (ledger._dearest, ledger._dearest_round) if ledger._dearest > 1 else (ledger._cheapest, ledger._cheapest_round)
    )
    return f"an expert lost {most:.6g} in round {when}; the theorem is for losses from 0 to 1"
