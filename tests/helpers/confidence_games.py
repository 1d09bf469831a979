"""Drawn games for the learners with confidence, and one loop of plain numpy for their rules."""

from __future__ import annotations

import numpy as np
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from littlestone import Game

shapes = st.builds(
    dict,
    covariance=st.sampled_from(["diagonal", "full"]),
    bias=st.sampled_from([None, 1.0, -0.5]),
    normalise=st.booleans(),
)


@st.composite
def any_rounds(draw, most=40):
    rows, width = draw(st.tuples(st.integers(1, most), st.integers(1, 4)))
    x = draw(arrays(np.int64, (rows, width), elements=st.integers(-3, 3))) / 2
    y = draw(arrays(np.int64, rows, elements=st.sampled_from([-1, 1])))
    return list(zip(x, y.tolist(), strict=True))


def play(learner, rounds, delay=0):
    """Play (x, y) pairs, every label `delay` rounds after its guess; return the game and the guesses."""
    game, waiting, guesses = Game(learner), [], []
    for x, y in rounds:
        move = game.predict(x)
        guesses.append(move.guess)
        waiting.append((move.number, y))
        if len(waiting) > delay:
            game.label(*waiting.pop(0))
    for number, y in waiting:
        game.label(number, y)
    return game, guesses


def seen(x, bias, normalise):
    """The example as a linear rule sees it, the constant feature first."""
    x = np.concatenate(([bias or 0.0], x))
    length = np.linalg.norm(x)
    return x / length if normalise and length > 0 else x


def reference(rounds, factors, *, covariance, bias, normalise, initial=1.0):
    """Guesses and weights of w <- w + a y S x, S <- S - b S x x' S, where a, b = factors(margin, spread), or None."""
    width = len(rounds[0][0]) + 1
    w, S, guesses = np.zeros(width), initial * np.eye(width), []
    for raw, y in rounds:
        x = seen(raw, bias, normalise)
        guesses.append(w @ x)
        step = S @ x
        found = factors(y * (w @ x), x @ step) if x.any() else None
        if found is not None:
            w = w + found[0] * y * step
            S = S - found[1] * np.outer(step, step)
            if covariance == "diagonal":
                S = np.diag(np.diag(S))
    return guesses, w
