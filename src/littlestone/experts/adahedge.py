# cython: boundscheck=False, wraparound=False
"""AdaHedge, which finds its rate by itself."""

from __future__ import annotations

import math

from ..errors import StateError
from ..row import Row
from ..state import Amount, Count, Held, Numbers, fields
from ..support import elementary
from .adahedge_theorems import AdaHedgeBound, AdaHedgeVarianceBound
from .mix_loss import MixingLearner

ROUNDING = 1e-14  # less than this share of the losses is no cost: where all say the same there must be none


class AdaHedge(MixingLearner):
    """Hedge at a rate that falls with what its mixing has cost: easy data leaves it high, hard data lowers it.

        guess = sum p_i x_i,  p_i ~ e^(-eta L_i);   Delta <- Delta + (p . loss - m);   eta <- ln(n)/Delta
        m = -ln(sum p_i e^(-eta loss_i))/eta                    (de Rooij, van Erven, Grunwald and Koolen 2014)

    While Delta is zero, eta is infinite and the leaders are followed. The regret is at most 2 Delta, and Delta at most
    sqrt(V ln n) + S (2/3 ln n + 1), where V sums the variances of the losses under p, and S is the most they ever lay
    apart in a round: nothing need be known of them, neither their range nor how long it will take. The rate never
    rises again, also when new experts come; from then on the regret is at most Delta + ln(n)/eta.

    gradient    charge the experts by the slope of the loss at the guess

    >>> from littlestone import AdaHedge, Game
    >>> game = Game(AdaHedge(), loss="absolute")
    >>> for y in (1, 1, 0, 1):
    ...     move = game.predict({"always": 1.0, "never": 0.0})
    ...     game.label(move.number, y)
    >>> certificate = game.ledger.certificates[0]
    >>> certificate.verdict, round(certificate.paid, 3), round(certificate.allowed, 3)
    ('holds', 0.87, 1.461)
    """

    name = "adahedge"
    theorems = (AdaHedgeBound, AdaHedgeVarianceBound)
    saved = fields(Numbers("mixed", "delta", Amount("variance"), "last_eta"), Count("joined"))
    variants = ({}, {"gradient": True})

    def __init__(self, *, gradient: bool = False) -> None:
        super().__init__(gradient=gradient)
        self.eta = math.inf
        self.delta = 0.0  # what mixing has cost: the sum of p . loss - m
        self.variance = 0.0  # V
        self.last_eta = math.inf  # the rate of the round that was learned last
        self.joined = 0  # the first round in which somebody spoke who had not been there at the start

    def learn(self, x: Row, y: float, guess: float) -> None:
        own = self.judge(x, y, guess)
        self.last_eta = self.eta
        cost = own - self.mix_loss(x, self.eta)
        scatter = self.scatter(x)
        if cost > ROUNDING * (abs(own) + math.sqrt(scatter)):
            self.delta += cost
        self.variance += scatter
        self.charge(x, own)
        rate = elementary.log(self.n) / self.delta if self.n > 1 and self.delta > 0.0 else math.inf
        self.reweigh(min(self.eta, rate))

    def scatter(self, x: Row) -> float:
        """The variance of the losses of those who are awake, by their weights."""
        batch = x.batch
        mass = 0.0
        total = 0.0
        for k in range(x.start, x.stop):
            i = batch.columns[k]
            mass += self.w[i]
            total += self.w[i] * self.regrets[i] * self.regrets[i]
        return total / mass

    def welcome(self, n: int) -> None:
        MixingLearner.welcome(self, n)
        if self.updates and not self.joined:
            self.joined = self.updates + 1

    def check_state(self, held: Held) -> None:
        super().check_state(held)
        delta, eta = held["mixed"][0], held["eta"]
        if not (0.0 <= delta < math.inf and eta > 0.0):
            raise StateError(
                f"an AdaHedge has a rate above 0 and mixing has cost it 0 or more, a number; here are {eta} and {delta}"
            )
