"""Certificates of learners of actions, over many simulated games: on every path, with their chance, and on average."""

from __future__ import annotations

from functools import partial

import numpy as np
import pytest

from littlestone import EXP3, EXP3IX, EXP4, ActionGame, TsallisINF
from littlestone.bounds import EstimatedRegretBound, EXP3IXBound, ExpectedRegretBound

DELTA = 0.05
CERTIFIED = {
    "exp3": (partial(EXP3, 4), (EstimatedRegretBound, ExpectedRegretBound)),
    "exp3-ix": (partial(EXP3IX, 4), (EstimatedRegretBound, partial(EXP3IXBound, DELTA))),
    "tsallis-inf": (partial(TsallisINF, 4), (EstimatedRegretBound, ExpectedRegretBound)),
    "exp4": (
        partial(EXP4, 4, "multiclass-perceptron, multiclass-pa1", explore=0.05),
        (EstimatedRegretBound, ExpectedRegretBound),
    ),
}
SHORT, LONG = 12, 1000


def rewards_of(rng, rounds):
    """The rewards of four actions, fixed beforehand: with gaps, with drift, with an outage, or of a random walk."""
    kind, means = rng.integers(4), rng.random(4)
    found = np.tile(means, (rounds, 1))
    if kind == 1:
        found[rounds // 2 :] = rng.permutation(means)
    elif kind == 2:
        found[rounds // 3 : rounds // 2, means.argmax()] = 0.0
    elif kind == 3:
        found = np.clip(means + rng.normal(size=(rounds, 4)).cumsum(axis=0) / 20.0, 0.0, 1.0)
    return (rng.random((rounds, 4)) < found).astype(float)


def played(name, seed, rounds=200):
    """The certificates of a game, and what it regrets really: a third of the games have late rewards."""
    make, bounds = CERTIFIED[name]
    rng = np.random.default_rng(seed)
    rewards, delay = rewards_of(rng, rounds), int(rng.integers(1, 30)) * (seed % 3 == 0)
    game, waiting = ActionGame(make(), bounds=[bound() for bound in bounds], seed=seed), []
    for t in range(rounds):
        move = game.predict({"kind": float(rewards[t - 1].argmax()), "hour": t % 24})
        waiting.append((move.number, rewards[t]))
        if len(waiting) > delay:
            game.label(*waiting.pop(int(rng.integers(len(waiting)))))
    for number, all_of_them in waiting:
        game.label(number, all_of_them)
    return game.ledger.certificates, delay


@pytest.mark.parametrize("games", [SHORT, pytest.param(LONG, marks=pytest.mark.long)])
@pytest.mark.parametrize("name", CERTIFIED)
def test_certificates_hold_in_many_games(name, games):
    paid, allowed, failed, prompt = 0.0, 0.0, 0, 0
    for seed in range(games):
        (on_every_path, other), delay = played(name, seed)
        assert on_every_path.verdict == "holds", (seed, on_every_path)
        assert other.verdict in ("holds", "open"), (seed, other)
        if not delay:
            prompt += 1
            failed += other.verdict == "open"
            paid, allowed = paid + other.paid, allowed + (other.allowed or other.paid)
    if name == "exp3-ix":
        assert failed <= DELTA * prompt, f"{failed} of {prompt} games regret more than the theorem has with this chance"
    else:
        assert paid <= allowed
        assert failed < 0.5 * prompt
