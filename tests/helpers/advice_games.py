"""Games of advice for tests: drawn or played against the guess, with experts who sleep or come late, at any scale."""

from __future__ import annotations

import numpy as np
from hypothesis import strategies as st

from littlestone import Game

FORECASTS = ["square", "absolute", "pinball:0.3", "percentage", "log", "brier"]
CHANCES = ("log", "brier")


class Script:
    """What a game is made of: `advice(t)` is what those say who are awake and have come, `truth` answers."""

    def __init__(self, loss, seed, *, n=4, rounds=25, scale=1.0, sleep=0.0, late=0, adverse=False):
        self.loss, self.n, self.rounds, self.scale = loss, n, rounds, scale
        self.sleep, self.late, self.adverse = sleep, late, adverse
        self.rng = np.random.default_rng(seed)
        self.noise = self.rng.uniform(0.05, 1.0, n)
        self.truths = self.rng.random(rounds)
        if loss in (*CHANCES, "mistake"):
            self.truths = np.round(self.truths)

    def advice(self, t):
        """Advice near the truth that was drawn, each expert with a noise of its own."""
        if self.loss == "mistake":
            said = np.where(self.rng.random(self.n) < self.noise / 2, 1 - self.truths[t], self.truths[t]) * 2 - 1
        else:
            said = self.truths[t] + self.noise * self.rng.normal(size=self.n)
            said = np.clip(said, 0, 1) if self.loss in CHANCES else said * self.scale
        here = self.rng.random(self.n) >= self.sleep
        here[self.n - self.late :] &= t >= self.rounds // 2
        here[0] |= not here.any()
        return {f"e{i}": float(said[i]) for i in range(self.n) if here[i]}

    def truth(self, t, guess):
        """The truth that was drawn, or the one that is furthest from the guess."""
        if self.loss == "mistake":
            return (-1 if guess > 0 else 1) if self.adverse else int(2 * self.truths[t] - 1)
        if self.adverse:
            y = float(guess < 0.5 * (1.0 if self.loss in CHANCES else self.scale))
        else:
            y = float(self.truths[t])
        if self.loss == "percentage":
            y += 0.5
        return y if self.loss in CHANCES else y * self.scale


@st.composite
def scripts(draw, losses=FORECASTS, rounds=25):
    """Any such game."""
    loss = draw(st.sampled_from(losses))
    return Script(
        loss,
        draw(st.integers(0, 2**32 - 1)),
        n=draw(st.integers(1, 6)),
        rounds=draw(st.integers(1, rounds)),
        scale=1.0 if loss in (*CHANCES, "mistake") else draw(st.sampled_from([1.0, 1e-9, 1e9])),
        sleep=draw(st.sampled_from([0.0, 0.3])),
        late=draw(st.integers(0, 1)),
        adverse=draw(st.booleans()),
    )


def play(learner, script, **settings):
    """Play a script, and yield the game after every round."""
    game = Game(learner, loss=script.loss, **settings)
    for t in range(script.rounds):
        move = game.predict(script.advice(t))
        game.label(move.number, script.truth(t, game._stance(move)))
        yield game


def certify(learner, script, **settings):
    """Play a script; every certificate of every round must be honest. Returns the game."""
    game = None
    for game in play(learner, script, **settings):
        for certificate in game.ledger.certificates:
            assert certificate.verdict != "violated", certificate
            if certificate.verdict == "holds" and certificate.allowed is not None:
                assert certificate.paid <= certificate.allowed + 1e-9 * (
                    abs(game.ledger.own) + abs(certificate.allowed) + 1
                )
    return game


def table(script):
    """A drawn script without sleepers as two arrays, truths and advice, and the losses of the experts."""
    said = np.array([list(script.advice(t).values()) for t in range(script.rounds)])
    y = np.array([script.truth(t, 0.0) for t in range(script.rounds)], dtype=float)
    return y, said
