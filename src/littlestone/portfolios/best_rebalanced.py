"""The best constant rebalanced portfolio."""

from __future__ import annotations

from typing import Any

from ..convex.best_growth import best_growth
from ..solvers.comparator import Comparator


def best_crp(relatives: Any) -> Comparator:
    """The constant rebalanced portfolio b with the largest wealth in hindsight (Cover 1991).

        max over the simplex of  sum_t ln <b, x_t>,      gap = max_i sum_t x_ti / <b, x_t>  -  T

    `relatives` has a row per day and a column per asset: x_ti is the price at the end of day t over that at its start.
    The gap is in log wealth: no portfolio makes more than wealth times e^gap.

    >>> from littlestone.hindsight import best_crp
    >>> best = best_crp([[1.0, 2.0], [1.0, 0.5]] * 10)  # cash, and a share that doubles and halves in turn
    >>> best.weights.round(6).tolist(), round(best.wealth, 6), best.gap < 1e-9
    ([0.5, 0.5], 3.247321, True)
    """
    return best_growth(relatives, "crp")
