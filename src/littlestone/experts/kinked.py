"""Piecewise linear losses with a kink at the label (absolute, pinball, percentage), by linear programming."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ..losses.guess_losses import Absolute, Percentage, Pinball
from ..solvers.forecasts import Forecasts


class Kinked(NamedTuple):
    """The loss of w as sum_t max(up (<a_t, w> - y_t), down (y_t - <a_t, w>)), with rows and labels scaled for it.

    Any p with -down <= p_t <= up proves that the loss is at least sum_t p_t (<a_t, w> - y_t), for every w: the linear
    program finds such a p, and the weights are the multipliers of its constraints.
    """

    rows: Any
    truths: Any
    up: float
    down: float

    def best_mixture(self) -> tuple[Any, float]:
        """The best w of the simplex, and a lower bound on the loss there.

        max s  with  s <= sum_t p_t (a_ti - y_t) for every i,  -down <= p_t <= up
        """
        from scipy.optimize import linprog

        errors = self.rows - self.truths[:, None]
        scale = float(np.abs(errors).max()) or 1.0
        rounds, n = errors.shape
        constraints = np.hstack((-errors.T / scale, np.ones((n, 1))))
        limits = [(-self.down, self.up)] * rounds + [(None, None)]
        solved = linprog(np.append(np.zeros(rounds), -1.0), constraints, np.zeros(n), bounds=limits, method="highs")
        weights = np.maximum(0.0, -solved.ineqlin.marginals)
        proof = np.clip(solved.x[:-1], -self.down, self.up)
        return weights / weights.sum(), float((proof @ errors).min())

    def best_vector(self) -> tuple[Any, float]:
        """The best w of any sign and sum, and a lower bound on the loss.

            max -sum_t p_t y_t  with  sum_t p_t a_t = 0,  -down <= p_t <= up

        The solver's p satisfies the equation up to a tolerance; it is projected onto it, then scaled towards 0 until it
        is within its limits again, so that the lower bound is valid.
        """
        from scipy.optimize import linprog

        scale = float(np.abs(self.rows).max()) or 1.0
        level = float(np.abs(self.truths).max()) or 1.0
        limits = [(-self.down, self.up)] * len(self.truths)
        rows, truths = self.rows / scale, self.truths / level
        solved = linprog(truths, A_eq=rows.T, b_eq=np.zeros(rows.shape[1]), bounds=limits, method="highs")
        proof = solved.x - rows @ np.linalg.lstsq(rows, solved.x, rcond=None)[0]
        excess = max(float(proof.max()) / self.up, -float(proof.min()) / self.down, 1.0)
        return solved.eqlin.marginals * level / scale, -float(proof @ self.truths) / excess


def kinked(forecasts: Forecasts) -> Kinked | None:
    """The forecasts as a `Kinked` problem; None for other losses."""
    loss, y, advice = forecasts.loss, forecasts.outcomes, forecasts.advice
    if isinstance(loss, Absolute):
        return Kinked(advice, y, 1.0, 1.0)
    if isinstance(loss, Pinball):
        return Kinked(advice, y, 1.0 - loss.quantile, loss.quantile)
    if isinstance(loss, Percentage):
        return Kinked(advice / np.abs(y)[:, None], np.sign(y), 1.0, 1.0)
    return None
