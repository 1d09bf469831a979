"""Exponentiated gradient on the weights."""

from __future__ import annotations

from types import MappingProxyType
from typing import Any

from ..loss import Loss
from ..row import Row
from ..state import fields
from ..support.settings import positive
from .signed_weights import SignedWeights
from .signed_weights_theorems import LinearEGBound
from .tangents import TANGENTS, Tangents


class LinearEG(SignedWeights):
    """Multiply the weight of every column, and of its negation, by the exponential of what its slope says: EG+-.

        guess = <w, x>,  w = U (w+ - w-)/Z;   w+_i <- w+_i e^(-eta g_i),  w-_i <- w-_i e^(+eta g_i),  g = loss'(guess) x
                                                                             (Kivinen and Warmuth 1997)

    Z is the sum of all weights, both ways. Column i, counted from 1, begins with p_i = 1/(i (i + 1)): these sum to
    one however many columns there are to be, so columns that have not come cost nothing and need no number. Compared
    with u = +-U in column i, or any mixture of such, the losses are at most

        U (ln(2/p_i)/eta + (eta/2) sum of |g|^2) more, |g| the largest |g_i|;   ln(2/p_i) <= ln 2 + 2 ln(i + 1).

    eta       the rate
    U         how much weight there is
    loss      "hinge" or "log" (logistic) of two classes, "square" of numbers

    >>> from littlestone import Game, LinearEG
    >>> game = Game(LinearEG(U=2.0, eta=0.5))
    >>> for x, y in 5 * [([1, 0], +1), ([0, 1], -1)]:
    ...     move = game.predict(x)
    ...     game.label(move.number, y)
    >>> certificate = game.ledger.certificates[0]
    >>> certificate.verdict, round(certificate.paid, 2), round(certificate.allowed, 2)
    ('holds', 4.51, 10.05)
    """

    name = "eg"
    weighs = True
    rate_name = "eta"
    for_squares = MappingProxyType({"eta": 0.005})
    by_order = True  # its prior goes by it
    theorems = (LinearEGBound,)
    losses = ("hinge", "log", "square")
    saved = fields(TANGENTS)
    variants = ({}, {"eta": 5.0, "loss": "log", "bias": 1.0}, {"U": 2.0, "loss": "square", "normalise": True})

    def __init__(
        self,
        *,
        eta: float = 0.2,
        U: float = 20.0,
        loss: str = "hinge",
        bias: float | None = None,
        normalise: bool = False,
    ) -> None:
        super().__init__(eta=eta, bias=bias, normalise=normalise)
        self.U = positive("U", U, "how much weight there is")
        self.tangents = Tangents(loss, self.losses)

    def parameters(self) -> dict[str, Any]:
        return {"U": self.U, "loss": self.tangents.price.name, **super().parameters()}

    @property
    def follows(self) -> Loss:
        return self.tangents.price

    @property
    def weights(self) -> Any:
        """A copy of the weights, one per column; the sum of their sizes is U at most."""
        return self.U * super().weights

    @property
    def total(self) -> Any:
        """The sum of all gradients."""
        return -self.theta

    def embedded_weights(self, width: int) -> Any:
        return self.U * super().embedded_weights(width)

    def prior(self, j: int) -> float:
        return 1.0 / ((j + 1.0) * (j + 2.0))

    def predict(self, x: Row) -> float:
        return self.U * self.mixture(x)

    def learn(self, x: Row, y: float, guess: float) -> None:
        slope = self.tangents.slope(y, guess, self.importance)
        if slope != 0.0 and self.tangents.note(slope, guess, self.widest(x), 1.0):
            self.tilt(x, -slope)
