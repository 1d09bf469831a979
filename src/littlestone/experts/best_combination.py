"""The best fixed linear combination of the experts."""

from __future__ import annotations

from math import sqrt
from typing import Any

import numpy as np

from ..errors import BadBatch, BadParameter
from ..loss import Loss
from ..losses.guess_losses import Brier, Square
from ..solvers.comparator import Comparator
from ..solvers.forecasts import Forecasts, need_convex, read_forecasts
from ..support.settings import real
from .kinked import kinked


def best_linear(outcomes: Any, advice: Any, loss: str | Loss = "square", ridge: float = 0.0) -> Comparator:
    """The linear combination of the experts, of any sign and sum, with the smallest loss.

        min over all w of  sum_t loss(y_t, <w, a_t>) + ridge |w|^2

    Square and Brier by least squares (the shortest w, if there are many), absolute, pinball and percentage by
    linear programming, without a ridge. `loss` is the loss of the forecasts alone; with a ridge the gap is that of the
    whole objective, `detail["objective"]`. All experts must be awake in all rounds.

    >>> from littlestone.hindsight import best_linear
    >>> best_linear([2.0, 4.0, 6.0], [[1.0], [2.0], [3.0]]).weights.round(6).tolist()
    [2.0]
    """
    return linear_of(read_forecasts(outcomes, advice, loss), ridge)


def linear_of(forecasts: Forecasts, ridge: float) -> Comparator:
    """`best_linear` of checked forecasts."""
    need_convex(forecasts, "a linear combination")
    weight = real("ridge", ridge, "the price of |w|^2, 0 or more")
    if weight < 0.0:
        raise BadParameter(f"ridge is the price of |w|^2, 0 or more, not {ridge}")
    for t, i in np.argwhere(~forecasts.awake)[:1]:
        raise BadBatch(
            f"a linear combination needs every expert awake, but that of column {i} sleeps in row {t}; take "
            f"best_convex, which shares its weight out, or leave the expert or the round out"
        )
    kinks = kinked(forecasts)
    if kinks is not None:
        if weight:
            raise BadParameter(
                f"a ridge goes with the square and brier losses; the {forecasts.loss.name} loss has none"
            )
        w, floor = kinks.best_vector()
        gap = max(0.0, forecasts.total(forecasts.advice @ w) - floor)
    elif isinstance(forecasts.loss, Square | Brier):
        w, gap = least_squares(forecasts, weight)
    else:
        raise BadParameter(
            f"there is no solver for linear combinations under the {forecasts.loss.name} loss; "
            f"take best_convex, or one of the losses square, brier, absolute, pinball and percentage"
        )
    total = forecasts.total(forecasts.advice @ w)
    detail = {"ridge": weight, "objective": total + weight * float(w @ w)}
    return Comparator("linear", total, w, gap, detail, forecasts.rounds, forecasts.loss.full_name)


def least_squares(forecasts: Forecasts, ridge: float) -> tuple[Any, float]:
    """The shortest w with the smallest |y - A w|^2 + ridge |w|^2, and its distance from the minimum.

    The residual of the best w is orthogonal to the columns. The squared length of its projection on them is exactly
    what w loses too much.
    """
    factor, n = (2.0 if isinstance(forecasts.loss, Brier) else 1.0), forecasts.advice.shape[1]
    rows = np.vstack((sqrt(factor) * forecasts.advice, sqrt(ridge) * np.eye(n)))
    truths = np.append(sqrt(factor) * forecasts.outcomes, np.zeros(n))
    w = np.zeros(n)
    for _ in range(2):
        w = w + np.linalg.lstsq(rows, truths - rows @ w, rcond=None)[0]
    rest = rows @ np.linalg.lstsq(rows, truths - rows @ w, rcond=None)[0]
    return w, float(rest @ rest)
