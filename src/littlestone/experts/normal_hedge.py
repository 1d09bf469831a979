# cython: boundscheck=False, wraparound=False
"""NormalHedge, which has no rate at all."""

from __future__ import annotations

import math

import numpy as np

from ..row import Row
from ..state import Count, Held, Number, Vector, fields
from ..support import elementary
from .expert import ExpertLearner
from .normal_hedge_theorems import NormalHedgeBound
from .room import longer

STEPS = 60  # of Newton's method, which takes about five


class NormalHedge(ExpertLearner):
    """Weigh by the regret: only experts that have lost less than the learner get weight.

        R_i <- R_i + (p . loss - loss_i);   w_i <- ([R_i]+/c) e^([R_i]+^2/(2c))       (Chaudhuri, Freund and Hsu 2009)
        where c solves (1/n) sum e^([R_i]+^2/(2c)) = e

    There is nothing to set. The regret to the best share epsilon of the experts is at most
    sqrt(2 c (1 + ln(1/epsilon))), so many experts that are nearly as good as the best help, and c grows no faster
    than time. The losses may have any range: c scales with its square. While no regret is positive, all weigh alike.

    gradient    charge the experts by the slope of the loss at the guess

    >>> from littlestone import Game, NormalHedge
    >>> game = Game(NormalHedge(), loss="absolute")
    >>> for y in (1, 1, 0, 1):
    ...     move = game.predict({"always": 1.0, "never": 0.0})
    ...     game.label(move.number, y)
    >>> certificate = game.ledger.certificates[0]
    >>> certificate.verdict, round(certificate.paid, 3), round(certificate.allowed, 3)
    ('holds', 0.5, 0.533)
    """

    name = "normalhedge"
    theorems = (NormalHedgeBound,)
    saved = fields(Vector("R", like="w", finite=True), Number("c"), Count("joined"))
    variants = ({}, {"gradient": True})

    def __init__(self, *, gradient: bool = False) -> None:
        super().__init__(gradient=gradient)
        self.c = 0.0
        self.R = np.zeros(0)
        self.z = np.zeros(0)  # ([R_i]+ / largest R)^2
        self.joined = 0  # the first round in which somebody spoke who had not been there at the start

    def learn(self, x: Row, y: float, guess: float) -> None:
        self.judge(x, y, guess)
        batch = x.batch
        for k in range(x.start, x.stop):
            i = batch.columns[k]
            self.R[i] += self.regrets[i]
        most = 0.0
        for i in range(self.n):
            most = max(most, self.R[i])
        if most > 0.0:
            self.weigh(most)
        else:
            self.c = 0.0
            self.newcomer = 1.0
            for i in range(self.n):
                self.w[i] = 1.0

    def weigh(self, most: float) -> None:
        """Weights and c for a largest regret above zero: relative to it, so that nothing is too large to be squared."""
        for i in range(self.n):
            share = max(0.0, self.R[i] / most)
            self.z[i] = share * share
        v = self.balance()
        self.c = most / v * most / 2.0
        self.fill(v)
        for i in range(self.n):
            self.w[i] *= math.sqrt(self.z[i])
        self.newcomer = 0.0

    def balance(self) -> float:
        """v = (largest R)^2/(2c), where (1/n) sum e^(v z_i) = e: Newton, from above on a convex function."""
        v = 1.0 + elementary.log(self.n)
        for _ in range(STEPS):
            self.fill(v)
            total = 0.0
            slope = 0.0
            for i in range(self.n):
                total += self.w[i]
                slope += self.w[i] * self.z[i]
            step = (elementary.log(total / self.n) + v - 1.0) * total / slope
            v -= step
            if abs(step) <= 1e-15 * v:
                break
        return v

    def fill(self, v: float) -> None:
        """w_i <- e^(v (z_i - 1))."""
        for i in range(self.n):
            self.w[i] = v * (self.z[i] - 1.0)
        elementary.exp_each(self.w)

    def fits(self) -> bool:
        return bool(self.R.shape[0] == self.z.shape[0] == self.n and ExpertLearner.fits(self))

    def welcome(self, n: int) -> None:
        R, z = longer(self.R, n, 0.0), longer(self.z, n, 0.0)
        self.R, self.z = R, z
        if self.updates and not self.joined:
            self.joined = self.updates + 1

    def take_up(self, held: Held) -> None:
        super().take_up(held)
        self.z = np.zeros(self.n)
