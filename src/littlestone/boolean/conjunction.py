"""Conjunctions."""

from __future__ import annotations

from ..row import Row
from .elimination_theorems import ConjunctionBound
from .formulas import AND, Names, joined
from .literals import LiteralsLearner


class Conjunction(LiteralsLearner):
    """Begin with the conjunction of all literals, x1, ~x1, ..., xn, ~xn; strike out those false in a missed positive.

        guess = +1 if every literal of h is true in x, else -1
        on a positive that was missed   h <- h without the literals false in x                    (Valiant 1984)

    If some conjunction fits, it is part of h for ever. The first mistake leaves n literals, every other strikes
    out at least one that does not belong: at most n + 1 - k mistakes for a conjunction of k literals. A negative that
    is taken for a positive changes nothing: it proves that no conjunction fits.

    n    how many variables there are; None takes it from the data, if the data says

    >>> from littlestone import Conjunction, Game
    >>> game = Game(Conjunction(n=4))
    >>> for x, y in [([1, 0, 0, 1], +1), ([1, 1, 0, 1], +1), ([0, 1, 0, 1], -1)]:
    ...     move = game.predict(x)
    ...     game.label(move.number, y)
    >>> game.learner.left
    3
    >>> game.ledger.mistakes, game.ledger.certificates[0].allowed
    (2, 2.0)
    """

    name = "conjunction"
    conservative = True
    theorems = (ConjunctionBound,)

    def __init__(self, *, n: int | None = None) -> None:
        super().__init__(n, True)

    def predict(self, x: Row) -> float:
        return 1.0 if self.false_in(x) == 0.0 else -1.0

    def learn(self, x: Row, y: float, guess: float) -> None:
        if guess < 0.0 and y > 0.0:
            self.strike(x, true=False)
            self.updates += 1

    def hypothesis(self, names: Names = None) -> str:
        """The conjunction as a formula, such as "x1 and not x2"."""
        return joined(self.terms(names), AND, "1")
