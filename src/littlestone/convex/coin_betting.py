"""Coin betting."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..errors import BadParameter
from ..support import elementary
from .coin_betting_theorems import LARGEST_LOG, CoinBound, WealthBound
from .gradient_learner import GradientLearner, positive


class CoinBetting(GradientLearner):
    """Bet on the next coin -g/G, heads or tails or between, a share of one's wealth: the mean of the coins so far.

        w <- (sum of c)/(t + 1) (eps + sum of <c, w>),    c = -g/G,   after t coins        (Orabona and Pal 2016)

    The share is that of Krichevsky and Trofimov. There is no rate: the stakes grow as the coins are one-sided, and
    R(u) <= G (|u| sqrt(T ln(1 + 24 T^2 |u|^2/eps^2)) + eps) for every u of R^d, far or near, if no gradient is longer
    than G. All that can ever be lost is G eps.

    d           how many coordinates a point has
    eps         the wealth to begin with, all that can be lost
    G           the longest gradient there can be

    >>> from littlestone import CoinBetting, ConvexGame
    >>> game = ConvexGame(CoinBetting(1))
    >>> for t in range(20):
    ...     game.label(game.predict().number, +1 if t % 5 == 0 else -1)
    >>> wealth, regret = game.ledger.certificates
    >>> wealth.verdict, round(wealth.paid, 6), round(wealth.allowed, 6)
    ('holds', -7.282032, -7.282032)
    >>> regret.verdict
    'holds'
    """

    name = "coin"
    theorems = (WealthBound, CoinBound)

    variants = ({"d": 3}, {"d": 3, "eps": 0.1, "G": 4.0})

    def __init__(self, d: int = 1, *, eps: float = 1.0, G: float = 1.0) -> None:
        super().__init__(d, domain="space")
        self.eps = positive("eps", eps, "the wealth to begin with")
        if not 1e-100 <= self.eps <= 1e100:
            raise BadParameter(f"eps is the wealth to begin with, from 1e-100 to 1e100, not {eps}")
        self.G = positive("G", G, "the longest gradient")

    def parameters(self) -> dict[str, Any]:
        return {"d": self.d, "eps": self.eps, "G": self.G}

    @property
    def wealth(self) -> float:
        """What there is to bet: eps and all that was won."""
        return self.eps - self.played / self.G

    @property
    def richest(self) -> float:
        """More wealth is not bet: it doubles in every round of a one-sided coin, and would soon be infinite."""
        return self.eps * elementary.exp(LARGEST_LOG)

    def step(self, g: Any) -> Any:
        stake = float(np.clip(self.wealth, -self.richest, self.richest))
        return self.total / -self.G / (self.updates + 1) * stake
