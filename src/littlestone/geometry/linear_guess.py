"""The weight vector and bias that a linear learner predicts with."""

from __future__ import annotations

from typing import Any, NamedTuple


class LinearGuess(NamedTuple):
    """guess(x) = <weights, x> + bias bias_weight, divided by the length of (x, bias) where examples are normalised.

    A learner may store something else: a sum of gradients, exponents, weights with a separate factor. This is the
    function it predicts with, so the one to average, show or compare.
    """

    weights: Any
    bias_weight: float
    bias: float
    normalise: bool

    def times(self, factor: float) -> LinearGuess:
        """The function multiplied by `factor`."""
        return self._replace(weights=factor * self.weights, bias_weight=factor * self.bias_weight)
