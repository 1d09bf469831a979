"""Games of rows for the tests of linear learners: drawn ones, and playing them with labels that come late."""

from __future__ import annotations

import numpy as np
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from littlestone import Game


def play(learner, rounds, delay=0, **given):
    """Play rounds (x, y), every label `delay` rounds late."""
    game = Game(learner, **given)
    waiting = []
    for x, y in rounds:
        waiting.append((game.predict(x).number, y))
        if len(waiting) > delay:
            game.label(*waiting.pop(0))
    for number, y in waiting:
        game.label(number, y)
    return game


@st.composite
def any_rounds(draw, width=5):
    """Some rounds of small numbers, zeros and repetitions among them, with labels as they fall."""
    shape = draw(st.tuples(st.integers(1, 40), st.integers(1, width)))
    x = draw(arrays(np.float64, shape, elements=st.sampled_from([-3.0, -1.0, -0.1, 0.0, 0.25, 1.0, 2.0])))
    y = draw(arrays(np.int64, shape[0], elements=st.sampled_from([-1, 1])))
    return list(zip(x, y.tolist(), strict=True))
