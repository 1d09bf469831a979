"""What a guess says where others ask for a score or a chance."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ..learner import RowLearner

LEAST = float(np.finfo(float).tiny)


def stance(learner: RowLearner, guess: float) -> float:
    """A guess as a number whose sign says how the learner acts, even where the guess is zero.

    A learner may act as +1 on a guess of zero, and scikit-learn takes zero for a no. The least number there is with the
    sign of the act serves both. A learner that tosses a coin stands where its chance of +1 is (1 + stance)/2.
    """
    if learner.randomised:
        return float(learner.act(guess))
    return guess if guess else learner.act(guess) * LEAST


def chance_of(learner: RowLearner) -> Callable[[Any], Any] | None:
    """The function from stances to chances of +1, if guesses of this learner mean chances; else None."""
    if learner.randomised:
        return lambda stances: (1.0 + stances) / 2.0
    if learner.follows is not None and learner.follows.name == "log":
        from scipy.special import expit

        return expit  # type: ignore[no-any-return]
    return None
