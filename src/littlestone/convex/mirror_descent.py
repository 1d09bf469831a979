"""Mirror descent."""

from __future__ import annotations

from typing import Any

from ..errors import BadParameter
from ..geometry.domain import Domain
from ..geometry.geometry_names import GEOMETRIES, find_mirror
from ..geometry.mirror_map import MirrorMap
from ..state import Vector, fields
from .gradient_learner import GradientLearner, positive
from .mirror_descent_theorems import MirrorBound


class MirrorDescent(GradientLearner):
    """Step in the mirror: go there by the gradient of psi, step against the gradient of the loss, and come back.

        theta <- theta - eta g,    w <- the point of the domain with the largest <theta, w> - psi(w),
        theta <- grad psi(w)                                              (Nemirovski and Yudin 1983)

    R(u) <= D(u, w_1)/eta + (eta/(2 mu)) sum of |g|*^2 for every u, where psi is mu-strongly convex in a norm whose dual
    is |.|*, and D is how far psi rises above its tangent. The geometry is yours to choose: with half the squared length
    for psi this is gradient descent, with the entropy on the simplex exponentiated gradient, whose price for d
    coordinates is ln d.

    d           how many coordinates a point has
    mirror      "euclidean", "entropy", or a MirrorMap of your own
    eta         the rate, more than 0
    domain      where points lie; None is where the mirror map is at home

    >>> from littlestone import ConvexGame, MirrorDescent
    >>> game = ConvexGame(MirrorDescent(4, mirror="entropy", eta=0.5))
    >>> for z in 5 * [[0, 1, 1, 1], [0, 0, 1, 0]]:
    ...     game.label(game.predict().number, z)
    >>> certificate = game.ledger.certificates[0]
    >>> certificate.verdict, round(certificate.paid, 2), round(certificate.allowed, 2)
    ('holds', 2.8, 5.27)
    """

    name = "mirror"
    theorems = (MirrorBound,)
    saved = fields(Vector("theta", size="d"))
    variants = ({"d": 3}, {"d": 3, "mirror": "entropy", "eta": 0.3}, {"d": 3, "eta": 0.3, "domain": "box"})

    def __init__(
        self,
        d: int = 1,
        *,
        mirror: str | MirrorMap = "euclidean",
        eta: float = 0.1,
        domain: str | Domain | None = None,
    ) -> None:
        self.mirror = find_mirror(mirror)
        super().__init__(d, domain=self.mirror.domain if domain is None else domain)
        if complaint := self.mirror.complaint(self.domain):
            raise BadParameter(f"{complaint}, not for the {self.domain.name}")
        self.eta = positive("eta", eta, "a rate")
        self.theta = self.mirror.mirrored(self.start)

    def parameters(self) -> dict[str, Any]:
        mirror = self.mirror.name if type(self.mirror) in GEOMETRIES.values() else self.mirror
        return {"mirror": mirror, "eta": self.eta, **super().parameters()}

    def size(self, g: Any) -> float:
        return self.mirror.dual_norm(g)

    def step(self, g: Any) -> Any:
        w, self.theta = self.mirror.land(self.theta - self.eta * g, self.domain)
        return w
