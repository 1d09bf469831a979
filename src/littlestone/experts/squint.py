# cython: boundscheck=False, wraparound=False
"""Squint: all rates at once, by a prior on them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from ..row import Row
from ..state import Vector, fields
from ..support import elementary
from .potential import PotentialLearner
from .room import longer
from .squint_theorems import SquintBound

RATES = 11  # the rates are 1/2, 1/4, ..., 2^-11, each as likely as the others


class Squint(PotentialLearner):
    """Hedge with many rates at once, and let every expert be weighed by the rate that suits it.

        R_i <- R_i + r_i,   V_i <- V_i + r_i^2,   where r_i = own loss - loss_i
        w_i <- prior_i sum over eta of eta e^(eta R_i - eta^2 V_i)                     (Koolen and van Erven 2015)

    The rates are 1/2, 1/4, ..., 1/2048. Whatever happens, R_i <= ln(11/prior_i)/eta + eta V_i for every expert and
    every one of them: the regret grows with the root of V_i, which is small where an expert is good all the time.

    prior       the weights to begin with, one an expert; None for even ones, of as many experts as come
    scale       how far apart the losses of a round can lie; the theorem is for 1, and this divides the losses
    gradient    charge the experts by the slope of the loss at the guess

    >>> from littlestone import Game, Squint
    >>> game = Game(Squint(), loss="absolute")
    >>> for y in (1, 1, 0, 1):
    ...     move = game.predict({"always": 1.0, "never": 0.0})
    ...     game.label(move.number, y)
    >>> certificate = game.ledger.certificates[0]
    >>> certificate.verdict, round(certificate.paid, 3), round(certificate.allowed, 3)
    ('holds', 0.983, 6.534)
    """

    name = "squint"
    theorems = (SquintBound,)
    rates = RATES
    saved = fields(Vector("V", like="w"))
    variants = ({}, {"prior": [1, 2, 3, 4, 5, 6]}, {"prior": [1, 2, 3, 4, 5, 6], "gradient": True, "scale": 4.0})

    def __init__(self, *, prior: Sequence[float] | None = None, scale: float = 1.0, gradient: bool = False) -> None:
        super().__init__(prior=prior, scale=scale, gradient=gradient)
        self.V = np.zeros(0)  # the sum of the squares of what the regret against each expert moved by
        self.fresh = log_mixture(0.0, 0.0)
        self.settle()

    def parameters(self) -> dict[str, Any]:
        return {"prior": self.prior, "scale": self.scale, **super().parameters()}

    def learn(self, x: Row, y: float, guess: float) -> None:
        self.judge(x, y, guess)
        batch = x.batch
        for k in range(x.start, x.stop):
            i = batch.columns[k]
            r = self.regrets[i] / self.scale
            self.R[i] += r
            self.V[i] += r * r
            self.logs[i] = self.log_prior[i] + log_mixture(self.R[i], self.V[i])
        self.weigh()

    def fits(self) -> bool:
        return bool(self.V.shape[0] == self.n and PotentialLearner.fits(self))

    def welcome(self, n: int) -> None:
        V = longer(self.V, n, 0.0)
        PotentialLearner.welcome(self, n)
        self.V = V


def log_mixture(R: float, V: float) -> float:
    """ln of the sum over the rates of eta e^(eta R - eta^2 V)."""
    top = -math.inf
    eta = 1.0
    for _ in range(RATES):
        eta *= 0.5
        top = max(top, eta * (R - eta * V))
    total = 0.0
    eta = 1.0
    for _ in range(RATES):
        eta *= 0.5
        total += eta * elementary.exp(eta * (R - eta * V) - top)
    return top + elementary.log(total)
