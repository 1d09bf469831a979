"""Base of the theorems of learners with weights e^(-eta L), L being the loss of the expert so far."""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np

from .rule_check import Again, Counts, RuleBound


class ExponentialBound(RuleBound):
    """The rule w_i ~ e^(-eta L_i), with the learner's own losses for the rounds that were slept through."""

    counts: ClassVar[Counts] = {**RuleBound.counts, "totals": 1, "eta": None}

    def logs(self, learner: Any, among: Any) -> Any:
        lost = np.asarray(learner.totals)[among]
        behind = lost - lost.min(initial=np.inf)
        if learner.eta == np.inf:
            return np.where(behind > 0.0, -np.inf, 0.0)
        with np.errstate(over="ignore"):  # an expert that far behind has no weight
            return -learner.eta * behind

    def regrets(self, learner: Any) -> Any:
        return learner.paid - np.asarray(learner.totals)

    def charge(self, again: Again) -> float:
        """The loss that the learner charges itself and sleeping experts."""
        return again.own

    def step(self, learner: Any, again: Again) -> dict[str, Any]:
        own = self.charge(again)
        totals = again.before["totals"] + again.over(own, again.losses)
        return {**super().step(learner, again), "totals": totals, "paid": again.before["paid"] + own}
