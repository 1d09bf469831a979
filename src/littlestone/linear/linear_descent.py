"""Gradient descent on the weights."""

from __future__ import annotations

import math
from types import MappingProxyType
from typing import Any

import numpy as np

from ..errors import BadParameter, StateError
from ..row import Row
from ..state import Held, Number, Vector, fields
from ..support.settings import HUGE, positive
from .first_order import SUMS, GradientLearner
from .linear import WEIGHTS
from .tangent_theorems import LinearDescentBound

RATES = ("fixed", "root")


class LinearDescent(GradientLearner):
    """After every round, a step down the slope of its loss.

        guess = <w, x>;   w <- w - eta_t g,   g = loss'(guess) x                               (Zinkevich 2003)

    Compared with any vector u, the losses are at most |u|^2/(2 eta) + (eta/2) sum |g|^2 more at a fixed rate, whatever
    the data; see `LinearDescentBound` for a rate that falls. With the hinge loss, which is 1 or more on a mistake, that
    limits the mistakes; the Perceptron is this rule at eta = 1, with steps on mistakes only.

    eta       the rate
    rate      "fixed", or "root" for eta/sqrt(t) at update t
    loss      "hinge" or "log" (logistic) of two classes; of numbers "square", "absolute",
              "insensitive:0.1", "pinball:0.9" or "poisson"

    >>> from littlestone import Game, LinearDescent
    >>> game = Game(LinearDescent(eta=0.3))
    >>> for x, y in 5 * [([1, 0], +1), ([0, 1], -1)]:
    ...     move = game.predict(x)
    ...     game.label(move.number, y)
    >>> certificate = game.ledger.certificates[0]
    >>> certificate.verdict, round(certificate.paid, 2), round(certificate.allowed, 2)
    ('holds', 4.4, 4.53)
    """

    name = "ogd"
    rate_name = "eta"
    for_squares = MappingProxyType({"eta": 0.01})
    kind = "linear"
    mixes = (*WEIGHTS, *SUMS, "square", "total", "bias_total")
    theorems = (LinearDescentBound,)
    saved = fields(Number("square"), Vector("total", columns=0), Number("bias_total"))
    variants = (
        {},
        {"loss": "insensitive:0.3"},
        {"rate": "root", "loss": "log", "bias": 1.0},
        {"loss": "square", "normalise": True},
    )

    def __init__(
        self,
        *,
        eta: float = 0.1,
        rate: str = "fixed",
        loss: str = "hinge",
        bias: float | None = None,
        normalise: bool = False,
    ) -> None:
        super().__init__(loss=loss, bias=bias, normalise=normalise)
        if rate not in RATES:
            raise BadParameter(f"rate is 'fixed' or 'root', not {rate!r}")
        self.eta = positive("eta", eta, "the rate")
        self.rate = rate
        self.root = rate == "root"
        self.square = 0.0  # |w|^2, as the steps add up
        self.total = np.zeros(0)  # the sum of g, where the weights do not tell it
        self.bias_total = 0.0

    def parameters(self) -> dict[str, Any]:
        return {"eta": self.eta, "rate": self.rate, **super().parameters()}

    @property
    def stiffness(self) -> float:
        """One over the rate of the last update."""
        return math.sqrt(float(self.updates)) / self.eta if self.root else 1.0 / self.eta

    def step(self, x: Row, slope: float, guess: float) -> None:
        square = slope * slope * self.squared_norm(x)  # |g|^2
        if not square < HUGE:
            self.weighted += HUGE  # and no theorem is about that
            return
        before = self.updates
        rate = self.eta / math.sqrt(float(before + 1)) if self.root else self.eta
        if self.root:
            grown = (math.sqrt(float(before + 1)) - math.sqrt(float(before))) / self.eta
            self.drag += grown * self.square
            self.collect(x, slope)
        self.square += rate * (rate * square - 2.0 * slope * guess)
        self.weighted += rate * square
        self.add(x, -rate * slope)

    def collect(self, x: Row, slope: float) -> None:
        """Add g to the sum of the gradients."""
        if self.normalise:
            slope *= self.shrink(x)
        if self.total.shape[0] < self.w.shape[0]:
            total = np.zeros(self.w.shape[0])
            total[: self.total.shape[0]] = self.total
            self.total = total
        x.add_to(self.total, slope)
        self.bias_total += slope * self.bias

    def sums(self) -> Any:
        w = self.arrived()
        total = -w / self.eta
        if self.root:
            total = np.zeros(len(w))
            total[0] = self.bias_total
            total[1 : 1 + len(self.total)] = self.total
        stiffness = np.full(len(w), self.stiffness)
        return total, stiffness, total + stiffness * w

    def measurable(self) -> bool:
        return bool(1e-280 <= self.weighted < HUGE or (self.weighted == 0.0 and not self.arrived().any()))

    def check_state(self, held: Held) -> None:
        super().check_state(held)
        if len(held["total"]) > len(held["w"]):
            raise StateError(f"'total' sums gradients of {len(held['total'])} columns, but 'w' has {len(held['w'])}")
