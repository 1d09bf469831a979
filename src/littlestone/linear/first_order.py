"""Base of the first-order learners: a loss of the guess, and the sums over its gradients that theorems need."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..loss import Loss
from ..losses.loss_names import find_sloped_loss
from ..row import Row
from ..state import Number, fields
from ..support.settings import HUGE
from .linear import LinearLearner

SUMS = ("inner", "drag", "weighted", "paid", "heard")


class GradientLearner(LinearLearner):
    """Follows the gradient g = slope x of a loss of the guess; in a round of weight h, of h times that loss.

    A subclass updates the weights in `step`. Where coordinate i moves by w_i <- w_i - g_i/s_i, with a
    stiffness s_i (one over the rate) that never falls and grows by d_i, these are kept, over rounds and coordinates:

        inner = sum of g w,   drag = sum of d w^2,   weighted = sum of g^2/s,   paid = sum of the losses

    and `heard`, the number of truths so far.
    """

    weighs = True
    saved = fields(*map(Number, SUMS))

    def __init__(self, *, loss: str, bias: float | None, normalise: bool) -> None:
        super().__init__(bias=bias, normalise=normalise)
        self.price = find_sloped_loss(loss)
        self.inner = 0.0
        self.drag = 0.0
        self.weighted = 0.0
        self.paid = 0.0
        self.heard = 0.0

    def parameters(self) -> dict[str, Any]:
        return {"loss": self.price.full_name, **super().parameters()}

    @property
    def follows(self) -> Loss:
        return self.price

    def learn(self, x: Row, y: float, guess: float) -> None:
        slope = self.importance * self.price.slope(y, guess)
        self.heard += 1.0
        self.paid += self.importance * self.price.value(y, guess, y)
        if slope == 0.0:
            return
        self.inner += slope * guess
        if not -HUGE < slope < HUGE:
            return
        if x.width > self.w.shape[0]:
            self.widen(x.width)
        self.step(x, slope, guess)

    def step(self, x: Row, slope: float, guess: float) -> None:
        """Update the weights by the gradient slope x, x being the row last guessed for."""
        raise NotImplementedError(f"{type(self).__name__} must say where a gradient leads")

    def sums(self) -> Any:
        """For every coordinate, the constant feature's first: sum of g, the present stiffness, and sum of d w."""
        raise NotImplementedError(f"{type(self).__name__} must say what its gradients add up to")

    def measurable(self) -> bool:
        """Are the squares of all gradients so far finite?"""
        raise NotImplementedError(f"{type(self).__name__} must say whether its sums are sound")

    def arrived(self) -> Any:
        """The present weights, the constant feature's first."""
        return np.concatenate(([self.bias_weight], np.asarray(self.w)))
