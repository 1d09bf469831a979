"""Does a learner guess with the weights it has? Whatever the data, it is asked about an example of ours."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..errors import BadParameter
from ..row import Batch, Row

FEW = 8  # columns of the example, those of most weight
CLOSE = 1e-6  # what a guess may be off, relative to what it is the sum of


def probe(weights: Any) -> Row | None:
    """An example with the columns of most weight, and no two of the same size; None if nothing has any weight."""
    heavy = np.sort(np.argsort(-np.abs(weights), kind="stable")[:FEW])
    if not np.any(weights) or not np.isfinite(weights).all():
        return None
    values = np.where(np.arange(len(heavy)) % 2, -1.0, 1.0) / np.arange(1.0, len(heavy) + 1.0)
    return Batch([0, len(heavy)], heavy, values, int(heavy[-1]) + 1).row(0)


def misguessed(learner: Any) -> str | None:
    """What is wrong with a learner whose guess is not the linear function that it says it is, if it says one."""
    try:
        said = learner.linear_guess()
    except BadParameter:
        return None
    x = probe(said.weights)
    if x is None:
        return None
    parts = np.append(said.weights[x.columns] * x.values, said.bias * said.bias_weight)
    length = float(np.sqrt(x.squared_norm() + said.bias**2)) if said.normalise else 1.0
    return unlike(learner.predict(x), float(parts.sum()) / length, float(np.abs(parts).sum()) / length)


def unlike(guess: float, due: float, size: float) -> str | None:
    """What is wrong with a guess that is not the one that is due, of parts of that size."""
    return None if abs(guess - due) <= CLOSE * size else "it does not guess with the weights it has"
