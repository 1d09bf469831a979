"""The value of a zero-sum matrix game, by linear programming."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ..errors import TooLarge
from .payoffs import payoff_matrix


class GameValue(NamedTuple):
    """The value of a matrix game, and the strategies that prove it.

    `row` is optimal for the player who pays, `column` for the one who is paid. With them the value is known to lie from
    `lower`, what `column` gets at least, to `upper`, what `row` pays at most: they differ by rounding.
    """

    value: float
    row: Any
    column: Any
    lower: float
    upper: float


def game_value(A: Any) -> GameValue:
    """The value of the game in which the row player pays A[i, j], with optimal strategies (von Neumann 1928).

        value = min over x of max_j (x'A)_j = max over y of min_i (Ay)_i

    The right side is a linear program in y and the value; its dual is the left side, so that one solution by HiGHS
    gives both strategies. Entries are scaled to lie from 0 to 1 first, which changes no strategy.

    A       the matrix, a row for every action of the player who pays

    >>> from littlestone.hindsight import game_value
    >>> found = game_value([[0, 1, -1], [-1, 0, 1], [1, -1, 0]])
    >>> abs(found.value) < 1e-9, found.row.round(3).tolist()
    (True, [0.333, 0.333, 0.333])
    """
    from scipy.optimize import linprog

    matrix = payoff_matrix(A)
    n, m = matrix.shape
    low, scale = float(matrix.min()), float(np.ptp(matrix)) or 1.0
    scaled = (matrix - low) / scale
    found = linprog(
        np.append(np.zeros(m), -1.0),
        A_ub=np.column_stack((-scaled, np.ones(n))),
        b_ub=np.zeros(n),
        A_eq=np.append(np.ones(m), 0.0)[None, :],
        b_eq=[1.0],
        bounds=[(0.0, None)] * m + [(None, None)],
        method="highs",
    )
    if found.status != 0:
        raise TooLarge(f"the linear program of a {n} x {m} game was not solved: {found.message}")
    row, column = distribution(-found.ineqlin.marginals), distribution(found.x[:m])
    lower, upper = float((matrix @ column).min()), float((row @ matrix).max())
    value = min(max(low + scale * float(found.x[m]), lower), max(lower, upper))
    return GameValue(value, row, column, lower, upper)


def distribution(shares: Any) -> Any:
    """Shares without what rounding left of them below zero, and with the sum of one."""
    kept = np.maximum(shares, 0.0)
    return kept / kept.sum()
