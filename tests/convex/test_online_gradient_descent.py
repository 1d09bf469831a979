"""Identities: where two rules are one, they agree to the last bits."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from littlestone import (
    AdaGrad,
    CoinBetting,
    ConvexGame,
    EGPlusMinus,
    ExponentiatedGradient,
    FollowTheLeader,
    Game,
    MirrorDescent,
    OnlineGradientDescent,
    Perceptron,
)
from littlestone.convex.descent_theorems import against, tightest
from littlestone.convex.loss_sum import loss_sum
from littlestone.geometry.domain import Space
from littlestone.geometry.geometry_names import find_regulariser
from littlestone.losses.point_losses import Given, Linear

quick = settings(deadline=None, max_examples=25)
vectors = arrays(np.float64, st.tuples(st.integers(1, 25), st.just(3)), elements=st.floats(-2, 2, width=32))


def points(learner, rounds, **settings):
    """The points played, one row each, and the next one."""
    game = ConvexGame(learner, bounds=[], **settings)
    for z in rounds:
        game.label(game.predict().number, z)
    return np.array([*game.ledger.points, learner.predict()])


def before(rounds):
    """The sum of what was revealed before each round, and of everything."""
    return np.concatenate((np.zeros((1, rounds.shape[1])), np.cumsum(rounds, axis=0)))


@quick
@given(vectors)
def test_unprojected_descent_at_a_constant_rate_follows_the_regularised_leader(rounds):
    played = points(OnlineGradientDescent(3, eta=0.25, domain="space"), rounds)
    assert np.allclose(played, -0.25 * before(rounds), atol=1e-12)
    losses, psi = loss_sum(Linear(), 3), find_regulariser("euclidean")
    for z, w in zip(rounds, played[1:], strict=True):
        losses.add(z)
        assert np.allclose(w, losses.minimise(Space(3), psi, 1 / 0.25), atol=1e-12)


@quick
@given(vectors)
def test_euclidean_mirror_descent_is_gradient_descent(rounds):
    for domain in ("space", "ball:0.5", "simplex"):
        descent = points(OnlineGradientDescent(3, eta=0.3, domain=domain), rounds)
        assert np.array_equal(points(MirrorDescent(3, eta=0.3, domain=domain), rounds), descent)


@quick
@given(vectors)
def test_exponentiated_gradient_has_the_weights_of_hedge_and_of_mirror_descent_with_entropy(rounds):
    weights = np.exp(-0.4 * before(rounds))
    hedge = weights / weights.sum(axis=1, keepdims=True)
    assert np.allclose(points(ExponentiatedGradient(3, eta=0.4), rounds), hedge, rtol=1e-12)
    assert np.allclose(points(MirrorDescent(3, mirror="entropy", eta=0.4), rounds), hedge, rtol=1e-12)


@quick
@given(vectors)
def test_signed_weights_are_those_of_exponentiated_gradient_with_negated_copies(rounds):
    doubled = points(ExponentiatedGradient(6, eta=0.4), np.hstack((rounds, -rounds)))
    assert np.allclose(points(EGPlusMinus(3, U=2.5, eta=0.4), rounds), 2.5 * (doubled[:, :3] - doubled[:, 3:]))


@quick
@given(vectors)
def test_adagrad_is_adaptive_descent_in_every_coordinate(rounds):
    played = points(AdaGrad(3, low=-1.0, high=2.0), rounds)
    for i in range(3):
        alone = points(OnlineGradientDescent(1, domain="box:-1,2"), rounds[:, i : i + 1])
        assert np.allclose(played[:, i], alone[:, 0], atol=1e-12)


@pytest.mark.parametrize("exponent", [-20, 20])
def test_adaptive_rates_do_not_feel_the_unit_of_the_losses(exponent):
    rounds = np.random.default_rng(0).normal(size=(40, 3))
    for make in (OnlineGradientDescent, AdaGrad):
        assert np.array_equal(points(make(3), rounds), points(make(3), rounds * 2.0**exponent))


@quick
@given(vectors)
def test_a_strong_rate_on_squared_distances_follows_the_leader_who_is_the_mean_so_far(rounds):
    leader = points(FollowTheLeader(3, domain="space"), rounds, loss="square")
    played = points(OnlineGradientDescent(3, eta="strong", domain="space"), rounds, loss="square")
    means = before(rounds)[1:] / np.arange(1, len(rounds) + 1)[:, None]
    assert np.allclose(played[1:], means, atol=1e-12)
    assert np.allclose(played, leader, atol=1e-12)


@quick
@given(vectors)
def test_the_regret_of_the_mean_so_far_is_the_sum_that_its_theorem_allows(rounds):
    game = ConvexGame(OnlineGradientDescent(3, eta="strong", domain="space"), loss="square")
    for z in rounds:
        game.label(game.predict().number, z)
    true = game.ledger.loss - ((rounds - rounds.mean(axis=0)) ** 2).sum()
    (certificate,) = game.ledger.certificates
    assert certificate.verdict == "holds"
    assert certificate.paid == pytest.approx(true, abs=1e-9)
    assert certificate.allowed == pytest.approx(true, abs=1e-9)


def perceptron_gradient(w, example):
    x, y = example
    return -y * x if y * (w @ x) <= 0 else np.zeros(len(x))


@quick
@given(arrays(np.int64, st.tuples(st.integers(1, 30), st.just(3)), elements=st.integers(-3, 3)), st.integers(0, 99))
def test_the_perceptron_is_descent_of_rate_one_on_its_mistakes(rows, seed):
    labels = np.random.default_rng(seed).choice([-1, 1], size=len(rows))
    perceptron = Game(Perceptron(zero="mistake"), bounds=[])
    price = Given(lambda w, example: max(0.0, -example[1] * float(w @ example[0])), perceptron_gradient)
    descent = ConvexGame(OnlineGradientDescent(3, eta=1.0, domain="space"), loss=price)
    for x, y in zip(rows, labels, strict=True):
        perceptron.label(perceptron.predict(x).number, int(y))
        descent.label(descent.predict().number, (x.astype(float), int(y)))
    perceptron.learner.widen(3)
    assert np.array_equal(descent.learner.predict(), perceptron.learner.weights[:3])
    (certificate,) = descent.ledger.certificates
    assert certificate.verdict == "holds"
    paid, allowed = against(descent.learner, tightest(descent.learner), descent.learner.squares)
    assert paid == pytest.approx(allowed)  # on all of R^d the theorem is an equation where the learner has arrived


def test_coin_betting_in_one_dimension_is_the_formula_of_krichevsky_and_trofimov():
    coins = np.random.default_rng(3).choice([-1.0, 1.0], size=60)
    wealth, total = 2.0, 0.0
    played = points(CoinBetting(1, eps=2.0, G=3.0), -3.0 * coins[:, None])
    for t, c in enumerate(coins):
        bet = total / (t + 1) * wealth
        assert played[t, 0] == pytest.approx(bet)
        wealth, total = wealth + c * bet, total + c


def test_coin_betting_finds_a_far_point_that_nobody_told_it_of():
    game = ConvexGame(CoinBetting(2), loss=Given(lambda w, z: np.linalg.norm(w - z), distance_gradient))
    far = np.array([300.0, -400.0])
    for _ in range(400):
        game.label(game.predict().number, far)
    assert game.ledger.loss < (400 * 500) / 4  # standing still loses 400 times 500
    assert all(certificate.verdict == "holds" for certificate in game.ledger.certificates)


def distance_gradient(w, z):
    away = w - z
    return away / max(np.linalg.norm(away), 1e-300)
