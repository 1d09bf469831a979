"""AdaNormalHedge's theorem."""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np

from ..support import elementary
from ..support.elementary import log
from ..support.linear_algebra import dot
from .potential_theorems import LimitBound, ScaledBound, log_shares
from .regret_theorems import AdviceCase
from .rule_check import Again, Counts, log_prior, log_sum


class AdaNormalHedgeBound(ScaledBound):
    """R_i <= sqrt(3 C_i (ln(1/q_i) + ln K)) for every expert, K = 1 + 3/2 sum q_i (1 + ln(1 + C_i)), q the prior.

    The potential sum q_i e^([R_i]+^2 / 3 C_i) never rises above K (Luo and Schapire 2015, theorem 1). C_i is the sum of
    |r|, all in units of the learner's `scale`.
    """

    counts: ClassVar[Counts] = {**LimitBound.counts, "C": 1}

    def statement(self, case: AdviceCase) -> str:
        return "AdaNormalHedge: R_i <= sqrt(3 C_i (ln(1/q_i) + ln(1 + 3/2 sum q (1 + ln(1 + C)))))"

    def limits(self, learner: Any) -> Any:
        logs = log_shares(learner)
        return learner.scale * np.sqrt(3.0 * np.asarray(learner.C) * (most(learner, logs) - logs))

    def growth(self, learner: Any, off: float) -> tuple[float, float]:
        logs, R, C = log_shares(learner), np.asarray(learner.R) - off, np.asarray(learner.C)
        squares = np.maximum(R, 0.0) ** 2 / np.where(C > 0.0, 3.0 * C, 1.0)
        return log_sum(logs + squares), most(learner, logs)

    def logs(self, learner: Any, among: Any) -> Any:
        R, C = np.asarray(learner.R)[among], np.asarray(learner.C)[among]
        high, low = (np.maximum(R + side, 0.0) ** 2 / (3.0 * (C + 1.0)) for side in (1.0, -1.0))
        with np.errstate(divide="ignore"):  # an expert with regret -1 or less has no weight
            return log_prior(learner, among) + high + elementary.logs(-elementary.expm1s(low - high))

    def step(self, learner: Any, again: Again) -> dict[str, Any]:
        moved = np.abs(again.over(0.0, again.r)) / learner.scale
        return {**super().step(learner, again), "C": again.before["C"] + moved}


def most(learner: Any, logs: Any) -> float:
    """ln K, the upper limit of the logarithm of the potential."""
    return log(1.0 + 1.5 * dot(elementary.exps(logs), 1.0 + elementary.log1ps(learner.C)))
