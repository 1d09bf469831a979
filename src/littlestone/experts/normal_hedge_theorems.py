"""NormalHedge's theorem, against the best share of the experts."""

from __future__ import annotations

from math import ceil, e, sqrt
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from ..bound import SLACK
from ..errors import BadParameter
from ..support import elementary
from ..support.elementary import log
from ..support.settings import real
from .regret_theorems import AdviceCase, at_least
from .rule_check import Again, Counts, RuleBound

if TYPE_CHECKING:
    from .expert_ledger import ExpertLedger

TINIEST = 1e-140  # squares of smaller numbers are subnormal


class NormalHedgeBound(RuleBound):
    """R <= sqrt(2 c (1 + ln(1/epsilon))) to the best share epsilon of n experts (Chaudhuri, Freund and Hsu 2009).

    The best expert is the share 1/n. How fast c may grow is checked beside it: with losses S apart at most, their
    theorem 1 says 2c <= S^2 (3 (1 + 50 d) t + (16 ln(n)^2/d) (10.2/d^2 + ln n)) for every d up to 1/2.

    epsilon     the share of the experts to compete with: the regret is to the worst of them; None for the best expert
    """

    counts: ClassVar[Counts] = {**RuleBound.counts, "R": 1}

    def __init__(self, epsilon: float | None = None) -> None:
        if epsilon is not None and not 0.0 < real("epsilon", epsilon, "a share of the experts") <= 1.0:
            raise BadParameter(f"epsilon is a share of the experts, more than 0 and at most 1, not {epsilon}")
        self.epsilon = epsilon

    def parameters(self) -> dict[str, Any]:
        return {"epsilon": self.epsilon}

    def statement(self, case: AdviceCase) -> str:
        c = case.learner.c
        if self.epsilon is None:
            return f"NormalHedge: R <= sqrt(2 c (1 + ln n)), c = {c:.4g}"
        best = f"the best {100 * self.epsilon:g} %"
        return f"NormalHedge, to {best}: R <= sqrt(2 c (1 + ln(1/epsilon))), c = {c:.4g}"

    def unmeasurable(self, case: AdviceCase) -> str | None:
        if are_tiny(case.learner):
            return "the regrets are too small to be squared; scale the losses up"
        return super().unmeasurable(case)

    def paid(self, case: AdviceCase) -> float:
        if self.epsilon is None or not case.ledger.n:
            return super().paid(case)
        regrets = np.zeros(case.learner.n)  # experts that never spoke have no regret
        regrets[: case.ledger.n] = case.ledger.expert_regrets
        return float(np.sort(regrets)[-ceil(self.epsilon * case.learner.n)])

    def allowed(self, case: AdviceCase) -> float:
        share = 1.0 / max(1, case.learner.n) if self.epsilon is None else self.epsilon
        return sqrt(2.0 * case.learner.c * (1.0 + log(1.0 / share)))

    def allowance(self, ledger: ExpertLedger) -> float | None:
        """The bound against the best expert, whose regret is plotted."""
        return super().allowance(ledger) if self.epsilon is None else NormalHedgeBound().allowance(ledger)

    def lesson(self, case: AdviceCase, allowed: float | None) -> str:
        if self.epsilon is None or allowed is None or not case.ledger.n:
            return super().lesson(case, allowed)
        least = at_least(case, allowed)
        return f"{100 * (1 - self.epsilon):g} % of the experts have lost {least:,.6g} or more" if least > 0 else ""

    def slack(self, case: AdviceCase, paid: float, allowed: float) -> float:
        return super().slack(case, paid, allowed) + SLACK * float(case.learner.spread)

    def logs(self, learner: Any, among: Any) -> Any:
        regrets = np.maximum(np.asarray(learner.R)[among], 0.0)
        if not learner.c:
            return np.zeros(len(regrets))
        with np.errstate(divide="ignore"):  # an expert without positive regret has no weight
            return elementary.logs(regrets) + regrets / (2.0 * learner.c) * regrets

    def regrets(self, learner: Any) -> Any:
        return np.asarray(learner.R)

    def misset(self, case: AdviceCase) -> str | None:
        learner = case.learner
        if wrong := misbalanced(learner):
            return wrong
        most = ceiling(learner.n, case.ledger.labelled, learner.spread)
        if not learner.joined and 2.0 * learner.c > most * (1.0 + SLACK):
            return "c has grown faster than time"
        return None

    def misweighed(self, learner: Any) -> str | None:
        return None if are_tiny(learner) else super().misweighed(learner)

    def deviation(self, copy: Any, x: Any, y: float, weight: float) -> str | None:
        return super().deviation(copy, x, y, weight) or misbalanced(copy)

    def step(self, learner: Any, again: Again) -> dict[str, Any]:
        return {**super().step(learner, again), "R": again.before["R"] + again.over(0.0, again.r)}


def are_tiny(learner: Any) -> bool:
    """Are there positive regrets, but so small that their squares vanish?"""
    return bool(0.0 < np.asarray(learner.R).max(initial=0.0) < TINIEST)


def misbalanced(learner: Any) -> str | None:
    """What is wrong unless c solves (1/n) sum e^([R_i]+^2/(2c)) = e, or is 0 where no regret is positive."""
    regrets, c = np.maximum(np.asarray(learner.R), 0.0), float(learner.c)
    if are_tiny(learner):
        return None
    if c == 0.0 or not regrets.any():
        return None if (c == 0.0) == (not regrets.any()) else "c has to be 0 if no regret is positive, and only then"
    squares = regrets / (2.0 * c) * regrets
    if abs(elementary.logs(elementary.exps(squares - squares.max()).mean()) + squares.max() - 1.0) > SLACK:
        return "the mean of e^([R]+^2/(2c)) is not e"
    return None


def ceiling(n: int, rounds: int, spread: float) -> float:
    """The bound on 2c of theorem 1, with the best of several d."""
    many = log(max(n, e))
    grid = np.geomspace(1e-3, 0.5, 40)
    growth = 3.0 * (1.0 + 50.0 * grid) * rounds + 16.0 * many**2 / grid * (10.2 / grid**2 + many)
    return float(spread * spread * growth.min())
