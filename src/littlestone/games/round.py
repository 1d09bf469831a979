"""`Round`: one round of a game of examples."""

from __future__ import annotations

from typing import Any

from ..row import Row


class Round:
    """One round: its number, the example, the guess, and the label predicted (`act`)."""

    def __init__(self, number: int, x: Row, guess: float, act: Any) -> None:
        self.number = number
        self.x = x
        self.guess = guess
        self.act = act
        self.sign = 0.0  # the act as a number: -1, 0 or +1
        self.lessons = 0  # how many rounds the learner had learned from when it guessed

    def __repr__(self) -> str:
        return f"Round(number={self.number}, x={self.x!r}, guess={self.guess:g}, act={self.act!r})"
