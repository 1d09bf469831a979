"""Losses by formula, and ways of seeing an example, for the tests of learners that follow gradients."""

from __future__ import annotations

import numpy as np
from confidence_games import seen
from hypothesis import strategies as st

seeing = st.builds(dict, bias=st.sampled_from([None, 1.0, -0.5]), normalise=st.booleans())
losses = st.sampled_from(["hinge", "log", "square"])

SLOPES = {
    "hinge": lambda y, guess: -y * (y * guess < 1),
    "log": lambda y, guess: -y / (1 + np.exp(y * guess)),
    "square": lambda y, guess: 2 * (guess - y),
}
VALUES = {
    "hinge": lambda m: np.maximum(0, 1 - m),
    "log": lambda m: np.logaddexp(0, -m),
    "square": lambda m: (1 - m) ** 2,
}


def columns(x, how):
    """The example as the rule sees it, without the place of a constant feature that is not there."""
    x = seen(x, **how)
    return x if how["bias"] else x[1:]
