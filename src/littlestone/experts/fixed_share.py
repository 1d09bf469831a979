# cython: boundscheck=False, wraparound=False
"""Fixed-Share, for a best expert that changes."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..errors import BadParameter
from ..row import Row
from ..state import Held
from ..support import elementary
from ..support.settings import real
from .expert import ExpertLearner
from .fixed_share_theorems import FixedShareBound
from .room import longer

LEAST = 1e-100  # shares below this could not be told from none at all


class FixedShare(ExpertLearner):
    """Hedge, but after every round a share of all weight is dealt out evenly: nobody falls so far as not to come back.

        v_i = w_i e^(-eta loss_i) / sum w_j e^(-eta loss_j);   w_i <- (1 - a) v_i + a/n     (Herbster and Warmuth 1998)

    Against any sequence of experts that changes S times in T rounds the regret is at most
    ((S + 1) ln n + S ln(1/a) + (T - 1 - S) ln(1/(1 - a)))/eta + eta sum s_t^2/8, where s_t is how far the losses of
    round t lie apart: `FixedShareBound(switches=S)` certifies it in hindsight. An expert that sleeps is charged what
    the learner pays; a new one begins with the mean of the others' weights.

    eta         the rate, more than 0
    share       a, the share of the weight that is dealt out; S/(T - 1) is best for S changes in T rounds
    gradient    charge the experts by the slope of the loss at the guess

    >>> from littlestone import FixedShare, Game
    >>> from littlestone.bounds import FixedShareBound
    >>> game = Game(FixedShare(eta=1.0, share=0.2), loss="absolute", bounds=[FixedShareBound(switches=1)])
    >>> for y in (1, 1, 1, 0, 0, 0):
    ...     move = game.predict({"always": 1.0, "never": 0.0})
    ...     game.label(move.number, y)
    >>> certificate = game.ledger.certificates[0]
    >>> certificate.verdict, round(certificate.paid, 3), round(certificate.allowed, 3)
    ('holds', 2.858, 4.638)
    """

    name = "fixed-share"
    theorems = (FixedShareBound,)

    variants = ({}, {"eta": 5.0, "share": 0.3}, {"gradient": True})

    def __init__(self, *, eta: float = 0.5, share: float = 0.01, gradient: bool = False) -> None:
        super().__init__(gradient=gradient)
        if real("eta", eta, "a rate") <= 0:
            raise BadParameter(f"eta is a rate, more than 0, not {eta}")
        if not LEAST <= real("share", share, "a share of the weight") < 1.0:
            raise BadParameter(f"share is a share of the weight, between 0 and 1, not {share}; Hedge shares nothing")
        self.eta = float(eta)
        self.share = float(share)
        self.factors = np.zeros(0)

    def parameters(self) -> dict[str, Any]:
        return {"eta": self.eta, "share": self.share, **super().parameters()}

    def learn(self, x: Row, y: float, guess: float) -> None:
        own = self.judge(x, y, guess)
        batch = x.batch
        low = self.least_lost  # as `judge` has just found it
        for i in range(self.n):
            self.factors[i] = -self.eta * max(0.0, own - low)
        for k in range(x.start, x.stop):
            i = batch.columns[k]
            self.factors[i] = self.eta * (low - self.losses[i])
        elementary.exp_each(self.factors)
        self.deal()

    def deal(self) -> None:
        """Weigh by the factors, and share."""
        total = 0.0
        for i in range(self.n):
            self.w[i] *= self.factors[i]
            total += self.w[i]
        even = 1.0 / self.n
        for i in range(self.n):
            self.w[i] = (1.0 - self.share) * (self.w[i] / total) + self.share * even
        self.newcomer = even

    def welcome(self, n: int) -> None:
        self.factors = longer(self.factors, n, 0.0)

    def take_up(self, held: Held) -> None:
        super().take_up(held)
        self.factors = np.zeros(self.n)
