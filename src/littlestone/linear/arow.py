"""Adaptive regularisation of weights."""

from __future__ import annotations

from typing import Any

from ..row import Row
from ..support.settings import positive
from .arow_theorems import AROWBound
from .confidence import WITH_COVARIANCE, ConfidenceLearner
from .diagonal_theorems import DiagonalAROWBound


class AROW(ConfidenceLearner):
    """Move weights the further the less sure they are, and become surer of those that were looked at.

        guess = <w, x>;   whenever y guess < 1, with beta = 1/(<x, S x> + r),
        w <- w + (1 - y guess) beta y S x,   S <- S - beta S x x' S        (Crammer, Kulesza and Dredze 2009)

    The full form is least squares: S^-1 = I + X/r, X the sum of x x' over the updates, and S^-1 w the sum of y x/r. So
    for every u there are at most sqrt((r|u|^2 + u'Xu)(ln det(I + X/r) + U)) + L - U mistakes, L the hinge losses
    of u on the updates and U the updates that were no mistakes. The diagonal form is descent in a metric that grows:
    `DiagonalAROWBound`.

    r             how much an example is distrusted: the larger, the slower w and S move; one of weight h by r/h
    covariance    "diagonal", or "full" for all n^2 covariances

    >>> from littlestone import AROW, Game
    >>> game = Game(AROW(covariance="full"))
    >>> for x, y in 5 * [([1, 0], +1), ([0, 1], -1)]:
    ...     move = game.predict(x)
    ...     game.label(move.number, y)
    >>> certificate = game.ledger.certificates[0]
    >>> certificate.verdict, certificate.paid, round(certificate.allowed, 2)
    ('holds', 1, 1.95)
    """

    name = "arow"
    kind = "linear"
    weighs = True
    mixes = WITH_COVARIANCE
    theorems = (AROWBound, DiagonalAROWBound)

    variants = (
        {},
        {"covariance": "full"},
        {"covariance": "full", "r": 0.3, "bias": 0.7, "normalise": True},
        {"bias": 2.0, "normalise": True},
    )

    def __init__(
        self, *, r: float = 1.0, covariance: str = "diagonal", bias: float | None = None, normalise: bool = False
    ) -> None:
        super().__init__(covariance=covariance, bias=bias, normalise=normalise)
        self.r = positive("r", r, "how much an example is distrusted")

    def bounds(self) -> list[Any]:
        return [AROWBound() if self.full else DiagonalAROWBound()]

    def parameters(self) -> dict[str, Any]:
        return {"r": self.r, **super().parameters()}

    def learn(self, x: Row, y: float, guess: float) -> None:
        shortfall = 1.0 - y * guess
        if shortfall > 0.0:
            spread = self.spread(x)
            if spread > 0.0:
                beta = 1.0 / (spread + self.r / self.importance)
                self.move(x, shortfall * beta * y, beta)
