"""Base of the learners of actions that weigh exponentially by estimated losses."""

from __future__ import annotations

from math import sqrt
from typing import Any

import numpy as np

from ..row import Row
from ..state import Vector, fields
from ..support import elementary
from .action import ActionLearner, estimates
from .schedule import Schedule


class ExponentialActions(ActionLearner):
    """Weighs n actions, or policies, by exp(-eta times the sum of their estimated losses); see EXP3 and EXP4."""

    saved = fields(Vector("losses", size="n", least=0.0, finite=True))

    def __init__(self, K: int, n: int, horizon: int | str | None) -> None:
        super().__init__(K)
        self.n = n
        self.schedule = Schedule(horizon, sqrt(elementary.log(max(2, n)) / self.K))
        self.losses = np.zeros(n)  # estimated, since the last new beginning

    @property
    def eta(self) -> float:
        """The rate of the coming round."""
        return self.schedule.rate(self.updates + 1)

    @property
    def gamma(self) -> float:
        """What is added to a chance when a loss is divided by it."""
        return 0.0

    def shares(self) -> Any:
        losses = np.zeros(self.n) if self.schedule.begins(self.updates + 1) else self.losses
        weights = elementary.exps(-self.eta * (losses - losses.min()))
        return weights / weights.sum()

    def predict(self, x: Row | None) -> Any:
        return self.shares()

    def learn(self, x: Row | None, action: int, loss: float, chance: float) -> None:
        self.take(estimates(self.K, action, loss, chance + self.gamma))

    def take(self, losses: Any) -> None:
        """Add the estimated losses of a round."""
        if self.schedule.begins(self.updates + 1):
            self.losses = np.zeros(self.n)
        self.losses = self.losses + losses
        self.updates += 1

    def parameters(self) -> dict[str, Any]:
        return {**super().parameters(), "horizon": self.schedule.horizon}
