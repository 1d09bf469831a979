"""Theorems about learners of actions: what they allow, that they hold, and that wrong rules are found out."""

from __future__ import annotations

from functools import partial
from math import log, sqrt

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from littlestone import EXP3, EXP3IX, EXP4, ActionGame, TsallisINF
from littlestone.bandits.expected_regret_theorems import expected
from littlestone.bounds import EstimatedRegretBound, EXP3IXBound, ExpectedRegretBound
from littlestone.errors import BadParameter
from littlestone.natures import Arms

MAKERS = {
    "exp3": partial(EXP3, 3),
    "exp3 known": partial(EXP3, 3, horizon=150),
    "exp3 doubling": partial(EXP3, 3, horizon="doubling"),
    "exp3-ix": partial(EXP3IX, 3),
    "exp3-ix known": partial(EXP3IX, 3, horizon=150),
    "exp3-ix doubling": partial(EXP3IX, 3, horizon="doubling"),
    "tsallis-inf": partial(TsallisINF, 3),
    "one action": partial(EXP3IX, 1),
    "exp4": partial(EXP4, 3, "one-vs-rest/perceptron, multiclass-pa1", explore=0.05),
    "exp4 doubling": partial(EXP4, 3, "one-vs-rest/perceptron, multiclass-pa1", horizon="doubling"),
}


@pytest.mark.parametrize("make", MAKERS.values(), ids=MAKERS)
@settings(max_examples=25, deadline=None)
@given(data=st.data())
def test_on_every_path_and_with_any_delay_the_estimates_are_within_the_inequality(make, data):
    learner = make()
    seed = data.draw(st.integers(0, 2**32))
    rng = np.random.default_rng(seed)
    game = ActionGame(learner, seed=seed)
    power = data.draw(st.sampled_from([0.1, 1.0, 10.0]))
    delay = data.draw(st.integers(0, 30))
    waiting = []
    for t in range(150):
        x = rng.normal(size=3)
        move = game.predict(x)
        rewards = rng.random(learner.K) ** power
        rewards[np.argmax(move.guess)] *= rng.random() < 0.5
        waiting.append((move.number, rewards))
        if len(waiting) > delay:
            game.label(*waiting.pop(int(rng.integers(len(waiting)))))
        if t % 50 == 49:
            certificate = game.ledger.certificates[0]
            assert certificate.verdict == "holds", certificate


def test_the_terms_of_the_inequality_for_one_rate():
    """Recomputed by hand: ln(K)/eta + eta/2 sum sum p l^2, from the rounds that the ledger keeps."""
    game = ActionGame(EXP3(4, horizon=200), bounds=[EstimatedRegretBound()], seed=2)
    game.play(Arms([0.2, 0.4, 0.6, 0.8], rounds=200))
    eta = sqrt(2 * log(4) / (4 * 200))
    total, own, squares = np.zeros(4), 0.0, 0.0
    for _, action, chance, loss in game.ledger.done.array():
        weights = np.exp(-eta * (total - total.min()))
        p = weights / weights.sum()
        assert p[int(action)] == pytest.approx(chance)
        estimate = loss / chance
        own += p[int(action)] * estimate
        squares += p[int(action)] * estimate**2
        total[int(action)] += estimate
    (certificate,) = game.ledger.certificates
    assert certificate.paid == pytest.approx(own - total.min())
    assert certificate.allowed == pytest.approx(log(4) / eta + eta / 2 * squares)


def test_the_terms_of_the_inequality_for_tsallis_inf():
    game = ActionGame(TsallisINF(3), bounds=[EstimatedRegretBound()], seed=2)
    game.play(Arms([0.2, 0.4, 0.6], rounds=100))
    total, spread, moved, before = np.zeros(3), 0.0, 0.0, 0.0
    for t, (_, action, chance, loss) in enumerate(game.ledger.done.array(), start=1):
        eta = 2 / sqrt(t)
        x = min(total) - 1e-12  # by bisection, not by the learner's way
        low, high = min(total) - 2 * sqrt(3) / eta - 1, min(total) - 2 / eta
        for _ in range(200):
            x = (low + high) / 2
            low, high = (x, high) if (4 / (eta * (total - x)) ** 2).sum() < 1 else (low, x)
        p = 4 / (eta * (total - x)) ** 2
        assert p[int(action)] == pytest.approx(chance, abs=1e-9)
        spread += (1 / eta - before) * 4 * (np.sqrt(p).sum() - 1)
        moved += eta / 2 * p[int(action)] ** 1.5 * (loss / chance) ** 2
        total[int(action)] += loss / chance
        before = 1 / eta
    (certificate,) = game.ledger.certificates
    assert certificate.allowed == pytest.approx(spread + moved, rel=1e-9)


def allowed(learner, bound, rounds=100):
    game = ActionGame(learner, bounds=[bound])
    game.play(Arms([0.5] * learner.K, rounds=rounds))
    return game.ledger.certificates[0].allowed


def test_what_is_allowed_on_average():
    total = sum(1 / sqrt(t) for t in range(1, 101))
    c = sqrt(log(3) / 3)
    assert allowed(EXP3(3), ExpectedRegretBound()) == pytest.approx(log(3) * 10 / c + 1.5 * c * total)
    assert allowed(EXP3(3), ExpectedRegretBound()) < 2 * sqrt(3 * 100 * log(3))
    assert allowed(EXP3(3, horizon=100), ExpectedRegretBound()) == pytest.approx(sqrt(2 * 3 * 100 * log(3)))
    assert allowed(TsallisINF(3), ExpectedRegretBound()) == pytest.approx(2 * (sqrt(3) - 1) * 10 + sqrt(3) * total)
    assert allowed(TsallisINF(3), ExpectedRegretBound()) < 4 * sqrt(300)
    parts = [(sqrt(2 * log(3) / (3 * 2**m)), min(2**m, 101 - 2**m)) for m in range(7)]
    doubling = sum(log(3) / eta + 1.5 * eta * length for eta, length in parts)
    assert allowed(EXP3(3, horizon="doubling"), ExpectedRegretBound()) == pytest.approx(doubling)
    policies = EXP4(2, "perceptron, adagrad, pa1", horizon=100, explore=0.1)
    eta = sqrt(2 * log(3) / (2 * 100))
    assert allowed(policies, ExpectedRegretBound()) == pytest.approx(log(3) / eta + eta * 100 / 0.9 + 10)


def test_what_is_allowed_with_a_chance():
    eta = sqrt(2 * log(3) / (3 * 100))
    found = allowed(EXP3IX(3, horizon=100), EXP3IXBound(0.1))
    assert found == pytest.approx(2 * log(3) / eta + 3 * eta * 100 + (1 / eta + 1) * log(20))
    assert found == pytest.approx(2 * sqrt(600 * log(3)) + (sqrt(300 / (2 * log(3))) + 1) * log(20))
    neu = 2 * sqrt(600 * log(3)) + (sqrt(600 / log(3)) + 1) * log(20)
    assert found < neu


def test_where_only_the_rewards_of_what_was_done_are_known_it_is_said_what_that_proves():
    game = ActionGame(EXP3IX(2))
    for _ in range(2000):
        game.reward(game.predict().number, 0.0)
    certificate = game.ledger.certificates[1]
    assert certificate.verdict == "open"
    assert "with chance 0.95 no action loses less than" in certificate.teaches


def test_a_run_that_regrets_more_than_it_should_is_open_and_says_so():
    game = ActionGame(EXP3IX(2), bounds=[EXP3IXBound(0.9)])
    for _ in range(600):  # by one who sees the coin, which nobody may
        move = game.predict()
        game.label(move.number, [0.0 if place == move.place else 1.0 for place in range(2)])
    (certificate,) = game.ledger.certificates
    assert certificate.verdict == "open"
    assert "one of those, 0.9 of all at most" in certificate.open


@pytest.mark.parametrize("delta", [0.0, 1.0, "x"])
def test_delta_is_a_chance(delta):
    with pytest.raises(BadParameter, match="delta is"):
        EXP3IXBound(delta)


class WrongRate(EXP3):
    def shares(self):
        weights = np.exp(-2.0 * self.eta * (self.losses - self.losses.min()))
        return weights / weights.sum()


class ForgetsTheChance(EXP3):
    def learn(self, x, action, loss, chance):
        super().learn(x, action, loss, 1.0)


class TakesTheChanceOfNow(EXP3):
    def learn(self, x, action, loss, chance):
        super().learn(x, action, loss, float(self.shares()[action]))


class NoImplicitExploration(EXP3IX):
    gamma = 0.0


class WrongRoots(TsallisINF):
    def shares(self):
        p = super().shares() ** 2
        return p / p.sum()


class PlaysAnother(EXP3):
    def predict(self, x):
        return np.full(self.K, 1.0 / self.K)


WRONG = [WrongRate, ForgetsTheChance, TakesTheChanceOfNow, NoImplicitExploration, WrongRoots, PlaysAnother]


@pytest.mark.parametrize("kind", WRONG)
def test_a_wrong_rule_is_found_out(kind):
    game = ActionGame(kind(3), bounds=[EstimatedRegretBound()])
    waiting = []
    rng = np.random.default_rng(0)
    for _ in range(200):
        waiting.append(game.predict().number)
        if len(waiting) > 5:
            game.label(waiting.pop(0), rng.random(3) * [0.2, 0.5, 1.0])
    (certificate,) = game.ledger.certificates
    assert certificate.verdict == "violated", certificate
    assert "not those that the rule gives" in certificate.violated


def exceeded(rounds, runs, delta, horizon):
    """How many runs of EXP3-IX regret more than the theorem allows with chance 1 - delta."""
    broken = 0
    for seed in range(runs):
        game = ActionGame(EXP3IX(3, horizon=horizon), bounds=[EstimatedRegretBound(), EXP3IXBound(delta)], seed=seed)
        game.play(Arms([[0.3, 0.5, 0.4], [0.7, 0.5, 0.4]], rounds=rounds, seed=seed))
        path, chance = game.ledger.certificates
        assert path.verdict == "holds", path
        broken += chance.verdict != "holds"
    return broken


def test_the_bound_with_a_chance_holds_as_often_as_it_says_and_that_of_every_path_always():
    assert exceeded(200, 40, 0.1, None) <= 4


@pytest.mark.long
@pytest.mark.parametrize("horizon", [None, 1000, "doubling"])
def test_the_bound_with_a_chance_in_a_thousand_runs(horizon):
    assert exceeded(1000, 1000, 0.05, horizon) <= 50


def test_on_average_over_the_coins_the_regret_is_within_the_theorem():
    for make in (partial(EXP3, 2), partial(TsallisINF, 2)):
        regrets = []
        for seed in range(40):
            game = ActionGame(make(), bounds=[], seed=seed)
            game.play(Arms([0.2, 0.5], rounds=200, seed=1))
            regrets.append(game.ledger.regret)
        assert 0 < np.mean(regrets) <= expected(game.learner, 200)
