"""The theorem of the Aggregating Algorithm."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from .potential import LimitBound, log_shares, log_sum
from .regret import round_number

if TYPE_CHECKING:
    from ..expert_ledger import ExpertLedger


class AggregatingBound(LimitBound):
    """R_i <= ln(1/q_i)/eta for every expert, q the prior: ln(n)/eta without one, at every moment of the game.

    The potential sum q_i e^(eta R_i) begins at 1 and never rises, because no truth makes the guess dearer than the
    mixture (Vovk 1990; Vovk 1998 has the theorem whole).
    """

    def theorem(self, learner: Any) -> str:
        rarity = "ln n" if learner.prior is None else "ln(1/q_i)"
        return f"Aggregating Algorithm, {learner.price.name}: R <= {rarity}/eta, eta = {learner.eta:g}"

    def premise(self, learner: Any, ledger: ExpertLedger) -> str | None:
        if not learner.first_outside:
            return None
        first = round_number(ledger, learner.first_outside)
        return f"advice or truth of round {first} did not lie from {learner.A:g} to {learner.B:g}"

    def limits(self, learner: Any) -> Any:
        return (0.0 - log_shares(learner)) / learner.eta

    def growth(self, learner: Any) -> tuple[float, float]:
        return log_sum(log_shares(learner) + learner.eta * np.asarray(learner.R)) if learner.n else 0.0, 0.0
