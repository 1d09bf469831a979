"""Gradient descent on the weights."""

from __future__ import annotations

from typing import Any

from ...bounds.tangent_regret import LinearDescentBound
from ...errors import BadParameter
from .coordinate import CoordinateLearner, positive

RATES = ("fixed", "root")


class LinearDescent(CoordinateLearner):
    """After every round, a step down the slope of its loss.

        guess = <w, x>;   w <- w - eta_t g,   g = loss'(guess) x                               (Zinkevich 2003)

    Compared with any vector u, the losses are at most |u|^2/(2 eta) + (eta/2) sum |g|^2 more at a fixed rate, whatever
    the data; see `LinearDescentBound` for a rate that falls. With the hinge loss, which is 1 or more on a mistake, that
    limits the mistakes; the Perceptron is this rule at eta = 1, with steps on mistakes only.

    eta       the rate
    rate      "fixed", or "root" for eta/sqrt(t) at update t
    loss      "hinge" or "log" (logistic) of two classes; of numbers "square", "absolute",
              "insensitive:0.1", "pinball:0.9" or "poisson"

    >>> from littlestone import Game, LinearDescent
    >>> game = Game(LinearDescent(eta=0.5))
    >>> for x, y in 5 * [([1, 0], +1), ([0, 1], -1)]:
    ...     move = game.predict(x)
    ...     game.label(move.number, y)
    >>> certificate = game.ledger.certificates[0]
    >>> certificate.verdict, certificate.paid, certificate.allowed
    ('holds', 3.0, 3.0)
    """

    name = "ogd"
    kind = "linear"
    theorems = (LinearDescentBound,)

    def __init__(
        self,
        *,
        eta: float = 0.1,
        rate: str = "fixed",
        loss: str = "hinge",
        bias: float | None = None,
        normalise: bool = False,
    ) -> None:
        super().__init__(loss=loss, bias=bias, normalise=normalise)
        if rate not in RATES:
            raise BadParameter(f"rate is 'fixed' or 'root', not {rate!r}")
        self.eta = positive("eta", eta, "the rate")
        self.rate = rate
        self.root = rate == "root"

    def parameters(self) -> dict[str, Any]:
        return {"eta": self.eta, "rate": self.rate, **super().parameters()}

    def stiffness_of(self, i: int) -> float:
        return float(self.updates) ** 0.5 / self.eta if self.root else 1.0 / self.eta
