"""Dual averaging, coin betting, Newton steps on rows: the papers' rules, their theorems, and wrong rules found out."""

from __future__ import annotations

from math import exp

import numpy as np
import pytest
from confidence_games import any_rounds, play
from gradient_games import SLOPES, VALUES, columns, losses, seeing
from hypothesis import given, settings
from hypothesis import strategies as st

from littlestone import DualAveraging, Game, LinearCoinBetting, LinearNewtonStep
from littlestone.bounds import LinearCoinBound, LinearNewtonBound
from littlestone.convex import coin_betting_theorems as coin_regret
from littlestone.errors import BadParameter, StateError
from littlestone.features import as_batch
from littlestone.linear import linear_newton_step_theorems as newton_rows

quick = settings(deadline=None, max_examples=50)
MAKERS = [
    lambda **how: DualAveraging(gamma=0.5, l1=0.02, **how),
    lambda **how: DualAveraging(gamma=5.0, l1=0.0, loss="hinge", **how),
    lambda **how: DualAveraging(gamma=2.0, loss="square", **how),
    lambda **how: LinearCoinBetting(G=20.0, **how),
    lambda **how: LinearCoinBetting(G=20.0, eps=50.0, loss="log", **how),
    lambda **how: LinearNewtonStep(eps=1.0, **how),
    lambda **how: LinearNewtonStep(C=3.0, eps=0.1, loss="square", **how),
    lambda **how: LinearNewtonStep(C=0.3, eps=20.0, loss="log", **how),
]


def arrays(rounds, how):
    return np.array([columns(raw, how) for raw, _ in rounds]), np.array([y for _, y in rounds])


@quick
@given(any_rounds(), seeing, losses, st.sampled_from([0.0, 0.05, 0.4]))
def test_dual_averaging_minimises_what_xiao_says(rounds, how, loss, l1):
    learner = DualAveraging(gamma=1.5, l1=l1, loss=loss, **how)
    _, guesses = play(learner, rounds)
    x, y = arrays(rounds, how)
    total, w = np.zeros(x.shape[1]), np.zeros(x.shape[1])
    for t in range(len(y)):
        assert guesses[t] == pytest.approx(w @ x[t], rel=1e-9, abs=1e-9)
        if loss == "hinge" and abs(y[t] * (w @ x[t]) - 1) < 1e-9:
            return  # on the kink, rounding decides
        total = total + SLOPES[loss](y[t], w @ x[t]) * x[t]
        average = total / (t + 1)
        cut = np.sign(average) * np.maximum(0, np.abs(average) - l1)
        w = -np.sqrt(t + 1) / 1.5 * cut
    played = learner.embedded_weights(len(w))
    np.testing.assert_allclose(played[: len(w)], w, rtol=1e-7, atol=1e-9)
    assert not np.any(played[: len(w)][np.abs(average) < l1 * (1 - 1e-9)])


@quick
@given(any_rounds(), seeing, st.sampled_from(["hinge", "log"]), st.sampled_from([1.0, 30.0]))
def test_coins_are_bet_as_krichevsky_and_trofimov_do(rounds, how, loss, eps):
    G = 20.0
    _, guesses = play(LinearCoinBetting(eps=eps, G=G, loss=loss, **how), rounds)
    x, y = arrays(rounds, how)
    coins, wealth, t = np.zeros(x.shape[1]), eps, 0
    for k in range(len(y)):
        w = coins / (t + 1) * wealth
        assert guesses[k] == pytest.approx(w @ x[k], abs=1e-9 * eps)
        slope = SLOPES[loss](y[k], w @ x[k])
        if loss == "hinge" and abs(y[k] * (w @ x[k]) - 1) < 1e-9:
            return  # on the kink, rounding decides
        if slope:
            c = -slope * x[k] / G
            wealth, coins, t = wealth + c @ w, coins + c, t + 1


@quick
@given(any_rounds(), seeing, st.sampled_from(["log", "square"]), st.sampled_from([0.4, 1.5]))
def test_a_newton_step_is_a_projection_and_a_step_in_the_norm_of_a(rounds, how, loss, C):
    learner = LinearNewtonStep(C=C, eps=2.0, loss=loss, **how)
    _, guesses = play(learner, rounds)
    gamma = exp(-C) / 2 if loss == "log" else 0.5 / (C + 1) ** 2
    x, y = arrays(rounds, how)
    A, w = 2.0 * np.eye(x.shape[1]), np.zeros(x.shape[1])
    for t in range(len(y)):
        guess = np.clip(w @ x[t], -C, C)
        assert guesses[t] == pytest.approx(guess, abs=1e-6)
        slope = SLOPES[loss](y[t], guess)
        if slope and x[t].any():
            away = np.linalg.solve(A, x[t])
            w = w - (w @ x[t] - guess) / (x[t] @ away) * away
            A = A + slope**2 * np.outer(x[t], x[t])
            w = w - np.linalg.solve(A, slope * x[t]) / gamma


@quick
@given(any_rounds(), st.sampled_from(MAKERS), seeing, st.data())
def test_the_regret_to_every_vector_stays_within_the_theorem(rounds, make, how, data):
    learner = make(**how)
    game, guesses = play(learner, rounds)
    for certificate in game.ledger.certificates:
        assert certificate.verdict == "holds", certificate
    x, y = arrays(rounds, how)
    n = x.shape[1]
    u = np.array(data.draw(st.lists(st.integers(-8, 8), min_size=n, max_size=n))) / 4
    price, T = VALUES[learner.tangents.price.name], learner.updates
    if isinstance(learner, DualAveraging):
        allowed = learner.l1 * T * np.abs(u).sum() + learner.gamma * T**0.5 * (u @ u) / 2
        allowed += learner.tangents.squares / (2 * learner.gamma)
    elif isinstance(learner, LinearCoinBetting):
        allowed = coin_regret.against(learner, float(np.linalg.norm(u)))
    else:
        u *= min(1.0, learner.C / (np.abs(x @ u).max() or 1.0))
        allowed = newton_rows.allowance(learner, u)
    regret = price(y * guesses).sum() - price(y * (x @ u)).sum()
    assert regret <= allowed + 1e-9 * (1 + abs(allowed) + price(y * guesses).sum())


@pytest.mark.parametrize("make", MAKERS)
def test_labels_that_contradict_every_guess_violate_nothing(make):
    rng = np.random.default_rng(1)
    game = Game(make(normalise=True))
    for t, x in enumerate(rng.integers(-2, 3, size=(300, 5))):
        move = game.predict(x)
        game.label(move.number, -move.act)
        if t % 25 == 24:
            for certificate in game.ledger.certificates:
                assert certificate.verdict == "holds", certificate


def test_dual_averaging_finds_the_few_columns_that_matter():
    rng = np.random.default_rng(2)
    x = rng.choice([-1.0, 1.0], size=(4000, 60))
    y = np.where(x[:, 3] + x[:, 9] + x[:, 20] > 0, 1.0, -1.0)
    learner = DualAveraging(gamma=2.0, l1=0.05)
    Game(learner).play_batch(as_batch(x, y))
    assert np.flatnonzero(learner.weights).tolist() == [3, 9, 20]


@pytest.mark.parametrize("loss", ["log", "square"])
def test_the_curvature_that_a_newton_step_counts_on_is_there(loss):
    for C in (0.1, 0.5, 1.0, 3.0, 8.0):
        gamma = LinearNewtonStep(C=C, loss=loss).gamma
        z = np.linspace(-C, C, 201)
        here, there = np.meshgrid(z, z)
        slope = SLOPES[loss](1, here)
        parabola = VALUES[loss](here) + slope * (there - here) + gamma / 2 * (slope * (there - here)) ** 2
        assert (VALUES[loss](there) - parabola).min() >= -1e-12


def test_a_newton_step_regrets_a_logarithm_where_the_theorem_says_so():
    rng = np.random.default_rng(3)
    x = rng.choice([-1.0, 1.0], size=(3000, 3))
    y = np.where(rng.random(3000) < 0.8, x[:, 0], -x[:, 0])
    ledger = Game(LinearNewtonStep(C=1.5, eps=10.0, loss="square")).play_batch(as_batch(x, y))
    (certificate,) = ledger.certificates
    assert certificate.verdict == "holds"
    assert certificate.paid <= certificate.allowed < 3 * 6.25 * np.log(3000 * 40)
    best = VALUES["square"](y * (x @ np.linalg.lstsq(x, y, rcond=None)[0])).sum()
    assert ledger.learner.tangents.paid - best <= certificate.allowed


def test_a_gradient_longer_than_g_is_cut_and_breaks_the_premise():
    learner = LinearCoinBetting(normalise=False)
    game, guesses = play(learner, [([1.0, 0.0], 1), ([5.0, 0.0], -1), ([-3.0, 0.0], 1), ([0.0, 9.0], 1)])
    assert np.isfinite(guesses).all()
    assert learner.wealth > 0
    for certificate in game.ledger.certificates:
        assert certificate.broken.startswith("gradient 2 is longer than the promised 1")


def test_a_truth_beyond_y_breaks_the_premise_of_the_newton_step():
    game = Game(LinearNewtonStep(loss="square", Y=2.0))
    for y, verdict in ((1.5, "holds"), (-2.0, "holds"), (-2.5, "broken premise"), (0.5, "broken premise")):
        game.label(game.predict([1.0, 0.5]).number, y)
        (certificate,) = game.ledger.certificates
        assert certificate.verdict == verdict
    assert certificate.broken == "a truth is 2.5 from zero, farther than the promised Y = 2"


def test_a_one_sided_coin_makes_rich_until_more_is_not_bet():
    game = Game(LinearCoinBetting(loss="log", eps=1e80, G=1e-3), bounds=[])
    for _ in range(200):
        game.label(game.predict([1.0]).number, 1)
    assert np.isfinite(game.learner.weights).all()


def test_the_user_may_say_how_long_a_vector_coins_are_compared_with():
    game = Game(LinearCoinBetting(), bounds=[LinearCoinBound(radius=3.0)])
    game.play_batch(as_batch(np.random.default_rng(0).normal(size=(50, 3)), np.tile([1.0, -1.0], 25)))
    (certificate,) = game.ledger.certificates
    assert certificate.verdict == "holds"
    assert "every vector no longer than 3 has lost at least" in certificate.teaches


class Uphill(DualAveraging):
    """Follows its gradients the wrong way."""

    def predict(self, x):
        return -super().predict(x)


class Dense(DualAveraging):
    """Has weights that nothing calls for."""

    def embedded_weights(self, width):
        return super().embedded_weights(width) + 0.01


class Flattering(DualAveraging):
    """Reports only half of its gradients."""

    def learn(self, x, y, guess):
        super().learn(x, y, guess)
        state = self.state()
        paid, played, squares, longest, heard = state["tangents"]
        self.restore({**state, "tangents": np.array([paid, played, squares / 2, longest, heard])})


class Spendthrift(LinearCoinBetting):
    """Bets five times what the rule bets."""

    def predict(self, x):
        return 5 * super().predict(x)


class Stubborn(LinearCoinBetting):
    """Bets against the coin."""

    def predict(self, x):
        return -super().predict(x)


class Hasty(LinearNewtonStep):
    """Takes steps twice as long."""

    def learn(self, x, y, guess):
        before = self.weights
        super().learn(x, y, guess)
        w = np.append(before, np.zeros(len(self.weights) - len(before)))
        self.restore({**self.state(), "w": 2 * self.weights - w})


class Backward(LinearNewtonStep):
    """Takes its steps backwards."""

    def learn(self, x, y, guess):
        before = self.weights
        super().learn(x, y, guess)
        w = np.append(before, np.zeros(len(self.weights) - len(before)))
        self.restore({**self.state(), "w": 2 * w - self.weights})


class FirstOrder(LinearNewtonStep):
    """Keeps the matrix it began with."""

    def learn(self, x, y, guess):
        before = self.state()["S"]
        super().learn(x, y, guess)
        if len(before) == len(self.state()["S"]):
            self.restore({**self.state(), "S": before})


class Generous(LinearNewtonStep):
    """Counts every step twice in what it is allowed."""

    def learn(self, x, y, guess):
        super().learn(x, y, guess)
        gradient, pull, slopes, leverage, radius = self.state()["newton"]
        self.restore({**self.state(), "newton": np.array([gradient, pull, slopes, leverage + 0.1, radius])})


WRONG = [Uphill, Dense, Flattering, Spendthrift, Stubborn, Hasty, Backward, FirstOrder, Generous]


@pytest.mark.parametrize("rule", [*WRONG, *dict.fromkeys(rule.__base__ for rule in WRONG)])
def test_a_wrong_rule_is_found_out_and_the_right_one_is_not(rule):
    rng = np.random.default_rng(5)
    game = Game(rule(normalise=True))
    found = False
    for t, x in enumerate(rng.choice([-1.0, 1.0], size=(300, 3))):
        move = game.predict(x)
        game.label(move.number, -move.act if t % 3 == 0 else 1 if x[0] > 0 else -1)
        found = found or any(certificate.verdict == "violated" for certificate in game.ledger.certificates)
    assert found == (rule in WRONG)


@pytest.mark.filterwarnings("ignore:.*encountered:RuntimeWarning")  # the interpreted core computes with numpy's numbers
@pytest.mark.parametrize("make", MAKERS)
@pytest.mark.parametrize("scale", [1e-300, 1e-160, 1e-30, 1e-10, 1e10, 1e30, 1e120, 1e300])
def test_numbers_without_squares_violate_nothing(make, scale):
    rng = np.random.default_rng(5)
    x = rng.normal(size=(25, 3)) * np.where(rng.random((25, 1)) < 0.5, scale, 1.0)
    for normalise in (False, True):
        for rows in (x, scale * rng.normal(size=(25, 3))):
            learner = make(normalise=normalise)
            ledger = Game(learner).play_batch(as_batch(rows, rng.choice([-1.0, 1.0], 25)))
            for certificate in ledger.certificates:
                too_long = isinstance(learner, LinearCoinBetting) and learner.first_cut > 0
                assert certificate.verdict in ("holds", "open") or (too_long and certificate.broken), certificate
            assert np.isfinite(learner.weights).all()


def test_of_a_diagonal_matrix_no_theorem_is_known():
    rounds = 5 * [([1.0, 0.5], 1), ([0.0, 1.0], -1), ([1.0, 1.0], -1)]
    diagonal, _ = play(LinearNewtonStep(covariance="diagonal"), rounds)
    assert diagonal.ledger.certificates == []
    assert "this package has no theorem about this learner with these settings" in str(diagonal.ledger)
    asked = Game(LinearNewtonStep(covariance="diagonal"), bounds=[LinearNewtonBound()])
    for x, y in rounds:
        asked.label(asked.predict(x).number, y)
    (certificate,) = asked.ledger.certificates
    assert (certificate.verdict, certificate.open) == ("open", "no theorem is known of a diagonal matrix")


def test_settings_and_states_that_do_not_fit_are_refused():
    for kind, wrong in (
        (DualAveraging, {"gamma": 0}),
        (DualAveraging, {"l1": -1.0}),
        (LinearCoinBetting, {"loss": "square"}),
        (LinearCoinBetting, {"eps": 0.0}),
        (LinearNewtonStep, {"loss": "hinge"}),
        (LinearNewtonStep, {"C": 100.0}),
    ):
        with pytest.raises(BadParameter):
            kind(**wrong)
    for kind in (DualAveraging, LinearCoinBetting, LinearNewtonStep):
        learner = kind()
        with pytest.raises(StateError, match="tangents"):
            learner.restore({"updates": 0, "w": np.zeros(0), "bias_weight": 0.0, "S": np.ones(1)})
    newton = LinearNewtonStep()
    with pytest.raises(StateError, match="do not fit"):
        newton.restore({**newton.state(), "pulls": np.zeros(3)})
    with pytest.raises(StateError, match="newton"):
        newton.restore({**newton.state(), "newton": np.zeros(3)})


def test_a_newton_step_on_tiny_examples_is_certified_without_a_parabola():
    rng = np.random.default_rng(3)
    game = Game(LinearNewtonStep())
    for x in 1e-30 * rng.normal(size=(100, 20)):
        game.label(game.predict(x).number, int(rng.choice([-1, 1])))
    assert game.ledger.certificates[0].verdict == "holds"
