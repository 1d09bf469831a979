"""Checks that a learner predicts with its weights, by a probe example."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..errors import BadParameter
from ..row import Batch, Row

FEW = 8  # columns of the probe, those with the largest weights
LEAST = 1e-300  # a weight that products with it still have the digits of
CLOSE = 1e-6  # tolerance of a guess, relative to the terms of its sum


def probe(weights: Any) -> Row | None:
    """An example with the columns of largest weight and different values; None if all weights vanish, or nearly."""
    heavy = np.sort(np.argsort(-np.abs(weights), kind="stable")[:FEW])
    if not np.abs(weights).max(initial=0.0) > LEAST or not np.isfinite(weights).all():
        return None
    values = np.where(np.arange(len(heavy)) % 2, -1.0, 1.0) / np.arange(1.0, len(heavy) + 1.0)
    return Batch([0, len(heavy)], heavy, values, int(heavy[-1]) + 1).row(0)


def misguessed(learner: Any) -> str | None:
    """What is wrong if the guess for the probe is not that of the learner's `linear_guess`; None if it has none."""
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
    """What is wrong if a guess is not the expected one, up to rounding of parts of that size."""
    return None if abs(guess - due) <= CLOSE * size else "it does not guess with the weights it has"
