"""Balanced Winnow and EG+- on rows: the papers' rules, their theorems, and wrong rules found out."""

from __future__ import annotations

from math import log

import numpy as np
import pytest
from confidence_games import any_rounds, play
from gradient_games import SLOPES, VALUES, columns, losses, seeing
from hypothesis import given, settings
from hypothesis import strategies as st

from littlestone import BalancedWinnow, Game, LinearEG, PNormPerceptron
from littlestone.errors import BadParameter, StateError
from littlestone.features import as_batch

quick = settings(deadline=None, max_examples=50)
rates = st.sampled_from([0.01, 0.3, 2.0, 40.0])


@quick
@given(any_rounds(), seeing, st.sampled_from([0.05, 0.4]))
def test_balanced_winnow_multiplies_two_weights_a_column(rounds, how, eta):
    game, guesses = play(BalancedWinnow(eta=eta, **how), rounds)
    up = down = np.ones(len(columns(rounds[0][0], how)))
    for (raw, y), guess in zip(rounds, guesses, strict=True):
        x = columns(raw, how)
        assert guess == pytest.approx((up - down) @ x / (2 + (up + down - 2).sum()), abs=1e-9)
        if (1 if guess >= 0 else -1) != y:
            up, down = up * np.exp(eta * y * x), down * np.exp(-eta * y * x)
    assert game.learner.updates == game.ledger.mistakes


@quick
@given(any_rounds(most=30), seeing, losses, st.sampled_from([0.05, 0.4]))
def test_eg_is_that_of_twice_as_many_weights_which_sum_to_u(rounds, how, loss, eta):
    U = 3.0
    _, guesses = play(LinearEG(eta=eta, U=U, loss=loss, **how), rounds)
    n = len(columns(rounds[0][0], how))
    prior = 1 / (np.arange(1, n + 1) * np.arange(2, n + 2))
    up, down = prior / 2, prior / 2
    rest = 1 - prior.sum()  # the columns that never come
    for (raw, y), guess in zip(rounds, guesses, strict=True):
        x = columns(raw, how)
        expected = U * (up - down) @ x / (up.sum() + down.sum() + rest)
        assert guess == pytest.approx(expected, abs=1e-7)
        g = SLOPES[loss](y, guess) * x
        up, down = up * np.exp(-eta * g), down * np.exp(eta * g)


@quick
@given(any_rounds(), rates, seeing)
def test_the_theorem_of_balanced_winnow_holds_on_any_rounds(rounds, eta, how):
    game, _ = play(BalancedWinnow(eta=eta, **how), rounds)
    (certificate,) = game.ledger.certificates
    assert certificate.verdict == "holds", certificate
    assert certificate.paid == game.ledger.mistakes


@quick
@given(any_rounds(), rates, losses, seeing, st.integers(0, 3), st.sampled_from([-1, 1]))
def test_the_regret_of_eg_to_any_column_stays_within_the_theorem(rounds, eta, loss, how, i, sign):
    learner = LinearEG(eta=eta, U=2.0, loss=loss, **how)
    game, guesses = play(learner, rounds)
    (certificate,) = game.ledger.certificates
    assert certificate.verdict == "holds", certificate
    x, y = np.array([columns(raw, how) for raw, _ in rounds]), np.array([y for _, y in rounds])
    i = min(i, x.shape[1] - 1)
    regret = VALUES[loss](y * guesses).sum() - VALUES[loss](y * x[:, i] * sign * 2.0).sum()
    allowed = 2.0 * (log(2 * (i + 1) * (i + 2)) / eta + eta / 2 * learner.tangents.squares)
    assert regret <= allowed * (1 + 1e-9) + 1e-9


@pytest.mark.parametrize("make", [BalancedWinnow, LinearEG])
@pytest.mark.parametrize("eta", [0.1, 3.0])
def test_labels_that_contradict_every_guess_violate_nothing(make, eta):
    rng = np.random.default_rng(1)
    game = Game(make(eta=eta))
    for x in rng.integers(-2, 3, size=(300, 6)):
        move = game.predict(x)
        game.label(move.number, -move.act)
    assert game.ledger.mistakes == 300
    assert game.ledger.certificates[0].verdict == "holds"


def test_many_idle_columns_cost_balanced_winnow_little_and_its_theorem_knows_it():
    rng = np.random.default_rng(3)
    x = rng.choice([-1.0, 1.0], size=(3000, 500))
    y = np.where(x[:, 7] + x[:, 90] + x[:, 333] > 0, 1.0, -1.0)
    ledger = Game(BalancedWinnow(eta=1 / 3)).play_batch(as_batch(x, y))
    (certificate,) = ledger.certificates
    assert ledger.mistakes <= certificate.allowed <= 2 * 9 * log(1000) + 1
    assert ledger.mistakes < 150


def test_with_few_columns_that_matter_it_beats_what_adds():
    rng = np.random.default_rng(4)
    x = rng.choice([-1.0, 1.0], size=(1500, 400))
    batch = as_batch(x, np.sign(x[:, 0] + x[:, 50] + x[:, 100]))
    multiplied = Game(BalancedWinnow(eta=0.3), bounds=[]).play_batch(batch).mistakes
    added = Game(PNormPerceptron(p=2), bounds=[]).play_batch(batch).mistakes
    assert 2 * multiplied < added


def test_columns_that_come_late_change_nothing_that_was_before():
    rounds = 6 * [([1.0, 0.5], 1), ([0.5, 1.0], -1), ([1.0, 1.0], -1)]
    for make in (BalancedWinnow, LinearEG):
        narrow, wide = Game(make(eta=0.5)), Game(make(eta=0.5), features=[f"c{i}" for i in range(1000)])
        for x, y in rounds:
            moves = [game.predict({"c0": x[0], "c1": x[1]}) for game in (narrow, wide)]
            assert moves[0].guess == moves[1].guess
            for game, move in zip((narrow, wide), moves, strict=True):
                game.label(move.number, y)
        assert narrow.ledger.certificates == wide.ledger.certificates


@pytest.mark.parametrize("make", [BalancedWinnow, LinearEG])
def test_exponents_far_beyond_e_to_the_700_stay_numbers(make):
    game = Game(make(eta=50.0))
    rng = np.random.default_rng(2)
    for x in rng.choice([-2.0, 0.0, 2.0], size=(400, 5)):
        move = game.predict(x)
        assert np.isfinite(move.guess)
        game.label(move.number, -move.act)
    assert game.ledger.certificates[0].verdict == "holds"
    assert np.abs(game.learner.weights).sum() <= getattr(game.learner, "U", 1.0) * (1 + 1e-9)


class Additive(BalancedWinnow):
    """Steps twice as far."""

    def learn(self, x, y, guess):
        if self.act(guess) != y:
            self.tilt(x, 2 * y)


class Contrary(BalancedWinnow):
    """Steps away from the truth."""

    def learn(self, x, y, guess):
        super().learn(x, -y, -guess)


class Deaf(BalancedWinnow):
    """Forgets its exponents now and then."""

    def learn(self, x, y, guess):
        super().learn(x, y, guess)
        if self.updates == 5:
            self.restore({**self.state(), "w": 0 * self.theta})


class Uphill(LinearEG):
    """Follows its gradients the wrong way."""

    def learn(self, x, y, guess):
        slope = self.tangents.slope(y, guess, self.importance)
        if slope and self.tangents.note(slope, guess, self.widest(x), 1.0):
            self.tilt(x, slope)


class Lazy(LinearEG):
    """Leaves out every other gradient, and its theorem's sums with it."""

    def learn(self, x, y, guess):
        before = self.theta
        super().learn(x, y, guess)
        if self.updates % 2:
            self.restore({**self.state(), "w": np.append(before, np.zeros(len(self.theta) - len(before)))})


class Grown(LinearEG):
    """Guesses with more weight than it has."""

    def predict(self, x):
        return 3 * super().predict(x)


@pytest.mark.parametrize("rule", [Additive, Contrary, Deaf, Uphill, Lazy, Grown])
def test_a_wrong_rule_is_found_out(rule):
    rng = np.random.default_rng(5)
    game = Game(rule(eta=0.5))
    for t, x in enumerate(rng.choice([-1.0, 1.0], size=(200, 3))):
        move = game.predict(x)
        game.label(move.number, -move.act if t % 2 else 1 if x[0] > 0 else -1)
        verdict = game.ledger.certificates[0].verdict
        if verdict == "violated":
            break
    assert verdict == "violated"


@pytest.mark.filterwarnings("ignore:.*encountered:RuntimeWarning")  # the interpreted core computes with numpy's numbers
@pytest.mark.parametrize("make", [BalancedWinnow, LinearEG])
@pytest.mark.parametrize("scale", [1e-300, 1e-160, 1e-30, 1e30, 1e120, 1e300])
def test_numbers_without_squares_violate_nothing(make, scale):
    rng = np.random.default_rng(5)
    x = rng.normal(size=(25, 3)) * np.where(rng.random((25, 1)) < 0.5, scale, 1.0)
    for rows in (x, scale * rng.normal(size=(25, 3))):
        ledger = Game(make()).play_batch(as_batch(rows, rng.choice([-1.0, 1.0], 25)))
        assert ledger.certificates[0].verdict in ("holds", "open")
        assert np.isfinite(ledger.learner.weights).all()


def test_settings_and_states_that_do_not_fit_are_refused():
    for wrong in ({"eta": 0}, {"U": -1.0}, {"loss": "mistake"}):
        with pytest.raises(BadParameter):
            LinearEG(**wrong)
    learner = LinearEG()
    with pytest.raises(StateError, match="tangents"):
        learner.restore(BalancedWinnow().state())
    with pytest.raises(StateError, match="powers"):
        learner.restore({**learner.state(), "powers": np.zeros(7)})
