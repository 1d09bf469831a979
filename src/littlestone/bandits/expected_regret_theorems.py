"""What learners of actions regret on average over their coins."""

from __future__ import annotations

from math import sqrt
from typing import Any

from ..bound import Bound, Case, Open
from ..support.elementary import log
from ..support.settings import counted
from .estimated_regret_theorems import TSALLIS, came_narrow, rates


class ExpectedRegretBound(Bound):
    """E(R) <= D/eta_T + G/2 sum eta_t, on average over the coins, against every action or policy fixed beforehand.

    It is the inequality on estimates, averaged: estimates are right on average, D(q) is at most ln K, ln N or 4
    (sqrt(K) - 1), and of S_t the average is at most G = K, for Tsallis-INF sqrt(K), for EXP4 K/(1 - explore), and
    explore T more. With the rates of the rules: EXP3 2 sqrt(K T ln K), or sqrt(2 K T ln K) where T is known (Auer et
    al. 2002; Bubeck and Cesa-Bianchi 2012, theorem 3.1); Tsallis-INF 4 sqrt(K T) (Zimmert and Seldin 2021, theorem 1);
    EXP4 2 sqrt(K T ln N) or sqrt(2 K T ln N). Losses may depend on what was done before. One run may regret more: it is
    no statement about one run, and then the case is open. What is known of one run is in the inequality on estimates.
    """

    cheap = True

    def statement(self, case: Case) -> str:
        learner = case.learner
        if learner.name == TSALLIS:
            right = "4 (sqrt(K) - 1)/eta_T + sqrt(K)/2 sum eta <= 4 sqrt(K T)"
        elif learner.name == "exp4":
            more = " + explore T" if learner.explore else ""
            right = f"ln(N)/eta_T + K/2 sum eta{more}, N = {learner.n}"
        else:
            right = "ln(K)/eta_T + K/2 sum eta"
        if case.ledger._floor:
            mixed = learner.K * case.ledger._floor
            right = f"{right.partition(' <= ')[0]}, the second sum divided by 1 - f, and f T more, f = {mixed:g}"
        average = f"on average over the coins, against every {rival(case)} fixed beforehand"
        return f"{learner.title}, {average}: E(R) <= {right}, K = {learner.K}"

    def unmeasurable(self, case: Case) -> str | None:
        return came_late(case)

    def against(self, case: Any) -> str:
        return "the best action"

    def paid(self, case: Case) -> float:
        regret = case.ledger.regret
        return float(case.ledger.estimated_regret if regret is None else regret)

    def allowed(self, case: Case) -> float:
        allowed = expected(case.learner, case.ledger.labelled, case.ledger._floor)
        if case.ledger.regret is None:
            raise Open(
                "only the rewards of what was done are known, and what was paid is an estimate",
                f"on average over the coins, no {rival(case)} loses less than the learner by more than {allowed:,.6g}",
            )
        if self.paid(case) > allowed:
            raise Open(f"this run regrets more than the {allowed:,.6g} that are allowed on average, as some runs do")
        return allowed


def expected(learner: Any, rounds: int, floor: float = 0.0) -> float:
    """What the theorem allows on average after so many rounds, where no chance is below `floor`."""
    if not rounds:
        return 0.0
    total, ends, _ = rates(learner, rounds)
    mixed = learner.K * floor  # how much of the chances the floor takes
    if mixed >= 1.0:
        return float(rounds)
    if learner.name == TSALLIS:
        spread = sqrt(learner.K) / 2.0 / (1.0 - mixed)
        return float(4.0 * (sqrt(learner.K) - 1.0) * ends + spread * total + mixed * rounds)
    explore = learner.explore if learner.names else 0.0
    explore += (1.0 - explore) * mixed
    return float(log(learner.n) * ends + learner.K / 2.0 / (1.0 - explore) * total + explore * rounds)


def came_late(case: Case) -> str | None:
    """Why there is no theorem here: rewards that came late, actions that were drawn otherwise."""
    if narrow := came_narrow(case):
        return narrow
    if followed := case.ledger._followed:
        return f"in {counted(followed, 'round')} another player has drawn the action, by chances of its own"
    late = case.ledger.late
    return f"{late:,} rewards came late, and this package has the theorem for prompt ones" if late else None


def rival(case: Case) -> str:
    """What the learner is compared with, in a word."""
    return "policy" if case.learner.names else "action"


def floor(case: Case, allowed: float) -> float:
    """What the best rival loses at least if the regret is no more than allowed."""
    return max(0.0, float(case.ledger.loss) - allowed)
