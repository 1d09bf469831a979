"""Helpers of the chapters: games over pairs, natures watched round by round, and curves as series."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

import numpy as np

from ..concepts.concept_class import ConceptClass
from ..concepts.exact_littlestone import littlestone_dimension
from ..learner import RowLearner
from ..linear.perceptron import ZEROS
from ..nature import Label, Nature
from ..rows.game import Game
from .chapter import Series

if TYPE_CHECKING:
    from ..rows.round import Round

MOST = 200  # points of a curve; more would not be visible


def played(learner: Any, rounds: Iterable[tuple[Any, Any]], **settings: Any) -> Game:
    """A game over pairs of example and label."""
    game = Game(learner, **settings)
    for x, y in rounds:
        game.label(game.predict(x).number, y)
    return game


def zero_rule(*learners: RowLearner) -> tuple[str, ...]:
    """What a guess of exactly 0 counts as with these learners, each rule once: "+1", "-1" or "mistake"."""
    names = {sign: name for name, sign in ZEROS.items()}
    return tuple(dict.fromkeys(names[learner.act(0.0)] for learner in learners))


class Watched:
    """A nature around another that calls `look` after every round, when the round is judged and learned from."""

    def __init__(self, nature: Nature, look: Callable[[Round], None]) -> None:
        self.nature = nature
        self.look = look

    def ask(self, last: Round | None) -> Any:
        """What the nature inside asks."""
        if last is not None:
            self.look(last)
        return self.nature.ask(last)

    def answer(self, number: int, guess: float) -> Iterable[Label]:
        """What the nature inside says."""
        return self.nature.answer(number, guess)

    def close(self) -> Iterable[Label]:
        """The labels that the nature inside has not delivered yet."""
        return self.nature.close()


def course(learner: RowLearner, nature: Nature, **settings: Any) -> tuple[Game, list[int]]:
    """A game against a nature, and the mistakes made after each of its rounds."""
    game = Game(learner, **settings)
    mistakes: list[int] = []
    game.play(Watched(nature, lambda last: mistakes.append(game.ledger.mistakes)))
    return game, mistakes


def over_time(label: str, heights: Any, style: str = "step") -> Series:
    """Numbers after rounds 1, 2, ... as a series; a long one is thinned evenly, with its last number kept."""
    values = np.asarray(heights, dtype=float)
    count = min(len(values), MOST)
    at = np.unique(np.linspace(0, len(values) - 1, count).round().astype(int))
    return Series(label, [int(t) + 1 for t in at], [float(values[t]) for t in at], style)


def level(label: str, height: float, start: float, end: float, style: str = "bound") -> Series:
    """A horizontal line: a bound, or a number of forced mistakes."""
    return Series(label, [start, end], [height, height], style)


def seeds(seed: int, *names: str) -> np.random.Generator:
    """A random generator for one purpose, seeded by the seed of the book and a name."""
    return np.random.default_rng([seed, *(sum(ord(c) * 131**k for k, c in enumerate(name)) for name in names)])


def dimension(concepts: ConceptClass | str) -> int:
    """The Littlestone dimension of a class, which may be given by name."""
    return littlestone_dimension(ConceptClass.find(concepts), tree=False).dimension
