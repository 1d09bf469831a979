# cython: boundscheck=False, wraparound=False
"""AdaNormalHedge: no rate to tune, and each expert measured by how much its regret moved."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from ..row import Row
from ..state import Vector, fields
from ..support import elementary
from .adanormalhedge_theorems import AdaNormalHedgeBound
from .potential import PotentialLearner
from .room import longer


class AdaNormalHedge(PotentialLearner):
    """Weigh an expert by what its potential would gain if it were right by one once more, rather than wrong.

        R_i <- R_i + r_i,   C_i <- C_i + |r_i|,   where r_i = own loss - loss_i and Phi(R, C) = e^([R]+^2 / 3C)
        w_i <- prior_i (Phi(R_i + 1, C_i + 1) - Phi(R_i - 1, C_i + 1)) / 2                  (Luo and Schapire 2015)

    There is nothing to tune. The regret against an expert grows with the root of C_i, how much the learner's loss
    and that expert's differed, and with ln(1/prior_i), not with time. An expert that is behind by one or more has no
    weight; where nobody who is awake has any, they weigh the same.

    prior       the weights to begin with, one an expert; None for even ones, of as many experts as come
    scale       how far apart the losses of a round can lie; the theorem is for 1, and this divides the losses
    gradient    charge the experts by the slope of the loss at the guess

    >>> from littlestone import AdaNormalHedge, Game
    >>> game = Game(AdaNormalHedge(), loss="absolute")
    >>> for y in (1, 1, 0, 1):
    ...     move = game.predict({"always": 1.0, "never": 0.0})
    ...     game.label(move.number, y)
    >>> certificate = game.ledger.certificates[0]
    >>> certificate.verdict, round(certificate.paid, 3), round(certificate.allowed, 3)
    ('holds', 0.627, 1.974)
    """

    name = "adanormalhedge"
    theorems = (AdaNormalHedgeBound,)
    saved = fields(Vector("C", like="w"))
    variants = ({}, {"prior": [6, 5, 4, 3, 2, 1]}, {"gradient": True, "scale": 4.0})

    def __init__(self, *, prior: Sequence[float] | None = None, scale: float = 1.0, gradient: bool = False) -> None:
        super().__init__(prior=prior, scale=scale, gradient=gradient)
        self.C = np.zeros(0)  # how much the regret against each expert has moved, up and down
        self.fresh = log_gain(0.0, 0.0)
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
            self.C[i] += abs(r)
            self.logs[i] = self.log_prior[i] + log_gain(self.R[i], self.C[i])
        self.weigh()

    def fits(self) -> bool:
        return bool(self.C.shape[0] == self.n and PotentialLearner.fits(self))

    def welcome(self, n: int) -> None:
        C = longer(self.C, n, 0.0)
        PotentialLearner.welcome(self, n)
        self.C = C


def log_gain(R: float, C: float) -> float:
    """ln(Phi(R + 1, C + 1) - Phi(R - 1, C + 1)), which is no number where both are 1."""
    if R <= -1.0:
        return -math.inf
    high = (R + 1.0) * (R + 1.0) / (3.0 * (C + 1.0))
    low = (R - 1.0) * (R - 1.0) / (3.0 * (C + 1.0)) if R > 1.0 else 0.0
    return high + elementary.log(-elementary.expm1(low - high)) if high > low else -math.inf
