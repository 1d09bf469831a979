"""The weight vector and bias that a linear learner predicts with, and those of a whole model on raw features."""

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


class WholeWeights(NamedTuple):
    """A linear function of the features as they come, before anything was rescaled: <weights, x> + constant.

    note    empty if this is the guess; else what it is, and why it is not the guess
    """

    weights: Any
    constant: float = 0.0
    note: str = ""

    def noting(self, *words: str) -> WholeWeights:
        """The same with more to say of it, each thing once."""
        said = dict.fromkeys([*filter(None, self.note.split("; ")), *filter(None, words)])
        return self._replace(note="; ".join(said))
