"""AdaGrad on the weights."""

from __future__ import annotations

from typing import Any

from ..support.settings import positive
from .adaptive import AdaptiveLearner
from .first_order import SUMS
from .linear import WEIGHTS
from .tangent_theorems import LinearAdaGradBound


class LinearAdaGrad(AdaptiveLearner):
    """A step down the slope, with a rate for every coordinate: short where steps were long or many.

        guess = <w, x>,   g = loss'(guess) x;   w_i <- w_i - eta g_i/sqrt(sum of g_i^2)    (Duchi, Hazan, Singer 2011)

    Compared with any vector u, the losses are at most the sum over i of (D_i^2/(2 eta) + eta) sqrt(sum of g_i^2) more,
    D_i the longest that w_i has been from u_i; the certificate has the sums that this is made of. Rare
    features are learned as fast as common ones.

    eta       the rate
    loss      "hinge" or "log" (logistic) of two classes; of numbers "square", "absolute",
              "insensitive:0.1", "pinball:0.9" or "poisson"

    >>> from littlestone import Game, LinearAdaGrad
    >>> game = Game(LinearAdaGrad(eta=0.5))
    >>> for x, y in 5 * [([1, 0], +1), ([0, 1], -1)]:
    ...     move = game.predict(x)
    ...     game.label(move.number, y)
    >>> certificate = game.ledger.certificates[0]
    >>> certificate.verdict, round(certificate.paid, 2), round(certificate.allowed, 2)
    ('holds', 4.22, 4.59)
    """

    name = "adagrad"
    rate_name = "eta"
    kind = "linear"
    mixes = (*WEIGHTS, *SUMS, "cells")  # sums of squares are averaged, so that rates are those of one shard
    theorems = (LinearAdaGradBound,)

    variants = ({}, {"loss": "hinge", "bias": 0.5, "normalise": True})

    def __init__(
        self, *, eta: float = 0.1, loss: str = "log", bias: float | None = None, normalise: bool = False
    ) -> None:
        self.eta = positive("eta", eta, "the rate")
        super().__init__(alpha=self.eta, beta=0.0, loss=loss, bias=bias, normalise=normalise)

    def parameters(self) -> dict[str, Any]:
        return {"eta": self.eta, **super().parameters()}
