"""Games of many classes for the tests: drawn ones, and the rules over dense matrices."""

from __future__ import annotations

import numpy as np
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays


@st.composite
def class_rounds(draw, width=4, classes=4):
    """Some rounds of small numbers, zeros and repetitions among them, with classes as they fall."""
    shape = draw(st.tuples(st.integers(1, 40), st.integers(1, width)))
    x = draw(arrays(np.float64, shape, elements=st.sampled_from([-3.0, -1.0, -0.1, 0.0, 0.25, 1.0, 2.0])))
    y = draw(arrays(np.int64, shape[0], elements=st.integers(0, classes - 1)))
    return [(row, f"class {c}") for row, c in zip(x, y.tolist(), strict=True)]


def planted(rows=120, width=4, classes=5, seed=0, noise=0.0):
    """Rounds that a matrix of unit rows separates, but for a share of wrong labels; and the matrix."""
    chance = np.random.default_rng(seed)
    U = chance.normal(size=(classes, width))
    x = chance.normal(size=(rows, width))
    y = (x @ U.T).argmax(axis=1)
    y = np.where(chance.random(rows) < noise, chance.integers(0, classes, rows), y)
    return list(zip(x, y.tolist(), strict=True)), U


def numbered(rounds):
    """The rounds with classes numbered as they come."""
    seen = {}
    return [(x, seen.setdefault(y, len(seen))) for x, y in rounds]


def dense(x, bias, normalise):
    """The example as the rules see it, with the constant feature first."""
    z = np.concatenate(([bias or 0.0], x))
    return z / np.linalg.norm(z) if normalise and np.any(z) else z
