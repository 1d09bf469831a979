"""Payoff matrices, checked and copied: what one player pays the other, for every pair of their actions."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..errors import BadBatch
from ..loss import FARTHEST


def payoff_matrix(A: Any) -> Any:
    """The matrix of a zero-sum game as a read-only copy; anything else is an error.

    A[i, j] is what the row player pays the column player when they play action i and action j.
    """
    wanted = "a payoff matrix is a table of numbers, a row for every action of the row player"
    try:
        matrix = np.array(A.to_numpy() if hasattr(A, "to_numpy") else A, dtype=np.float64)
    except (TypeError, ValueError, OverflowError):
        raise BadBatch(
            f"{wanted}, and all rows of one length; {A!r:.60} is none: give numbers, one list a row"
        ) from None
    if matrix.ndim != 2:
        raise BadBatch(
            f"{wanted}; what came has the shape {matrix.shape}: give a list of rows, such as [[0, 1], [1, 0]]"
        )
    if not matrix.size:
        raise BadBatch(
            f"each player has one action at least; a matrix of {matrix.shape[0]} x {matrix.shape[1]} has none to play"
        )
    for i, j in np.argwhere(~(np.abs(matrix) <= FARTHEST))[:1]:
        raise BadBatch(
            f"a payment is a finite number up to {FARTHEST:g}; row {i}, column {j} has {matrix[i, j]:g}: "
            f"fill it in, or scale the game down"
        )
    matrix.flags.writeable = False
    return matrix


def mixed_strategy(p: Any, n: int, who: str) -> Any:
    """A distribution over n actions, checked, as an array of its own; numbers that sum to one but for rounding."""
    wanted = f"a fixed strategy of {who} is {n} chances that sum to one"
    try:
        chances = np.array(p, dtype=np.float64)
    except (TypeError, ValueError, OverflowError):
        raise BadBatch(f"{wanted}, not {p!r:.60}") from None
    if chances.shape != (n,):
        raise BadBatch(f"{wanted}, one for each action; what came has the shape {chances.shape}")
    if not ((chances >= 0.0).all() and abs(chances.sum() - 1.0) <= 1e-6):
        raise BadBatch(f"{wanted}, none below 0; {chances} is none: divide by the sum")
    chances /= chances.sum()
    chances.flags.writeable = False
    return chances
