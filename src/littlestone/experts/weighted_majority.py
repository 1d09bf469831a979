# cython: boundscheck=False, wraparound=False
"""Weighted majority, without a coin."""

from __future__ import annotations

from typing import Any

from ..row import Row
from ..support.settings import flag
from .majority import MajorityLearner
from .majority_theorems import WeightedMajorityBound

EVEN = 1e-12  # a vote this near to even, as a share of the weight, is even but for rounding


class WeightedMajority(MajorityLearner):
    """Say what the weight of the experts says, and take part of the weight of those that were wrong.

        guess = +1 if more than half of the weight says +1, else -1;   w_i <- alpha w_i if expert i was wrong
                                                                                (Littlestone and Warmuth 1994)

    With the best expert making m mistakes, M <= (m ln(1/alpha) + ln n)/ln(2/(1 + alpha)), at every moment and whatever
    the data: a mistake of the vote costs at least half of the weight a factor alpha. A vote that is even, up to
    rounding, is -1. An expert that sleeps is compared with the learner on the rounds it was awake in.

    alpha        what a mistake leaves of a weight, between 0 and 1; 1/2 if neither it nor eta is given
    eta          1 - alpha, if you would rather give that
    realizable   some expert is always right: alpha may be 0, and is if not given; a single mistake then is final, and
                 this is Halving in full; should everybody err, those that erred least go on voting
    lazy         punish only in the rounds in which the vote was wrong; the theorem stays

    >>> from littlestone import Game, WeightedMajority
    >>> game = Game(WeightedMajority(alpha=0.5), labels=("dry", "rain"))
    >>> for y in ("rain", "rain", "dry", "rain"):
    ...     move = game.predict({"always": "rain", "never": "dry"})
    ...     game.label(move.number, y)
    >>> certificate = game.ledger.certificates[0]
    >>> certificate.verdict, game.ledger.mistakes, round(certificate.allowed, 3)
    ('holds', 2, 4.819)
    """

    name = "wma"
    randomised = False
    theorems = (WeightedMajorityBound,)

    variants = ({}, {"alpha": 0.3, "lazy": True}, {"realizable": True})

    def __init__(
        self, *, alpha: float | None = None, eta: float | None = None, realizable: bool = False, lazy: bool = False
    ) -> None:
        super().__init__(alpha, eta, realizable=flag("realizable", realizable), lazy=flag("lazy", lazy))
        self.realizable = realizable

    def parameters(self) -> dict[str, Any]:
        return {**super().parameters(), "realizable": self.realizable, "lazy": self.lazy}

    def act(self, guess: float) -> float:
        return 1.0 if guess > EVEN else -1.0

    def learn(self, x: Row, y: float, guess: float) -> None:
        if not self.lazy or self.act(guess) != y:
            self.punish(x, y, guess)
