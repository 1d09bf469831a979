"""Adversaries with a class of several labels, which force its multiclass and its bandit dimension."""

from __future__ import annotations

from typing import Any

from ...concepts.finite_class import Cell, FiniteClass
from ...concepts.forcing import Bandit, Multiclass
from .adversary import SpaceAdversary

WRONG = "wrong"  # what is told instead of a label


class LabelAdversary(SpaceAdversary):
    """Base of adversaries with a class of several labels.

    The guess is the number of a label: play it in a game that knows the labels in
    their order, `Game(learner, labels=range(k))`; the optimal learners of a class see to it themselves.
    """


class MulticlassAdversary(LabelAdversary):
    """Shows a point with two labels that both leave L - 1 to force, and tells one that was not guessed.

    Any deterministic learner makes at least L(C) mistakes, the multiclass Littlestone dimension; `MulticlassOptimal`
    exactly as many (Daniely, Sabato, Ben-David and Shalev-Shwartz 2015).

    >>> from littlestone import Game, MulticlassOptimal
    >>> from littlestone.concepts import Labellings
    >>> from littlestone.natures.adversaries import MulticlassAdversary
    >>> levels = Labellings.parse("levels:4")
    >>> Game(MulticlassOptimal(levels)).play(MulticlassAdversary(levels)).mistakes
    3
    """

    def __init__(self, concepts: FiniteClass) -> None:
        super().__init__(concepts)
        self.forcing = Multiclass(concepts)
        self.left = self.forcing.value(concepts.full)  # mistakes still to force
        self.both: list[Cell] = []

    def strike(self) -> int | None:
        question = self.forcing.question(self.space, self.left) if self.left else None
        if question is None:
            return None
        self.both = question[1]
        return question[0]

    def say(self, guess: float) -> int:
        label, self.space = next(cell for cell in self.both if cell[0] != guess)
        self.left -= 1
        return label


class BanditAdversary(LabelAdversary):
    """Shows a point where every guess leaves B - 1 to force, and says that the guess was wrong.

    Any deterministic learner that is told only right or wrong makes at least B(C) mistakes, the bandit Littlestone
    dimension; `BanditOptimal` exactly as many (Daniely, Sabato, Ben-David and Shalev-Shwartz 2015). The label it tells
    is "wrong", one that no concept gives: the target is still open then, but some concept agrees with everything.

    >>> from littlestone import BanditOptimal, Game
    >>> from littlestone.concepts import Labellings
    >>> from littlestone.natures.adversaries import BanditAdversary
    >>> everything = Labellings.parse("labellings:2,k=3")
    >>> Game(BanditOptimal(everything)).play(BanditAdversary(everything)).mistakes
    4
    """

    def __init__(self, concepts: FiniteClass) -> None:
        super().__init__(concepts)
        self.forcing = Bandit(concepts)
        self.left = self.forcing.value(concepts.full)

    def strike(self) -> int | None:
        split = self.forcing.question(self.space, self.left) if self.left else None
        return None if split is None else split.point

    def say(self, guess: float) -> Any:
        self.space ^= self.concepts.part(self.space, self.point, int(guess))
        self.left -= 1
        return WRONG
