# cython: boundscheck=False, wraparound=False
"""The Vovk-Azoury-Warmuth forecaster: least squares that expect the next truth to be nothing special."""

from __future__ import annotations

from ..row import Row
from .least_squares import LeastSquares
from .least_squares_theorems import VovkAzouryWarmuthBound


class VovkAzouryWarmuth(LeastSquares):
    """Say what least squares would say if this advice had been heard already, with the truth that c says.

        A <- A + x x' before the guess is made;   guess = c x + x A^-1 b;   then b <- b + (y - c x) x
                                                                        (Vovk 2001, Azoury and Warmuth 2001)

    A begins as ridge I. The guess is that of ridge regression, drawn towards c x the more, the less is known of the
    direction of x. Against every u the regret is at most ridge |u - c|^2 + Y^2 ln det(A/ridge), where Y is the largest
    |y - c x|: it grows with ln T.

    ridge       the price of |u - c|^2, more than 0
    centre      c, where the coefficients begin: "even" for 1/n each, "zero" for none

    >>> from littlestone import Game, VovkAzouryWarmuth
    >>> game = Game(VovkAzouryWarmuth(), loss="square")
    >>> for y, low, high in ((3.0, 2.0, 5.0), (2.0, 1.0, 3.0), (4.0, 3.0, 7.0)):
    ...     move = game.predict({"low": low, "high": high})
    ...     game.label(move.number, y)
    >>> certificate = game.ledger.certificates[0]
    >>> certificate.verdict, round(certificate.paid, 3), round(certificate.allowed, 3)
    ('holds', 14.547, 74.31)
    """

    name = "vaw"
    theorems = (VovkAzouryWarmuthBound,)

    variants = ({}, {"ridge": 0.1, "centre": "even"})

    def __init__(self, *, ridge: float = 1.0, centre: str = "zero") -> None:
        super().__init__(ridge=ridge, centre=centre)

    def predict(self, x: Row) -> float:
        self.attend(x)
        start = self.mean(x)
        return start + (x.dot(self.w) - start) / (1.0 + self.novelty(x)) if self.updates > 0 else start

    def novelty(self, x: Row) -> float:
        """x A^-1 x, from the advice so far: how little is known of the direction of x."""
        self.place(x)
        return self.triangle.novelty()
