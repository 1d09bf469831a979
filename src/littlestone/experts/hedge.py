# cython: boundscheck=False, wraparound=False
"""Hedge, the exponentially weighted mean of experts."""

from __future__ import annotations

import math
from typing import Any

from ..errors import BadParameter
from ..row import Row
from ..state import Count, Number, fields
from ..support import elementary
from ..support.settings import real
from .expert import ExponentialLearner
from .hedge_theorems import HedgeBound


class Hedge(ExponentialLearner):
    """Weigh every expert down by what it has lost, exponentially.

        w_i <- w_i e^(-eta loss_i);   guess = sum w_i x_i / sum w_i                    (Freund and Schapire 1997)

    With rates that never rise the regret against the best of n experts is at most ln(n)/eta + sum eta_t s_t^2/8, where
    s_t is how far the losses of round t lie apart.

    eta         the rate, more than 0; None for sqrt(8 ln(n)/t) in round t, which needs to know nothing
    small_loss  what the best expert will lose at most, if that is known: with losses from 0 to 1, the rate is then
                ln(1 + sqrt(2 ln(n)/small_loss)) and the regret grows with that number, not with time
    gradient    charge the experts by the slope of the loss at the guess

    >>> from littlestone import Game, Hedge
    >>> game = Game(Hedge(eta=0.5), loss="absolute")
    >>> for y in (1, 1, 0, 1):
    ...     move = game.predict({"always": 1.0, "never": 0.0})
    ...     game.label(move.number, y)
    >>> certificate = game.ledger.certificates[0]
    >>> certificate.verdict, round(certificate.paid, 3), round(certificate.allowed, 3)
    ('holds', 0.986, 1.636)
    """

    name = "hedge"
    theorems = (HedgeBound,)
    saved = fields(Number("mixed"), Count("grown"))
    variants = ({}, {"eta": 0.5}, {"gradient": True}, {"small_loss": 50.0}, {"small_loss": 50.0, "gradient": True})

    def __init__(self, *, eta: float | None = None, small_loss: float | None = None, gradient: bool = False) -> None:
        super().__init__(gradient=gradient)
        if eta is not None:
            eta = real("eta", eta, "a rate")
            if eta <= 0:
                raise BadParameter(f"eta is a rate, more than 0, not {eta}")
        if small_loss is not None:
            if eta is not None:
                raise BadParameter("give eta or small_loss: either sets the rate")
            small_loss = real("small_loss", small_loss, "what the best expert loses at most")
            if small_loss <= 0:
                raise BadParameter(f"small_loss is more than 0, not {small_loss}")
        self.given_eta = eta
        self.small_loss = small_loss
        self.mixed = 0.0  # the sum of eta_t s_t^2/8
        self.grown = 0  # the first update that found a newcomer

    def parameters(self) -> dict[str, Any]:
        return {"eta": self.given_eta, "small_loss": self.small_loss, **super().parameters()}

    def learn(self, x: Row, y: float, guess: float) -> None:
        if self.updates and x.width > self.n and not self.grown:
            self.grown = self.updates + 1
        own = self.judge(x, y, guess)
        eta = self.eta if self.eta > 0.0 else self.rate(1)
        spread = self.most_lost - self.least_lost
        self.mixed += eta * spread * spread / 8.0
        self.charge(x, own)
        self.reweigh(min(eta, self.rate(self.updates + 1)))  # newcomers must not make it rise

    def rate(self, t: int) -> float:
        """The rate of round t."""
        if self.given_eta is not None:
            return float(self.given_eta)
        many = elementary.log(max(2.0, self.n))
        if self.small_loss is not None:
            return elementary.log(1.0 + math.sqrt(2.0 * many / self.small_loss))
        return math.sqrt(8.0 * many / t)
