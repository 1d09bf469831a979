"""The open rounds of a game of examples, saved as named arrays and taken up again."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from ..errors import StateError
from ..features.saved_rows import end_to_end, saved_rows
from ..learner import State, a_vector
from .batch_check import check_open

if TYPE_CHECKING:
    from .game import Game


def state_of(moves: list[Any], by_class: bool) -> State:
    """Open rounds as named arrays: their rows end to end, what was said, and `by_class` the chances of the classes."""
    starts, columns, values, widths = end_to_end([move.x for move in moves])
    state = {
        "numbers": np.array([move.number for move in moves], dtype=np.int64),
        "lessons": np.array([move.lessons for move in moves], dtype=np.int64),
        "guesses": np.array([move.guess for move in moves], dtype=np.float64),
        "signs": np.array([move.sign for move in moves], dtype=np.float64),
        "widths": widths,
        "starts": starts,
        "columns": columns,
        "values": values,
    }
    if any(move.id is not None for move in moves):
        state["ids"] = np.frombuffer(json.dumps([move.id for move in moves]).encode(), dtype=np.uint8)
    return {**state, **saved_odds([move.odds for move in moves])} if by_class else state


def ids_of(state: State) -> list[str | None]:
    """The ids of saved open rounds, None where there is none."""
    if "ids" not in state:
        return [None] * len(state["numbers"])
    ids = json.loads(np.asarray(state["ids"]).tobytes())
    texts = isinstance(ids, list) and all(one is None or isinstance(one, str) for one in ids)
    if not texts or len(ids) != len(state["numbers"]):
        raise StateError("'ids' of open rounds are a list of texts, one for every round, null where it has none")
    return [None if one is None else str(one) for one in ids]


def rounds_by_id(game: Game) -> dict[str, int]:
    """The numbers of the open rounds that have an id."""
    return {move.id: number for number, move in game.open.items() if move.id is not None}


def reopen(game: Game, state: State) -> None:
    """Open these rounds again in a game."""
    rows = saved_rows(state["starts"], state["columns"], state["values"], state["widths"])
    check_open(game, rows, state["signs"])
    kept = (a_vector(name, state[name]).tolist() for name in ("guesses", "signs"))
    more = game.lessons_of(state), odds_of(state), ids_of(state)
    for x, number, guess, sign, lessons, odds, id in zip(rows, state["numbers"], *kept, *more, strict=True):
        game.opened(int(number), x, guess, sign, lessons, odds).id = id


def saved_odds(odds: Sequence[Any]) -> State:
    """The chances of every class in each round, end to end, and how many each has; -1 for none."""
    return {
        "odds": np.array([p for each in odds if each is not None for p in each], dtype=np.float64),
        "classes": np.array([-1 if each is None else len(each) for each in odds], dtype=np.int64),
    }


def odds_of(state: State) -> list[Any]:
    """The chances of every class in saved open rounds, None where there are none; see `saved_odds`."""
    if "classes" not in state:  # an older release wrote none
        return [None] * len(state["numbers"])
    odds, classes = np.asarray(state["odds"], dtype=np.float64), np.asarray(state["classes"], dtype=np.int64)
    if odds.ndim != 1 or np.shape(classes) != np.shape(state["numbers"]) or np.maximum(classes, 0).sum() != len(odds):
        raise StateError(
            "'odds' of open rounds are the chances of their classes, end to end, as many as 'classes' says"
        )
    ends = np.cumsum(np.maximum(classes, 0)).tolist()
    return [None if n < 0 else odds[end - n : end].tolist() for n, end in zip(classes.tolist(), ends, strict=True)]
