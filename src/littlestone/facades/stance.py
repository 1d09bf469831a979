"""Scores and probabilities from guesses."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ..learner import RowLearner

LEAST = float(np.finfo(float).tiny)


def stance(learner: RowLearner, guess: float) -> float:
    """A guess as a score whose sign is the prediction, even where the guess is zero.

    A learner may predict +1 on a guess of zero, which scikit-learn reads as the negative class: then the score is the
    smallest number with the sign of the prediction. For learners with a coin the chance of +1 is (1 + score)/2.
    """
    if learner.randomised:
        return float(learner.act(guess))
    return guess if guess else learner.act(guess) * LEAST


def chance_of(learner: RowLearner) -> Callable[[Any], Any] | None:
    """The function from scores to probabilities of +1, if the learner has probabilities; else None."""
    if learner.randomised:
        return lambda stances: (1.0 + stances) / 2.0
    if learner.follows is not None and learner.follows.name == "log":
        from scipy.special import expit

        return expit  # type: ignore[no-any-return]
    return None
