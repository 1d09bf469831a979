"""The voted Perceptron says what a vote of all its weights, stored one by one, would say."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from littlestone import Game, Perceptron, VotedPerceptron
from littlestone.errors import StateError

quick = settings(deadline=None, max_examples=40)


def drawn(seed, rounds=60, width=4):
    """Whole numbers, so that no score is near zero without being zero."""
    chance = np.random.default_rng(seed)
    x = chance.integers(-3, 4, (rounds, width)) * (chance.random((rounds, width)) < 0.7)
    y = np.sign(x[:, 0] - x[:, 1] + chance.normal(size=rounds)).astype(int)
    return list(zip(x, y.tolist(), strict=True))


def sign(score):
    return 1 if score >= 0 else -1


@quick
@given(st.integers(0, 10_000), st.sampled_from([None, 2.0]))
def test_the_guess_is_the_vote_of_the_weights_of_every_round_so_far(seed, bias):
    game = Game(VotedPerceptron(bias=bias))
    history = [np.zeros(5)]
    for x, y in drawn(seed):
        z = np.append(x, bias or 0.0)
        move = game.predict(x)
        assert move.guess == pytest.approx(np.mean([sign(w @ z) for w in history]), abs=1e-12)
        game.label(move.number, y)
        history.append(history[-1] + y * z if sign(history[-1] @ z) != y else history[-1])
    assert game.learner.votes.sum() == len(history)


@quick
@given(st.integers(0, 10_000), st.booleans())
def test_its_updates_are_the_mistakes_of_the_perceptron_underneath(seed, normalise):
    voted, plain = Game(VotedPerceptron(normalise=normalise)), Game(Perceptron(normalise=normalise))
    for x, y in drawn(seed):
        for game in (voted, plain):
            game.label(game.predict(x).number, y)
    assert voted.ledger.updates == plain.ledger.mistakes
    assert (voted.learner.weights == plain.learner.weights).all()
    assert voted.ledger.certificates == []


def test_the_vote_errs_less_than_the_last_weights_where_a_fifth_of_the_labels_is_wrong():
    mistakes = np.zeros(2)
    for seed in range(5):
        games = [Game(VotedPerceptron()), Game(Perceptron())]
        chance = np.random.default_rng(seed)
        for x, y in drawn(seed, rounds=400):
            truth = -y if chance.random() < 0.2 else y
            for game in games:
                game.label(game.predict(x).number, truth)
        mistakes += [game.ledger.mistakes for game in games]
    assert mistakes[0] < mistakes[1]


def test_votes_of_drawn_examples_err_within_the_theorem_on_average():
    # 2/(t + 1) times the expected (R/gamma)^2 bounds the chance of an error on the next example drawn
    wrong, allowed = 0, 0.0
    for seed in range(60):
        chance = np.random.default_rng(seed)
        u = np.array([1.0, -1.0, 0.5])
        x = chance.normal(size=(400, 3))
        x = x[np.abs(x @ u) > 0.5 * np.linalg.norm(u)][:101]
        y = np.sign(x @ u).astype(int)
        game = Game(VotedPerceptron())
        for row, label in zip(x[:100], y[:100].tolist(), strict=True):
            game.label(game.predict(row).number, label)
        wrong += game.predict(x[100]).act != y[100]
        margin = np.abs(x @ u).min() / np.linalg.norm(u)
        allowed += 2 / 101 * (np.linalg.norm(x, axis=1).max() / margin) ** 2
    assert wrong / 60 <= allowed / 60


def test_the_state_of_another_learner_or_a_torn_one_is_refused():
    with pytest.raises(StateError, match="owners"):
        VotedPerceptron().restore(Perceptron().state())
    torn = {**VotedPerceptron().state(), "votes": np.array([1, 2])}
    with pytest.raises(StateError, match="do not fit"):
        VotedPerceptron().restore(torn)
