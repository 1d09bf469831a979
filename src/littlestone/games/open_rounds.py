"""The open rounds of a game of examples, saved as named arrays and taken up again."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ..door.saved_rows import saved_rows
from ..learner import State, a_vector
from .batch_check import check_open

if TYPE_CHECKING:
    from .rows import Game


def state_of(moves: list[Any]) -> State:
    """Open rounds as named arrays: their rows end to end, and what was said."""
    return {
        "numbers": np.array([move.number for move in moves], dtype=np.int64),
        "lessons": np.array([move.lessons for move in moves], dtype=np.int64),
        "guesses": np.array([move.guess for move in moves], dtype=np.float64),
        "signs": np.array([move.sign for move in moves], dtype=np.float64),
        "widths": np.array([move.x.width for move in moves], dtype=np.int64),
        "starts": np.cumsum([0, *(len(move.x) for move in moves)], dtype=np.int64),
        "columns": np.concatenate([np.zeros(0, dtype=np.int32), *(move.x.columns for move in moves)]),
        "values": np.concatenate([np.zeros(0), *(move.x.values for move in moves)]),
    }


def reopen(game: Game, state: State) -> None:
    """Open these rounds again in a game."""
    rows = saved_rows(state["starts"], state["columns"], state["values"], state["widths"])
    check_open(game, rows, state["signs"])
    kept = (a_vector(name, state[name]).tolist() for name in ("guesses", "signs"))
    for x, number, guess, sign, lessons in zip(rows, state["numbers"], *kept, game.lessons_of(state), strict=True):
        game.opened(int(number), x, guess, sign, lessons)
