"""Elimination."""

from __future__ import annotations

from typing import Any

from ..row import Row
from ..support.settings import flag
from .elimination_theorems import EliminationBound
from .formulas import OR, Names, joined
from .literals import LiteralsLearner


class Elimination(LiteralsLearner):
    """Begin with the disjunction of all variables; strike out those that are on in a negative taken for a positive.

        guess = +1 if some literal of h is true in x, else -1
        on a negative that was taken for a positive   h <- h without the literals true in x       (Valiant 1984)

    If some disjunction fits, it is part of h for ever: h misses no positive, and every mistake strikes out a
    variable that does not belong. For a disjunction of k variables these are at most n - k mistakes, for one of k
    literals, with `negations`, at most n + 1 - k. A positive that is missed all the same changes nothing: it proves
    that no disjunction fits.

    n            how many variables there are; None takes it from the data, if the data says
    negations    begin with the negations too, so that any literals may stand in the disjunction

    >>> from littlestone import Elimination, Game
    >>> game = Game(Elimination(n=4))
    >>> for x, y in [([1, 1, 0, 0], +1), ([0, 1, 0, 1], -1), ([0, 1, 1, 0], -1)]:
    ...     move = game.predict(x)
    ...     game.label(move.number, y)
    >>> print(game.learner.hypothesis())
    x1
    >>> game.ledger.mistakes, game.ledger.certificates[0].allowed
    (2, 3.0)
    """

    name = "elimination"
    conservative = True
    theorems = (EliminationBound,)

    variants = ({}, {"negations": True})

    def __init__(self, *, n: int | None = None, negations: bool = False) -> None:
        super().__init__(n, flag("negations", negations))

    def parameters(self) -> dict[str, Any]:
        return {**super().parameters(), "negations": self.negations}

    def predict(self, x: Row) -> float:
        return 1.0 if self.true_in(x) > 0.0 else -1.0

    def learn(self, x: Row, y: float, guess: float) -> None:
        if guess > 0.0 and y < 0.0:
            self.strike(x, true=True)
            self.updates += 1

    def hypothesis(self, names: Names = None) -> str:
        """The disjunction as a formula, such as "x1 or x3"."""
        return joined(self.terms(names), OR, "0")
