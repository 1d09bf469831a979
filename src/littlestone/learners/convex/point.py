"""What the learners of points share."""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np

from ...geometry.domain import DOMAINS, Domain, find_domain
from ...learner import Learner, State
from ...losses.points import ConvexLoss, Linear


class PointLearner(Learner):
    """Plays a point of its domain; nature reveals z, and the point w pays loss(w, z).

    The game says which loss that is, by `plays_for`, before the first round. The rule is in `predict`, which changes
    nothing and returns a point that the learner will not touch again, and in `learn`, which is given the point
    played then.

    d           how many coordinates a point has
    domain      where points lie: "space", "ball", "ball:2", "box:0,1", "simplex", or a Domain
    """

    kind: ClassVar[str] = "convex"
    usual_loss: ClassVar[str] = "linear"  # the loss it is usually played with

    def __init__(self, d: int, *, domain: str | Domain = "space") -> None:
        super().__init__()
        self.domain = find_domain(domain, d)
        self.d = self.domain.d
        self.price: ConvexLoss = Linear()

    def plays_for(self, price: ConvexLoss) -> None:
        """The game is about that loss. A learner that cannot play it says so here, before anything is played."""
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
    """The learner of these settings in that state, about that loss: how copy and pickle put one together."""
    learner = kind(**parameters)
    learner.plays_for(price)
    learner.restore(state)
    return learner


def frozen(point: Any) -> Any:
    """A copy that nobody can write into."""
    point = np.array(point, dtype=np.float64)
    point.flags.writeable = False
    return point
