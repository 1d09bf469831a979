"""Games of advice drawn for the tests: truths and a table of advice, NaN where an expert sleeps or has not come yet."""

from __future__ import annotations

import numpy as np
from hypothesis import strategies as st

from littlestone import Game, Hedge


@st.composite
def tables(draw, rounds=25, experts=6):
    """Truths, and advice of experts that sleep, and come late, on any scale."""
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    T, n = draw(st.integers(1, rounds)), draw(st.integers(1, experts))
    y = rng.normal(size=T)
    advice = y[:, None] + rng.normal(size=(T, n))
    advice[rng.random((T, n)) < draw(st.sampled_from([0.0, 0.3, 0.8]))] = np.nan
    for i in range(n):
        advice[: draw(st.integers(0, 2)) * i, i] = np.nan
    advice[np.isnan(advice).all(axis=1), 0] = 0.0
    scale = draw(st.sampled_from([1e-9, 1.0, 1e9]))
    return scale * y, scale * advice


def named(row):
    """One round of advice as a mapping: an expert has no column before it speaks."""
    return {f"e{i}": float(said) for i, said in enumerate(row) if not np.isnan(said)}


def played(y, advice, learner=None, **settings):
    """A game over all of them, expert by name."""
    game = Game(learner or Hedge(eta=0.5), **{"loss": "square", **settings})
    for truth, row in zip(y, advice, strict=True):
        game.label(game.predict(named(row)).number, truth)
    return game


def alike(one, other):
    """Two games in the same state, to the last bit."""
    here, there = one.state(), other.state()
    assert here.keys() == there.keys()
    for key in here:
        assert np.asarray(here[key]).tobytes() == np.asarray(there[key]).tobytes(), key
    return True
