"""What the learners that follow a leader share: the sum of the losses so far."""

from __future__ import annotations

from typing import Any

from ..errors import BadParameter
from ..geometry.domain import Domain
from ..losses.point_losses import CONVEX_LOSSES, ConvexLoss, find_convex_loss
from ..state import Held, Part, State, Text, fields, under
from .loss_sum import loss_sum
from .point import PointLearner


class Losses(Part):
    """The sum of the losses, which are those of the name that was saved, or of the user's own."""

    def check(self, thing: Any, state: State, held: Held) -> None:
        name = held["price"]
        losses = loss_sum(find_convex_loss(name) if name in CONVEX_LOSSES else thing.price, thing.d)
        losses.restore(under(state, self.name))
        held[self.name] = losses

    def put(self, thing: Any, held: Held) -> None:
        thing.losses, thing.price = held[self.name], held[self.name].price


class LeaderLearner(PointLearner):
    """Plays where something is smallest that the sum F of the losses so far decides; learning is adding a loss to F."""

    saved = fields(Text("price", "price.name()"), Losses("losses/", "losses"))

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
