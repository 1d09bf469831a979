"""The p-norm Perceptron against its definition in plain numpy, its theorem, and wrong rules found out."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from linear_games import any_rounds, play

from littlestone import Game, Perceptron, PNormPerceptron
from littlestone.errors import BadParameter, StateError

quick = settings(deadline=None, max_examples=40)
norms = st.sampled_from([2.0, 2.5, 4.0, 13.8, 60.0])


def gradient(theta, p):
    norm = np.linalg.norm(theta, ord=p)
    return np.sign(theta) * np.abs(theta / norm) ** (p - 1) * norm if norm else theta


@quick
@given(any_rounds(), norms, st.sampled_from([None, 0.5]), st.booleans())
def test_it_guesses_with_the_gradient_of_half_the_squared_p_norm(rounds, p, bias, normalise):
    game = Game(PNormPerceptron(p=p, bias=bias, normalise=normalise))
    theta = np.zeros(len(rounds[0][0]) + 1)
    for x, y in rounds:
        z = np.append(x, bias or 0.0)
        if normalise and np.any(z):
            z = z / np.linalg.norm(z)
        move = game.predict(x)
        w = gradient(theta, p)
        assert move.guess == pytest.approx(w @ z, rel=1e-7, abs=1e-10 * (1 + np.abs(w) @ np.abs(z)))
        game.label(move.number, y)
        if move.act != y:
            theta = theta + y * z
    (certificate,) = game.ledger.certificates
    assert certificate.verdict == "holds", certificate
    assert game.ledger.mistakes <= certificate.allowed * (1 + 1e-9)
    if theta.any():
        assert certificate.allowed <= 1.5 * game.ledger.mistakes * (1 + 1e-6)


def test_at_two_it_is_the_perceptron():
    chance = np.random.default_rng(0)
    rounds = [(x, int(y)) for x, y in zip(chance.integers(-3, 4, (200, 4)), chance.choice([-1, 1], 200), strict=True)]
    one, other = play(PNormPerceptron(p=2), rounds), play(Perceptron(), rounds)
    assert one.ledger.mistakes == other.ledger.mistakes
    assert (one.learner.theta.weights == other.learner.weights).all()


def test_where_few_of_many_columns_matter_a_high_norm_errs_less():
    chance = np.random.default_rng(1)
    x = chance.choice([-1, 1], (1500, 300))
    y = np.sign(x[:, :3].sum(axis=1))
    rounds = list(zip(x, y.tolist(), strict=True))
    low, high = (play(PNormPerceptron(p=p), rounds).ledger for p in (2.0, 2 * np.log(300)))
    assert high.mistakes < 0.7 * low.mistakes
    assert [ledger.certificates[0].verdict for ledger in (low, high)] == ["holds", "holds"]


@quick
@given(any_rounds(), norms)
def test_the_lesson_is_true_of_drawn_vectors(rounds, p):
    game = play(PNormPerceptron(p=p), rounds)
    batch = game.ledger.kept.batch()
    (certificate,) = game.ledger.certificates
    if not batch.rows or not np.any(batch.values):
        return
    x = np.array([batch.row(t).dense(batch.width) for t in range(batch.rows)])
    y = np.asarray(batch.labels)
    size = np.linalg.norm(y @ x, ord=p)
    assert f"{len(y)} - {size:.4g} |u|_q" in certificate.teaches
    for u in np.random.default_rng(0).normal(size=(20, batch.width)):
        assert np.maximum(0, 1 - y * (x @ u)).sum() >= len(y) - size * np.linalg.norm(u, ord=p / (p - 1)) - 1e-6


class PlainWeights(PNormPerceptron):
    """Forgets the power."""

    def power(self, share):
        return share


class Backwards(PNormPerceptron):
    """Moves away from the truth."""

    def learn(self, x, y, guess):
        super().learn(x, -y, -guess)


class Lazy(PNormPerceptron):
    """Takes the powers again only every other time."""

    def refresh(self, x):
        if self.updates % 2:
            super().refresh(x)


class Eager(PNormPerceptron):
    """Learns when it was right, too."""

    def learn(self, x, y, guess):
        super().learn(x, y, -y)


@pytest.mark.parametrize("wrong", [PlainWeights, Backwards, Lazy, Eager])
def test_a_wrong_rule_is_found_out(wrong):
    chance = np.random.default_rng(2)
    x = chance.normal(size=(60, 4))
    y = np.sign(x @ [1, -2, 0.5, 0.0]).astype(int).tolist()
    game = Game(wrong(p=4))
    verdicts = set()
    for row, label in zip(x, y, strict=True):
        game.label(game.predict(row).number, label)
        verdicts.add(game.ledger.certificates[0].verdict)
    assert "violated" in verdicts


@pytest.mark.parametrize("size", [1e-160, 1e-90, 1e90, 1e160])
def test_no_scale_of_the_features_ends_in_an_exception(size):
    game = play(PNormPerceptron(p=7), [([size, 0.0], -1), ([0.0, size], -1), ([size, size], 1), ([1.0, 0.0], -1)])
    assert game.ledger.certificates[0].verdict != "violated"


@pytest.mark.parametrize("p", [1.99, 1001, float("nan"), "4", True])
def test_what_is_no_norm_is_refused(p):
    with pytest.raises(BadParameter, match="p is which norm"):
        PNormPerceptron(p=p)


def test_the_state_of_another_learner_is_refused():
    with pytest.raises(StateError, match="theta"):
        PNormPerceptron().restore(Perceptron().state())
