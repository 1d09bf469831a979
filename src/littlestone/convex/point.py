"""Base of the learners of points."""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np

from ..geometry.domain import DOMAINS, Domain, find_domain
from ..learner import Learner, State
from ..losses.point_losses import ConvexLoss, Linear


class PointLearner(Learner):
    """Plays a point of its domain; nature reveals z, and the point w pays loss(w, z).

    The game sets the loss, by `plays_for`, before the first round. A subclass defines `predict`, which changes
    nothing and returns a point that the learner does not modify later, and `learn`, which is given the point that
    was played.

    d           how many coordinates a point has
    domain      where points lie: "space", "ball", "ball:2", "box:0,1", "simplex", or a Domain
    """

    kind = "convex"
    usual_loss: ClassVar[str] = "linear"  # the loss it is usually played with
    variants: tuple[dict[str, Any], ...] = ({"d": 3},)

    def __init__(self, d: int, *, domain: str | Domain = "space") -> None:
        super().__init__()
        self.domain = find_domain(domain, d)
        self.d = self.domain.d
        self.price: ConvexLoss = Linear()

    def plays_for(self, price: ConvexLoss) -> None:
        """Set the loss of the game; a learner that cannot play it raises here, before the first round."""
        self.price = price

    def predict(self) -> Any:
        """The point to play. Changes nothing, ever."""
        raise NotImplementedError(f"{type(self).__name__} must say how it plays")

    def learn(self, z: Any, point: Any) -> None:
        """Learn that nature revealed z, having played `point` when it was asked."""
        raise NotImplementedError(f"{type(self).__name__} must say how it learns")

    def parameters(self) -> dict[str, Any]:
        ours = type(self.domain) in DOMAINS.values()
        return {"d": self.d, "domain": str(self.domain) if ours else self.domain}

    def __reduce__(self) -> tuple[Any, ...]:
        return rebuild_point, (type(self), self.parameters(), self.price, self.state())


def rebuild_point(
    kind: type[PointLearner], parameters: dict[str, Any], price: ConvexLoss, state: State
) -> PointLearner:
    """Rebuild a learner from its settings, state and loss, for copy and pickle."""
    learner = kind(**parameters)
    learner.plays_for(price)
    learner.restore(state)
    return learner


def frozen(point: Any) -> Any:
    """A read-only copy."""
    point = np.array(point, dtype=np.float64)
    point.flags.writeable = False
    return point
