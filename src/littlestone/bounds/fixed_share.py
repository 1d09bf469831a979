"""Fixed-Share's theorem, against sequences of experts."""

from __future__ import annotations

from math import log, log1p
from typing import TYPE_CHECKING, Any

import numpy as np

from ..bound import SLACK, Certificate
from ..settings import whole
from .regret import RegretBound

if TYPE_CHECKING:
    from ..expert_ledger import ExpertLedger

STEPS = 2_000_000  # of the search for paths that a certificate may take unasked
PATHS = 8  # switches up to which it then looks


class FixedShareBound(RegretBound):
    """R <= ((S+1) ln n + S ln(1/a) + (T-1-S) ln(1/(1-a)))/eta + eta sum s^2/8 against paths with S switches.

    (Herbster and Warmuth 1998, with Hoeffding's lemma for the rounds.) The comparator is the best sequence of experts
    with `switches` changes, sought in hindsight when the certificate is asked for; without changes it is the best
    expert, known at every moment. Unasked, short games are held to paths of up to eight changes too: the theorem
    holds for every S at once.

    switches    S, 0 for the best expert
    """

    def __init__(self, switches: int = 0) -> None:
        self.switches = whole("switches", switches, "how often the best expert changes")

    def parameters(self) -> dict[str, Any]:
        return {"switches": self.switches}

    def theorem(self, learner: Any) -> str:
        if not self.switches:
            return f"Fixed-Share: R <= (ln n + (T-1) ln(1/(1-a)))/eta + eta sum s^2/8, a = {learner.share:g}"
        formula = "R <= ((S+1) ln n + S ln(1/a) + (T-1-S) ln(1/(1-a)))/eta + eta sum s^2/8"
        return f"Fixed-Share, against paths with S = {self.switches} switches: {formula}, a = {learner.share:g}"

    def allowed(self, learner: Any, ledger: ExpertLedger, switches: int) -> float:
        """The most regret against the best path with so many switches."""
        many, rounds = log(max(1, learner.n)), int(ledger.labelled)
        switches = min(switches, max(0, rounds - 1))
        stay = -log1p(-learner.share) * max(0, rounds - 1 - switches)
        path = (switches + 1) * many - switches * log(learner.share) + stay
        return path / float(learner.eta) + float(learner.eta) * float(learner.squared_spread) / 8.0

    def allows(self, learner: Any, ledger: ExpertLedger) -> float | None:
        return self.allowed(learner, ledger, 0)

    def certificate(self, learner: Any, ledger: ExpertLedger) -> Certificate:
        found = super().certificate(learner, ledger)
        if not self.switches or found.broken or not ledger.labelled:
            return found
        switches = min(self.switches, ledger.labelled - 1)
        regret = ledger.regret.switching(switches)
        if regret is None:
            broken = "not all rounds were kept (give the game a larger keep), or nobody is awake on such a path"
            return found._replace(allowed=None, broken=broken, teaches="")
        paid, allowed = float(regret), self.allowed(learner, ledger, switches)
        violated = found.violated
        if violated is None and paid > allowed + SLACK * (abs(ledger.own) + allowed):
            violated = "more regret than the theorem allows"
        teaches = ""
        if ledger.own > allowed:
            teaches = f"no path with {self.switches} or fewer switches has lost less than {ledger.own - allowed:,.6g}"
        return found._replace(paid=paid, allowed=allowed, teaches=teaches, violated=violated)

    def failure(self, learner: Any, ledger: ExpertLedger) -> str | None:
        if not ledger.labelled or not learner.n:
            return None
        w = learner.weights
        if w.min() < learner.share / learner.n * (1.0 - SLACK):
            return "an expert has less than its share of the weight"
        rounds = int(ledger.labelled)
        most = min(PATHS, rounds - 1)
        if not ledger.rows.complete or rounds * learner.n * (most + 1) > STEPS:
            return None
        from ..oracle import switching_losses

        outcomes, advice = ledger.advice()
        lost = switching_losses(outcomes, advice, switches=most, loss=ledger.price)
        for switches, loss in enumerate(np.asarray(lost)):
            allowed = self.allowed(learner, ledger, switches)
            if ledger.own - loss > allowed + SLACK * (abs(ledger.own) + allowed):
                return f"more regret than is allowed against the best path with {switches} switches"
        return None
