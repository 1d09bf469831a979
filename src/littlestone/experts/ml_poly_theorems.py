"""ML-Poly's theorem, for the rule as it stands in `experts/ml_poly.py`."""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np

from ..bound import SLACK
from ..support import elementary
from .potential_theorems import LimitBound
from .regret_theorems import AdviceCase
from .rule_check import Again, Counts


class MLPolyBound(LimitBound):
    """R_i <= sqrt(D (B + V_i)) for every expert, D = sum over the rounds of sum_i r_i^2/(B + V_i), of whatever losses.

    The potential P = sum [R_i]+^2/(B + V_i) begins at 0. In a round [R + r]+^2 <= [R]+^2 + 2 [R]+ r + r^2, the middle
    terms vanish by the weights, and B + V_i only grows: P rises by sum r_i^2/(B + V_i) at most, with B and V_i of
    before the round. Neither does it rise by more than the number of experts whose regret moved, because
    ([R]+ + |r|)^2/(B + V_i + r^2) <= [R]+^2/(B + V_i) + 1 (Cauchy and Schwarz), and D counts a round so where that is
    less: one that shows a new order of magnitude. As long as r^2 stays below B an expert adds
    r^2/(B + V_i) <= log2(1 + r^2/(B + V_i)), so that D grows with n ln T (Gaillard, Stoltz and van Erven 2014, for
    losses from 0 to 1 and with B = 1).
    """

    counts: ClassVar[Counts] = {**LimitBound.counts, "V": 2, "B": 2, "drift": 0}

    def statement(self, case: AdviceCase) -> str:
        return "ML-Poly: R_i <= sqrt(D (B + V_i)), D = sum over t, i of r^2/(B + V_i)"

    def limits(self, learner: Any) -> Any:
        return np.sqrt(learner.drift * (learner.B + np.asarray(learner.V)))

    def growth(self, learner: Any, off: float) -> tuple[float, float]:
        if not learner.B:
            return 0.0, 0.0
        squares = np.maximum(np.asarray(learner.R) - off, 0.0) ** 2
        return float((squares / (learner.B + np.asarray(learner.V))).sum()), learner.drift

    def logs(self, learner: Any, among: Any) -> Any:
        R, V = np.asarray(learner.R)[among], np.asarray(learner.V)[among]
        with np.errstate(divide="ignore", invalid="ignore"):  # an expert without positive regret has no weight
            return np.where(R > 0.0, elementary.logs(np.maximum(R, 0.0)) - elementary.logs(learner.B + V), -np.inf)

    def misset(self, case: AdviceCase) -> str | None:
        if case.learner.spread * case.learner.spread * (1.0 + SLACK) < case.learner.B:
            return "B is more than the square of what a regret can have moved by"
        return super().misset(case)

    def step(self, learner: Any, again: Again) -> dict[str, Any]:
        before, squares = again.before, again.over(0.0, again.r) ** 2
        # A tiny change of a regret may be all rounding, and large relative to its changes so far.
        off = SLACK * again.size
        least, most = (rise(np.maximum(np.abs(again.r) + by, 0.0), again) for by in (-off, off))
        return {
            **super().step(learner, again),
            "V": before["V"] + squares,
            "B": max(before["B"], float(squares.max())),
            "drift": np.clip(learner.drift, before["drift"] + least, before["drift"] + most),
        }


def rise(moved: Any, again: Again) -> float:
    """The increase of D by a round in which the regrets of the awake experts change by so much."""
    known = again.before["B"] + again.before["V"][again.awake]
    new = np.ones(len(moved)) if not again.before["B"] else moved**2 / known
    return float(min(new[moved > 0.0].sum(), np.count_nonzero(moved)))
