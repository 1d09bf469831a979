# cython: boundscheck=False, wraparound=False
"""ML-Poly: weights as the positive parts of the regrets, each at a rate of its own."""

from __future__ import annotations

import math

import numpy as np

from ..row import Row
from ..state import Number, Vector, fields
from .expert import ExpertLearner
from .ml_poly_theorems import MLPolyBound
from .room import longer


class MLPoly(ExpertLearner):
    """Follow those that one regrets not to have followed, by how much, less what that regret has swayed.

        R_i <- R_i + r_i,   V_i <- V_i + r_i^2,   where r_i = own loss - loss_i;   B the largest r^2 so far
        w_i <- [R_i]+ / (B + V_i)                                           (Gaillard, Stoltz and van Erven 2014)

    The weights of the R package opera, where this is MLpol, to the digit. Nothing need be known of the losses and there
    is nothing to tune. An expert that one need not regret has no weight at all; where that is true of everybody awake,
    they weigh the same.

    gradient    charge the experts by the slope of the loss at the guess

    >>> from littlestone import Game, MLPoly
    >>> game = Game(MLPoly(), loss="absolute")
    >>> for y in (1, 1, 0, 1):
    ...     move = game.predict({"always": 1.0, "never": 0.0})
    ...     game.label(move.number, y)
    >>> certificate = game.ledger.certificates[0]
    >>> certificate.verdict, round(certificate.paid, 3), round(certificate.allowed, 3)
    ('holds', 0.5, 2.166)
    """

    name = "ml-poly"
    theorems = (MLPolyBound,)
    saved = fields(Vector("R", like="w"), Vector("V", like="w"), Number("B"), Number("drift"))
    variants = ({}, {"gradient": True})

    def __init__(self, *, gradient: bool = False) -> None:
        super().__init__(gradient=gradient)
        self.newcomer = 0.0
        self.B = 0.0
        self.drift = 0.0  # what the potential can have risen to
        self.R = np.zeros(0)
        self.V = np.zeros(0)

    def learn(self, x: Row, y: float, guess: float) -> None:
        self.judge(x, y, guess)
        batch = x.batch
        largest = self.B
        rise = 0.0
        moved = 0.0
        for k in range(x.start, x.stop):
            i = batch.columns[k]
            r = self.regrets[i]
            if r != 0.0:
                moved += 1.0
                rise += r * r / (self.B + self.V[i]) if self.B > 0.0 else 1.0
            self.R[i] += r
            self.V[i] += r * r
            largest = max(largest, r * r)
        self.drift += min(rise, moved)
        self.B = largest
        # Only the ratios of weights count; the root keeps them near one, whatever the losses are counted in.
        unit = math.sqrt(self.B)
        for j in range(self.n):
            self.w[j] = unit * self.R[j] / (self.B + self.V[j]) if self.R[j] > 0.0 and unit > 0.0 else 0.0

    def fits(self) -> bool:
        return bool(self.R.shape[0] == self.V.shape[0] == self.n and ExpertLearner.fits(self))

    def welcome(self, n: int) -> None:
        R, V = longer(self.R, n, 0.0), longer(self.V, n, 0.0)
        self.R, self.V = R, V
