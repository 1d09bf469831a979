# cython: boundscheck=False, wraparound=False
"""Vovk's Aggregating Algorithm, for losses that can be mixed."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from ..errors import BadParameter
from ..loss import Loss
from ..row import Row
from ..state import Count, fields
from ..support import elementary
from ..support.settings import positive, real
from ..weights import too_heavy
from .aggregating_theorems import AggregatingBound
from .potential import PotentialLearner

MIXABLE = ("square", "brier", "log")
FAR = 1e150  # whose square is still a number
LESS = 1.0 - 2.0**-52


class AggregatingAlgorithm(PotentialLearner):
    """Mix the experts' losses, not their forecasts, and say what is never dearer than the mixture.

        w_i <- w_i e^(-eta loss_i);   S(y) = sum of w_i e^(-eta loss(y, x_i)), with weights that sum to one
        guess = (A + B)/2 + (B - A)/4 ln(S(B)/S(A)),   where truths lie from A to B                (Vovk 1990)

    Whatever the truth y, the loss of that guess is at most -ln(S(y))/eta, so that the regret never rises above
    ln(n)/eta, at no moment of the game. eta is 2/(B - A)^2 for the square loss, and 1 for the Brier and the log loss
    (Vovk and Zhdanov 2009 play the Brier game so); for the log loss the guess is the mean of the chances.

    An expert that sleeps is charged what the learner pays (Chernov and Vovk 2009).

    low, high   A and B, between which truths and advice lie where the loss is square; chances lie from 0 to 1
    heaviest    the largest weight of a round, which is promised: eta is divided by it. If loss is mixed at eta, h loss
                is at eta/h, and so at eta/heaviest, with the same guess (Jensen); a heavier round is refused
    prior       the weights to begin with, one an expert; None for even ones, of as many experts as come

    >>> from littlestone import AggregatingAlgorithm, Game
    >>> game = Game(AggregatingAlgorithm(), loss="brier")
    >>> for y in (1, 1, 0, 1):
    ...     move = game.predict({"likely": 0.8, "unlikely": 0.3})
    ...     game.label(move.number, y)
    >>> certificate = game.ledger.certificates[0]
    >>> certificate.verdict, round(certificate.paid, 3), round(certificate.allowed, 3)
    ('holds', 0.483, 0.693)
    """

    name = "aa"
    theorems = (AggregatingBound,)
    saved = fields(Count("first_outside"))
    variants = ({}, {"low": -1.0, "high": 2.0, "prior": [1, 2, 3, 4, 5, 6]})

    def __init__(
        self, *, low: float = 0.0, high: float = 1.0, heaviest: float = 1.0, prior: Sequence[float] | None = None
    ) -> None:
        super().__init__(prior=prior)
        self.heaviest = positive("heaviest", heaviest, "the largest weight of a round")
        self.low = real("low", low, "the least that a truth can be")
        self.high = real("high", high, "the most that a truth can be")
        if not self.low < self.high:
            raise BadParameter(f"low lies below high; {low} does not lie below {high}")
        if not 1.0 / FAR < self.high - self.low < FAR:
            raise BadParameter(f"the square of high - low is a number; that of {high} - {low} is none")
        self.first_outside = 0  # the round of the first advice or truth that did not lie from low to high
        self.plays_for(self.price)
        self.settle()

    def parameters(self) -> dict[str, Any]:
        heaviest = {} if self.heaviest == 1.0 else {"heaviest": self.heaviest}
        return {"low": self.low, "high": self.high, **heaviest, "prior": self.prior}

    def plays_for(self, price: Loss) -> None:
        if price.name not in MIXABLE or price.classes:
            raise BadParameter(
                f"the Aggregating Algorithm plays for losses that can be mixed ({', '.join(MIXABLE)}), not for "
                f"{price.name}; Hedge plays for any"
            )
        super().plays_for(price)
        self.logarithmic = price.name == "log"
        self.A, self.B = (0.0, 1.0) if price.chances else (self.low, self.high)
        self.eta = (1.0 if price.chances else 2.0 / ((self.B - self.A) * (self.B - self.A))) / self.heaviest

    def predict(self, x: Row) -> float:
        self.admit(x)
        if not self.logarithmic:
            return self.substitution(x)
        chance = self.mean_chance(x, 1.0)
        if chance <= 0.5:
            return chance
        # Near 1 there are so few numbers that a rounding error is dear: better not as sure by one of them.
        return (1.0 - self.mean_chance(x, 0.0)) * LESS

    def mean_chance(self, x: Row, y: float) -> float:
        """S(y), which for the log loss is the mean of the chances given to y, none of them surer than it is priced."""
        top = self.top(x)
        batch = x.batch
        total = 0.0
        mass = 0.0
        for k in range(x.start, x.stop):
            share = elementary.exp(self.log_weight(batch.columns[k]) - top)
            chance = batch.values[k]
            mass += share
            total += share * elementary.exp(-self.price.value(y, chance, chance))
        return total / mass

    def substitution(self, x: Row) -> float:
        """The forecast that is no dearer than the mixture, were the truth A or B, and so wherever it lies between."""
        length = self.B - self.A
        lean = (self.log_mixture(x, self.B) - self.log_mixture(x, self.A)) * length / 4.0
        return min(max(self.within(x, (self.A + self.B) / 2.0 + lean), self.A), self.B)

    def log_mixture(self, x: Row, y: float) -> float:
        """ln of the sum over those awake of w_i e^(-2 ((x_i - y)/(B - A))^2): what truth y would leave of them."""
        batch = x.batch
        top = -math.inf
        for k in range(x.start, x.stop):
            top = max(top, self.log_weight(batch.columns[k]) - self.loss_in_eta(batch.values[k], y))
        total = 0.0
        for k in range(x.start, x.stop):
            total += elementary.exp(self.log_weight(batch.columns[k]) - self.loss_in_eta(batch.values[k], y) - top)
        return top + elementary.log(total)

    def loss_in_eta(self, said: float, y: float) -> float:
        """eta times the square or Brier loss in a round of the largest weight; nothing is further away than FAR."""
        off = min(max((said - y) / (self.B - self.A), -FAR), FAR)
        return 2.0 * off * off

    def check_label(self, y: float, weight: float) -> None:
        if weight > self.heaviest:
            raise too_heavy(self, weight)

    def learn(self, x: Row, y: float, guess: float) -> None:
        self.check_label(y, self.importance)
        self.judge(x, y, guess)
        own = self.importance * self.price.value(y, guess, guess)
        batch = x.batch
        outside = not self.A <= y <= self.B
        for k in range(x.start, x.stop):
            i = batch.columns[k]
            self.R[i] += own - self.losses[i]
            self.logs[i] = self.log_prior[i] + self.eta * self.R[i]
            if not self.A <= batch.values[k] <= self.B:
                outside = True
        if outside and self.first_outside == 0:
            self.first_outside = self.updates
        self.weigh()
