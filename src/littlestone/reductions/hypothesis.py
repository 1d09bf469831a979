"""`Hypothesis`: a function from examples to labels that no longer learns, the result of a reduction."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from ..errors import BadParameter
from ..features.arrays import as_batch
from ..features.features import Features
from ..geometry.linear_guess import LinearGuess
from ..learner import RowLearner
from ..row import Row
from ..rows.game import Game
from ..rows.round import Round
from ..support.settings import counted


def copied(learner: RowLearner) -> RowLearner:
    """An independent copy of a learner, with its settings and state."""
    twin = learner.clone()
    twin.restore(learner.state())
    return twin


class Hypothesis:
    """The present prediction of a learner as a function: h(x) is -1 or +1, or a number for learners of numbers.

    It takes the examples that a game takes (a mapping of names, a vector, a sparse row, a `Row`) and knows the columns
    of the names it was made with; an unknown name counts as a new column each time. It holds a copy, so it does not
    change while the learner goes on. Where the learner counts a guess of zero as a mistake, h(x) = 0, which is wrong
    whatever the label.

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
        self._game: Game | None = None

    @classmethod
    def of(cls, game: Game) -> Hypothesis:
        """The present hypothesis of this game's learner, with the names of this game's columns."""
        return cls(game.learner, game.features.names, numbered=game.features.numbered)

    @property
    def learner(self) -> RowLearner:
        """A copy of its learner."""
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
        """h(x) for a `Row` made by this hypothesis or by another of the same game."""
        guess = self._learner.predict(x)
        return guess if self.numbers else int(self._learner.act(guess))

    def linear_guess(self) -> LinearGuess:
        """The linear function of its learner; raises if there is none."""
        return self._learner.linear_guess()

    def asked(self, x: Any) -> Round:
        """Predict for x; names that x brought are forgotten again."""
        if self._game is None:  # made on first use: a game takes memory, and of many hypotheses few are called
            self._game = Game(self._learner, bounds=(), features=Features(self.names))
        features = self._game.features
        features.numbered = self._numbered
        try:
            move = self._game.predict(x)
            self._game.forget(move.number)
            return move
        finally:
            features.forget(len(self.names))

    def __reduce__(self) -> tuple[Any, ...]:
        return remade, (self._learner, self.names, self._numbered)

    def __repr__(self) -> str:
        return f"Hypothesis({self._learner!r}, {counted(self._learner.updates, 'update')})"


def remade(learner: RowLearner, names: tuple[str, ...], numbered: bool) -> Hypothesis:
    """Rebuild a hypothesis from its parts, for copy and pickle."""
    return Hypothesis(learner, names, numbered=numbered)
