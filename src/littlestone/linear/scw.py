"""Soft confidence-weighted learning."""

from __future__ import annotations

import math
from typing import Any

from ..support.settings import positive
from .cw import ConfidenceWeighted


class SoftConfidenceWeighted(ConfidenceWeighted):
    """What the two soft forms share: C, the price of falling short of the constraint; h C in a round of weight h."""

    weighs = True

    def __init__(
        self,
        *,
        C: float = 1.0,
        eta: float = 0.9,
        covariance: str = "diagonal",
        bias: float | None = None,
        normalise: bool = False,
    ) -> None:
        super().__init__(eta=eta, covariance=covariance, bias=bias, normalise=normalise)
        self.C = positive("C", C, "the price of falling short")

    def parameters(self) -> dict[str, Any]:
        return {"C": self.C, **super().parameters()}


class SCW1(SoftConfidenceWeighted):
    """CW that may fall short, at a price of C: no step is longer than C.

        alpha = min(C, max(0, (-m psi + sqrt(m^2 phi^4/4 + v phi^2 xi))/(v xi))),
        w <- w + alpha y S x,   S <- S - beta S x x' S                             (Wang, Zhao and Hoi 2012, SCW-I)

    with m = y <w, x>, v = <x, S x>, and the rest as in `CW`. One wrong label undoes no more than C allows. No mistake
    bound is known, so there is no certificate.

    C             the price of falling short
    eta           the chance to be right that is asked for, between 0.5 and 1
    covariance    "diagonal", or "full" for all n^2 covariances

    >>> from littlestone import Game, SCW1
    >>> game = Game(SCW1())
    >>> for x, y in 5 * [([1, 0], +1), ([0, 1], -1)]:
    ...     move = game.predict(x)
    ...     game.label(move.number, y)
    >>> game.ledger.mistakes, game.ledger.certificates
    (1, [])
    """

    name = "scw1"

    variants = ({}, {"covariance": "full", "normalise": True, "C": 0.2})

    def length(self, m: float, v: float) -> float:
        return min(self.importance * self.C, self.hard_length(m, v))


class SCW2(SoftConfidenceWeighted):
    """CW that may fall short, at a price of C times the square of what it falls short by.

        n = v + 1/(2C),   gamma = phi sqrt(phi^2 m^2 v^2 + 4 n v (n + v phi^2)),
        alpha = max(0, (-(2 m n + phi^2 m v) + gamma)/(2 (n^2 + n v phi^2))),
        w <- w + alpha y S x,   S <- S - beta S x x' S                            (Wang, Zhao and Hoi 2012, SCW-II)

    with m = y <w, x>, v = <x, S x>, and the rest as in `CW`. No mistake bound is known, so there is no certificate.

    C             the price of falling short, squared
    eta           the chance to be right that is asked for, between 0.5 and 1
    covariance    "diagonal", or "full" for all n^2 covariances

    >>> from littlestone import Game, SCW2
    >>> game = Game(SCW2())
    >>> for x, y in 5 * [([1, 0], +1), ([0, 1], -1)]:
    ...     move = game.predict(x)
    ...     game.label(move.number, y)
    >>> game.ledger.mistakes, game.ledger.certificates
    (1, [])
    """

    name = "scw2"

    variants = ({}, {"covariance": "full", "C": 3.0, "bias": 0.5, "normalise": True})

    def length(self, m: float, v: float) -> float:
        square = self.phi * self.phi
        n = v + 1.0 / (2.0 * self.importance * self.C)
        gamma = self.phi * math.sqrt(square * m * m * v * v + 4.0 * n * v * (n + v * square))
        return (gamma - m * (2.0 * n + square * v)) / (2.0 * n * (n + v * square))
