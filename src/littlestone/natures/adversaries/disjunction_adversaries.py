"""Adversaries whose target is a disjunction or a conjunction."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...support.settings import whole
from .adversary import Adversary, against


class OneByOne(Adversary):
    """Base class: shows one variable after another, and keeps the variables of its target."""

    def __init__(self, n: int) -> None:
        self.n = whole("n", n, "a number of variables", least=1)
        self.asked = 0
        self.chosen: list[int] = []

    @property
    def target(self) -> tuple[int, ...]:
        """The variables of the target, counted from 0."""
        return tuple(self.chosen)


class DisjunctionAdversary(OneByOne):
    """Shows e_1, e_2, ..., e_n with labels against every guess: n mistakes of any deterministic learner.

    The variables whose vector was labelled +1 make a disjunction that fits, possibly the empty one; without the empty
    one in the class only n - 1 mistakes can be forced (Littlestone 1988).

    >>> from littlestone import Game, Winnow
    >>> from littlestone.natures.adversaries import DisjunctionAdversary
    >>> adversary = DisjunctionAdversary(4)
    >>> Game(Winnow(n=4)).play(adversary).mistakes, adversary.target
    (4, (0, 1, 2, 3))
    """

    def question(self) -> Any:
        if self.asked == self.n:
            return None
        self.asked += 1
        return np.eye(self.n)[self.asked - 1]

    def say(self, guess: float) -> int:
        y = against(guess)
        if y > 0:
            self.chosen.append(self.asked - 1)
        return y


class ConjunctionAdversary(OneByOne):
    """Shows the all-ones vector with one bit after another cleared, with labels against every guess: n mistakes.

    A variable is in the target if clearing it made the label -1; no variable at all is the conjunction True.
    """

    def question(self) -> Any:
        if self.asked == self.n:
            return None
        self.asked += 1
        return 1.0 - np.eye(self.n)[self.asked - 1]

    def say(self, guess: float) -> int:
        y = against(guess)
        if y < 0:
            self.chosen.append(self.asked - 1)
        return y


class AllTrue(OneByOne):
    """Shows the all-ones vector, then those with one bit cleared, all +1: n + 1 mistakes of conjunction elimination.

    The target is the empty conjunction, True; elimination begins with all 2n literals and must give up every one.
    """

    def question(self) -> Any:
        if self.asked > self.n:
            return None
        self.asked += 1
        return np.ones(self.n) if self.asked == 1 else 1.0 - np.eye(self.n)[self.asked - 2]

    def say(self, guess: float) -> int:
        return 1
