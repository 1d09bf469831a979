"""BOA's theorem, for the rule as it stands in `learners/experts/boa.py`."""

from __future__ import annotations

from math import log1p
from typing import Any

import numpy as np

from .potential import LimitBound, log_shares, log_sum


class BOABound(LimitBound):
    """R_i <= (ln(1/q_i) + ln(1 + S))/eta_i + sum eta r^2 + B for every expert, q the prior, of whatever losses.

    The potential W = sum q_i e^(eta_i Q_i) begins at 1. With the rates of before the round it does not rise, because
    e^(z - z^2) <= 1 + z from z = -1/2 on, and by the weights sum w_i r_i = 0. A lower rate eta' raises e^(eta Q) only
    where Q < 0, by 1 - eta'/eta at most; S is the sum of that by the prior, so that W <= 1 + S. Therefore eta_i Q_i is
    at most ln(1/q_i) + ln(1 + S), and R_i is Q_i, plus the price sum eta r^2 that Q_i lacks, plus what rounds were
    taken smaller by: B_t - B_(t-1) at most where B grows, B in all.
    """

    def theorem(self, learner: Any) -> str:
        return "BOA: R_i <= (ln(1/q_i) + ln(1 + S))/eta_i + sum eta_i r^2 + B"

    def limits(self, learner: Any) -> Any:
        if not learner.B:
            return np.zeros(learner.n)
        logs = log_shares(learner)
        return (most(learner, logs) - logs) / np.asarray(learner.eta) + np.asarray(learner.price_paid) + learner.B

    def growth(self, learner: Any) -> tuple[float, float]:
        logs = log_shares(learner)
        exponents = np.asarray(learner.eta) * np.asarray(learner.Q)
        return log_sum(logs + exponents) if learner.n else 0.0, most(learner, logs)


def most(learner: Any, logs: Any) -> float:
    """ln(1 + S), which the logarithm of the potential never rises above."""
    return log1p(float(np.exp(logs) @ np.asarray(learner.slack)))
