"""The theorem of the Aggregating Algorithm."""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np

from ..bound import SLACK
from ..support.linear_algebra import dot, squared
from .potential_theorems import LimitBound, log_shares
from .regret_theorems import AdviceCase
from .rule_check import Again, Counts, log_prior, log_sum

FAR = 1e150  # the largest number whose square does not overflow


class AggregatingBound(LimitBound):
    """R_i <= ln(1/q_i)/eta for every expert, q the prior: ln(n)/eta without one, at every moment of the game.

    The potential sum q_i e^(eta R_i) begins at 1 and never rises, because no truth makes the guess dearer than the
    mixture (Vovk 1990; Vovk 1998 has the theorem whole).
    """

    counts: ClassVar[Counts] = {**LimitBound.counts, "first_outside": 0}
    charges_guess = True

    def statement(self, case: AdviceCase) -> str:
        learner = case.learner
        rarity = "ln n" if learner.prior is None else "ln(1/q_i)"
        return f"Aggregating Algorithm, {learner.price.name}: R <= {rarity}/eta, eta = {learner.eta:g}"

    def premise(self, case: AdviceCase) -> str | None:
        learner = case.learner
        if not learner.first_outside:
            return None
        first = case.learned(learner.first_outside)
        return f"advice or truth of {first} did not lie from {learner.A:g} to {learner.B:g}"

    def limits(self, learner: Any) -> Any:
        return (0.0 - log_shares(learner)) / learner.eta

    def growth(self, learner: Any, off: float) -> tuple[float, float]:
        return log_sum(log_shares(learner) + learner.eta * (np.asarray(learner.R) - off)) if learner.n else 0.0, 0.0

    def logs(self, learner: Any, among: Any) -> Any:
        return log_prior(learner, among) + learner.eta * np.asarray(learner.R)[among]

    def misset(self, case: AdviceCase) -> str | None:
        learner = case.learner
        due = (1.0 if learner.price.chances else 2.0 / squared(learner.B - learner.A)) / learner.heaviest
        return None if learner.eta == due else f"the rate is {learner.eta:g} where that of the theorem is {due:g}"

    def guess(self, learner: Any, again: Again) -> tuple[float, float]:
        """The mean chance for the log loss; else a guess that loses no more than the mixture if the truth is A or B."""
        low, high, said = learner.A, learner.B, again.said
        if learner.price.name == "log":
            return dot(again.shares, said), SLACK + again.blur
        offs = (np.clip((said - end) / (high - low), -FAR, FAR) for end in (low, high))
        at_low, at_high = (log_sum(again.logs - 2.0 * off * off) for off in offs)
        lean = (high - low) * (at_high - at_low) / 4.0
        exact = (high - low) * (SLACK * (1.0 + abs(at_low) + abs(at_high)) + again.blur)
        inside = min(max((low + high) / 2.0 + lean, said.min()), said.max())
        return min(max(inside, low), high), exact + 1e-15 * (abs(low) + abs(high))

    def step(self, learner: Any, again: Again) -> dict[str, Any]:
        own = again.weight * learner.price.value(again.y, again.guess, again.guess)
        outside = [one for one in (again.y, *again.said) if not learner.A <= one <= learner.B]
        first = again.before["first_outside"]
        return {
            **super().step(learner, again),
            "R": again.before["R"] + again.over(0.0, own - again.losses),
            "first_outside": learner.updates if outside and not first else first,
        }
