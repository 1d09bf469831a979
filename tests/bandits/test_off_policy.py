"""Confidence sequences for what a policy would have cost, and their coverage."""

from __future__ import annotations

from math import log, log1p
from typing import NamedTuple

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from littlestone import EXP4, ActionGame
from littlestone.bandits import OffPolicy, replay
from littlestone.bandits.off_policy import PSI, RATES, SHARES, Sums
from littlestone.bandits.replayed_policies import OfGame
from littlestone.errors import BadLabel, BadParameter
from littlestone.natures import Rewarded


@given(st.floats(-1, 1e6), st.floats(0, 0.999))
def test_the_inequality_behind_it(s, lam):
    psi = -log1p(-lam) - lam
    exponent = lam * s - psi * s * s
    assert exponent < -700 or np.exp(exponent) <= (1 + lam * s) * (1 + 1e-9)


def test_shares_of_the_mixture_are_no_more_than_one():
    assert SHARES.sum() <= 1
    assert ((RATES > 0) & (RATES < 1)).all()


@pytest.mark.parametrize("squares", [0.0, 1.0, 100.0, 1e6])
@pytest.mark.parametrize("alpha", [0.05, 1e-6])
def test_the_deviation_is_where_the_mixture_reaches_its_level(squares, alpha):
    sums = Sums()
    sums.squares = squares
    u = sums.deviation(alpha)
    mixture = np.log(np.sum(SHARES * np.exp(RATES * u - PSI * squares - 50))) + 50
    assert mixture == pytest.approx(-log(alpha), rel=1e-6)


def test_by_hand():
    value = OffPolicy(0.1, least_chance=0.25)
    for weight, cost in [(4.0, 0.5), (0.0, 1.0), (2.0, 0.0)]:
        value.add(weight, cost)
    assert value.ips.estimate == pytest.approx(2 / 3)
    assert value.snips.estimate == pytest.approx(2 / 6)
    assert value.effective == pytest.approx(36 / 20)
    assert (value.ips.low, value.ips.high) == (0.0, 1.0)
    assert OffPolicy().ips.estimate == 0.5
    assert OffPolicy().snips.high == 1.0


def test_what_is_refused():
    with pytest.raises(BadParameter, match="alpha"):
        OffPolicy(0.0)
    with pytest.raises(BadParameter, match="least_chance"):
        OffPolicy(0.1, 0.0)
    value = OffPolicy(0.1, 0.5)
    with pytest.raises(BadParameter, match="cannot be"):
        value.add(3.0, 0.5)
    with pytest.raises(BadParameter, match="from 0 to 1"):
        value.add(1.0, 1.5)
    assert value.count == 0


def covers(seed, rounds, alpha):
    """Do both intervals hold the true mean at every moment that is looked at? The world, and the log, change."""
    rng = np.random.default_rng(seed)
    value, true = OffPolicy(alpha, least_chance=0.05), 0.0
    looks = set(np.unique(np.geomspace(5, rounds, 12).astype(int)).tolist())
    for t in range(1, rounds + 1):
        chance = 0.05 + 0.9 * rng.random() ** 3  # of the second action, in the log
        mean = (0.5, 0.1 if t < rounds / 2 else 0.8)
        wanted = 0.9  # chance of the second action, by the policy
        done = int(rng.random() < chance)
        cost = float(rng.random() < mean[done])
        value.add(wanted / chance if done else (1 - wanted) / (1 - chance), cost)
        true += wanted * mean[1] + (1 - wanted) * mean[0]
        if t in looks and not all(one.low <= true / t <= one.high for one in (value.ips, value.snips)):
            return False
    return True


def test_the_intervals_cover_at_all_times():
    assert sum(covers(seed, 300, 0.1) for seed in range(60)) >= 54


@pytest.mark.long
def test_the_intervals_cover_at_all_times_in_a_thousand_replays():
    assert sum(covers(seed, 1000, 0.1) for seed in range(1000)) >= 900


def test_intervals_become_narrow():
    rng = np.random.default_rng(0)
    value = OffPolicy(0.05, least_chance=0.5)
    widths = {}
    for t in range(1, 20_001):
        value.add(2.0 * (rng.random() < 0.5), float(rng.random() < 0.3))
        if t in (200, 20_000):
            widths[t] = value.ips.high - value.ips.low
    assert widths[20_000] < 0.05 < widths[200]
    assert value.ips.low <= 0.3 <= value.ips.high
    assert value.snips.high - value.snips.low < 0.06


class Round(NamedTuple):
    x: dict
    action: int
    cost: float
    chance: float
    choices: list | None = None
    line: int = 1


def log_of(rounds=3000, seed=0):
    """Two actions, drawn with equal chances; the right one is told by x, and costs 0."""
    rng = np.random.default_rng(seed)
    for _ in range(rounds):
        side, action = rng.random() < 0.5, int(rng.random() < 0.5)
        right = (action == 1) == side
        yield Round({"side": "left" if side else "right"}, action, float(rng.random() < (0.1 if right else 0.9)), 0.5)


def test_policies_of_a_log():
    values = replay(log_of(), ["logged", "uniform", "always:1", "perceptron", "scale-free"], K=2, least_chance=0.5)
    assert values["logged"].ips.estimate == pytest.approx(0.5, abs=0.05)
    assert values["uniform"].ips == values["logged"].ips
    assert values["always:1"].ips.low < 0.5 < values["always:1"].ips.high
    assert values["scale-free"].ips.high < 0.3
    assert values["scale-free"].snips.estimate == pytest.approx(0.1, abs=0.05)
    assert values["scale-free"].snips.low <= 0.11


def test_policies_that_look_at_the_features_of_actions():
    rng = np.random.default_rng(1)

    def log():
        for _ in range(2000):
            good = int(rng.integers(3))
            choices = [{"good" if place == good else "bad": 1.0, f"n{place}": 1.0} for place in range(3)]
            action = int(rng.integers(3))
            yield Round({}, action, 0.0 if action == good else 1.0, 1 / 3, choices)

    values = replay(log(), ["uniform", "perceptron", "ogd:loss=square", "always:2"], K=3, choices=True)
    assert values["uniform"].ips.estimate == pytest.approx(2 / 3, abs=0.05)
    assert values["perceptron"].ips.high < 0.2
    assert values["ogd:loss=square"].ips.high < 0.2


def test_a_learner_that_looks_at_nothing_takes_no_action_that_is_not_there():
    log = [Round({}, 1, 1.0, 0.5, [None, {"a": 1.0}, {"b": 1.0}]), Round({}, 2, 1.0, 0.5, [None, {"a": 1.0}, {}])]
    for policy in ("uniform", "epsilon-greedy:epsilon=1.0"):
        assert replay(log, [policy], K=3, choices=True)[policy].ips.estimate == 1.0


def test_the_learner_of_a_game_as_a_policy():
    game = ActionGame(EXP4(2, "perceptron"))
    game.play(Rewarded([({"side": "left"}, 1), ({"side": "right"}, 0)] * 50, (0, 1)))
    values = replay(log_of(), [OfGame("game", game)], K=2)
    assert values["game"].ips.high < 0.3
    assert game.ledger.rounds == 100


def test_what_cannot_be_replayed():
    with pytest.raises(BadLabel, match="does not lie from 0 to 1"):
        replay([Round({}, 0, 2.0, 0.5)], ["uniform"], K=2)
    assert replay([Round({}, 0, 2.0, 0.5)], ["uniform"], K=2, high=4.0)["uniform"].ips.estimate == 0.5
    with pytest.raises(BadParameter, match="action 3 of 2"):
        replay([Round({}, 2, 1.0, 0.5)], ["uniform"], K=2)
    with pytest.raises(BadParameter, match="twice"):
        replay([], ["uniform", "uniform"], K=2)
    with pytest.raises(BadParameter, match="always:N"):
        replay([], ["always:3"], K=2)
    with pytest.raises(BadParameter, match="low is less"):
        replay([], ["uniform"], K=2, low=1.0)
    with pytest.raises(BadParameter, match="says classes"):
        replay([], ["one-vs-rest/perceptron"], K=2, choices=True)
