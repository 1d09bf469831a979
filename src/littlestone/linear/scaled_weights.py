"""Weights that are scaled at no cost: a factor beside them."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..errors import StateError
from ..row import Row
from ..state import Held, Numbers, fields
from .linear import LinearLearner


class ScaledLearner(LinearLearner):
    """Weights that are kept as `factor` times w, so that to scale them costs nothing, and their squared length."""

    kind = "linear"
    saved = fields(Numbers("lengths", "factor", "square"))

    def __init__(self, *, bias: float | None = None, normalise: bool = False) -> None:
        super().__init__(bias=bias, normalise=normalise)
        self.factor = 1.0
        self.square = 0.0  # |w|^2

    @property
    def weights(self) -> Any:
        """A copy of the weights, one per column."""
        return self.factor * np.array(self.w)

    def embedded_weights(self, width: int) -> Any:
        return self.factor * super().embedded_weights(width)

    def predict(self, x: Row) -> float:
        return self.factor * self.dot(x)

    def begin(self) -> None:
        """Forget all weights."""
        for i in range(self.w.shape[0]):
            self.w[i] = 0.0
        self.bias_weight = 0.0
        self.factor = 1.0

    def fold(self) -> None:
        """Multiply the factor into the weights."""
        for i in range(self.w.shape[0]):
            self.w[i] *= self.factor
        self.bias_weight *= self.factor
        self.factor = 1.0

    def check_state(self, held: Held) -> None:
        super().check_state(held)
        if not 0.0 < held["lengths"][0] < np.inf:
            raise StateError(f"the weights of this {type(self).__name__} are scaled by {held['lengths'][0]}")
