"""Confidence-weighted learning."""

from __future__ import annotations

import math
from typing import Any

from ..errors import BadParameter
from ..row import Row
from ..support.settings import real
from .confidence import WITH_COVARIANCE, ConfidenceLearner


class ConfidenceWeighted(ConfidenceLearner):
    """What CW and its soft forms share: how far to go is theirs, where to, and how sure to be then, is here.

    The weights are thought of as drawn from a Gaussian with mean w and covariance S. After every round it is changed as
    little as possible (in relative entropy) such that a drawn vector gets the example right with chance `eta`, that is
    y <w, x> >= phi sqrt(<x, S x>), phi the eta-quantile of the normal distribution.
    """

    kind = "linear"
    mixes = WITH_COVARIANCE

    def __init__(self, *, eta: float, covariance: str, bias: float | None, normalise: bool) -> None:
        from statistics import NormalDist

        super().__init__(covariance=covariance, bias=bias, normalise=normalise)
        if not 0.5 < real("eta", eta, "the chance to be right") < 1:
            raise BadParameter(f"eta is the chance to be right, between 0.5 and 1, not {eta}")
        self.eta = float(eta)
        self.phi = NormalDist().inv_cdf(self.eta)

    def parameters(self) -> dict[str, Any]:
        return {"eta": self.eta, **super().parameters()}

    def length(self, m: float, v: float) -> float:
        """alpha, how far to go: m is the margin y <w, x> and v the spread <x, S x>."""
        raise NotImplementedError(f"{type(self).__name__} must say how far it goes")

    def hard_length(self, m: float, v: float) -> float:
        """The alpha after which the constraint is met exactly; not above 0 if it was met before."""
        square = self.phi * self.phi
        root = math.sqrt(m * m * square * square / 4.0 + v * square * (1.0 + square))
        return (root - m * (1.0 + square / 2.0)) / (v * (1.0 + square))

    def learn(self, x: Row, y: float, guess: float) -> None:
        v = self.spread(x)
        if v <= 0.0:
            return
        alpha = self.length(y * guess, v)
        if alpha > 0.0:
            push = alpha * v * self.phi
            after = (math.sqrt(push * push + 4.0 * v) - push) / 2.0  # the square root of the spread to come
            self.move(x, alpha * y, alpha * self.phi / (after + push))


class CW(ConfidenceWeighted):
    """Change the weights and the confidence in them as little as makes the example right with chance eta.

        m = y <w, x>,   v = <x, S x>,   alpha = max(0, (-m psi + sqrt(m^2 phi^4/4 + v phi^2 xi))/(v xi)),
        w <- w + alpha y S x,   S <- S - beta S x x' S,   beta = alpha phi/(sqrt(u) + v alpha phi)
                                       (Dredze, Crammer and Pereira 2008; in this exact form Crammer et al. 2008)

    with psi = 1 + phi^2/2, xi = 1 + phi^2 and sqrt(u) = (-alpha v phi + sqrt((alpha v phi)^2 + 4 v))/2. It trusts every
    label, and one wrong label undoes much. No mistake bound is known, so there is no certificate.

    eta           the chance to be right that is asked for, between 0.5 and 1
    covariance    "diagonal", or "full" for all n^2 covariances

    >>> from littlestone import CW, Game
    >>> game = Game(CW())
    >>> for x, y in 5 * [([1, 0], +1), ([0, 1], -1)]:
    ...     move = game.predict(x)
    ...     game.label(move.number, y)
    >>> game.ledger.mistakes, game.ledger.certificates
    (1, [])
    """

    name = "cw"
    separable = True

    variants = ({}, {"covariance": "full", "bias": 1.0, "eta": 0.7})

    def __init__(
        self, *, eta: float = 0.9, covariance: str = "diagonal", bias: float | None = None, normalise: bool = False
    ) -> None:
        super().__init__(eta=eta, covariance=covariance, bias=bias, normalise=normalise)

    def length(self, m: float, v: float) -> float:
        return self.hard_length(m, v)
