# cython: boundscheck=False, wraparound=False
"""Online ridge regression of the truth on the advice."""

from __future__ import annotations

from ..row import Row
from .least_squares import LeastSquares
from .least_squares_theorems import RidgeBound


class Ridge(LeastSquares):
    """Say what the least squares of all rounds so far would say.

        A <- A + x x',   b <- b + (y - c x) x,   u = c + A^-1 b;   guess = u x           (Hoerl and Kennard 1970)

    A begins as ridge I, so that u begins at c. The coefficients may have any size and sign: biases are corrected
    that no mean of the experts could correct. What this costs against the best u is known exactly, whatever
    the data: see `RidgeBound`.

    ridge       the price of |u - c|^2, more than 0
    centre      c, where the coefficients begin: "even" for 1/n each, "zero" for none

    >>> from littlestone import Game, Ridge
    >>> game = Game(Ridge(), loss="square")
    >>> for y, low, high in ((3.0, 2.0, 5.0), (2.0, 1.0, 3.0), (4.0, 3.0, 7.0)):
    ...     move = game.predict({"low": low, "high": high})
    ...     game.label(move.number, y)
    >>> certificate = game.ledger.certificates[0]
    >>> certificate.verdict, round(certificate.paid, 3), round(certificate.allowed, 3)
    ('holds', 0.4, 1.161)
    """

    name = "ridge"
    theorems = (RidgeBound,)

    variants = ({}, {"ridge": 0.1, "centre": "zero"})

    def __init__(self, *, ridge: float = 1.0, centre: str = "even") -> None:
        super().__init__(ridge=ridge, centre=centre)

    def predict(self, x: Row) -> float:
        self.attend(x)
        return x.dot(self.w) if self.updates > 0 else self.mean(x)
