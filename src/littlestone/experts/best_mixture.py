"""The best fixed convex combination of the experts."""

from __future__ import annotations

import warnings
from math import nan
from typing import Any

import numpy as np

from ..loss import Loss
from ..losses.guess_losses import Brier, LogScore, Square
from ..solvers.comparator import Comparator
from ..solvers.forecasts import Forecasts, need_convex, read_forecasts
from ..solvers.simplex import Price, duality_gap, smallest_on_simplex
from .kinked import kinked

FLOOR = 1e-9  # the least weight during a local search, so that the experts awake have some weight in every round
STARTS = 4  # the number of best experts that a local search starts near, besides the centre
SURE = 1e-15  # as in losses/guess_losses.py: probabilities are clipped to [SURE, 1 - SURE]
RESTED = (
    "experts slept: their weights are shared out among those awake, which makes the loss a sum of ratios, not convex "
    "in the weights; this is the best that a local search found from several starts, and nothing is proved of it"
)


def best_convex(outcomes: Any, advice: Any, loss: str | Loss = "square") -> Comparator:
    """The fixed mixture of the experts with the smallest loss.

        min over the simplex of  sum_t loss(y_t, <w, a_t>)

    The square, Brier and log losses are solved by Newton's method with an active set, the absolute, pinball and
    percentage losses by linear programming, any other convex loss by sequential quadratic programming; the gap is the
    duality gap of the result. Where experts sleep (nan) their weights are distributed among those awake, in proportion;
    that is not a convex problem, and the gap is nan.

    >>> from littlestone.hindsight import best_convex
    >>> best = best_convex([1.0, 2.0, 3.0], [[0.0, 2.0], [2.0, 2.0], [2.0, 4.0]])
    >>> best.weights.round(6).tolist(), best.rmse < 1e-9
    ([0.5, 0.5], True)
    """
    return convex_of(read_forecasts(outcomes, advice, loss))


def convex_of(forecasts: Forecasts) -> Comparator:
    """`best_convex` of checked forecasts."""
    need_convex(forecasts, "a mixture")
    if forecasts.sleepers:
        weights = search_simplex(forecasts)
        return answer(forecasts, weights, nan, {"note": RESTED})
    kinks = kinked(forecasts)
    if kinks is not None:
        return answer(forecasts, *kinks.best_mixture(), {})
    sums = smooth(forecasts)
    if sums is not None:
        rows, price = sums
        weights, gap = smallest_on_simplex(rows, price)
        return answer(forecasts, weights, float(price.values(rows @ weights).sum()) - gap, {})
    weights = search_simplex(forecasts)
    guesses = forecasts.combined(weights)
    slopes = forecasts.loss.slopes(forecasts.outcomes, guesses)
    return answer(forecasts, weights, forecasts.total(guesses) - duality_gap(forecasts.advice, weights, slopes), {})


def answer(forecasts: Forecasts, weights: Any, floor: float, detail: dict[str, Any]) -> Comparator:
    """The comparator with these weights; `floor` is a lower bound on the loss of any mixture."""
    total = forecasts.total(forecasts.combined(weights))
    gap = nan if np.isnan(floor) else max(0.0, total - floor)
    return Comparator("convex", total, weights, gap, detail, forecasts.rounds, forecasts.loss.full_name)


def smooth(forecasts: Forecasts) -> tuple[Any, Price] | None:
    """The loss as a sum of smooth functions of <row, w>: the rows and the functions; None for other losses.

    For square losses the rows are the errors of the experts, so that no digits are lost. The log loss has one row for
    y ln <w, a_t> and one for (1 - y) ln <w, 1 - a_t>. Probabilities are clipped away from 0 before mixing, not after,
    which makes it convex on the whole simplex. Such a mixture loses no more than the real one: a lower bound holds for
    both.
    """
    loss, y, advice = forecasts.loss, forecasts.outcomes, forecasts.advice
    if isinstance(loss, Square | Brier):
        factor = 2.0 if isinstance(loss, Brier) else 1.0
        price = Price(lambda e: factor * e**2, lambda e: 2.0 * factor * e, lambda e: np.full(len(e), 2.0 * factor))
        return advice - y[:, None], price
    if isinstance(loss, LogScore):
        yes, no = y > 0.0, y < 1.0
        rows = np.vstack((np.maximum(advice[yes], SURE), np.maximum(1.0 - advice[no], 1.0 - (1.0 - SURE))))
        c = np.append(y[yes], 1.0 - y[no])
        return rows, Price(lambda p: -c * np.log(p), lambda p: -c / p, lambda p: c / p**2)
    return None


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
