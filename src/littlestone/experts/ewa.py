# cython: boundscheck=False, wraparound=False
"""The exponentially weighted average, for losses that curve."""

from __future__ import annotations

from typing import Any

from ..errors import BadParameter
from ..loss import Loss
from ..row import Row
from ..state import Count, fields
from ..support.settings import real
from .ewa_theorems import EXP_CONCAVE, EWABound
from .mix_loss import MixingLearner

CURVED = 1e-9  # in logarithms of weights: by so much may the guess, by rounding, pay more than the mix loss


class EWA(MixingLearner):
    """The exponentially weighted average at a rate up to which e^(-eta loss) is concave: regret ln(n)/eta, for ever.

        guess = sum w_i x_i / sum w_i;   w_i <- w_i e^(-eta loss_i)            (Vovk 1990; Kivinen and Warmuth 1999)

    It plays as Hedge does at a fixed rate. What differs is what it is charged: Hedge's theorem is about the mean of
    the experts' losses, which the loss of the mean can only be below; this one is about the loss of the mean itself,
    and uses that a curved loss puts it as far below as the mix loss. An expert that sleeps is charged that loss too.
    Where the loss does not curve, or the rate is too high for it, the certificate says which round showed it; take
    Hedge there.

    eta         the rate, more than 0; None for the highest rate at which the loss curves enough: 1/2 for square
                with forecasts and truths from 0 to 1 (in general 1/(2 B^2) if they lie B apart at most), 1/4 for
                brier, 1 for log

    >>> from littlestone import EWA, Game
    >>> game = Game(EWA(), loss="square")
    >>> for y in (1, 1, 0, 1):
    ...     move = game.predict({"always": 1.0, "never": 0.0})
    ...     game.label(move.number, y)
    >>> certificate = game.ledger.certificates[0]
    >>> certificate.verdict, round(certificate.paid, 3), round(certificate.allowed, 3)
    ('holds', 0.07, 1.386)
    """

    name = "ewa"
    theorems = (EWABound,)
    saved = fields(Count("flat"))
    variants = ({}, {"eta": 3.0})

    def __init__(self, *, eta: float | None = None) -> None:
        super().__init__()
        if eta is not None and real("eta", eta, "a rate") <= 0:
            raise BadParameter(f"eta is a rate, more than 0, not {eta}")
        self.given_eta = eta
        self.rate = EXP_CONCAVE["square"] if eta is None else float(eta)
        self.flat = 0  # the first round in which the loss did not curve enough

    def parameters(self) -> dict[str, Any]:
        return {"eta": self.given_eta}

    def plays_for(self, price: Loss) -> None:
        """Be told which loss the game is played for; it sets the rate if none was given."""
        super().plays_for(price)
        if self.given_eta is None:
            if price.name not in EXP_CONCAVE:
                known = ", ".join(EXP_CONCAVE)
                raise BadParameter(f"EWA knows the best rate for {known}; for the {price.name} loss give EWA(eta=...)")
            self.rate = EXP_CONCAVE[price.name]

    def learn(self, x: Row, y: float, guess: float) -> None:
        mean = self.judge(x, y, guess)
        own = mean if self.price.classes else self.importance * self.price.value(y, guess, guess)
        mix = self.mix_loss(x, self.rate)
        if self.flat == 0 and self.rate * (own - mix) > CURVED * (1.0 + self.rate * (abs(mean) + abs(own))):
            self.flat = self.updates
        self.paid += own - mean
        batch = x.batch
        for k in range(x.start, x.stop):
            self.regrets[batch.columns[k]] += own - mean
        self.charge(x, own)
        self.reweigh(self.rate)
