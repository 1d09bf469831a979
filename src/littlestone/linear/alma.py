"""ALMA, the approximate large margin algorithm."""

from __future__ import annotations

import math
from typing import Any

from ..errors import BadParameter
from ..geometry.linear_guess import LinearGuess
from ..row import Row
from ..support.settings import positive, real
from .alma_theorems import ALMABound
from .scaled_weights import ScaledLearner

LONGEST = 1e100  # a squared length with which nothing can be computed


class ALMA(ScaledLearner):
    """A Perceptron that asks for a margin, a little less of it after every step, with steps that shrink alike.

        at update k, if y <w, x> <= (1 - alpha) B/sqrt(k):   w <- w + (C/sqrt(k)) y x,   then |w| <= 1 again by scaling
                                                                                           (Gentile 2001, p = 2)

    The guess is <w, x> as a share of the margin that is asked for, <w, x> sqrt(k)/((1 - alpha) B): whatever is
    right by less than one is learned from. Examples are brought to length one unless you say otherwise. With
    A = 2 (1 - alpha) B C + C^2, a unit vector with y <u, x> >= gamma wherever it learned allows
    about ((A + 1)/(2 C gamma))^2 updates, mistakes or not; `ALMABound` has the exact number, and any other vector's.

    alpha    how near the margin comes to the largest: it reaches (1 - alpha) of it, and takes the longer
    B        what the margin begins with; None for 1/alpha
    C        what the step begins with; None for sqrt(2)

    >>> from littlestone import ALMA, Game
    >>> game = Game(ALMA())
    >>> for x, y in 5 * [([1, 0], +1), ([0, 1], -1)]:
    ...     move = game.predict(x)
    ...     game.label(move.number, y)
    >>> certificate = game.ledger.certificates[0]
    >>> game.ledger.mistakes, game.ledger.updates, certificate.verdict, certificate.allowed
    (1, 2, 'holds', 6.0)
    """

    name = "alma"
    theorems = (ALMABound,)

    variants = ({}, {"bias": 1.0}, {"alpha": 0.9, "bias": 0.5, "normalise": False}, {"B": 8**0.5 / 0.5, "bias": 1.0})

    def __init__(
        self,
        *,
        alpha: float = 0.5,
        B: float | None = None,
        C: float | None = None,
        bias: float | None = None,
        normalise: bool = True,
    ) -> None:
        super().__init__(bias=bias, normalise=normalise)
        self.alpha = real("alpha", alpha, "how near the margin comes to the largest")
        if not 1e-6 <= self.alpha <= 1.0 - 1e-6:
            raise BadParameter(f"alpha lies between 0 and 1, from 1e-6 to 1 - 1e-6, not at {alpha!r}")
        self.B = 1.0 / self.alpha if B is None else positive("B", B, "what the margin begins with")
        self.C = math.sqrt(2.0) if C is None else positive("C", C, "what the step begins with")

    def parameters(self) -> dict[str, Any]:
        return {"alpha": self.alpha, "B": self.B, "C": self.C, **super().parameters()}

    def asked(self) -> float:
        """The margin that is asked for now."""
        return float((1.0 - self.alpha) * self.B / math.sqrt(self.updates + 1.0))

    def predict(self, x: Row) -> float:
        return self.factor * self.dot(x) / self.asked()

    def linear_guess(self) -> LinearGuess:
        return super().linear_guess().times(1.0 / self.asked())

    def learn(self, x: Row, y: float, guess: float) -> None:
        size = self.squared_norm(x)
        if y * guess > 1.0 or not 0.0 < size < LONGEST:
            return
        step = self.C / math.sqrt(self.updates + 1.0)
        square = self.square + 2.0 * step * y * self.factor * self.dot(x) + step * step * size
        self.add(x, step * y / self.factor)
        self.square = max(0.0, square)
        if self.square > 1.0:
            self.factor /= math.sqrt(self.square)
            self.square = 1.0
            if self.factor < 1e-50:
                self.fold()
