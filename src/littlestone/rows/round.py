"""`Round`: one round of a game of examples."""

from __future__ import annotations

from typing import Any

from ..row import Row
from ..support.signatures import Shown


class Round:
    """One round: its number, the example, the guess, the label predicted (`act`), and perhaps its `chance`.

    In a game with guarantees, `said` is what each of them says of the round, in their order, and `interval` and `taste`
    are what the first of their kind says.
    """

    __signature__ = Shown()

    def __init__(self, number: int, x: Row, guess: float, act: Any) -> None:
        self.number = number
        self.x = x
        self.guess = guess
        self.act = act  # what to do, which apple tasting may change
        self.sign = 0.0  # the act of the learner as a number: -1, 0 or +1
        self.lessons = 0  # how many rounds the learner had learned from when it guessed
        self.teller: Any = None  # the learner, if it knows the chance of a guess; of many classes, the labels
        self.odds: Any = None  # the chance of each class that the learner gave, by its number
        self.said: list[Any] | None = None
        self.id: str | None = None  # a name of yours, by which you find it when its label comes; saved with the game

    @property
    def chance(self) -> float | dict[Any, float] | None:
        """The chance of the positive class; of every class, by its label, where there are many.

        It is that of a guarantee that gives calibrated ones, else the learner's own, which is as good as the learner
        is. None for the learners that have none: all whose guess is no chance by nature, but a margin, a vote or a
        number. Learners that follow the log loss have one, one-vs-rest made of them (normalised to sum to one), and
        learners from advice where the loss is of chances (log, brier).
        """
        found = self.chances
        return {self.teller.outside(float(k)): p for k, p in enumerate(found)} if isinstance(found, list) else found

    @property
    def chances(self) -> Any:
        """The chance of the positive class, or a list of those of all classes, by their numbers; None if there is none.

        The last guarantee that has given some counts, and else the learner.
        """
        if self.said is not None:
            for said in reversed(self.said):
                if said is not None and said.kind == "chance":
                    return said.given
        if self.odds is not None:
            return list(self.odds)
        return None if self.teller is None else self.teller.chance_of(self.guess)

    def first(self, kind: str) -> Any:
        """What the first guarantee that says something of this kind has said; None if there is none."""
        return next((said for said in self.said or () if said is not None and said.kind == kind), None)

    @property
    def interval(self) -> Any:
        """The interval around the guess, or the set of classes, if the game has such a guarantee; see `Intervals`."""
        return self.first("interval")

    @property
    def taste(self) -> Any:
        """Whether the label will be seen, if the game has such a guarantee; see `AppleTasting`."""
        return self.first("taste")

    def __repr__(self) -> str:
        return f"Round(number={self.number}, x={self.x!r}, guess={self.guess:g}, act={self.act!r})"
