"""Ties after normalisation: a Perceptron of whole examples of one length makes the mistakes that whole numbers make."""

from __future__ import annotations

from math import sqrt

import numpy as np
import pytest

from littlestone import Batch, Game, Perceptron, load, save
from littlestone.cluster.training import mixed_state
from littlestone.errors import StateError

ZEROS = {"+1": 1, "-1": -1, "mistake": 0}
# Six rounds with n = 5 at whose end <w, x> is 0, a mistake where 0 is -1; sums of 1/sqrt(5) leave 5e-17 there.
SIX = [
    ([-1, 1, -1, 1, -1], 1),
    ([-1, -1, 1, 1, -1], 1),
    ([-1, 1, 1, -1, 1], 1),
    ([-1, -1, 1, 1, -1], 1),
    ([1, -1, 1, -1, 1], 1),
    ([-1, -1, -1, -1, 1], 1),
]


def in_whole_numbers(rounds, zero="-1", bias=0):
    """The guesses of a Perceptron in whole numbers, before they are divided by the squared length."""
    w = np.zeros(len(rounds[0][0]) + 1, dtype=int)
    guesses = []
    for x, y in rounds:
        seen = np.array([*x, bias])
        guesses.append(int(w @ seen))
        if (np.sign(guesses[-1]) or ZEROS[zero]) != y:
            w += y * seen
    return guesses


def advice(seed, n, rounds=100):
    """Drawn advice of n experts, labelled by the majority of three of them, some of it wrongly."""
    rng = np.random.default_rng(seed)
    X = rng.choice([-1, 1], (rounds, n))
    y = np.where(rng.random(rounds) < 0.1, -1, 1) * np.sign(X[:, : min(3, n | 1)].sum(axis=1) + 0.5).astype(int)
    return list(zip(X.tolist(), y.tolist(), strict=True))


def guesses_of(learner, rounds):
    game, guesses = Game(learner), []
    for x, y in rounds:
        move = game.predict(x)
        guesses.append(move.guess)
        game.label(move.number, y)
    return game, guesses


def test_six_rounds_in_which_rounding_would_decide_a_tie():
    game, guesses = guesses_of(Perceptron(zero="-1", normalise=True), SIX)
    assert guesses[-1] == 0.0
    assert guesses == [guess / 5 for guess in in_whole_numbers(SIX)]
    assert (game.ledger.mistakes, game.learner.updates) == (5, 5)
    assert game.learner.dot(Batch([0, 5], range(5), SIX[-1][0], 5).row(0)) != 0.0  # what the rounded weights say


@pytest.mark.parametrize("n", [2, 3, 4, 5, 6, 8, 10])
@pytest.mark.parametrize("zero", ZEROS)
def test_normalised_advice_is_played_as_in_whole_numbers(n, zero):
    for seed in range(10):
        rounds = advice([n, seed], n)
        game, guesses = guesses_of(Perceptron(zero=zero, normalise=True), rounds)
        whole = in_whole_numbers(rounds, zero)
        assert guesses == [guess / n for guess in whole]
        plain = guesses_of(Perceptron(zero=zero), rounds)[0]
        assert game.ledger.mistakes == plain.ledger.mistakes
        assert {certificate.verdict for certificate in game.ledger.certificates} <= {"holds", "broken premise"}
        np.testing.assert_allclose(game.learner.weights * sqrt(n), plain.learner.weights, atol=1e-12)


def test_the_constant_feature_is_one_of_the_entries():
    rounds = advice(3, 4)
    guesses = guesses_of(Perceptron(zero="-1", bias=2.0, normalise=True), rounds)[1]
    assert guesses == [guess / 8 for guess in in_whole_numbers(rounds, bias=2)]
    assert guesses_of(Perceptron(bias=0.5, normalise=True), rounds)[0].learner.whole.square == -1.0


def test_batches_play_the_same():
    rounds = advice(4, 5)
    X, y = (np.array(part, dtype=float) for part in zip(*rounds, strict=True))
    game = Game(Perceptron(zero="-1", normalise=True))
    game.play_batch(Batch(np.arange(0, 505, 5), np.tile(np.arange(5), 100), X.ravel(), 5, y))
    one_by_one = guesses_of(Perceptron(zero="-1", normalise=True), rounds)[0]
    assert game.ledger.mistakes == one_by_one.ledger.mistakes
    assert (game.learner.weights == one_by_one.learner.weights).all()


@pytest.mark.parametrize(
    ("x", "weight"), [([1, 0, 0, 0, 0], 1.0), ([0.5, 1, 1, 1, 1], 1.0), ([1, 1, 1, 1, 1], 2.0), ([0] * 5, 1.0)]
)
def test_the_first_lesson_that_does_not_fit_leaves_the_weights_of_before(x, weight):
    learner = Perceptron(zero="-1", normalise=True)
    game = guesses_of(learner, SIX)[0]
    assert learner.whole.square == 5.0
    before = learner.weights
    move = game.predict(x)
    assert (learner.weights == before).all()
    assert learner.whole.square == 5.0  # a guess changes nothing
    game.label(move.number, -move.act, weight=weight)
    assert learner.whole.square == -1.0
    step = learner.weights - before
    np.testing.assert_allclose(np.linalg.norm(step), weight if any(x) else 0.0, atol=1e-12)


def test_sums_that_might_not_be_exact_are_not_kept():
    learner = Perceptron(normalise=True)
    guesses_of(learner, [([2.0**26], 1), ([2.0**26], -1), ([2.0**26], -1), ([2.0**26], 1)])
    assert learner.whole.square == -1.0


def test_a_saved_game_goes_on_as_if_it_had_not_been_saved(tmp_path):
    rounds = advice(5, 5)
    game = guesses_of(Perceptron(zero="-1", normalise=True), rounds[:50])[0]
    save(game, tmp_path / "half.npz")
    again = load(tmp_path / "half.npz")
    for one in (game, again):
        for x, y in rounds[50:]:
            one.label(one.predict(x).number, y)
    assert again.ledger.mistakes == game.ledger.mistakes == guesses_of(Perceptron(zero="-1"), rounds)[0].ledger.mistakes


def test_a_state_without_the_sum_resumes_with_its_weights():
    game = guesses_of(Perceptron(zero="-1", normalise=True), SIX)[0]
    state = game.learner.state()
    old = {name: array for name, array in state.items() if name not in ("sums", "bias_sum", "square")}
    learner = Perceptron(zero="-1", normalise=True)
    learner.restore(old)
    assert (learner.weights == game.learner.weights).all()
    assert learner.whole.square == -1.0
    assert "sums" not in learner.state()
    assert "sums" not in guesses_of(Perceptron(), SIX)[0].learner.state()


def test_a_sum_that_is_not_that_of_the_weights_is_refused():
    learner = guesses_of(Perceptron(zero="-1", normalise=True), SIX)[0].learner
    state = {**learner.state(), "sums": np.arange(7.0)}
    with pytest.raises(StateError, match="do not fit"):
        learner.restore(state)


def test_the_mean_of_shards_is_no_sum_of_whole_examples():
    shards = [guesses_of(Perceptron(normalise=True), advice(seed, 5))[0].learner for seed in (1, 2)]
    mixed = Perceptron(normalise=True)
    mixed.restore(mixed_state(mixed, [shard.state() for shard in shards], [0.5, 0.5]))
    np.testing.assert_allclose(mixed.weights[:5], (shards[0].weights[:5] + shards[1].weights[:5]) / 2)
    assert mixed.whole.square == -1.0
