"""The account of a convex game: what the points cost, and what nature revealed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from .account import Account
from .convex_loss import ConvexLoss
from .learner import State

if TYPE_CHECKING:
    from .bound import Bound
    from .learners.convex.point import PointLearner


class ConvexLedger(Account):
    """Adds up the losses, keeps points and what nature revealed, up to `keep` numbers, for the best in hindsight."""

    def __init__(
        self, learner: PointLearner, loss: ConvexLoss, bounds: Sequence[Bound] = (), keep: int = 1_000_000
    ) -> None:
        super().__init__(learner, loss, bounds)
        self.keep = keep
        self.revealed: list[Any] = []
        self.points: list[Any] = []
        self.complete = True

    def judged(self, number: int, point: Any, z: Any, cost: float, late: int, delay: int) -> None:
        """Enter a judged round."""
        self.enter(number, cost, late, delay)
        self.complete = self.complete and (len(self.revealed) + 1) * self.learner.d <= self.keep  # type: ignore[attr-defined]
        if self.complete:
            self.revealed.append(z)
            self.points.append(point)

    def state(self) -> State:
        state = super().state()
        return {
            **state,
            "complete": np.bool_(self.complete),
            "revealed": np.array(self.revealed),
            "points": np.array(self.points),
        }

    def restore(self, state: State) -> None:
        super().restore(state)
        self.complete = bool(state["complete"])
        self.revealed = list(state["revealed"])
        self.points = list(state["points"])
