"""The online Newton step on the weights."""

from __future__ import annotations

import math
from typing import Any, ClassVar

import numpy as np

from ...bounds.newton_rows import LinearNewtonBound
from ...errors import BadParameter, StateError
from ...learner import State
from ...row import Row
from ...settings import positive
from .confidence import ConfidenceLearner
from .linear import LinearLearner
from .tangents import Tangents


class LinearNewtonStep(ConfidenceLearner):
    """Step against the gradient, measured by all gradients so far: for losses that curve along them.

        w <- the vector nearest to w, in the norm of A, with |<w, x>| <= C;   guess = <w, x>,   g = loss'(guess) x
        A <- A + g g',   w <- w - A^-1 g/gamma            (Hazan, Agarwal and Kale 2007; Luo et al. 2016 for the strip)

    Where guesses lie from -C to C the logistic loss curves by gamma = e^-C/2 at least, in units of its squared slope,
    and the square loss by gamma = 1/(2 (C + 1)^2). Compared with any u of guesses in that strip too the losses are at
    most gamma eps |u|^2/2 + (sum of g' A^-1 g)/(2 gamma) more, for the full matrix: n ln(T)/(2 gamma) or so, where
    descent has a root. Of the diagonal form no theorem is known.

    C             how far from zero a guess may be
    eps           A begins as eps times the identity
    loss          "log" (logistic) or "square"
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
    kind = "linear"
    theorems = (LinearNewtonBound,)
    losses: ClassVar[tuple[str, ...]] = ("log", "square")

    def __init__(
        self,
        *,
        C: float = 1.0,
        eps: float = 100.0,
        loss: str = "log",
        covariance: str = "full",
        bias: float | None = None,
        normalise: bool = False,
    ) -> None:
        super().__init__(covariance=covariance, bias=bias, normalise=normalise)
        self.C = real_reach(C)
        self.eps = positive("eps", eps, "what the matrix begins with")
        self.tangents = Tangents(loss, self.losses)
        self.gamma = 0.5 * math.exp(-self.C) if loss == "log" else 0.5 / (self.C + 1.0) ** 2
        self.slopes = 0.0  # the sum of <g, w>^2
        self.leverage = 0.0  # the sum of g' A^-1 g
        self.radius = 0.0  # the length of the longest example
        self.gradients = LinearLearner(bias=bias, normalise=normalise)  # the sum of g
        self.pulls = LinearLearner(bias=bias, normalise=normalise)  # the sum of g <g, w>

    def bounds(self) -> list[Any]:
        return super().bounds() if self.full else []  # of the diagonal form no theorem is known

    def parameters(self) -> dict[str, Any]:
        return {"C": self.C, "eps": self.eps, "loss": self.tangents.price.name, **super().parameters()}

    def predict(self, x: Row) -> float:
        return max(-self.C, min(self.C, self.dot(x)))

    def learn(self, x: Row, y: float, guess: float) -> None:
        slope = self.tangents.slope(y, guess)
        if slope == 0.0:
            return
        spread = self.spread(x)
        length = self.squared_norm(x) ** 0.5
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
        ConfidenceLearner.widen(self, width)
        self.gradients.widen(width)
        self.pulls.widen(width)

    def state(self) -> State:
        gradients, pulls = self.gradients.state(), self.pulls.state()
        return {
            **super().state(),
            "tangents": self.tangents.state(),
            "gradients": gradients["w"],
            "pulls": pulls["w"],
            "newton": np.array(
                [gradients["bias_weight"], pulls["bias_weight"], self.slopes, self.leverage, self.radius]
            ),
        }

    def restore(self, state: State) -> None:
        self.tangents.check(state)
        shape = np.shape(state.get("w", 0))
        if any(np.shape(state.get(name, ())) != shape for name in ("gradients", "pulls")):
            raise StateError("this is not the state of a LinearNewtonStep: its sums are missing or do not fit 'w'")
        if np.shape(state.get("newton", ())) != (5,):
            raise StateError("this is not the state of a LinearNewtonStep: it lacks 'newton', five numbers")
        super().restore(state)
        self.tangents.restore(state)
        gradient, pull, self.slopes, self.leverage, self.radius = (float(value) for value in state["newton"])
        self.gradients.restore({"updates": state["updates"], "w": state["gradients"], "bias_weight": gradient})
        self.pulls.restore({"updates": state["updates"], "w": state["pulls"], "bias_weight": pull})


def real_reach(C: float) -> float:
    """How far from zero a guess may be: above zero, and not so far that the curvature vanishes."""
    reach = positive("C", C, "how far from zero a guess may be")
    if reach > 50.0:
        raise BadParameter(f"C is how far from zero a guess may be, 50 at most: beyond that no loss curves, not {C}")
    return reach
