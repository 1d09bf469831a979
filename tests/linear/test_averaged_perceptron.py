"""The averaged Perceptron says what the plain average of all weights would say."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from littlestone import AveragedPerceptron, Game, Perceptron
from littlestone.errors import StateError

quick = settings(deadline=None, max_examples=40)


def drawn(seed, rounds=60, width=4):
    chance = np.random.default_rng(seed)
    x = chance.normal(size=(rounds, width)) * (chance.random((rounds, width)) < 0.7)
    y = np.sign(x[:, 0] - x[:, 1] + 0.5 * chance.normal(size=rounds))
    return list(zip(x, np.where(y == 0, 1, y).astype(int).tolist(), strict=True))


def seen(x, bias, normalise):
    z = np.append(x, bias or 0.0)
    return z / np.linalg.norm(z) if normalise and np.any(z) else z


@quick
@given(st.integers(0, 10_000), st.sampled_from([None, 1.5]), st.booleans())
def test_the_guess_is_that_of_the_average_of_all_weights_so_far(seed, bias, normalise):
    rounds = drawn(seed)
    game = Game(AveragedPerceptron(bias=bias, normalise=normalise))
    w = np.zeros(5)
    history = [w]
    for x, y in rounds:
        z = seen(x, bias, normalise)
        move = game.predict(x)
        assert move.guess == pytest.approx(np.mean(history, axis=0) @ z, rel=1e-9, abs=1e-9)
        game.label(move.number, y)
        if (1 if w @ z >= 0 else -1) != y:
            w = w + y * z
        history.append(w)
    assert np.allclose(game.learner.weights, w[:4])
    assert np.allclose(game.learner.average, np.mean(history, axis=0)[:4])


@quick
@given(st.integers(0, 10_000))
def test_its_updates_are_the_mistakes_of_the_perceptron_underneath(seed):
    averaged, plain = Game(AveragedPerceptron()), Game(Perceptron())
    for x, y in drawn(seed):
        for game in (averaged, plain):
            game.label(game.predict(x).number, y)
    assert averaged.ledger.updates == plain.ledger.mistakes
    assert (averaged.learner.weights == plain.learner.weights).all()
    assert averaged.ledger.certificates == []


def test_the_average_errs_less_than_the_last_weights_where_labels_are_noisy():
    games = [Game(AveragedPerceptron()), Game(Perceptron())]
    for x, y in drawn(7, rounds=2000):
        for game in games:
            game.label(game.predict(x).number, y)
    assert games[0].ledger.mistakes < 0.8 * games[1].ledger.mistakes


def test_the_state_of_another_learner_is_refused():
    with pytest.raises(StateError, match="rounds"):
        AveragedPerceptron().restore(Perceptron().state())
