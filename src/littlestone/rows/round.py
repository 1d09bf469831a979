"""`Round`: one round of a game of examples."""

from __future__ import annotations

from typing import Any

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
        self.teller: Any = None  # the learner, if it knows the chance of a guess; of many classes, the labels
        self.odds: Any = None  # the chance of each class, by its number
        self.id: str | None = None  # a name of yours, by which you find it when its label comes; saved with the game

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
