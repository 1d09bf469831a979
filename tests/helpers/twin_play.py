"""Plays the same games whichever core is loaded, and prints every number to the last bit: run by test_twins."""

from __future__ import annotations

import hashlib
import json

import numpy as np
from variants import VARIANTS

from littlestone import (
    Batch,
    Conjunction,
    DecisionList,
    Elimination,
    Game,
    LinearDescent,
    Perceptron,
    Winnow,
)
from littlestone.checks import drawn, game_of, guess_of, play, ready, rounds_of
from littlestone.support.loading import core

LEARNERS = {
    "perceptron": lambda: Perceptron(),
    "perceptron -1": lambda: Perceptron(zero="-1"),
    "perceptron mistake bias": lambda: Perceptron(zero="mistake", bias=0.7),
    "perceptron normalised": lambda: Perceptron(normalise=True),
    "perceptron normalised bias": lambda: Perceptron(normalise=True, bias=1.3),
    "winnow": lambda: Winnow(n=40),
    "winnow third": lambda: Winnow(n=40, beta=1 / 3, theta=11.5, strict=False),
    "winnow eliminate": lambda: Winnow(n=40, demote="eliminate"),
    "elimination": lambda: Elimination(n=40),
    "elimination negations": lambda: Elimination(n=40, negations=True),
    "conjunction": lambda: Conjunction(n=40),
    "decision list": lambda: DecisionList(n=40),
    "decision list 0": lambda: DecisionList(n=40, tie="0"),
    "decision list 1": lambda: DecisionList(n=40, tie="1"),
    "decision list majority": lambda: DecisionList(n=40, tie="maj"),
    "decision list random": lambda: DecisionList(n=40, tie="random:3"),
    "descent of the log loss": lambda: LinearDescent(loss="log"),
    "winnow negations": lambda: Winnow(n=40, negations=True, beta=0.1),
}


def batch_for(learner, rows=400, width=40, seed=5):
    rng = np.random.default_rng(seed)
    dense = np.where(rng.random((rows, width)) < 0.3, 1.0 if learner.boolean else rng.normal(size=(rows, width)), 0.0)
    labels = np.where(dense[:, 3] + dense[:, 8] > 0.2, 1.0, -1.0)
    labels[rng.random(rows) < 0.1] *= -1
    where, columns = np.nonzero(dense)
    starts = np.concatenate(([0], np.cumsum(np.bincount(where, minlength=rows))))
    return Batch(starts, columns, dense[where, columns], width, labels)


def digest(state) -> str:
    whole = hashlib.sha256()
    for name in sorted(state):
        whole.update(name.encode() + np.asarray(state[name]).tobytes())
    return whole.hexdigest()


def by_the_table(make):
    """Any learner of any table, on what its checks draw for it: a new one is twinned without being named here.

    What it guesses and knows after some rounds, which settings it says it has, and how one made of those goes on.
    """
    learner = ready(make)
    game = game_of(learner, bounds=[])
    play(game, drawn(learner))
    settings = learner.parameters()
    stream = drawn(learner, seed=9)
    guesses = [as_bits(guess_of(learner, x)) for x, _ in rounds_of(learner, stream)]
    state = learner.state()
    anew = type(learner)(**settings)
    resumed = game_of(anew, bounds=[])
    resumed.restore(game.state())
    play(game, stream)
    play(resumed, stream)
    return {
        "guesses": guesses,
        "state": digest(state),
        "settings": {"made": make().parameters(), "after": settings},
        "went on": digest(learner.state()),
        "made anew went on": digest(anew.state()),
    }


def as_bits(guess):
    """A guess, a number or a point, to the last bit."""
    return [float(number).hex() for number in np.atleast_1d(guess)]


METRICS = ("f1", "auc", "confusion", "balanced_accuracy@50", "auc@50")


def events(learner, batch):
    """One at a time, from names, every third label three rounds late."""
    game = Game(learner, metrics=METRICS)
    guesses = []
    late = []
    labels = np.asarray(batch.labels)
    for t in range(batch.rows):
        x = batch.row(t)
        named = {f"c{column:02d}": float(value) for column, value in zip(x.columns, x.values, strict=True)}
        move = game.predict(named)
        guesses.append(move.guess.hex())
        if t % 3:
            game.label(move.number, int(labels[t]))
        else:
            late.append((move.number, int(labels[t])))
        if len(late) > 2:
            game.label(*late.pop(0))
    metrics = repr(dict(game.ledger.metrics))
    return {"guesses": guesses, "state": digest(game.state()), "mistakes": game.ledger.mistakes, "metrics": metrics}


def bulk(learner, batch):
    game = Game(learner, metrics=("accuracy", *(("log_loss", "brier") if learner.has_chances else ())))
    ledger = game.play_batch(batch)
    return {
        "state": digest(game.state()),
        "mistakes": ledger.mistakes,
        "loss": ledger.loss.hex(),
        "metrics": repr(dict(ledger.metrics)),
    }


if __name__ == "__main__":
    played = {
        name: {"events": events(make(), batch_for(make())), "bulk": bulk(make(), batch_for(make()))}
        for name, make in LEARNERS.items()
    }
    table = {name: by_the_table(make) for name, make in VARIANTS.items()}
    print(json.dumps({"core": core(), "played": played, "table": table}))
