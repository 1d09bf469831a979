"""Coin betting on the weights."""

from __future__ import annotations

import math
from typing import Any

from ..convex.coin_betting_theorems import LARGEST_LOG
from ..loss import Loss
from ..row import Row
from ..state import Count, fields
from ..support import elementary
from ..support.settings import positive
from .linear import LinearLearner
from .row_regret_theorems import LinearCoinBound, LinearWealthBound
from .tangents import TANGENTS, Tangents


class LinearCoinBetting(LinearLearner):
    """Bet on the next gradient, seen as a coin -g/G, a share of one's wealth: the mean of the coins so far.

        guess = <w, x>;   w <- (sum of c)/(t + 1) (eps + sum of <c, w>),   c = -g/G,   g = loss'(guess) x
                                                                                    (Orabona and Pal 2016)

    There is no rate to set. Compared with any vector u the losses are at most
    G (|u| sqrt(T ln(1 + 24 T^2 |u|^2/eps^2)) + eps) more, T gradients having come, if none is longer than G. The slopes
    of these losses are one at most, and examples are brought to length one unless you say otherwise; a gradient longer
    than G is cut to length G and breaks the premise.

    eps       the wealth to begin with, all that can be lost
    G         the longest gradient there can be
    loss      "hinge" or "log" (logistic)

    >>> from littlestone import Game, LinearCoinBetting
    >>> game = Game(LinearCoinBetting())
    >>> for x, y in 5 * [([1, 0], +1), ([0, 1], -1)]:
    ...     move = game.predict(x)
    ...     game.label(move.number, y)
    >>> wealth, regret = game.ledger.certificates
    >>> wealth.verdict, regret.verdict, round(regret.paid, 2), round(regret.allowed, 2)
    ('holds', 'holds', -1.89, 1.14)
    """

    name = "coin"
    weighs = True
    kind = "linear"
    theorems = (LinearWealthBound, LinearCoinBound)
    losses = ("hinge", "log")
    saved = fields(TANGENTS, Count("first_cut", missing=0))
    variants = ({}, {"loss": "log", "bias": 1.0, "eps": 10.0}, {"normalise": False, "G": 3.0})

    def __init__(
        self,
        *,
        eps: float = 1.0,
        G: float = 1.0,
        loss: str = "hinge",
        bias: float | None = None,
        normalise: bool = True,
    ) -> None:
        super().__init__(bias=bias, normalise=normalise)
        self.eps = positive("eps", eps, "the wealth to begin with")
        self.G = positive("G", G, "the longest gradient")
        self.tangents = Tangents(loss, self.losses)
        self.first_cut = 0  # which gradient was the first to be cut, counted from 1; 0 if none was
        # More is not bet: it doubles with every coin that falls the same.
        self.richest = self.eps * elementary.exp(LARGEST_LOG)

    def parameters(self) -> dict[str, Any]:
        return {"eps": self.eps, "G": self.G, "loss": self.tangents.price.name, **super().parameters()}

    @property
    def follows(self) -> Loss:
        return self.tangents.price

    @property
    def played(self) -> float:
        """The sum of <g, w>."""
        return self.tangents.played

    @property
    def longest(self) -> float:
        """The length of the longest gradient."""
        return self.tangents.longest

    @property
    def wealth(self) -> float:
        """What there is to bet: eps and all that was won."""
        return self.eps - self.tangents.played / self.G

    @property
    def total(self) -> Any:
        """The sum of all gradients."""
        return LinearLearner.embedded_weights(self, 0)

    @property
    def weights(self) -> Any:
        """A copy of the weights, one per column."""
        return self.share() * super().weights

    def embedded_weights(self, width: int) -> Any:
        return self.share() * super().embedded_weights(width)

    def share(self) -> float:
        """What the sum of the gradients, which is what is stored, is multiplied by to be the weights."""
        wealth = self.eps - self.tangents.played / self.G
        return -min(wealth, self.richest) / (self.G * (self.updates + 1.0))

    def predict(self, x: Row) -> float:
        return self.share() * self.dot(x)

    def learn(self, x: Row, y: float, guess: float) -> None:
        slope = self.tangents.slope(y, guess, self.importance)
        if slope == 0.0:
            return
        size = math.sqrt(self.squared_norm(x))
        cut = 1.0
        if abs(slope) * size > self.G:
            cut = self.G / (abs(slope) * size)
        if self.tangents.note(slope, guess, size, 1.0):
            if cut < 1.0:
                self.first_cut = self.first_cut or self.updates + 1
                self.tangents.played += (cut - 1.0) * slope * guess
            self.add(x, cut * slope)
