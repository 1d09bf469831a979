"""Exponentiated gradient, for weights that sum to one and for signed weights."""

from __future__ import annotations

from math import sqrt
from typing import Any

import numpy as np

from ..errors import BadParameter
from ..geometry.diamond import Diamond
from ..geometry.domain import Domain, Simplex
from ..geometry.entropy import normalised
from ..state import Number, fields
from ..support import elementary
from ..support.linear_algebra import squared
from .gradient_learner import GradientLearner, positive
from .mirror_descent_theorems import ExponentialBound


class ExponentialWeights(GradientLearner):
    """What the two have in common: weights of e^(-eta sum of g), and rates for them.

    `copies` is how many weights there are and `mass` what they sum to. The weights are made anew from the sums each
    time: they do not drift, and one that has become too small to be a number comes back when its turn comes.
    """

    saved = fields(Number("weighted"))

    def __init__(self, domain: Domain, eta: str | float, G: float) -> None:
        super().__init__(domain.d, domain=domain)
        if isinstance(eta, str) and eta != "anytime":
            raise BadParameter(f"eta is 'anytime' or a number above 0, not {eta!r}")
        self.eta: str | float = eta if isinstance(eta, str) else positive("eta", eta, "a rate")
        self.G = positive("G", G, "the largest coordinate of a gradient")
        self.mass = 1.0
        self.copies = self.d
        self.weighted = 0.0  # sum of eta_t |g|^2

    def rate(self, t: int) -> float:
        """eta_t, the rate at which the point of round t is made."""
        if isinstance(self.eta, str):
            return sqrt(elementary.log(max(2, self.copies)) / t) / self.G
        return self.eta

    def size(self, g: Any) -> float:
        return float(np.abs(g).max())

    def step(self, g: Any) -> Any:
        self.weighted += self.rate(self.updates) * squared(self.size(g))
        return self.weights(self.rate(self.updates + 1) * self.total)

    def weights(self, losses: Any) -> Any:
        """The point made of e^-losses."""
        raise NotImplementedError(f"{type(self).__name__} must say what it makes of its weights")


class ExponentiatedGradient(ExponentialWeights):
    """Divide every weight by e^(eta g_i), then all by their sum.

        w_i <- w_i e^(-eta g_i)/(sum of w_j e^(-eta g_j))                          (Kivinen and Warmuth 1997)

    R <= ln(d)/eta + (eta/2) sum of (max_i |g_i|)^2: the number of coordinates counts only by its logarithm. The best
    rate for T rounds with |g_i| <= G is sqrt(2 ln(d)/T)/G, which makes it G sqrt(2 T ln d). "anytime" needs no T: the
    weights of round t are made of all the past at the rate sqrt(ln(d)/t)/G, and R <= 2 G sqrt(T ln d).
    With losses of experts for gradients this is Hedge.

    d           how many weights there are
    eta         the rate: "anytime" or a number above 0
    G           how large a coordinate of a gradient is expected to be; only "anytime" needs it

    >>> from littlestone import ConvexGame, ExponentiatedGradient
    >>> game = ConvexGame(ExponentiatedGradient(4))
    >>> for z in 5 * [[0, 1, 1, 1], [0, 0, 1, 0]]:
    ...     game.label(game.predict().number, z)
    >>> certificate = game.ledger.certificates[0]
    >>> certificate.verdict, round(certificate.paid, 2), round(certificate.allowed, 2)
    ('holds', 2.85, 6.68)
    """

    name = "eg"
    theorems = (ExponentialBound,)

    variants = ({"d": 3}, {"d": 3, "eta": 0.3})

    def __init__(self, d: int = 1, *, eta: str | float = "anytime", G: float = 1.0) -> None:
        super().__init__(Simplex(d), eta, G)

    def parameters(self) -> dict[str, Any]:
        return {"d": self.d, "eta": self.eta, "G": self.G}

    def weights(self, losses: Any) -> Any:
        return elementary.exps(normalised(-losses))


class EGPlusMinus(ExponentialWeights):
    """Exponentiated gradient for signed weights: every coordinate has a copy that counts negatively.

        w_i = U (p_i - q_i),   p_i <- p_i e^(-eta g_i)/Z,   q_i <- q_i e^(+eta g_i)/Z       (Kivinen and Warmuth 1997)

    where Z makes all p and q sum to one. With |g_i| <= G and the rate sqrt(2 ln(2d)/T)/G,
    R <= U G sqrt(2 T ln(2d)) against every u whose |u_i| sum to U or less: a target of few coordinates among very many.

    d           how many coordinates a point has
    U           the mass: what the |w_i| may sum to
    eta         the rate: "anytime", sqrt(ln(2d)/t)/G in round t, or a number above 0
    G           how large a coordinate of a gradient is expected to be; only "anytime" needs it

    >>> from littlestone import ConvexGame, EGPlusMinus
    >>> game = ConvexGame(EGPlusMinus(3, U=2.0))
    >>> for z in 5 * [[1, 1, 0], [1, -1, 0]]:
    ...     game.label(game.predict().number, z)
    >>> certificate = game.ledger.certificates[0]
    >>> certificate.verdict, round(certificate.paid, 2), round(certificate.allowed, 2)
    ('holds', 8.22, 15.19)
    """

    name = "eg+-"
    theorems = (ExponentialBound,)

    variants = ({"d": 3}, {"d": 3, "eta": 0.3, "U": 2.0})

    def __init__(self, d: int = 1, *, U: float = 1.0, eta: str | float = "anytime", G: float = 1.0) -> None:
        super().__init__(Diamond(d, positive("U", U, "the mass of the weights")), eta, G)
        self.mass = float(U)
        self.copies = 2 * self.d

    def parameters(self) -> dict[str, Any]:
        return {"d": self.d, "U": self.mass, "eta": self.eta, "G": self.G}

    def weights(self, losses: Any) -> Any:
        both = elementary.exps(normalised(np.concatenate((-losses, losses))))
        return self.mass * (both[: self.d] - both[self.d :])
