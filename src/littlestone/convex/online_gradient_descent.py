"""Online gradient descent."""

from __future__ import annotations

from math import inf, sqrt
from typing import Any

import numpy as np

from ..errors import BadParameter
from ..geometry.domain import Domain
from ..losses.point_losses import ConvexLoss
from ..state import Amount, Vector, fields
from ..support.linear_algebra import dot
from .descent_theorems import DescentBound
from .gradient_learner import GradientLearner, positive

RATES = ("adaptive", "root", "strong")


class OnlineGradientDescent(GradientLearner):
    """Step against the gradient of what was just paid; if that leaves the domain, go to the nearest point of it.

        w <- Pi(w - eta_t g)                                                                 (Zinkevich 2003)

    With D the diameter of the domain and t the number of gradients so far, eta_t is

        "adaptive"   D/sqrt(2 sum of |g|^2)     R <= sqrt(2) D sqrt(sum of |g|^2)   (Duchi, Hazan and Singer 2011)
        "root"       D/(G sqrt(t))              R <= (3/2) D G sqrt(T) if no gradient is longer than G
        "strong"     1/(sigma t)                R <= G^2 (1 + ln T)/(2 sigma) for sigma-strongly convex losses
                                                                                 (Hazan, Agarwal and Kale 2007)
        a number     eta                        R(u) <= |u - w_1|^2/(2 eta) + (eta/2) sum of |g|^2 for every u

    The last two need no diameter, and are for all of R^d too. The Perceptron is this rule with eta = 1, where g is -y x
    on a mistake and 0 otherwise.

    d           how many coordinates a point has
    eta         the rate: "adaptive", "root", "strong" or a number above 0
    G           the longest gradient that is expected; only "root" needs it
    domain      where points lie: "space", "ball:2", "box:0,1", "simplex", or a Domain

    >>> from littlestone import ConvexGame, OnlineGradientDescent
    >>> game = ConvexGame(OnlineGradientDescent(2))
    >>> for z in 8 * [[1, 0], [0, -1]]:
    ...     game.label(game.predict().number, z)
    >>> certificate = game.ledger.certificates[0]
    >>> certificate.verdict, round(certificate.paid, 2), round(certificate.allowed, 2)
    ('holds', 2.96, 11.31)
    """

    name = "ogd"
    theorems = (DescentBound,)
    saved = fields(Amount("weighted"), Vector("points", size="d"), Amount("point_squares"))
    variants = (
        {"d": 3},
        {"d": 3, "eta": "root", "G": 2.0, "domain": "box:0,3"},
        {"d": 3, "eta": 0.1, "domain": "space"},
        {"d": 3, "eta": 0.1, "domain": "ball:2"},
        {"d": 3, "domain": "simplex"},
    )

    def __init__(
        self, d: int = 1, *, eta: str | float = "adaptive", G: float = 1.0, domain: str | Domain = "ball"
    ) -> None:
        super().__init__(d, domain=domain)
        if isinstance(eta, str) and eta not in RATES:
            raise BadParameter(f"eta is one of {', '.join(map(repr, RATES))} or a number above 0, not {eta!r}")
        if eta in ("adaptive", "root") and self.domain.diameter == inf:
            raise BadParameter(
                f"eta={eta!r} is made from the diameter of the domain; for all of R^d give a number, or play on a ball"
            )
        self.eta: str | float = eta if isinstance(eta, str) else positive("eta", eta, "a rate")
        self.G = positive("G", G, "the longest gradient")
        self.weighted = 0.0  # sum of eta_t |g|^2
        self.points = np.zeros(self.d)  # sum of w - start, and of its square: what strong convexity looks at
        self.point_squares = 0.0

    def parameters(self) -> dict[str, Any]:
        return {"eta": self.eta, "G": self.G, **super().parameters()}

    def rate(self) -> float:
        """eta_t, when t gradients have been seen, the last of them included."""
        if self.eta == "adaptive":
            return self.domain.diameter / sqrt(2.0 * self.squares) if self.squares > 0 else 0.0
        if self.eta == "root":
            return self.domain.diameter / (self.G * sqrt(self.updates))
        if self.eta == "strong":
            return 1.0 / (self.price.strong * self.updates)
        return float(self.eta)

    def plays_for(self, price: ConvexLoss) -> None:
        if self.eta == "strong" and not price.strong > 0:
            raise BadParameter(
                f"eta='strong' is for strongly convex losses, and the {price.name} loss is not; take 'adaptive'"
            )
        super().plays_for(price)

    def learn(self, z: Any, point: Any) -> None:
        super().learn(z, point)
        away = point - self.start
        self.points = self.points + away
        self.point_squares += dot(away, away)

    def step(self, g: Any) -> Any:
        eta = self.rate()
        self.weighted += eta * dot(g, g)
        return self.domain.project(self.w - eta * g)
