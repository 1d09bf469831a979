"""NAROW, narrow adaptive regularisation of weights."""

from __future__ import annotations

from typing import Any

from ..row import Row
from ..support.settings import positive
from .confidence import WITH_COVARIANCE, ConfidenceLearner
from .diagonal_theorems import DiagonalNAROWBound
from .narow_theorems import NAROWBound


class NAROW(ConfidenceLearner):
    """AROW that becomes surer only where it is less sure than 1/b, and just so much that it is as sure as that.

        guess = <w, x>;   whenever y guess < 1, with c = <x, S x> and r = c/(b c - 1), infinite if c <= 1/b,
        w <- w + y (r - y guess)/(r + c) S x,   S <- S - S x x' S/(r + c)               (Orabona and Crammer 2010)

    So S^-1 = I + (sum of x x'/r), S^-1 w is the sum of y x, and <x, S x> is 1/b at most after the update: where
    it is that already, w moves as the Perceptron's does, by S x. For every u there are at most
    sqrt((|u|^2 + sum of <u, x>^2/r) P) + L - U mistakes, L the hinge losses of u on the updates, U the updates that
    were no mistakes, and P at most 1/b for a mistake and 1/b + 2 for another. The diagonal form is descent in a
    metric that grows: `DiagonalNAROWBound`.

    b             how sure to become, as the inverse of the spread that is left
    covariance    "diagonal", or "full" for all n^2 covariances

    >>> from littlestone import NAROW, Game
    >>> game = Game(NAROW(covariance="full", b=4.0))
    >>> for x, y in 5 * [([1, 0], +1), ([0, 1], -1)]:
    ...     move = game.predict(x)
    ...     game.label(move.number, y)
    >>> certificate = game.ledger.certificates[0]
    >>> certificate.verdict, certificate.paid, round(certificate.allowed, 2)
    ('holds', 1, 1.0)
    """

    name = "narow"
    kind = "linear"
    mixes = WITH_COVARIANCE
    theorems = (NAROWBound, DiagonalNAROWBound)

    variants = ({}, {"covariance": "full", "b": 5.0}, {"covariance": "full", "b": 2.0, "bias": 0.7, "normalise": True})

    def __init__(
        self, *, b: float = 1.0, covariance: str = "diagonal", bias: float | None = None, normalise: bool = False
    ) -> None:
        super().__init__(covariance=covariance, bias=bias, normalise=normalise)
        self.b = positive("b", b, "how sure to become")

    def bounds(self) -> list[Any]:
        return [NAROWBound() if self.full else DiagonalNAROWBound()]

    def parameters(self) -> dict[str, Any]:
        return {"b": self.b, **super().parameters()}

    @property
    def r(self) -> float:
        """The least that an example can be distrusted, as AROW's r."""
        return 1.0 / self.b

    def learn(self, x: Row, y: float, guess: float) -> None:
        if y * guess < 1.0:
            spread = self.spread(x)
            if spread * self.b > 1.0:
                r = spread / (self.b * spread - 1.0)
                self.move(x, y * (r - y * guess) / (r + spread), 1.0 / (r + spread))
            elif spread > 0.0:
                self.move(x, y, 0.0)
