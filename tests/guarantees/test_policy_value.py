"""Intervals of policies that are not played, over many games: they hold the true mean at all times."""

from __future__ import annotations

import numpy as np
import pytest

from littlestone import ActionGame, LinearThompson, LinUCB, TsallisINF
from littlestone.guarantees import PolicyValue

DELTA = 0.05
PLAYED = (
    lambda seed: TsallisINF(3),
    lambda seed: LinUCB(3, explore=0.1),
    lambda seed: LinearThompson(3, explore=0.1, draws=20, seed=seed),
)


def covers(seed, rounds):
    """Do the intervals of three policies, of which one learns, hold what they earn on average after every round?"""
    rng = np.random.default_rng(seed)
    game = ActionGame(PLAYED[seed % 3](seed), seed=seed)
    shadow = ActionGame(LinUCB(3, explore=0.02), seed=seed)
    means = rng.random((2, 2, 3))  # before and after the drift, for both kinds of requests
    values, true = [PolicyValue() for _ in range(3)], np.zeros(3)
    for t in range(1, rounds + 1):
        kind = int(rng.integers(2))
        x = {"kind": kind, "noise": float(rng.normal())}
        mean = means[int(2 * t > rounds), kind]
        move = game.predict(x)
        reward = float(rng.random() < mean[move.place])
        policies = np.eye(3)[1], np.full(3, 1.0 / 3.0), shadow._chances(shadow._row(x, None))
        for k, chances in enumerate(policies):
            values[k].record(float(chances[move.place]) / move.chance, reward)
            true[k] += chances @ mean
        game.reward(move.number, reward)
        shadow.teach(x, move.action, reward, move.chance)
        for k, value in enumerate(values):
            low, high = value.interval(DELTA)
            if not low <= true[k] / t <= high:
                return False, k
    return True, None


@pytest.mark.parametrize(("runs", "rounds"), [(12, 60), pytest.param(1000, 200, marks=pytest.mark.long)])
def test_the_intervals_of_policies_not_played_cover_at_all_times(runs, rounds):
    found = [covers(seed, rounds) for seed in range(runs)]
    for k in range(3):
        assert sum(policy == k for _, policy in found) <= DELTA * runs


def test_a_weight_below_one_says_that_something_was_never_done():
    """Played: the first of two actions, always; the policy: either, by a coin, of which both bring 1."""
    value = PolicyValue()
    for _ in range(100):
        value.record(0.5, 1.0)
    assert (value.mean, value.mean_weight, value.as_dict(DELTA)["mean_weight"]) == (0.5, 0.5, 0.5)
    low, high = value.interval(DELTA)
    assert low <= 0.5
    assert high == 1.0, "what the second brings is not known, and it may be 1"
