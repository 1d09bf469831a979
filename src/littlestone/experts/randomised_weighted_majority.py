# cython: boundscheck=False, wraparound=False
"""Weighted majority with a coin."""

from __future__ import annotations

import math
from typing import Any

from ..errors import BadParameter
from ..row import Row
from ..support import elementary
from ..support.settings import real, whole
from .majority import MajorityLearner
from .majority_theorems import RandomisedMajorityBound

STEEPEST = 0.6838026  # up to this x, and no further, ln(1 - x) >= -x - x^2
TUNINGS = ("always-valid", "lecture")


class RandomisedWeightedMajority(MajorityLearner):
    """Follow an expert drawn by weight, and take part of the weight of those that were wrong.

        chance of +1 = weight that says +1 / all weight;   w_i <- alpha w_i if expert i was wrong
                                                                                (Littlestone and Warmuth 1994)

    With the best expert making m mistakes, the expected mistakes are sum p <= (m ln(1/alpha) + ln n)/(1 - alpha): the
    coin halves what weighted majority must pay. The weights do not depend on the coin, so this holds in every run, also
    against an adversary that sees the chances. An expert that sleeps is compared on the rounds it was awake in.

    alpha       what a mistake leaves of a weight, between 0 and 1; 1/2 if nothing else says
    eta         1 - alpha, if you would rather give that
    m_bar       the most mistakes that the best expert will make, if that is known; with n_experts it sets alpha
    n_experts   how many experts there will be at most, two or more
    tuning      "always-valid": alpha = 1/(1 + sqrt(2 ln(n)/m_bar)), for sum p <= m + sqrt(2 m_bar ln n) + ln n; or
                "lecture": alpha = 1 - sqrt(ln(n)/m_bar), for sum p <= m + 2 sqrt(m_bar ln n), if m_bar >= 2.1387 ln n

    >>> from littlestone import Game, RandomisedWeightedMajority
    >>> game = Game(RandomisedWeightedMajority(alpha=0.5), seed=1)
    >>> for y in (+1, +1, -1, +1):
    ...     move = game.predict([+1, -1, -1])
    ...     game.label(move.number, y)
    >>> certificate = game.ledger.certificates[0]
    >>> certificate.verdict, round(certificate.paid, 3), round(certificate.allowed, 3)
    ('holds', 2.333, 3.584)
    """

    name = "rwma"
    theorems = (RandomisedMajorityBound,)

    variants = ({}, {"m_bar": 10, "n_experts": 6}, {"m_bar": 10, "n_experts": 6, "tuning": "lecture"})

    def __init__(
        self,
        *,
        alpha: float | None = None,
        eta: float | None = None,
        m_bar: float | None = None,
        n_experts: int | None = None,
        tuning: str = "always-valid",
    ) -> None:
        if tuning not in TUNINGS:
            raise BadParameter(f"tuning is 'always-valid' or 'lecture', not {tuning!r}")
        if (m_bar is None) != (n_experts is None) or (m_bar is not None and (alpha is not None or eta is not None)):
            raise BadParameter("give alpha, or eta, or m_bar and n_experts together: either sets the rate")
        super().__init__(alpha, eta)
        self.m_bar = m_bar
        self.n_experts = n_experts
        self.tuning = tuning
        if m_bar is not None:
            self.alpha = tuned(m_bar, n_experts, tuning)
            self.rate = -elementary.log(self.alpha)

    def parameters(self) -> dict[str, Any]:
        return {**super().parameters(), "m_bar": self.m_bar, "n_experts": self.n_experts, "tuning": self.tuning}

    def learn(self, x: Row, y: float, guess: float) -> None:
        self.punish(x, y, guess)


def tuned(m_bar: float, n_experts: int | None, tuning: str) -> float:
    """The alpha for n experts the best of which makes m_bar mistakes at most."""
    n = whole("n_experts", n_experts, "a number of experts", least=2)
    if real("m_bar", m_bar, "the most mistakes of the best expert") <= 0:
        raise BadParameter(f"m_bar is the most mistakes of the best expert, more than 0, not {m_bar}")
    step = math.sqrt(elementary.log(n) / m_bar)
    if 1.0 - step == 1.0:
        raise BadParameter(
            f"for m_bar = {m_bar:g} alpha would be 1, which learns nothing; give the mistakes, not a bound"
        )
    if tuning == "always-valid":
        return 1.0 / (1.0 + math.sqrt(2.0) * step)
    if step > STEEPEST:
        raise BadParameter(
            f"1 - alpha = sqrt(ln(n)/m_bar) = {step:.4g} is too steep: ln(1-x) >= -x - x^2 only up to {STEEPEST:.4g}; "
            f"m_bar must be at least {elementary.log(n) / STEEPEST**2:.4g}, not {m_bar:g}; "
            "tuning='always-valid' takes any"
        )
    return 1.0 - step
