"""What the theorems share of learners that weigh experts by their regrets: a limit for each expert, and a potential."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ..bound import SLACK
from .regret import RegretBound

if TYPE_CHECKING:
    from ..expert_ledger import ExpertLedger


EXACT = 1e-6  # regrets are counted to this share of what is allowed: guesses are rounded, whatever their size


class LimitBound(RegretBound):
    """A limit on the regret against each expert, not only the best; what is allowed is the limit of the best one.

    A theorem says the limits in `limits`, and in `growth` the potential that stays below what the theorem says,
    whatever the data. The regrets that both are about are the learner's own, and `failure` first asks whether they
    are what the ledger found, or more: with `gradient`, or a convex loss, a mean can be cheaper than its parts.
    """

    def limits(self, learner: Any) -> Any:
        """The most that the learner can regret each expert."""
        raise NotImplementedError(f"{type(self).__name__} must say what its limits are")

    def growth(self, learner: Any) -> tuple[float, float]:
        """The potential, and the most that it can be."""
        raise NotImplementedError(f"{type(self).__name__} must say what its potential is")

    def counted(self, learner: Any) -> Any:
        """The regrets against each expert as the learner counts them."""
        return np.asarray(learner.R)

    def allows(self, learner: Any, ledger: ExpertLedger) -> float | None:
        return float(self.limits(learner)[np.argmax(ledger.expert_regrets)]) if ledger.n else 0.0

    def failure(self, learner: Any, ledger: ExpertLedger) -> str | None:
        if not ledger.n:
            return None
        found, counted = ledger.expert_regrets, self.counted(learner)[: ledger.n]
        allowed = self.limits(learner)[: ledger.n]
        # Chances are rounded next to 1, however little they cost; what else is lost may be counted in any unit.
        paid = ledger.price.chances + abs(ledger.own) + np.abs(ledger.expert_losses) + np.abs(counted)
        if np.any(found > counted + SLACK * paid + EXACT * allowed):
            return "more regret against an expert than the learner has counted"
        if np.any(counted > allowed + SLACK * (paid + allowed)):
            return "more regret against an expert than the theorem allows"
        potential, most = self.growth(learner)
        if not potential <= most + SLACK * (1.0 + abs(most)):
            return f"the potential is {potential:.9g}, but never above {most:.9g}"
        return None


class ScaledBound(LimitBound):
    """A theorem for losses that lie no further apart than the learner's `scale`."""

    def premise(self, learner: Any, ledger: ExpertLedger) -> str | None:
        if learner.spread <= learner.scale * (1.0 + SLACK):
            return None
        return (
            f"the losses of a round lie {learner.spread:.6g} apart, and the theorem is for {learner.scale:g} at most: "
            f"give scale={learner.spread:.6g} or more"
        )

    def counted(self, learner: Any) -> Any:
        return learner.scale * np.asarray(learner.R)


def log_shares(learner: Any) -> Any:
    """The logarithms of the prior, as shares that sum to one."""
    logs = np.asarray(learner.log_prior)
    return logs if learner.prior is not None else logs - np.log(max(1, learner.n))


def log_sum(logs: Any) -> float:
    """ln of the sum of e^l over the logarithms l, of which there may be none."""
    logs = np.ravel(logs)
    top = float(logs.max(initial=-np.inf))
    return top + float(np.log(np.exp(logs - top).sum())) if np.isfinite(top) else top
