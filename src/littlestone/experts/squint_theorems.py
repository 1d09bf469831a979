"""Squint's theorem."""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np

from ..support import elementary
from ..support.elementary import log
from .potential_theorems import LimitBound, ScaledBound, log_shares
from .regret_theorems import AdviceCase
from .rule_check import Again, Counts, log_prior, log_sum


class SquintBound(ScaledBound):
    """R_i <= min over the rates of ln(1/(q_i g))/eta + eta V_i for every expert, q its prior and g = 1/11 a rate's.

    The potential sum q_i g e^(eta R_i - eta^2 V_i) begins at 1 and never rises: e^(z - z^2) <= 1 + z from z = -1/2 on,
    and by the weights sum w_i r_i = 0 (Koolen and van Erven 2015). V_i is the sum of r^2, all in units of the
    learner's `scale`.
    """

    counts: ClassVar[Counts] = {**LimitBound.counts, "V": 2}

    def statement(self, case: AdviceCase) -> str:
        many = case.learner.rates
        return f"Squint: R_i <= min over eta = 1/2, ..., 2^-{many} of ln({many}/q_i)/eta + eta V_i"

    def limits(self, learner: Any) -> Any:
        eta = rates(learner)
        rarity = log(learner.rates) - log_shares(learner)
        return learner.scale * (rarity / eta + eta * np.asarray(learner.V)).min(axis=0)

    def growth(self, learner: Any, off: float) -> tuple[float, float]:
        eta = rates(learner)
        exponents = eta * (np.asarray(learner.R) - off - eta * np.asarray(learner.V))
        return log_sum(log_shares(learner) + exponents - log(learner.rates)) if learner.n else 0.0, 0.0

    def logs(self, learner: Any, among: Any) -> Any:
        eta = rates(learner)
        exponents = eta * (np.asarray(learner.R)[among] - eta * np.asarray(learner.V)[among])
        return log_prior(learner, among) + np.logaddexp.reduce(elementary.logs(eta) + exponents, axis=0)

    def step(self, learner: Any, again: Again) -> dict[str, Any]:
        moved = again.over(0.0, again.r) / learner.scale
        return {**super().step(learner, again), "V": again.before["V"] + moved**2}


def rates(learner: Any) -> Any:
    """The rates, in a column."""
    return 0.5 ** np.arange(1.0, learner.rates + 1.0)[:, None]
