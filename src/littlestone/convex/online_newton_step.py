"""The online Newton step."""

from __future__ import annotations

from math import inf
from typing import Any

import numpy as np

from ..errors import BadLabel, BadParameter
from ..geometry.domain import Domain
from ..geometry.projection import check_projection, project_in_norm
from ..state import Number, Table, Vector, fields
from ..support.linear_algebra import dot, solved, squared
from .gradient_learner import GradientLearner, positive
from .online_newton_step_theorems import NewtonBound

LEAST = 1e-100  # the least G, and one over the largest: their squares are numbers
BEYOND = 1e5  # so many times as long as G, a gradient leaves no digits to A for the others


class OnlineNewtonStep(GradientLearner):
    """Step against the gradient, measured by all gradients so far: short along those often seen, long along others.

        A <- A + g g',   w <- the point of the domain nearest to w - A^-1 g/gamma in the norm of A,
        A_0 = I/(gamma D)^2,   gamma = min(1/(4 G D), kappa)/2                     (Hazan, Agarwal and Kale 2007)

    For losses with e^(-kappa loss) concave, such as the wealth of a portfolio, D the diameter of the domain and no
    gradient longer than G: R <= (sum of g' A^-1 g + 1)/(2 gamma) <= 5 (1/kappa + G D) d ln T from T = 5 on. That is a
    logarithm, where descent has a root. sigma-strongly convex losses are exp-concave with kappa = sigma/G^2.

    d           how many coordinates a point has
    G           the longest gradient that is expected
    domain      where points lie: "ball:2", "box:0,1", "simplex", or such a Domain

    >>> from littlestone import ConvexGame, OnlineNewtonStep
    >>> game = ConvexGame(OnlineNewtonStep(2, G=2.0, domain="simplex"), loss="wealth")
    >>> for z in 20 * [[1.0, 2.0], [1.0, 0.5]]:
    ...     game.label(game.predict().number, z)
    >>> certificate = game.ledger.certificates[0]
    >>> certificate.verdict, round(certificate.paid, 2), round(certificate.allowed, 2)
    ('holds', 0.41, 14.82)
    """

    name = "ons"
    theorems = (NewtonBound,)
    saved = fields(
        Table("gram", shape=("d", "d"), finite=True), Number("leverage"), Number("slopes"), Vector("pulls", size="d")
    )
    variants = ({"d": 3}, {"d": 3, "G": 3.0, "domain": "box"}, {"d": 3, "G": 3.0, "domain": "simplex"})

    def __init__(self, d: int = 1, *, G: float = 1.0, domain: str | Domain = "ball") -> None:
        super().__init__(d, domain=domain)
        if self.domain.diameter == inf:
            raise BadParameter("the Newton step is for a bounded domain: play on a ball, a box or the simplex")
        check_projection(self.domain)
        self.G = positive("G", G, "the longest gradient")
        if not LEAST <= self.G <= 1.0 / LEAST:
            raise BadParameter(f"G is the longest gradient, from {LEAST:g} to {1 / LEAST:g}, not {G:g}; rescale")
        self.diameter = self.domain.diameter or 1.0  # of a single point
        self.gram = np.zeros((self.d, self.d))  # sum of g g'
        self.leverage = 0.0  # sum of g' A^-1 g
        self.slopes = 0.0  # sum of <g, w - start>^2
        self.pulls = np.zeros(self.d)  # sum of g <g, w - start>

    def parameters(self) -> dict[str, Any]:
        return {"G": self.G, **super().parameters()}

    @property
    def kappa(self) -> float:
        """What the loss is exp-concave with; 0 if it is not."""
        return self.price.concave or self.price.strong / squared(self.G)

    @property
    def gamma(self) -> float:
        """How steep the parabolas are that lie below the losses."""
        return min(1.0 / (4.0 * self.G * self.diameter), self.kappa or inf) / 2.0

    @property
    def norm(self) -> Any:
        """A, the matrix of the norm."""
        return self.gram + np.eye(self.d) / squared(self.gamma * self.diameter)

    def gradient(self, z: Any, point: Any) -> Any:
        g = super().gradient(z, point)
        if self.size(g) > BEYOND * self.G:
            raise BadLabel(
                f"a gradient of length {self.size(g):.4g} is beyond what G = {self.G:g} can be compared with; "
                f"give the learner the longest that you expect: G={self.size(g):.1g}"
            )
        return g

    def learn(self, z: Any, point: Any) -> None:
        g = self.gradient(z, point)
        super().learn(z, point)
        slope = dot(g, point - self.start)
        self.slopes += slope * slope
        self.pulls = self.pulls + slope * g

    def step(self, g: Any) -> Any:
        self.gram = self.gram + np.outer(g, g)
        A = self.norm
        way = solved(A, g)
        self.leverage += dot(g, way)
        return project_in_norm(self.domain, A, self.w - way / self.gamma, self.w)
