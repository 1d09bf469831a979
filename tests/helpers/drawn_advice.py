"""Games of advice drawn for theorems: any loss, any scale, experts that sleep or come late, and truths that spite."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from hypothesis import strategies as st

from littlestone import Game

KINDS = ["noise", "one is good", "extremes"]
LOSSES = ["square", "absolute", "pinball:0.2", "brier", "log", "mistake"]


class DrawnGame(NamedTuple):
    """Advice, NaN where an expert sleeps, the truths, and whether they are turned against the guess instead."""

    loss: str
    advice: np.ndarray
    truths: np.ndarray
    spiteful: bool

    @property
    def size(self) -> float:
        """How large numbers are here; 1 if they are all zero."""
        return max(np.nanmax(np.abs(self.advice)), np.abs(self.truths).max()) or 1.0

    def spread(self, gradient: bool = False) -> float:
        """How far apart the losses of a round can lie."""
        size = self.size
        if self.loss == "log":
            return 36.0
        if gradient:
            return {"square": 8.0 * size * size, "brier": 4.0}.get(self.loss, 2.0 * size)
        return {"square": 4.0 * size * size, "brier": 2.0, "mistake": 1.0}.get(self.loss, 2.0 * size)


@st.composite
def games(draw, losses=LOSSES, rounds=40, experts=5, sleepers=True, largest=9, kinds=KINDS):
    """A game of one of these losses; numbers that are no chances or classes are of size 10^-largest to 10^largest."""
    loss = draw(st.sampled_from(losses))
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    shape = draw(st.integers(1, rounds)), draw(st.integers(1, experts))
    truths, advice = rng.random(shape[0]), rng.random(shape)
    kind = draw(st.sampled_from(kinds))
    if kind == "one is good":
        advice[:, -1] = np.clip(truths + 0.05 * rng.normal(size=shape[0]), 0.01, 0.99)
    if kind == "extremes" or loss == "mistake":
        truths, advice = np.round(truths), np.round(advice)
    if loss == "mistake":
        truths, advice = 2 * truths - 1, 2 * advice - 1
    elif loss not in ("brier", "log"):
        scale = 10.0 ** draw(st.integers(-largest, largest))
        jump = np.where(np.arange(shape[0]) > shape[0] // 2, draw(st.sampled_from([1.0, 1.0, 1e-3, 1e3])), 1.0)
        shift = draw(st.sampled_from([0.0, -0.5]))
        truths, advice = scale * jump * (truths + shift), scale * jump[:, None] * (advice + shift)
    if sleepers and draw(st.booleans()):
        asleep = rng.random(shape) < 0.4
        asleep[:, 0] &= ~asleep.all(axis=1)
        asleep[: shape[0] // 2, shape[1] // 2 + 1 :] = True  # these come late
        asleep[:, 0] &= ~asleep.all(axis=1)
        advice = np.where(asleep, np.nan, advice)
    return DrawnGame(loss, advice, truths, draw(st.booleans()))


def play(learner, drawn, every=7, **settings):
    """Play it by names, so that experts come when they first speak; yields the game, now and then and at the end."""
    game = Game(learner, loss=drawn.loss, **settings)
    for t, (said, y) in enumerate(zip(drawn.advice, drawn.truths, strict=True)):
        move = game.predict({f"expert {i}": float(value) for i, value in enumerate(said) if value == value})
        if drawn.spiteful:
            choices = (-1.0, 1.0) if drawn.loss == "mistake" else (drawn.truths.min(), drawn.truths.max())
            y = max(choices, key=lambda truth: abs(truth - move.guess))
        game.label(move.number, int(y) if drawn.loss == "mistake" else float(y))
        if t % every == every - 1:
            yield game
    yield game


def guesses(learner, drawn):
    """What the learner says in every round, with the truths as drawn; experts are all there from the beginning."""
    game = Game(learner, loss=drawn.loss)
    said = []
    for advice, y in zip(drawn.advice, drawn.truths, strict=True):
        move = game.predict(advice)
        said.append(move.guess)
        game.label(move.number, int(y) if drawn.loss == "mistake" else float(y))
    return np.array(said)


def losses_of(drawn, y, said):
    """The price of each, written down once more."""
    if drawn.loss == "square":
        return (said - y) ** 2
    if drawn.loss == "brier":
        return 2 * (said - y) ** 2
    if drawn.loss == "absolute":
        return np.abs(said - y)
    if drawn.loss == "mistake":
        return (said != y).astype(float)
    if drawn.loss == "log":
        said = np.clip(said, 1e-15, 1 - 1e-15)
        return -y * np.log(said) - (1 - y) * np.log(1 - said)
    return np.where(said < y, 0.2 * (y - said), 0.8 * (said - y))
