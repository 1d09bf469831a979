"""Games drawn for the comparators: outcomes and advice for every loss."""

from __future__ import annotations

import numpy as np
from hypothesis import strategies as st

MIXED = ["square", "absolute", "pinball:0.2", "percentage", "log", "brier"]  # losses that price a mixture
ALL = [*MIXED, "mistake"]


@st.composite
def games(draw, losses=MIXED, rounds=12, experts=5):
    """A loss, outcomes and advice that it can price."""
    loss = draw(st.sampled_from(losses))
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    shape = (draw(st.integers(1, rounds)), draw(st.integers(1, experts)))
    if loss in ("log", "brier"):
        y, advice = rng.integers(0, 2, shape[0]).astype(float), rng.random(shape)
        return loss, y, np.where(rng.random(shape) < 0.1, np.round(advice), advice)
    if loss == "mistake":
        return loss, rng.integers(0, 3, shape[0]).astype(float), rng.integers(0, 3, shape).astype(float)
    y, advice = 1.0 + rng.exponential(size=shape[0]), 1.0 + rng.exponential(size=shape)
    if draw(st.booleans()):  # ties, and experts that say the same
        y, advice = np.round(y), np.round(advice)
    return loss, y, advice
