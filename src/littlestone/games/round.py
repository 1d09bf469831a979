"""`Round`, a round of the game of examples, and how open rounds are saved."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from ..errors import StateError
from ..learner import State
from ..row import Row


class Round:
    """One round: its number, the example, the guess, the label predicted (`act`), and perhaps its `chance`."""

    def __init__(self, number: int, x: Row, guess: float, act: Any) -> None:
        self.number = number
        self.x = x
        self.guess = guess
        self.act = act
        self.sign = 0.0  # the act as a number: -1, 0 or +1
        self.lessons = 0  # how many rounds the learner had learned from when it guessed
        self.teller: Any = (
            None  # the learner, if it knows the chance that a guess stands for; of many classes, the labels
        )
        self.odds: Any = None  # the chance of each class, by its number

    @property
    def chance(self) -> float | dict[Any, float] | None:
        """The chance of the positive class that the learner gave; of every class, by its label, where there are many.

        None for the learners that have none: all whose guess is no chance by nature, but a margin, a vote or a number.
        Learners that follow the log loss have one, one-vs-rest made of them (normalised to sum to one), and learners
        from advice where the loss is of chances (log, brier). It is as good as the learner: nothing recalibrates it.
        """
        if self.odds is not None:
            return {self.teller.outside(float(k)): p for k, p in enumerate(self.odds)}
        if self.teller is None:
            return None
        found: float | None = self.teller.chance_of(self.guess)
        return found

    def __repr__(self) -> str:
        return f"Round(number={self.number}, x={self.x!r}, guess={self.guess:g}, act={self.act!r})"


def saved_rounds(moves: Sequence[Round], by_class: bool) -> State:
    """Open rounds as named arrays, with the chances of the classes where the learner gives them `by_class`."""
    state = {
        "numbers": np.array([move.number for move in moves], dtype=np.int64),
        "lessons": np.array([move.lessons for move in moves], dtype=np.int64),
        "guesses": np.array([move.guess for move in moves], dtype=np.float64),
        "signs": np.array([move.sign for move in moves], dtype=np.float64),
        "widths": np.array([move.x.width for move in moves], dtype=np.int64),
        "starts": np.cumsum([0, *(len(move.x) for move in moves)], dtype=np.int64),
        "columns": np.concatenate([np.zeros(0, dtype=np.int32), *(move.x.columns for move in moves)]),
        "values": np.concatenate([np.zeros(0), *(move.x.values for move in moves)]),
    }
    return {**state, **saved_odds([move.odds for move in moves])} if by_class else state


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
