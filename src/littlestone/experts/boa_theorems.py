"""BOA's theorem, for the rule as it stands in `experts/boa.py`."""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np

from ..bound import SLACK
from ..support import elementary
from ..support.elementary import log, log1p
from ..support.linear_algebra import dot
from .potential_theorems import LimitBound, log_shares
from .regret_theorems import AdviceCase
from .rule_check import Again, Counts, log_prior, log_sum


class BOABound(LimitBound):
    """R_i <= (ln(1/q_i) + ln(1 + S))/eta_i + sum eta r^2 + B for every expert, q the prior, of whatever losses.

    The potential W = sum q_i e^(eta_i Q_i) begins at 1. With the rates of before the round it does not rise, because
    e^(z - z^2) <= 1 + z from z = -1/2 on, and by the weights sum w_i r_i = 0. A lower rate eta' raises e^(eta Q) only
    where Q < 0, by 1 - eta'/eta at most; S is the sum of that by the prior, so that W <= 1 + S. Therefore eta_i Q_i is
    at most ln(1/q_i) + ln(1 + S), and R_i is Q_i, plus the price sum eta r^2 that Q_i lacks, plus what rounds were
    taken smaller by: B_t - B_(t-1) at most where B grows, B in all.
    """

    counts: ClassVar[Counts] = {**LimitBound.counts, "B": 1, "Q": 1, "V": 2, "price_paid": 1, "eta": None, "slack": 0}

    def statement(self, case: AdviceCase) -> str:
        return "BOA: R_i <= (ln(1/q_i) + ln(1 + S))/eta_i + sum eta_i r^2 + B"

    def limits(self, learner: Any) -> Any:
        if not learner.B:
            return np.zeros(learner.n)
        logs = log_shares(learner)
        return (most(learner, logs) - logs) / np.asarray(learner.eta) + np.asarray(learner.price_paid) + learner.B

    def growth(self, learner: Any, off: float) -> tuple[float, float]:
        logs = log_shares(learner)
        exponents = np.asarray(learner.eta) * (np.asarray(learner.Q) - off)
        return log_sum(logs + exponents) if learner.n else 0.0, most(learner, logs)

    def logs(self, learner: Any, among: Any) -> Any:
        prior = log_prior(learner, among)
        if not learner.B:
            return prior
        eta = np.asarray(learner.eta)[among]
        return prior + elementary.logs(2.0 * learner.B * eta) + eta * np.asarray(learner.Q)[among]

    def misset(self, case: AdviceCase) -> str | None:
        """What is wrong if the rates are not min(1/(2B), sqrt(ln(1/q)/V)), for the number of experts when they fell."""
        learner = case.learner
        if learner.spread * (1.0 + SLACK) < learner.B:
            return "B is more than a regret can have moved by"
        if wrong := super().misset(case):
            return wrong
        if not learner.B:
            return None
        least, highest = (highest_rates(learner, n) for n in (case.at_first, learner.n))
        eta = np.asarray(learner.eta)
        if np.all((least * (1.0 - SLACK) <= eta) & (eta <= highest * (1.0 + SLACK))):
            return None
        return "a rate is not min(1/(2B), sqrt(ln(1/q)/V))"

    def step(self, learner: Any, again: Again) -> dict[str, Any]:
        before, r = again.before, again.over(0.0, again.r)
        largest = float(np.abs(again.r).max())
        r = r if largest <= before["B"] else r * before["B"] / largest
        due = {
            **super().step(learner, again),
            "B": max(before["B"], largest),
            "Q": before["Q"] + r - before["eta"] * r * r,
            "V": before["V"] + r * r,
            "price_paid": before["price_paid"] + before["eta"] * r * r,
        }
        if not learner.B:
            return due
        # Numbers derived from these sums are compared with those of the copy: the sums may be all rounding.
        old, highest = before["eta"], highest_rates(learner, learner.n)
        known = old > 0.0
        fell = known & (np.asarray(learner.Q) < 0.0)
        return {
            **due,
            "eta": np.where(known, np.minimum(old, highest), highest),
            "slack": before["slack"] + np.where(fell, 1.0 - np.asarray(learner.eta) / np.where(known, old, 1.0), 0.0),
        }


def highest_rates(learner: Any, n: int) -> Any:
    """min(1/(2B), sqrt(ln(1/q)/V)) of every expert, with ln(1/q) at least ln 2; ln n if there is no prior."""
    rarity = np.full(learner.n, log(n)) if learner.prior is None else -elementary.logs(learner.prior)
    V = np.asarray(learner.V)
    with np.errstate(divide="ignore"):
        return np.minimum(0.5 / learner.B, np.sqrt(np.maximum(rarity, log(2.0)) / V))


def most(learner: Any, logs: Any) -> float:
    """ln(1 + S), the upper limit of the logarithm of the potential."""
    return log1p(dot(elementary.exps(logs), learner.slack))
