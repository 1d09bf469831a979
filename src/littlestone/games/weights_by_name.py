"""What a learner makes of every column, by the column's name."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import numpy as np

from ..errors import BadParameter
from ..learners.boolean.version_space import VersionSpaceLearner
from ..learners.multiclass.one_vs_rest import OneVsRest
from ..support.settings import whole

if TYPE_CHECKING:
    from .rows import Game

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
    vectors = list(weight_vectors(game))
    found = []
    for label, vector in vectors:
        for column in np.flatnonzero(vector):
            name = named(int(column), names, len(vector))
            found.append((float(vector[column]), name if label is None else (label, name)))
    found.sort(key=lambda pair: -abs(pair[0]))
    return {name: weight for weight, name in found[:top]}


def weight_vectors(game: Game) -> Iterator[tuple[Any, Any]]:
    """The weights by column of every class, or, under None, those there are."""
    learner: Any = game.learner
    if isinstance(learner, OneVsRest):
        for number, one in enumerate(learner.learners):
            yield game.labels.outside(number), weights_of(one)
        return
    weights = weights_of(learner)
    if weights.ndim == 1:
        yield None, weights
        return
    for number, vector in enumerate(weights):
        yield game.labels.outside(number), vector


def weights_of(learner: Any) -> Any:
    """The weights of a learner that has one for every column."""
    if not hasattr(learner, "weights") or isinstance(learner, VersionSpaceLearner):
        raise BadParameter(f"{type(learner).__name__} has no weights, one for every column, that could be shown")
    return np.asarray(learner.weights)


def named(column: int, names: list[str], width: int) -> Any:
    """The name of a column, its number if it has none; Winnow's negations come after the variables."""
    if not names:
        return column
    if column < len(names):
        return names[column]
    half = width // 2
    return f"not {names[column - half]}" if 0 <= column - half < len(names) else column
