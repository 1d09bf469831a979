"""The online Newton step on the weights."""

from __future__ import annotations

import math
from typing import Any

from ..errors import BadParameter
from ..geometry.linear_guess import LinearGuess
from ..learner import RowLearner
from ..loss import Loss
from ..row import Row
from ..state import Number, Numbers, Vector, fields
from ..support import elementary
from ..support.linear_algebra import squared
from ..support.settings import positive
from .confidence import ConfidenceLearner
from .linear import LinearLearner, longer
from .linear_newton_step_theorems import LinearNewtonBound
from .tangents import TANGENTS, Tangents


class LinearNewtonStep(ConfidenceLearner):
    """Step against the gradient, measured by all gradients so far: for losses that curve along them.

        w <- the vector nearest to w, in the norm of A, with |<w, x>| <= C;   guess = <w, x>,   g = loss'(guess) x
        A <- A + g g',   w <- w - A^-1 g/gamma            (Hazan, Agarwal and Kale 2007; Luo et al. 2016 for the strip)

    Where guesses lie from -C to C the logistic loss curves by gamma = e^-C/2 at least, in units of its squared slope,
    and the square loss, of truths from -Y to Y, by gamma = 1/(2 (C + Y)^2). Compared with any u of guesses in that
    strip too the losses are at most gamma eps |u|^2/2 + (sum of g' A^-1 g)/(2 gamma) more, for the full matrix:
    n ln(T)/(2 gamma) or so, where descent has a root. Of the diagonal form no theorem is known.

    C             how far from zero a guess may be
    Y             how far from zero a truth may be where the loss is square; 1 is far enough for classes
    eps           A begins as eps times the identity
    loss          "log" (logistic) of two classes, "square" of numbers
    covariance    "full" for all n^2 numbers of A^-1, or "diagonal"

    >>> from littlestone import Game, LinearNewtonStep
    >>> game = Game(LinearNewtonStep())
    >>> for x, y in 5 * [([1, 0], +1), ([0, 1], -1)]:
    ...     move = game.predict(x)
    ...     game.label(move.number, y)
    >>> certificate = game.ledger.certificates[0]
    >>> certificate.verdict, certificate.paid < certificate.allowed
    ('holds', True)
    """

    name = "ons"
    weighs = True
    by_order = True  # a matrix rounds by it
    kind = "linear"
    theorems = (LinearNewtonBound,)
    losses = ("log", "square")
    saved = fields(
        TANGENTS,
        Vector("gradients", "gradients.w", like="w", columns=0),
        Vector("pulls", "pulls.w", like="w", columns=0),
        Number("largest", missing=1.0),  # games of release 0.1.0 were of two classes
        Numbers("newton", "gradients.bias_weight", "pulls.bias_weight", "slopes", "leverage", "radius"),
    )
    variants = (
        {},
        {"loss": "square", "bias": 1.0, "C": 2.0, "eps": 1.0},
        {"covariance": "diagonal", "normalise": True, "eps": 0.1},
    )

    def __init__(
        self,
        *,
        C: float = 1.0,
        eps: float = 100.0,
        loss: str = "log",
        covariance: str = "full",
        Y: float = 1.0,
        bias: float | None = None,
        normalise: bool = False,
    ) -> None:
        super().__init__(covariance=covariance, bias=bias, normalise=normalise)
        most = 50.0 if loss == "log" else 1e10  # beyond that the loss does not curve, or not so that a number shows it
        self.C = reach("C", C, "a guess", most)
        self.Y = reach("Y", Y, "a truth", 1e10)
        self.eps = positive("eps", eps, "what the matrix begins with")
        self.tangents = Tangents(loss, self.losses)
        self.gamma = 0.5 * elementary.exp(-self.C) if loss == "log" else 0.5 / squared(self.C + self.Y)
        self.slopes = 0.0  # the sum of <g, w>^2
        self.leverage = 0.0  # the sum of g' A^-1 g
        self.radius = 0.0  # the length of the longest example
        self.largest = 0.0  # the most that |y| has been: above Y the square loss curves by less than gamma
        self.gradients = LinearLearner(bias=bias, normalise=normalise)  # the sum of g
        self.pulls = LinearLearner(bias=bias, normalise=normalise)  # the sum of g <g, w>

    def bounds(self) -> list[Any]:
        return super().bounds() if self.full else []  # of the diagonal form no theorem is known

    def parameters(self) -> dict[str, Any]:
        return {"C": self.C, "eps": self.eps, "loss": self.tangents.price.name, **super().parameters(), "Y": self.Y}

    @property
    def follows(self) -> Loss:
        return self.tangents.price

    def predict(self, x: Row) -> float:
        return max(-self.C, min(self.C, self.dot(x)))

    def linear_guess(self) -> LinearGuess:
        return RowLearner.linear_guess(self)  # has none: what is said is cut off at C

    def learn(self, x: Row, y: float, guess: float) -> None:
        slope = self.tangents.slope(y, guess, self.importance)
        self.largest = max(self.largest, abs(y))
        if slope == 0.0:
            return
        spread = self.spread(x)
        length = math.sqrt(self.squared_norm(x))
        if spread > 0.0 and self.tangents.note(slope, guess, length, 1.0):
            product = self.dot(x)
            over = product - max(-self.C, min(self.C, product))
            weight = slope * slope / self.eps
            grown = 1.0 + weight * spread
            self.move(x, -over / spread - slope / (self.gamma * self.eps * grown), weight / grown)
            self.leverage += weight * spread / grown
            self.slopes += slope * guess * slope * guess
            self.radius = max(self.radius, length)
            self.gradients.add(x, slope)
            self.pulls.add(x, slope * slope * guess)

    def widen(self, width: int) -> None:
        room = self.room_for(width)
        gradients, pulls = self.gradients.w, self.pulls.w
        if room > gradients.shape[0]:
            gradients, pulls = longer(gradients, room), longer(pulls, room)
        ConfidenceLearner.widen(self, width)
        self.gradients.w, self.pulls.w = gradients, pulls


def reach(name: str, value: float, whose: str, most: float) -> float:
    """How far from zero a guess or a truth may be: above zero, and not so far that the curvature vanishes."""
    far = positive(name, value, f"how far from zero {whose} may be")
    if far > most:
        raise BadParameter(f"{name} is how far from zero {whose} may be, {most:g} at most, not {value}")
    return far
