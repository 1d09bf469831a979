"""The best fixed point of the simplex where losses are minus logarithms of growth."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..errors import BadBatch
from ..solvers.comparator import Comparator
from ..solvers.forecasts import numbers
from ..solvers.simplex import Price, smallest_on_simplex


def lost(growth: Any) -> Any:
    """Minus the logarithm of growth factors; infinite at 0, which too long a step of the solver may reach."""
    with np.errstate(divide="ignore"):
        return -np.log(growth)


# The loss of a growth factor is minus its logarithm: losses add up as growth multiplies.
GROWTH = Price(lost, lambda growth: -1.0 / growth, lambda growth: 1.0 / growth**2)


def best_growth(relatives: Any, model: str) -> Comparator:
    """The b of the simplex with the largest sum_t ln <b, x_t>, as a comparator of that model.

    Solved by Newton's method with an active set; multiplicative steps alone stall far below.
    """
    x = read_relatives(relatives)
    weights, gap = smallest_on_simplex(x / x.max(axis=1, keepdims=True), GROWTH)  # scaling a day does not matter
    log_wealth = float(np.log(x @ weights).sum())
    with np.errstate(over="ignore"):
        wealth = float(np.exp(log_wealth))
    detail = {"wealth": wealth, "log_wealth": log_wealth}
    return Comparator(model, -log_wealth, weights, gap, detail, len(x), "log growth")


def read_relatives(relatives: Any) -> Any:
    """Check price relatives, and convert them to an array: positive, finite, a row per day."""
    x = numbers("relatives", relatives, 2)
    if x.size == 0:
        raise BadBatch(
            f"a portfolio needs at least one day and one asset; the relatives are {x.shape[0]} x {x.shape[1]}"
        )
    for t, i in np.argwhere(~(np.isfinite(x) & (x > 0.0)))[:1]:
        raise BadBatch(
            f"a price relative is today's price over yesterday's, above 0 and finite; row {t}, column {i} is "
            f"{x[t, i]:g}"
        )
    return x
