"""NormalHedge's theorem, against the best share of the experts."""

from __future__ import annotations

from math import e, log, sqrt
from typing import TYPE_CHECKING, Any

import numpy as np

from ..bound import SLACK, Certificate
from ..errors import BadParameter
from ..settings import real
from .regret import RegretBound

if TYPE_CHECKING:
    from ..expert_ledger import ExpertLedger


class NormalHedgeBound(RegretBound):
    """R <= sqrt(2 c (1 + ln(1/epsilon))) to the best share epsilon of n experts (Chaudhuri, Freund and Hsu 2009).

    The best expert is the share 1/n. How fast c may grow is checked beside it: with losses S apart at most, their
    theorem 1 says 2c <= S^2 (3 (1 + 50 d) t + (16 ln(n)^2/d) (10.2/d^2 + ln n)) for every d up to 1/2.

    epsilon     the share of the experts to compete with: the regret is to the worst of them; None for the best expert
    """

    def __init__(self, epsilon: float | None = None) -> None:
        if epsilon is not None and not 0.0 < real("epsilon", epsilon, "a share of the experts") <= 1.0:
            raise BadParameter(f"epsilon is a share of the experts, more than 0 and at most 1, not {epsilon}")
        self.epsilon = epsilon

    def parameters(self) -> dict[str, Any]:
        return {"epsilon": self.epsilon}

    def theorem(self, learner: Any) -> str:
        if self.epsilon is None:
            return f"NormalHedge: R <= sqrt(2 c (1 + ln n)), c = {learner.c:.4g}"
        best = f"the best {100 * self.epsilon:g} %"
        return f"NormalHedge, to {best}: R <= sqrt(2 c (1 + ln(1/epsilon))), c = {learner.c:.4g}"

    def allows(self, learner: Any, ledger: ExpertLedger) -> float | None:
        return quantile(learner, 1.0 / max(1, learner.n))

    def certificate(self, learner: Any, ledger: ExpertLedger) -> Certificate:
        found = super().certificate(learner, ledger)
        if found.broken or not ledger.n:
            return found
        if self.epsilon is None:
            return found
        allowed = quantile(learner, self.epsilon)
        rank = int(np.ceil(self.epsilon * ledger.n))
        paid = float(np.sort(ledger.expert_regrets)[-rank])
        teaches = ""
        if ledger.own > allowed:
            teaches = f"{100 * (1 - self.epsilon):g} % of the experts have lost {ledger.own - allowed:,.6g} or more"
        violated = found.violated
        if violated is None and paid > allowed + SLACK * (abs(ledger.own) + allowed + 1.0):
            violated = "more regret to that share of the experts than the theorem allows"
        return found._replace(paid=paid, allowed=allowed, teaches=teaches, violated=violated)

    def failure(self, learner: Any, ledger: ExpertLedger) -> str | None:
        regrets, c = np.asarray(learner.R), float(learner.c)
        n, slack = learner.n, SLACK * (1.0 + abs(learner.paid) + np.abs(regrets).max(initial=0.0))
        if (ledger.expert_regrets > regrets[: ledger.n] + slack + SLACK * abs(ledger.own)).any():
            return "the learner counts less regret than there is"
        if c == 0.0:
            return "a regret above zero, and c = 0" if (regrets > slack).any() else None
        squares = np.maximum(regrets, 0.0) ** 2 / (2.0 * c)
        if abs(np.log(np.exp(squares - squares.max()).mean()) + squares.max() - 1.0) > SLACK:
            return "the mean of e^([R]+^2/(2c)) is not e"
        due = np.maximum(regrets, 0.0) * np.exp(squares - squares.max())
        if not np.allclose(learner.weights, due / due.sum(), rtol=1e-6, atol=1e-12):
            return "the learner's weights are not those of its regrets"
        if not learner.joined and 2.0 * c > ceiling(n, ledger.labelled, learner.spread) * (1.0 + SLACK):
            return "c has grown faster than time"
        return None


def quantile(learner: Any, share: float) -> float:
    """The most regret that is allowed to the best `share` of the experts."""
    return sqrt(2.0 * learner.c * (1.0 + log(1.0 / share)))


def ceiling(n: int, rounds: int, spread: float) -> float:
    """The most that 2c can be, by the best of several d in theorem 1."""
    many = log(max(n, e))
    grid = np.geomspace(1e-3, 0.5, 40)
    growth = 3.0 * (1.0 + 50.0 * grid) * rounds + 16.0 * many**2 / grid * (10.2 / grid**2 + many)
    return float(spread * spread * growth.min())
