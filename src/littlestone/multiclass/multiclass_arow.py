# cython: boundscheck=False, wraparound=False
"""Adaptive regularisation of weights, of many classes."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..learner import misfit
from ..row import Row
from ..state import Held, Table, fields
from ..support.settings import positive
from .weight_matrix import MatrixLearner, longer, wider

TOO_WIDE = 1e300  # a spread past this is hardly a number


class MulticlassAROW(MatrixLearner):
    """Move the weights of the true class and of its best rival the further the less sure they are.

        m = <w_y - w_r, x>,   r the best of the other classes;   whenever m < 1, with v = sum of (S_y + S_r) x^2,
        beta = 1/(v + r) and a = (1 - m) beta:
        w_y <- w_y + a S_y x,   w_r <- w_r - a S_r x,   S_c <- S_c - beta (S_c x)^2 for both classes c
                                                                 (Crammer, Kulesza and Dredze 2009, 2013)

    Every weight has a variance S of its own, 1 to begin with. It is the diagonal form of AROW on the vectors that hold
    x at the true class and -x at the rival; for the diagonal no mistake bound is known, so there is none to certify.

    r    how much an example is distrusted: the larger, the slower w and S move

    >>> from littlestone import Game, MulticlassAROW
    >>> game = Game(MulticlassAROW())
    >>> for x, y in 5 * [([1, 0, 0], "red"), ([0, 1, 0], "green"), ([0, 0, 1], "blue")]:
    ...     move = game.predict(x)
    ...     game.label(move.number, y)
    >>> game.ledger.mistakes, game.ledger.certificates
    (3, [])
    """

    name = "multiclass-arow"
    weighs = True
    kind = "multiclass"
    saved = fields(
        Table("S", lambda own: np.asarray(own.S).reshape(-1, own.room)[:, : own.classes].copy(), like="w", columns=1)
    )
    variants = ({}, {"bias": 1.0}, {"r": 0.1, "bias": 1.0, "normalise": True})

    def __init__(self, *, r: float = 1.0, bias: float | None = None, normalise: bool = False) -> None:
        super().__init__(bias=bias, normalise=normalise)
        self.r = positive("r", r, "how much an example is distrusted")
        self.S = np.zeros(self.room)  # 1 less the variance, so that zeros are what has not been seen

    def parameters(self) -> dict[str, Any]:
        return {"r": self.r, **super().parameters()}

    @property
    def variances(self) -> Any:
        """A copy of the variances, one row per class."""
        return 1.0 - np.asarray(self.S).reshape(-1, self.room)[1:, : self.classes].T

    def learn(self, x: Row, y: float, guess: float) -> None:
        truth = self.meet(x, y)
        if self.S.shape[0] != self.w.shape[0]:
            raise misfit(self)
        rival = self.rival(x, truth)
        if rival < 0:
            return
        shortfall = 1.0 - self.lead(truth, rival)
        if shortfall > 0.0:
            factor = self.shrink(x) if self.normalise else 1.0
            spread = factor * factor * (self.spread(x, truth) + self.spread(x, rival))
            if 0.0 < spread < TOO_WIDE:
                beta = 1.0 / (spread + self.r / self.importance)
                self.move(x, truth, factor * shortfall * beta, factor * factor * beta)
                self.move(x, rival, -factor * shortfall * beta, factor * factor * beta)
                self.updates += 1

    def spread(self, x: Row, c: int) -> float:
        """The sum of S x^2 for class c."""
        batch = x.batch
        S = self.S
        room = self.room
        if not 0 <= c < room or (x.width + 1) * room > S.shape[0]:
            raise misfit(self)
        total = (1.0 - S[c]) * self.bias * self.bias
        for k in range(x.start, x.stop):
            total += (1.0 - S[(batch.columns[k] + 1) * room + c]) * batch.values[k] * batch.values[k]
        return float(total)

    def move(self, x: Row, c: int, amount: float, shrinkage: float) -> None:
        """w_c <- w_c + amount S_c x, S_c <- S_c - shrinkage (S_c x)^2."""
        batch = x.batch
        w = self.w
        S = self.S
        room = self.room
        if not 0 <= c < room or (x.width + 1) * room > S.shape[0] or S.shape[0] > w.shape[0]:
            raise misfit(self)
        for k in range(x.start, x.stop):
            i = (batch.columns[k] + 1) * room + c
            step = (1.0 - S[i]) * batch.values[k]
            w[i] += amount * step
            S[i] += shrinkage * step * step
        step = (1.0 - S[c]) * self.bias
        w[c] += amount * step
        S[c] += shrinkage * step * step

    def make_room(self, classes: int) -> None:
        S = wider(self.S, self.room, classes + classes // 2)
        MatrixLearner.make_room(self, classes)
        self.S = S

    def widen(self, width: int) -> None:
        size = self.size_for(width)
        S = longer(self.S, size) if size > self.S.shape[0] else self.S
        MatrixLearner.widen(self, width)
        self.S = S

    def take_up(self, held: Held) -> None:
        super().take_up(held)
        self.S = self.roomy(held["S"])
