"""What the learners of points share."""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np

from ...convex_loss import ConvexLoss, Linear
from ...domain import Domain, find_domain
from ...errors import UnknownName
from ...learner import Learner


class PointLearner(Learner):
    """Plays a point of its domain; nature reveals z, and the point w pays loss(w, z).

    The game tells it which loss that is by setting `price`. The rule is in `predict`, which changes nothing and
    returns a point that the learner will not touch again, and in `learn`, which is given the point played then.

    d           how many coordinates a point has
    domain      where points lie: "space", "ball", "box", "simplex", or a Domain; how far a domain that is named
                reaches is said in its own words: radius=2.0 of a ball, low=0.0 and high=3.0 of a box
    """

    kind: ClassVar[str] = "convex"

    def __init__(self, d: int, *, domain: str | Domain = "space", **reach: Any) -> None:
        super().__init__()
        found = find_domain(domain, d)
        for setting in reach:
            if isinstance(domain, Domain) or setting not in found.parameters():
                raise UnknownName.among(f"parameter of {self.name} on this domain,", setting, found.parameters())
        self.domain = find_domain(domain, d, **reach) if reach else found
        self.d = self.domain.d
        self.price: ConvexLoss = Linear()

    def predict(self) -> Any:
        """The point to play. Changes nothing, ever."""
        raise NotImplementedError(f"{type(self).__name__} must say how it plays")

    def learn(self, z: Any, point: Any) -> None:
        """Learn that nature revealed z, having played `point` when it was asked."""
        raise NotImplementedError(f"{type(self).__name__} must say how it learns")

    def parameters(self) -> dict[str, Any]:
        return {"d": self.d, "domain": self.domain.name, **self.domain.parameters()}


def frozen(point: Any) -> Any:
    """A copy that nobody can write into."""
    point = np.array(point, dtype=np.float64)
    point.flags.writeable = False
    return point
