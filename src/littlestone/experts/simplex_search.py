"""Local search over the simplex, for losses that may be neither smooth nor convex."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np

from ..solvers.forecasts import Forecasts

FLOOR = 1e-9  # the least weight during the search, so that the experts awake have some weight in every round
STARTS = 4  # the number of best experts to start near, besides the centre


def search_simplex(forecasts: Forecasts) -> Any:
    """The best weights found by sequential quadratic programming (Kraft 1988), from several starts."""
    n = forecasts.advice.shape[1]
    middle = np.full(n, 1.0 / n)
    means = np.nansum(forecasts.prices(), axis=0) / np.maximum(forecasts.awake.sum(axis=0), 1)
    starts = [middle] + [0.1 * middle + 0.9 * np.eye(n)[i] for i in np.argsort(means, kind="stable")[:STARTS]]
    found = [trimmed(forecasts, descended(forecasts, start)) for start in starts]
    return min(found, key=lambda weights: forecasts.total(forecasts.combined(weights)))


def descended(forecasts: Forecasts, start: Any) -> Any:
    """The result of a search from `start`, or `start` itself if that is better."""
    from scipy.optimize import minimize

    y, n = forecasts.outcomes, len(start)
    said = np.where(forecasts.awake, forecasts.advice, 0.0)
    unit = forecasts.total(forecasts.combined(start)) or 1.0

    def total(weights: Any) -> tuple[float, Any]:
        shares = np.maximum(weights, FLOOR)
        awake = forecasts.awake @ shares
        guesses = (said @ shares) / awake
        pull = forecasts.loss.slopes(y, guesses) / awake  # d guess / d w_i = (a_i - guess) / awake, for i awake
        slope = pull @ said - (pull * guesses) @ forecasts.awake
        return forecasts.total(guesses) / unit, slope / unit

    with warnings.catch_warnings():
        warnings.simplefilter("ignore", RuntimeWarning)  # a trial step just outside the bounds is clipped
        sum_to_one = {"type": "eq", "fun": lambda w: w.sum() - 1.0, "jac": lambda w: np.ones(n)}
        settings = {"ftol": 1e-15, "maxiter": 500}
        solved = minimize(
            total,
            start,
            jac=True,
            bounds=[(FLOOR, 1.0)] * n,
            constraints=[sum_to_one],
            method="SLSQP",
            options=settings,
        )
    shares = np.maximum(solved.x, FLOOR)
    return shares / shares.sum() if np.isfinite(solved.fun) and solved.fun <= 1.0 else start


def trimmed(forecasts: Forecasts, weights: Any) -> Any:
    """The weights with the smallest ones set to zero, unless that makes the loss larger."""
    kept = np.where(weights > 100 * FLOOR, weights, 0.0)
    kept /= kept.sum()
    if not (forecasts.awake @ kept > 0.0).all():
        return weights
    before, after = (forecasts.total(forecasts.combined(shares)) for shares in (weights, kept))
    return kept if after <= before * (1.0 + 1e-6) else weights
