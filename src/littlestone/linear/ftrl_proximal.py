"""FTRL-Proximal: follow the regularised leader, with a penalty on the distance to each point played."""

from __future__ import annotations

import math
from typing import Any

from ..errors import BadParameter
from ..support.settings import positive, real
from .adaptive import AdaptiveLearner
from .tangent_theorems import ProximalBound


class FTRLProximal(AdaptiveLearner):
    """FTRL-Proximal: a rate for every coordinate, and weights that are exactly zero until there is reason enough.

        n_i <- n_i + g_i^2,   z_i <- z_i + g_i - w_i (sqrt(n_i) - sqrt(n_i before))/alpha
        w_i <- 0 if |z_i| <= l1, else -(z_i - sign(z_i) l1)/((beta + sqrt(n_i))/alpha + l2)
                                                                      (McMahan 2011; McMahan et al. 2013)

    With l1 = l2 = 0 it is descent with the rate alpha/(beta + sqrt(n_i)), step by step. As w begins at zero it
    makes no difference whether beta stands in the first of the differences or only in the denominator.

    alpha, beta     the rate of a coordinate is alpha/(beta + sqrt(n_i))
    l1              how much reason it takes; zero weights are really zero
    l2              the price of w_i^2/2
    loss            "hinge", "log" (logistic) or "square"

    >>> from littlestone import FTRLProximal, Game
    >>> game = Game(FTRLProximal(alpha=0.5, l1=0.6))
    >>> for x, y in 5 * [([1, 0, 0], +1), ([0, 1, 0.01], -1)]:
    ...     move = game.predict(x)
    ...     game.label(move.number, y)
    >>> game.learner.weights.round(2).tolist()
    [0.46, -0.46, 0.0]
    >>> game.ledger.certificates[0].verdict
    'holds'
    """

    name = "ftrl"
    rate_name = "alpha"
    kind = "linear"
    theorems = (ProximalBound,)

    variants = (
        {},
        {"alpha": 0.5, "l1": 0.5, "l2": 0.1},
        {"l1": 0.5, "l2": 0.1, "beta": 0.0, "bias": 1.0, "loss": "square"},
    )

    def __init__(
        self,
        *,
        alpha: float = 0.1,
        beta: float = 1.0,
        l1: float = 0.0,
        l2: float = 0.0,
        loss: str = "log",
        bias: float | None = None,
        normalise: bool = False,
    ) -> None:
        alpha, beta = positive("alpha", alpha, "the rate"), price("beta", beta)
        super().__init__(alpha=alpha, beta=beta, loss=loss, bias=bias, normalise=normalise)
        self.l1, self.l2 = price("l1", l1), price("l2", l2)
        self.prices = self.l1 > 0.0 or self.l2 > 0.0

    def parameters(self) -> dict[str, Any]:
        return {"alpha": self.alpha, "beta": self.beta, "l1": self.l1, "l2": self.l2, **super().parameters()}

    def priced(self, z: float, stiffness: float) -> float:
        if abs(z) <= self.l1:
            return 0.0
        return -(z - math.copysign(self.l1, z)) / (stiffness + self.l2)


def price(name: str, value: float) -> float:
    """A setting that lies at zero or above."""
    if not 0 <= real(name, value, "a price") <= 1e100:
        raise BadParameter(f"{name} is a price from 0 to 1e100, not {value!r}")
    return float(value)
