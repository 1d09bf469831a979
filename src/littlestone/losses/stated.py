"""The loss of advice that is a loss already."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..loss import Loss
from ..row import Row


class Stated(Loss):
    """What is said is what it costs, whatever the truth: for experts whose losses are told, as in a matrix game.

        loss(y, guess) = guess

    The guess of a learner that mixes its experts is then the mean of their losses, by its weights, and that is what it
    pays: the loss is linear, and the regret of the mixture is the one that theorems are about, without any slack.
    """

    name = "stated"

    def value(self, y: float, guess: float, act: float) -> float:
        return guess

    def slope(self, y: float, guess: float) -> float:
        return 1.0

    def price(self, x: Row, y: float, prices: Any) -> None:
        batch = x.batch
        columns = np.asarray(batch.columns)[x.start : x.stop]
        np.asarray(prices)[columns] = np.asarray(batch.values)[x.start : x.stop]
