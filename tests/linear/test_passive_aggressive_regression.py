"""The passive-aggressive learners of numbers against their rules in plain numpy, their theorems, and wrong rules."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from linear_games import any_rounds, play

from littlestone import Game, LinearDescent, PARegression, PARegression1, PARegression2
from littlestone.errors import BadParameter
from littlestone.losses.guess_losses import Insensitive

quick = settings(deadline=None, max_examples=40)
KINDS = [PARegression, PARegression1, PARegression2]
kinds = pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)


def made(kind, C, **given):
    return kind(**given) if kind is PARegression else kind(C=C, **given)


@st.composite
def number_rounds(draw):
    """Drawn rows with numbers for truths: of a line, or anything."""
    rounds = draw(any_rounds())
    slope = draw(st.sampled_from([0.0, 2.0]))
    spread = draw(st.sampled_from([0.0, 1.0, 20.0]))
    return [(x, slope * float(x.sum()) + spread * y) for x, y in rounds]


def reference(kind, rounds, C, epsilon, bias, normalise):
    """The rule as the paper writes it, over dense vectors; the guesses and the final weights."""
    w = np.zeros(len(rounds[0][0]) + 1)
    guesses = []
    for x, y in rounds:
        z = np.append(x, bias or 0.0)
        if normalise and np.any(z):
            z = z / np.linalg.norm(z)
        guesses.append(w @ z)
        loss, square = max(0.0, abs(y - w @ z) - epsilon), z @ z
        if square:
            step = [loss / square, min(C, loss / square), loss / (square + 1 / (2 * C))][KINDS.index(kind)]
            w = w + np.sign(y - w @ z) * step * z
    return np.array(guesses), w


@kinds
@quick
@given(number_rounds(), st.sampled_from([0.05, 1.0, 30.0]), st.sampled_from([0.0, 0.1]), st.booleans())
def test_it_plays_the_rule_of_the_paper_and_its_theorem_holds(kind, rounds, C, epsilon, normalise):
    game = Game(made(kind, C, epsilon=epsilon, bias=0.5, normalise=normalise))
    guesses = []
    for x, y in rounds:
        move = game.predict(x)
        guesses.append(move.guess)
        game.label(move.number, y)
    expected, w = reference(kind, rounds, C, epsilon, 0.5, normalise)
    size = max(1.0, np.abs(expected).max())
    assert np.allclose(guesses, expected, rtol=1e-8, atol=1e-9 * size)
    assert np.allclose(game.learner.weights, w[: len(game.learner.weights)], rtol=1e-8, atol=1e-9 * size)
    (certificate,) = game.ledger.certificates
    assert certificate.verdict == "holds", certificate
    assert certificate.paid <= certificate.allowed * (1 + 1e-8) + 1e-9
    assert game.price.full_name == f"insensitive:{epsilon}"


@quick
@given(st.integers(0, 10_000), st.integers(1, 5))
def test_the_squared_losses_on_a_line_are_at_most_the_squared_radius_times_its_squared_length(seed, width):
    chance = np.random.default_rng(seed)
    u = chance.normal(size=width)
    x = chance.normal(size=(60, width))
    game = play(PARegression(epsilon=0.05), zip(x, (x @ u).tolist(), strict=True))
    most = (np.linalg.norm(x, axis=1).max() * np.linalg.norm(u)) ** 2
    (certificate,) = game.ledger.certificates
    assert certificate.paid <= most
    assert certificate.allowed <= most * 1.02


class TooFar(PARegression):
    """Steps twice as far."""

    def step(self, loss, square):
        return 2 * loss / square


class Unforgiving(PARegression):
    """Forgets epsilon."""

    def learn(self, x, y, guess):
        super().learn(x, y + (self.epsilon if y > guess else -self.epsilon), guess)


class Uncapped(PARegression1):
    """Forgets C."""

    def step(self, loss, square):
        return loss / square


class TwiceTheReserve(PARegression2):
    """1/C instead of 1/(2C)."""

    def step(self, loss, square):
        return loss / (square + 1 / self.C)


class FalseGuess(PARegression):
    """Says half of what it thinks."""

    def predict(self, x):
        return 0.5 * self.dot(x)


@pytest.mark.parametrize("wrong", [TooFar, Unforgiving, Uncapped, TwiceTheReserve, FalseGuess])
def test_a_wrong_rule_is_found_out(wrong):
    chance = np.random.default_rng(2)
    x = chance.normal(size=(80, 3))
    y = x @ [1, -2, 0.5] + 0.3 * chance.normal(size=80)
    learner = wrong(C=0.1) if "C" in wrong().parameters() else wrong()
    (certificate,) = play(learner, zip(x, y.tolist(), strict=True)).ledger.certificates
    assert certificate.verdict == "violated"


@kinds
def test_examples_without_features_are_allowed_for(kind):
    (certificate,) = play(kind(), 4 * [([0.0, 0.0], -7.0), ([1.0, 0.0], 1.0)]).ledger.certificates
    assert certificate.verdict == "holds"
    assert "4 without features" in certificate.theorem


@kinds
@pytest.mark.parametrize("size", [1e-162, 1e-90, 1e90, 1e120, 1e200])
def test_no_scale_of_the_features_ends_in_an_exception(kind, size):
    game = play(kind(), [([size, 0.0], -1.0), ([0.0, size], -1e3), ([size, size], 1.0), ([1.0, 0.0], -1.0)])
    assert all(certificate.verdict != "violated" for certificate in game.ledger.certificates)


@settings(deadline=None, max_examples=60)
@given(st.floats(-5, 5), st.floats(-5, 5), st.sampled_from([0.0, 0.1, 2.0]))
def test_the_insensitive_loss_forgives_epsilon_and_its_slope_is_its_derivative(y, guess, epsilon):
    loss = Insensitive(epsilon)
    assert loss.value(y, guess, guess) == pytest.approx(max(0.0, abs(y - guess) - epsilon))
    if abs(abs(y - guess) - epsilon) > 1e-3:
        rise = (loss.value(y, guess + 1e-4, 0) - loss.value(y, guess - 1e-4, 0)) / 2e-4
        if abs(y - guess) > 1e-3:
            assert loss.slope(y, guess) == pytest.approx(rise, abs=1e-6)


def test_gradient_learners_follow_the_insensitive_loss_too():
    chance = np.random.default_rng(5)
    x = chance.normal(size=(400, 3))
    game = play(LinearDescent(loss="insensitive:0.2"), zip(x, (x @ [1, 2, 3]).tolist(), strict=True))
    assert game.ledger.loss < 0.2 * 400 * np.sqrt(14)
    assert [certificate.verdict for certificate in game.ledger.certificates] == ["holds"]
    assert LinearDescent(loss="epsilon_insensitive:0.2").parameters()["loss"] == "insensitive:0.2"


@pytest.mark.parametrize("epsilon", [-0.1, float("nan"), "1", True])
def test_what_is_no_forgiveness_is_refused(epsilon):
    with pytest.raises(BadParameter, match="epsilon is the error"):
        PARegression(epsilon=epsilon)
    with pytest.raises(BadParameter):
        LinearDescent(loss="insensitive:much")
