"""What the learners that follow a leader share: the sum of the losses so far."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..errors import BadParameter
from ..geometry.domain import Domain
from ..learner import State, under
from ..losses.point_losses import CONVEX_LOSSES, ConvexLoss, find_convex_loss
from .loss_sum import loss_sum
from .point import PointLearner


class LeaderLearner(PointLearner):
    """Plays where something is smallest that the sum F of the losses so far decides; learning is adding a loss to F."""

    def __init__(self, d: int, *, domain: str | Domain) -> None:
        super().__init__(d, domain=domain)
        self.losses = loss_sum(self.price, self.d)

    def plays_for(self, price: ConvexLoss) -> None:
        if type(price) is type(self.price) and self.losses.count:
            super().plays_for(price)
            return
        if self.losses.count:
            raise BadParameter(
                f"{self!r} has learned from {self.losses.count} {self.price.name} losses and cannot go on "
                f"with others; take a fresh one"
            )
        super().plays_for(price)
        self.losses = loss_sum(price, self.d)

    def learn(self, z: Any, point: Any) -> None:
        self.losses.add(z)
        self.updates += 1

    def state(self) -> State:
        losses = {f"losses/{name}": value for name, value in self.losses.state().items()}
        return {**super().state(), "price": np.array(self.price.name), **losses}

    def restore(self, state: State) -> None:
        name = str(state["price"])
        losses = loss_sum(find_convex_loss(name) if name in CONVEX_LOSSES else self.price, self.d)
        losses.restore(under(state, "losses/"))
        super().restore(state)
        self.losses, self.price = losses, losses.price
