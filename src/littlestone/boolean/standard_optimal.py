"""The standard optimal algorithm, and the optimum with a coin."""

from __future__ import annotations

from typing import Any

from ..concepts.concept_class import ConceptClass
from ..concepts.minimax import Minimax
from ..errors import BadParameter
from ..row import Row
from .version_space import VersionSpaceLearner
from .version_space_theorems import OptimalBound, RandomisedOptimalBound


class Optimal(VersionSpaceLearner):
    """What the two have in common: a label cuts the version space down, mistaken or not, and the game has a value."""

    widest = 10  # of 2^10 disjunctions the dimensions are found in a second

    def begin(self, concepts: ConceptClass) -> None:
        super().begin(concepts)
        self.minimax = Minimax(concepts)

    def learn(self, x: Row, y: float, guess: float) -> None:
        self.narrow(x, y)


class StandardOptimal(Optimal):
    """Say the label whose concepts could still cost more mistakes: if it is wrong, what is left costs less.

        guess = argmax_y Ldim(V_y);   V <- {c in V: c(x) = y}                                     (Littlestone 1988)

    If some concept fits, at most Ldim(C) mistakes are made, and no deterministic learner can promise less.

    concepts    the class: a `ConceptClass` or a text such as "table:0011,0101"; None stands for all monotone
                disjunctions of the n variables
    n           how many variables there are; None takes it from the class, or from the data if the data says
    tie         what to say when both labels could cost as much: "0" for -1 or "1" for +1

    >>> from littlestone import Game, StandardOptimal
    >>> game = Game(StandardOptimal("table:1000,0100,0010,0001"))
    >>> for point, y in [([1, 0, 0, 0], -1), ([0, 1, 0, 0], +1), ([0, 0, 1, 0], -1)]:
    ...     game.label(game.predict(point).number, y)
    >>> game.ledger.mistakes, game.ledger.certificates[0].allowed
    (1, 1.0)
    """

    name = "soa"
    theorems = (OptimalBound,)

    variants = ({}, {"tie": "0"})

    def __init__(self, concepts: ConceptClass | str | None = None, *, n: int | None = None, tie: str = "1") -> None:
        if tie not in ("0", "1"):
            raise BadParameter(f"tie is what to say when both labels could cost as much, '0' or '1', not {tie!r}")
        self.tie = tie
        super().__init__(concepts, n)
        self.at_zero = 1.0 if tie == "1" else -1.0

    def parameters(self) -> dict[str, Any]:
        return {**super().parameters(), "tie": self.tie}

    def predict(self, x: Row) -> float:
        zero, one = self.halves(x)
        if not zero or not one:
            return 1.0 if one else -1.0
        difference = self.minimax.value(one) - self.minimax.value(zero)
        return float(max(-1, min(1, difference)))


class RandomisedOptimal(Optimal):
    """Toss a coin so that either label leaves the same to fear: a mistake's chance, and what could follow.

        guess = R(V_1) - R(V_0), cut off at -1 and +1;   V <- {c in V: c(x) = y}   (Filmus and others 2023)

    If some concept fits, at most R(C) mistakes are expected, and no learner can promise less.

    concepts    the class: a `ConceptClass` or a text such as "table:0011,0101"; None stands for the single variables, n
                of them up to 8, and the constant -1. R takes far longer to find than Ldim: think of 50 concepts
    n           how many variables there are; None takes it from the class, or from the data if the data says

    >>> from littlestone import Game, RandomisedOptimal
    >>> game = Game(RandomisedOptimal("table:10,01,00"))
    >>> game.label(game.predict([1, 0]).number, +1)
    >>> game.ledger.expected, game.ledger.certificates[0].allowed
    (0.75, 0.75)
    """

    name = "randomised-soa"
    randomised = True
    widest = 8
    most = 1
    theorems = (RandomisedOptimalBound,)

    def __init__(self, concepts: ConceptClass | str | None = None, *, n: int | None = None) -> None:
        super().__init__(concepts, n)

    def predict(self, x: Row) -> float:
        zero, one = self.halves(x)
        if not zero or not one:
            return 1.0 if one else -1.0
        return max(-1.0, min(1.0, self.minimax.randomised(one) - self.minimax.randomised(zero)))

    def act(self, guess: float) -> float:
        return guess
