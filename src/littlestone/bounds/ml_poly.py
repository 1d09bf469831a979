"""ML-Poly's theorem, for the rule as it stands in `learners/experts/ml_poly.py`."""

from __future__ import annotations

from typing import Any

import numpy as np

from .potential import LimitBound


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

    def theorem(self, learner: Any) -> str:
        return "ML-Poly: R_i <= sqrt(D (B + V_i)), D = sum over t, i of r^2/(B + V_i)"

    def limits(self, learner: Any) -> Any:
        return np.sqrt(learner.drift * (learner.B + np.asarray(learner.V)))

    def growth(self, learner: Any) -> tuple[float, float]:
        if not learner.B:
            return 0.0, 0.0
        squares = np.maximum(np.asarray(learner.R), 0.0) ** 2
        return float((squares / (learner.B + np.asarray(learner.V))).sum()), learner.drift
