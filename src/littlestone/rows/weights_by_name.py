"""The weights of a learner by the names of the columns."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ..errors import BadParameter
from ..support.settings import whole
from ..truth import CLASSES

if TYPE_CHECKING:
    from .game import Game

Weights = dict[Any, float]


def weights_by_name(game: Game, top: int | None = None) -> Weights:
    """The weights that are not zero by the name of their column, or its number, the largest magnitude first.

    Where there are many classes, each has weights of its own, and a key is a pair (class, column). Hashed columns have
    numbers only. The weight of the constant feature is not among them.

    top    how many; None is all
    """
    if top is not None:
        whole("top", top, "a number of weights")
    names = [] if game.features.hashing else game.features.names
    vectors = game.learner.weight_vectors()
    if not vectors:
        raise BadParameter(f"{type(game.learner).__name__} has no weights, one for every column, that could be shown")
    many = game.learner.truths == CLASSES
    found = []
    for number, vector in enumerate(vectors):
        for column in np.flatnonzero(vector):
            name = named(int(column), names, len(vector))
            found.append((float(vector[column]), (game.labels.outside(number), name) if many else name))
    found.sort(key=lambda pair: -abs(pair[0]))
    return {name: weight for weight, name in found[:top]}


def named(column: int, names: list[str], width: int) -> Any:
    """The name of a column, its number if it has none; Winnow's negations come after the variables."""
    if not names:
        return column
    if column < len(names):
        return names[column]
    half = width // 2
    return f"not {names[column - half]}" if 0 <= column - half < len(names) else column
