"""Base of the theorems of learners that weigh experts by regret: a limit for each expert, and a potential."""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np

from ..bound import SLACK
from ..support import elementary
from .regret_theorems import AdviceCase
from .rule_check import Again, Counts, RuleBound

EXACT = 1e-6  # rounding of regrets, relative to the bound


class LimitBound(RuleBound):
    """A limit on the regret against each expert, not only the best; what is allowed is the limit of the best one.

    A subclass defines the limits in `limits`, and in `growth` the potential and its limit, which holds as long as the
    premise does. Both are about the learner's own regrets, which are first compared with those of the ledger: with
    `gradient`, or a convex loss, the loss of a mean can be less than the mean of the losses.
    """

    counts: ClassVar[Counts] = {**RuleBound.counts, "R": 1}

    def limits(self, learner: Any) -> Any:
        """The limit of the regret against each expert."""
        raise NotImplementedError(f"{type(self).__name__} must say what its limits are")

    def growth(self, learner: Any, off: float) -> tuple[float, float]:
        """The potential, with all regrets lowered by `off`, and its upper limit."""
        raise NotImplementedError(f"{type(self).__name__} must say what its potential is")

    def regrets(self, learner: Any) -> Any:
        return getattr(learner, "scale", 1.0) * np.asarray(learner.R)

    def allowed(self, case: AdviceCase) -> float:
        return float(self.limits(case.learner)[np.argmax(case.ledger.expert_regrets)]) if case.ledger.n else 0.0

    def misset(self, case: AdviceCase) -> str | None:
        """What is wrong if a regret changed by more than the spread of the losses of a round."""
        if "V" not in self.counts:
            return None
        learner = case.learner
        moved = getattr(learner, "scale", 1.0) * np.sqrt(np.max(learner.V))
        apart = np.sqrt(learner.squared_spread)
        return None if moved <= apart * (1.0 + SLACK) else "V is more than regrets can have moved"

    def blur(self, case: AdviceCase) -> Any:
        return EXACT * self.limits(case.learner)[: case.ledger.n]

    def miscounted(self, case: AdviceCase) -> str | None:
        if wrong := super().miscounted(case):
            return wrong
        if case.broken:
            return None
        learner, ledger = case.learner, case.ledger
        counted, allowed = self.regrets(learner)[: ledger.n], self.limits(learner)[: ledger.n]
        paid = ledger.price.chances + abs(ledger.own) + np.abs(ledger.expert_losses) + np.abs(counted)
        if np.any(counted > allowed + SLACK * (paid + allowed) + rounding(case)):
            return "more regret against an expert than the theorem allows"
        potential, most = self.growth(learner, rounding(case) / getattr(learner, "scale", 1.0))
        if not potential <= most + SLACK * (1.0 + abs(most)):
            return f"the potential is {potential:.9g}, but never above {most:.9g}"
        return None

    def step(self, learner: Any, again: Again) -> dict[str, Any]:
        moved = again.over(0.0, again.r) / getattr(learner, "scale", 1.0)
        return {**super().step(learner, again), "R": again.before["R"] + moved}


class ScaledBound(LimitBound):
    """A theorem for losses that lie no further apart than the learner's `scale`."""

    def premise(self, case: AdviceCase) -> str | None:
        learner, most = case.learner, case.learner.scale * (1.0 + SLACK)
        if learner.spread <= most:
            return None
        far: Any = np.flatnonzero(case.spreads > most) if case.seeks and not learner.gradient else ()
        where, apart = (
            (f"round {case.number(far[0])}", case.spreads[far[0]]) if len(far) else ("a round", learner.spread)
        )
        return (
            f"the losses of {where} lie {apart:.6g} apart, and the theorem is for {learner.scale:g} at most: "
            f"give scale={learner.spread:.6g} or more"
        )


def rounding(case: AdviceCase) -> float:
    """Rounding of a regret: means are as exact as the largest of their terms."""
    learner, ledger = case.learner, case.ledger
    lost = float(abs(ledger.own) + abs(learner.paid)) + float(np.abs(ledger.expert_losses).max(initial=0.0))
    if not learner.gradient or not case.batch.rows:
        return 1e-14 * lost
    # Slopes are as large as the advice, which may be large compared with the differences that make regrets.
    starts, said = np.asarray(case.batch.starts)[:-1], np.asarray(case.batch.values)
    apart = np.maximum.reduceat(said, starts) - np.minimum.reduceat(said, starts)
    large = np.maximum.reduceat(np.abs(said), starts)
    blown = float((large / np.where(apart > 0.0, apart, np.inf)).max())
    return 1e-14 * (lost + float(ledger.labelled * learner.spread) * blown)


def log_shares(learner: Any) -> Any:
    """The logarithms of the prior, as shares that sum to one."""
    return (
        np.full(learner.n, -elementary.logs(max(1, learner.n)))
        if learner.prior is None
        else elementary.logs(learner.prior)
    )
