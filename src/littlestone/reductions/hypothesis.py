"""What a reduction hands back: a function from examples to labels that no longer learns."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from ..door.arrays import as_batch
from ..door.features import Features
from ..errors import BadParameter
from ..games.rows import Game, Round
from ..geometry.linear_guess import LinearGuess
from ..learner import RowLearner
from ..row import Row
from ..support.words import counted


def copied(learner: RowLearner) -> RowLearner:
    """A learner with the same settings that knows the same, and learns on its own."""
    twin = learner.clone()
    twin.restore(learner.state())
    return twin


class Hypothesis:
    """What a learner would act at one moment, as a function: h(x) is -1 or +1, or a number where it guesses numbers.

    It takes the examples that a game takes (a mapping of names, a vector, a sparse row, a `Row`) and knows the columns
    of the names it was made with; a name it does not know counts as a new column, each time anew. It is made of a
    copy, so it stays what it is while the learner learns on. A learner that calls a guess of zero a mistake makes
    h(x) = 0 there, which is wrong whatever the label.

    >>> from littlestone import Perceptron
    >>> h = Hypothesis(Perceptron())
    >>> h([1, 0]), h
    (1, Hypothesis(Perceptron(zero='+1', bias=None, normalise=False), 0 updates))
    """

    def __init__(self, learner: RowLearner, names: Iterable[str] = (), *, numbered: bool = False) -> None:
        if learner.randomised:
            raise BadParameter(f"a hypothesis is a function, and {learner!r} tosses a coin")
        self._learner = copied(learner)
        self.names = tuple(names)
        self._numbered = numbered
        self.numbers = learner.truths == "numbers"
        self._door: Game | None = None

    @classmethod
    def of(cls, game: Game) -> Hypothesis:
        """What the learner of this game would act now, under the names of this game's columns."""
        return cls(game.learner, game.features.names, numbered=game.features.numbered)

    @property
    def learner(self) -> RowLearner:
        """A copy of the learner behind it."""
        return copied(self._learner)

    def __call__(self, x: Any) -> float:
        move = self.asked(x)
        return move.guess if self.numbers else int(move.sign)

    def guess(self, x: Any) -> float:
        """The guess for x, a real number; its sign is h(x)."""
        return self.asked(x).guess

    def labels(self, X: Any) -> Any:
        """h(x) for every row x of a table, as an array."""
        batch = as_batch(X)
        return np.array([self(batch.row(t)) for t in range(batch.rows)], dtype=np.float64)

    def on(self, x: Row) -> float:
        """h(x) for a row that has passed the door, of this hypothesis or of another of the same game."""
        guess = self._learner.predict(x)
        return guess if self.numbers else int(self._learner.act(guess))

    def linear_guess(self) -> LinearGuess:
        """The linear function that it guesses with; an error if there is none."""
        return self._learner.linear_guess()

    def asked(self, x: Any) -> Round:
        """The first move of a round that never gets its second; the door is left as it was."""
        if self._door is None:  # a game takes room, and of many hypotheses few are asked themselves
            self._door = Game(self._learner, bounds=(), features=Features(self.names))
        features = self._door.features
        features.numbered = self._numbered
        try:
            move = self._door.predict(x)
            self._door.forget(move.number)
            return move
        finally:
            features.forget(len(self.names))

    def __reduce__(self) -> tuple[Any, ...]:
        return remade, (self._learner, self.names, self._numbered)

    def __repr__(self) -> str:
        return f"Hypothesis({self._learner!r}, {counted(self._learner.updates, 'update')})"


def remade(learner: RowLearner, names: tuple[str, ...], numbered: bool) -> Hypothesis:
    """The hypothesis of these parts: how copy and pickle put one together."""
    return Hypothesis(learner, names, numbered=numbered)
