"""Apple tasting: what it costs that a label is seen only after a positive act."""

from __future__ import annotations

from math import sqrt
from typing import Any

from ..bound import Bound, Case, Open
from ..support.settings import counted


class AppleTastingBound(Bound):
    """E(mistakes) <= M+ + 2 sqrt(T M-) - M-, exploring with chance sqrt(M-/T) (Helmbold, Littlestone and Long 2000).

    M+ and M- are how often the learner can say yes and be wrong, and no and be wrong, on any sequence of examples; the
    sequence it sees are the rounds that were tasted. Its false positives are mistakes, M+ at most. Exploring is a
    mistake if it finds a negative: sum q_t at most, on average. A miss is found with chance q_t, whatever came before,
    and only M- can be found: so E(misses not found) = E(sum over those found of 1/q_t - 1) <= M- (1/q_T - 1). With q =
    sqrt(M-/T) that is the theorem; with q_t = sqrt(M-/t), where T is not known, M+ + 3 sqrt(T M-) at most. Where M- is
    not known either, q_t = sqrt((m + 1)/t) with m the misses found so far: while m were found there are sqrt(T/(m + 1))
    on average, whence E(mistakes) <= E(false positives + sum q_t + sum of sqrt(T/(j + 1)) for j = 0 to m), which is M+
    + 4 sqrt(T (M- + 1)) at most. The adversary may see what the learner says, and not the coin. It is a statement about
    the average over the coins; where labels stay hidden, what was paid is an estimate that is right on average.
    """

    excess = "the account of what was tasted does not add up"

    def statement(self, case: Case) -> str:
        ledger = case.ledger
        if ledger.misses is None:
            return "Apple tasting, q_t = sqrt((m + 1)/t): E(mistakes) <= E(M+ + sum q + sum_(j <= m) sqrt(T/(j + 1)))"
        how = f"q = sqrt(M-/{ledger.horizon})" if ledger.horizon else "q_t = sqrt(M-/t)"
        return f"Apple tasting, {how}: E(mistakes) <= M+ + sum q + M- (1/q_T - 1), M- = {ledger.misses}"

    def unmeasurable(self, case: Case) -> str | None:
        late = case.ledger.late
        return f"{counted(late, 'label')} came late, and the theorem is for prompt ones" if late else None

    def paid(self, case: Case) -> float:
        return float(case.ledger.mistakes)

    def premise(self, case: Case) -> str | None:
        ledger = case.ledger
        if ledger.misses is not None and ledger.found > ledger.misses:
            return f"{ledger.found} misses of the learner were found, and {ledger.misses} were promised at most"
        if ledger.horizon is not None and ledger.rounds > ledger.horizon:
            return f"{ledger.rounds} rounds were played, and {ledger.horizon} were promised"
        return None

    def invariant(self, case: Case) -> str | None:
        ledger = case.ledger
        judged = ledger.found + ledger.wasted
        if judged > ledger.explored or ledger.explored > ledger.tasted or ledger.tasted > ledger.rounds:
            return "more was found by exploring than was explored"
        most = ledger.rounds if ledger.horizon is None else ledger.rounds * sqrt((ledger.misses or 0) / ledger.horizon)
        if ledger.misses is not None and ledger.risk > most + 1e-6:
            return f"the chances of exploring add up to {ledger.risk:.6g}, and {most:.6g} is the most of the theorem"
        return self.misjudged(ledger)

    def misjudged(self, ledger: Any) -> str | None:
        """What is wrong with the estimate: every miss that was found stands for 1/q - 1 others, q not below the least.

        With a horizon all q are equal, and it is an equation.
        """
        stands_for = ledger.found * (1.0 / ledger.last - 1.0) if ledger.found else 0.0
        slack = 1e-9 * (1.0 + stands_for)
        if ledger.estimate > stands_for + slack or (ledger.horizon and ledger.estimate < stands_for - slack):
            return f"{ledger.found} misses found stand for {stands_for:.6g} others, not for {ledger.estimate:.6g}"
        return None

    def allowed(self, case: Case) -> float:
        ledger = case.ledger
        if not ledger.rounds:
            return 0.0
        if ledger.misses is None:
            more = sum(sqrt(ledger.rounds / (j + 1.0)) for j in range(ledger.found + 1))
        else:
            more = ledger.misses * (1.0 / ledger.last - 1.0) if ledger.misses else 0.0
        allowed = float(ledger.false_positives + ledger.risk + more)
        if self.paid(case) > allowed:
            raise Open(f"this run makes more mistakes than the {allowed:,.6g} that are allowed on average, as some do")
        return allowed

    def lesson(self, case: Case, allowed: float | None) -> str:
        ledger = case.ledger
        if not ledger.hidden:
            return ""
        return f"{counted(ledger.hidden, 'label')} stayed hidden; {ledger.estimate:,.4g} misses among them, by estimate"
