"""The optimal algorithms of finite classes of several labels: with labels told, and with only right or wrong told."""

from __future__ import annotations

from typing import Any

from ..concepts.finite_class import Cell, FiniteClass, Space
from ..concepts.forcing import Bandit, Forcing, Multiclass
from ..concepts.label_families import coloured_dictators
from ..concepts.labellings import Labellings
from ..errors import BadWidth
from ..row import Row
from ..truth import CLASSES, Truth
from .label_optimal_theorems import BanditOptimalBound, MulticlassOptimalBound
from .version_space import VersionSpaceLearner

SPACES = 100_000_000  # a learner must not give up: version spaces that its search may see


class LabelOptimal(VersionSpaceLearner):
    """What the two have in common: the class of several labels, its version space, and the value of the game."""

    widest = 10
    usual_class = "coloured variables"
    forcing: Forcing

    def __init__(self, concepts: FiniteClass | str | None = None, *, n: int | None = None) -> None:
        super().__init__(concepts, n)

    @property
    def truths(self) -> Truth:
        return CLASSES

    @property
    def known_labels(self) -> list[int] | None:
        """The labels of the class that was given, which are classes 0, 1, 2, ... of a game in this order."""
        return None if self.given is None else list(range(self.given.labels))

    def find_class(self, concepts: Any) -> FiniteClass:
        return Labellings.find(concepts)

    def make_class(self, width: int) -> FiniteClass:
        return coloured_dictators(width)

    def act(self, guess: float) -> float:
        return guess

    def cells(self, x: Row) -> list[Cell]:
        """The concepts left by their label of x."""
        if self.concepts is None:
            name = type(self).__name__
            raise BadWidth(
                f"which class? {name}(concepts=...) or {name}(n=...) must be known before the first prediction"
            )
        parts: list[Cell] = self.concepts.parts(self.space, self.concepts.point_of(x))
        return parts

    def predict(self, x: Row) -> float:
        return float(self.choice(self.space, self.cells(x)))

    def choice(self, space: Space, parts: list[Cell]) -> int:
        """The label to guess, given the concepts left, all and by label."""
        raise NotImplementedError(f"{type(self).__name__} must say what is guessed")

    def keep(self, part: Space) -> None:
        """Go on with these concepts, if there are any."""
        if part and part != self.space:
            self.space = part
            self.updates += 1


class MulticlassOptimal(LabelOptimal):
    """Say the label whose concepts could still cost most mistakes: if it is wrong, what is left costs less.

        guess = argmax_y L(V_y);   V <- {c in V: c(x) = y}       (Daniely, Sabato, Ben-David and Shalev-Shwartz 2015)

    L is the multiclass Littlestone dimension. If some concept fits, at most L(C) mistakes are made, and no
    deterministic learner can promise less. The lowest label wins a tie.

    concepts    the class: a `Labellings` or a text such as "labellings:3,k=4" or "table:012,120"; None stands for the
                n variables in two colours: label 1, or 2, where one of them is 1, and 0 elsewhere
    n           how many variables there are; None takes it from the class, or from the data if the data says

    >>> from littlestone import Game, MulticlassOptimal
    >>> game = Game(MulticlassOptimal("table:012,120,201"))
    >>> for point, y in [([1, 0, 0], 2), ([0, 1, 0], 0), ([0, 0, 1], 1)]:
    ...     game.label(game.predict(point).number, y)
    >>> game.ledger.mistakes, game.ledger.certificates[0].allowed
    (1, 1.0)
    """

    name = "multiclass-soa"
    theorems = (MulticlassOptimalBound,)

    def begin(self, concepts: Any) -> None:
        super().begin(concepts)
        self.forcing = Multiclass(concepts, spaces=SPACES)

    def choice(self, space: Space, parts: list[Cell]) -> int:
        return max(parts, key=lambda cell: self.forcing.value(cell[1]))[0] if len(parts) > 1 else parts[0][0]

    def learn(self, x: Row, y: float, guess: float) -> None:
        self.keep(dict(self.cells(x)).get(int(y), 0))


class BanditOptimal(LabelOptimal):
    """Say the label that leaves least to fear if it is wrong; learn only whether it was right.

        guess = argmin_y B(V without V_y);   V <- V_guess if it was right, V without V_guess if it was wrong
                                                             (Daniely, Sabato, Ben-David and Shalev-Shwartz 2015)

    B is the bandit Littlestone dimension. If some concept fits, at most B(C) mistakes are made, and no deterministic
    learner that is told only right or wrong can promise less. The lowest label wins a tie. Where the label is not
    known, tell the game any other: `game.label(number, "wrong")`. What is right or wrong is the guess that was given,
    however late that is told.

    concepts    the class: a `Labellings` or a text such as "labellings:3,k=4" or "table:012,120"; None stands for the
                n variables in two colours: label 1, or 2, where one of them is 1, and 0 elsewhere
    n           how many variables there are; None takes it from the class, or from the data if the data says

    >>> from littlestone import BanditOptimal, Game
    >>> game = Game(BanditOptimal("constant-labels:1,k=4"))
    >>> for target in (2, 2, 2, 2):
    ...     move = game.predict([1])
    ...     game.label(move.number, target if move.act == target else "wrong")
    >>> game.ledger.mistakes, game.ledger.certificates[0].allowed
    (2, 3.0)
    """

    name = "bandit-soa"
    widest = 8  # its search takes far longer
    asked_again = False  # "wrong" is said of the guess given, and of no other
    theorems = (BanditOptimalBound,)

    def begin(self, concepts: Any) -> None:
        super().begin(concepts)
        self.forcing = Bandit(concepts, spaces=SPACES)

    def choice(self, space: Space, parts: list[Cell]) -> int:
        return min(parts, key=lambda cell: self.forcing.value(space ^ cell[1]))[0]

    def learn(self, x: Row, y: float, guess: float) -> None:
        part = dict(self.cells(x)).get(int(guess), 0)
        self.keep(part if guess == y else self.space ^ part)
