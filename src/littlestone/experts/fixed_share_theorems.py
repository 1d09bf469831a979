"""Fixed-Share's theorem, against sequences of experts."""

from __future__ import annotations

from functools import cached_property
from math import inf
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from ..bound import SLACK, Open
from ..support import elementary
from ..support.elementary import log, log1p
from ..support.settings import whole
from .best_path import switching_losses
from .regret_theorems import AdviceCase
from .rule_check import CLOSE, Again, Counts, RuleBound, log_sum

if TYPE_CHECKING:
    from .expert_ledger import ExpertLedger

PATHS = 8  # switches up to which paths are searched by default
ROUND = 10_000  # the effort per round in the search for paths, besides a step for every expert and switch


class PathsCase(AdviceCase):
    """A game of advice, and the losses of the best paths through its experts."""

    def lost(self, switches: int) -> Any:
        """The losses of the best paths with at most 0, 1, ..., `switches` changes; None if that takes too long."""
        ledger = self.ledger
        if self.by_weight or not self.effort.spend(float(ledger.labelled) * (ROUND + 4 * ledger.n * (switches + 1))):
            return None
        return switching_losses(*ledger.advice(), switches=switches, loss=ledger.price)

    @cached_property
    def best(self) -> float:
        """The loss of the best path with the number of switches of the theorem."""
        if unclear := self.ledger.rows.cut():
            raise Open(unclear)
        if self.by_weight:
            raise Open("paths are sought for rounds of equal weight only")
        switches = self.switches
        found = self.lost(switches)
        if found is None:
            raise Open("the best path was not searched: that takes too long for a quick certificate")
        if found[-1] == inf:
            raise Open(f"no path with {switches} or fewer switches finds somebody awake in every round")
        return float(found[-1])

    @property
    def switches(self) -> int:
        """S, which is less than the number of rounds."""
        return min(int(self.bound.switches), max(0, int(self.ledger.labelled) - 1))


class FixedShareBound(RuleBound):
    """R <= ((S+1) ln n + S ln(1/a) + (T-1-S) ln(1/(1-a)))/eta + eta sum s^2/8 against paths with S switches.

    (Herbster and Warmuth 1998, with Hoeffding's lemma for the rounds.) The comparator is the best sequence of experts
    with `switches` changes, sought in hindsight when the certificate is asked for; without changes it is the best
    expert, known at every moment. Short games are also checked against paths of up to eight changes: the theorem
    holds for every S at once.

    switches    S, 0 for the best expert
    """

    looks_at = PathsCase
    counts: ClassVar[Counts] = {**RuleBound.counts, "weights": 0}

    def __init__(self, switches: int = 0) -> None:
        self.switches = whole("switches", switches, "how often the best expert changes")

    def parameters(self) -> dict[str, Any]:
        return {"switches": self.switches}

    def statement(self, case: Any) -> str:
        share = case.learner.share
        if not self.switches:
            return f"Fixed-Share: R <= (ln n + (T-1) ln(1/(1-a)))/eta + eta sum s^2/8, a = {share:g}"
        formula = "R <= ((S+1) ln n + S ln(1/a) + (T-1-S) ln(1/(1-a)))/eta + eta sum s^2/8"
        return f"Fixed-Share, against paths with S = {self.switches} switches: {formula}, a = {share:g}"

    def against(self, case: Any) -> str:
        return "the best sequence of experts" if self.switches else super().against(case)

    def paid(self, case: Any) -> float:
        return float(case.ledger.own) - case.best if self.switches and case.ledger.labelled else super().paid(case)

    def allowed(self, case: Any) -> float:
        return most_regret(case, case.switches)

    def allowance(self, ledger: ExpertLedger) -> float | None:
        """The bound against the best expert, whose regret is plotted."""
        return FixedShareBound().allowance(ledger) if self.switches else super().allowance(ledger)

    def lesson(self, case: Any, allowed: float | None) -> str:
        if not self.switches or allowed is None:
            return super().lesson(case, allowed)
        least = case.ledger.own - allowed
        return f"no path with {self.switches} or fewer switches has lost less than {least:,.6g}" if least > 0 else ""

    def beyond(self, case: PathsCase) -> float:
        """What is paid beyond the mix losses: by Hoeffding's lemma, for any losses."""
        return float(case.learner.eta) * float(case.learner.squared_spread) / 8.0

    def logs(self, learner: Any, among: Any) -> Any:
        return elementary.logs(learner.weights[among])  # weights are not functions of sums here: see `mistaught`

    def misset(self, case: Any) -> str | None:
        learner, ledger = case.learner, case.ledger
        if learner.weights.min() < learner.share / learner.n * (1.0 - SLACK):
            return "an expert has less than its share of the weight"
        if not ledger.rows.complete:
            return None
        paths = case.lost(min(PATHS, int(ledger.labelled) - 1))
        for switches, loss in enumerate([] if paths is None else paths):
            allowed = most_regret(case, switches)
            if ledger.own - loss > allowed + self.slack(case, 0.0, allowed):
                return f"more regret than is allowed against the best path with {switches} switches"
        return None

    def step(self, learner: Any, again: Again) -> dict[str, Any]:
        behind = again.over(again.own, again.losses) - again.losses.min()
        with np.errstate(over="ignore"):  # an expert that far behind has only its share
            logs = elementary.logs(again.before["weights"]) - learner.eta * behind
        weights = (1.0 - learner.share) * elementary.exps(logs - log_sum(logs)) + learner.share / learner.n
        return {**super().step(learner, again), "weights": weights}

    def follows(self, name: str, found: Any, due: Any, again: Again) -> bool:
        if name != "weights":
            return super().follows(name, found, due, again)
        blur = CLOSE + 1e-12 * again.copy.eta * again.size  # of the exponents
        return bool(np.all(np.abs(found - due) <= blur * (found + due) + 1e-12))


def most_regret(case: PathsCase, switches: int) -> float:
    """The bound against the best path with so many switches."""
    learner, many, rounds = case.learner, log(max(1, case.learner.n)), int(case.ledger.labelled)
    stay = -log1p(-learner.share) * max(0, rounds - 1 - switches)
    path = (switches + 1) * many - switches * log(learner.share) + stay
    return path / float(learner.eta) + float(case.bound.beyond(case))
