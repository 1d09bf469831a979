# cython: boundscheck=False, wraparound=False
"""BOA, the Bernstein online aggregation: a rate for every expert, and a price on how much its regret moves."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from ..errors import StateError
from ..row import Row
from ..state import MOST, Held, Number, Table, fields
from ..support import elementary
from ..support.settings import HUGE
from .boa_theorems import BOABound
from .potential import PotentialLearner
from .room import longer

FASTEST = 2.0**1023  # a rate, where regrets are so small that twice their inverse is no number
LEAST = elementary.log(2.0)  # ln(1/prior) counts as this much at least: one expert alone needs a rate too


class BOA(PotentialLearner):
    """Weigh every expert by its regret less its square, exponentially, each at a rate of its own.

        Q_i <- Q_i + r_i - eta_i r_i^2,   V_i <- V_i + r_i^2,   where r_i = own loss - loss_i
        eta_i <- min(eta_i, 1/(2B), sqrt(ln(1/prior_i) / V_i)),   B the largest |r| so far
        w_i <- prior_i eta_i e^(eta_i Q_i)                                                        (Wintenberger 2017)

    The regret against an expert grows with the root of V_i ln(1/prior_i): little, where it is good all the time.
    Nothing need be known of the losses. A round that shows a larger |r| than B is taken smaller, by the ratio of B to
    it, so that the rates of all rounds suit what they meet (Mhammedi, Koolen and van Erven 2019); over the whole game
    that hides B of regret at most. The paper doubles a guess of the range instead; its constants are not those of
    `BOABound`, which follow from the rule as it stands here.

    prior       the weights to begin with, one an expert; None for even ones, of as many experts as come
    gradient    charge the experts by the slope of the loss at the guess

    >>> from littlestone import BOA, Game
    >>> game = Game(BOA(), loss="absolute")
    >>> for y in (1, 1, 0, 1):
    ...     move = game.predict({"always": 1.0, "never": 0.0})
    ...     game.label(move.number, y)
    >>> certificate = game.ledger.certificates[0]
    >>> certificate.verdict, round(certificate.paid, 3), round(certificate.allowed, 3)
    ('holds', 1.141, 2.358)
    """

    name = "boa"
    theorems = (BOABound,)
    saved = fields(
        Table(
            "boa",
            lambda own: np.array([own.Q, own.V, own.eta, own.price_paid, own.slack]),
            shape=(5, lambda _, held: len(held["w"])),
        ),
        Number("B"),
    )
    variants = ({}, {"prior": [1, 2, 3, 4, 5, 6]}, {"gradient": True})

    def __init__(self, *, prior: Sequence[float] | None = None, gradient: bool = False) -> None:
        super().__init__(prior=prior, gradient=gradient)
        self.B = 0.0  # the largest |r| so far
        self.Q = np.zeros(0)  # R less its price, with the rounds taken smaller that were
        self.V = np.zeros(0)
        self.eta = np.zeros(0)  # the rates; 0 while there are none, because no regret has moved yet
        self.price_paid = np.zeros(0)  # the sum of eta r^2, at the rates of then
        self.slack = np.zeros(0)  # what lower rates have added to the potential
        self.settle()

    def parameters(self) -> dict[str, Any]:
        return {"prior": self.prior, **super().parameters()}

    def learn(self, x: Row, y: float, guess: float) -> None:
        self.judge(x, y, guess)
        batch = x.batch
        largest = 0.0
        for k in range(x.start, x.stop):
            largest = max(largest, abs(self.regrets[batch.columns[k]]))
        shrink = 1.0 if largest <= self.B else self.B / largest
        for k in range(x.start, x.stop):
            i = batch.columns[k]
            r = shrink * self.regrets[i]
            self.R[i] += self.regrets[i]
            self.V[i] += r * r
            self.Q[i] += r - self.eta[i] * r * r
            self.price_paid[i] += self.eta[i] * r * r
        if largest > self.B:
            self.B = largest
            for i in range(self.n):
                self.slow_down(i)
        elif self.B > 0.0:
            for k in range(x.start, x.stop):
                self.slow_down(batch.columns[k])
        self.weigh()

    def slow_down(self, i: int) -> None:
        """Set the rate of expert i, and the logarithm of its weight."""
        eta = min(0.5 / self.B, FASTEST)
        if self.V[i] > 0.0:
            rarity = -self.log_prior[i] if self.prior is not None else elementary.log(self.n)
            eta = min(eta, math.sqrt(max(rarity, LEAST) / self.V[i]))
        if self.eta[i] > 0.0:
            eta = min(eta, self.eta[i])
            if self.Q[i] < 0.0:
                self.slack[i] += 1.0 - eta / self.eta[i]
        self.eta[i] = eta
        self.logs[i] = self.log_prior[i] + elementary.log(2.0 * self.B * eta) + eta * self.Q[i]

    def welcome(self, n: int) -> None:
        Q, V, slack = longer(self.Q, n, 0.0), longer(self.V, n, 0.0), longer(self.slack, n, 0.0)
        eta = longer(self.eta, n, min(0.5 / self.B, FASTEST) if self.B > 0.0 else 0.0)
        price_paid = longer(self.price_paid, n, 0.0)
        PotentialLearner.welcome(self, n)
        self.Q, self.V, self.eta, self.price_paid, self.slack = Q, V, eta, price_paid, slack

    def check_state(self, held: Held) -> None:
        super().check_state(held)
        B, (_, V, eta, price_paid, slack) = held["B"], held["boa"]
        if not (0.0 <= B < math.inf and ((V >= 0.0) & (min(MOST * B * B, HUGE) >= V)).all()):
            raise StateError(f"no regret of this {type(self).__name__} was more than {B}, but its squares sum to {V}")
        if (price_paid < 0.0).any() or (slack < 0.0).any():
            raise StateError(f"what the regrets of a {type(self).__name__} cost, and its lower rates, is 0 or more")
        if not ((eta == 0.0) | (2.0 * B * eta > 0.0)).all():
            raise StateError(f"the rates of a {type(self).__name__} are 0 or more, not {eta}")

    def take_up(self, held: Held) -> None:
        super().take_up(held)
        self.Q, self.V, self.eta, self.price_paid, self.slack = held["boa"]
