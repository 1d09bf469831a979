"""AdaGrad."""

from __future__ import annotations

from math import sqrt
from typing import Any

import numpy as np

from ..geometry.domain import Box
from ..state import Vector, fields
from .descent_theorems import AdaGradBound
from .gradient_learner import GradientLearner


class AdaGrad(GradientLearner):
    """Gradient descent with a rate for every coordinate: where little was seen so far, steps are long.

        w_i <- clip(w_i - eta g_i/sqrt(sum of g_i^2)),   eta = (high - low)/sqrt(2)   (Duchi, Hazan and Singer 2011)

    For every coordinate this is descent at its adaptive rate on an interval, and regrets on a box add up:
    R <= sqrt(2) (high - low) sum over i of sqrt(sum of g_i^2). Rare coordinates cost what they are worth; the unit in
    which a coordinate is measured does not matter.

    d           how many coordinates a point has
    low, high   between what every coordinate lies

    >>> from littlestone import AdaGrad, ConvexGame
    >>> game = ConvexGame(AdaGrad(2))
    >>> for t in range(16):
    ...     game.label(game.predict().number, [1, 0] if t % 8 else [0, 1000])
    >>> certificate = game.ledger.certificates[0]
    >>> certificate.verdict, round(certificate.paid), round(certificate.allowed)
    ('holds', 1001, 4011)
    """

    name = "adagrad"
    theorems = (AdaGradBound,)
    saved = fields(Vector("coordinate_squares", size="d"))
    variants = ({"d": 3}, {"d": 3, "low": 1.0, "high": 4.0})

    def __init__(self, d: int = 1, *, low: float = -1.0, high: float = 1.0) -> None:
        super().__init__(d, domain=Box(d, low, high))
        self.low, self.high = float(low), float(high)
        self.coordinate_squares = np.zeros(self.d)

    def parameters(self) -> dict[str, Any]:
        return {"d": self.d, "low": self.low, "high": self.high}

    def step(self, g: Any) -> Any:
        self.coordinate_squares = self.coordinate_squares + g * g
        lengths = np.sqrt(self.coordinate_squares)
        shares = np.divide(g, lengths, out=np.zeros(self.d), where=lengths > 0)
        return self.domain.project(self.w - (self.high - self.low) / sqrt(2.0) * shares)
