"""The linear function of the example that a learner guesses with."""

from __future__ import annotations

from typing import Any, NamedTuple


class LinearGuess(NamedTuple):
    """guess(x) = <weights, x> + bias bias_weight, divided by the length of (x, bias) where examples are normalised.

    What a learner keeps may be something else: a sum of gradients, exponents, weights with a factor beside them. This
    is what it says, and so what may be averaged, shown or compared.
    """

    weights: Any
    bias_weight: float
    bias: float
    normalise: bool

    def times(self, factor: float) -> LinearGuess:
        """The function that says `factor` times as much."""
        return self._replace(weights=factor * self.weights, bias_weight=factor * self.bias_weight)
