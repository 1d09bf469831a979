"""The best fixed convex combination of the experts."""

from __future__ import annotations

from math import nan
from typing import Any

import numpy as np

from ..loss import Brier, LogScore, Loss, Square
from .comparator import Comparator
from .forecasts import Forecasts, need_convex, read_forecasts
from .kinked import kinked
from .search import search_simplex
from .simplex import Price, duality_gap, smallest_on_simplex

SURE = 1e-15  # as in loss.py: a chance nearer to 0 or 1 is priced as this
RESTED = (
    "experts slept: their weights are shared out among those awake, which makes the loss a sum of ratios, not convex "
    "in the weights; this is the best that a local search found from several starts, and nothing is proved of it"
)


def best_convex(outcomes: Any, advice: Any, loss: str | Loss = "square") -> Comparator:
    """The fixed shares of the experts whose mixed forecast pays least.

        min over the simplex of  sum_t loss(y_t, <w, a_t>)

    The square, Brier and log losses are solved by Newton's method with an active set, the absolute, pinball and
    percentage losses by linear programming, any other convex loss by sequential quadratic programming; the gap is the
    duality gap at the end, whoever found the weights. Where experts sleep (nan) their weights are shared out among
    those awake, in proportion; that is no convex problem, and the gap is nan.

    >>> from littlestone.oracle import best_convex
    >>> best = best_convex([1.0, 2.0, 3.0], [[0.0, 2.0], [2.0, 2.0], [2.0, 4.0]])
    >>> best.weights.round(6).tolist(), best.rmse < 1e-9
    ([0.5, 0.5], True)
    """
    return convex_of(read_forecasts(outcomes, advice, loss))


def convex_of(forecasts: Forecasts) -> Comparator:
    """`best_convex` of forecasts that were read already."""
    need_convex(forecasts, "a mixture")
    if forecasts.sleepers:
        weights = search_simplex(forecasts)
        return answer(forecasts, weights, nan, {"note": RESTED})
    kinks = kinked(forecasts)
    if kinks is not None:
        return answer(forecasts, *kinks.best_mixture(), {})
    loss, y, rows = forecasts.loss, forecasts.outcomes, surely(forecasts)
    price = smooth(forecasts)
    weights = search_simplex(forecasts) if price is None else smallest_on_simplex(rows, price)[0]
    guesses = rows @ weights
    floor = loss.values(y, guesses).sum() - duality_gap(rows, weights, loss.slopes(y, guesses))
    return answer(forecasts, weights, float(floor), {})


def answer(forecasts: Forecasts, weights: Any, floor: float, detail: dict[str, Any]) -> Comparator:
    """The comparator with these weights; no mixture pays less than `floor`."""
    total = forecasts.total(forecasts.combined(weights))
    gap = nan if np.isnan(floor) else max(0.0, total - floor)
    return Comparator("convex", total, weights, gap, detail, forecasts.rounds, forecasts.loss.full_name)


def surely(forecasts: Forecasts) -> Any:
    """The advice; of the log loss, with chances no nearer to 0 and 1 than it prices them.

    Chances are cut off there before they are mixed, not after: then the loss is convex all over the simplex. A mixture
    of these pays no more than the mixture it stands for, up to rounding, so no floor is too high.
    """
    return np.clip(forecasts.advice, SURE, 1.0 - SURE) if isinstance(forecasts.loss, LogScore) else forecasts.advice


def smooth(forecasts: Forecasts) -> Price | None:
    """The prices of the rounds with both derivatives, for the losses whose second is known."""
    loss, y = forecasts.loss, forecasts.outcomes

    def values(guesses: Any) -> Any:
        return loss.values(y, guesses)

    def slopes(guesses: Any) -> Any:
        return loss.slopes(y, guesses)

    if isinstance(loss, Square | Brier):
        return Price(values, slopes, lambda guesses: np.full(len(y), 4.0 if isinstance(loss, Brier) else 2.0))
    if isinstance(loss, LogScore):
        return Price(values, slopes, lambda p: y / p**2 + (1.0 - y) / (1.0 - p) ** 2)
    return None
