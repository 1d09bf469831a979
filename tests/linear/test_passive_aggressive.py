"""PA, PA-I and PA-II against the rules of the paper in plain numpy, their theorems, and wrong rules found out."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from linear_games import any_rounds, play

from littlestone import PA, PA1, PA2, Game
from littlestone.errors import BadParameter

quick = settings(deadline=None, max_examples=40)
KINDS = [PA, PA1, PA2]
kinds = pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)


def reference(kind, rounds, C, bias, normalise):
    """The rule as the paper writes it, over dense vectors; the guesses and the final weights."""
    width = len(rounds[0][0]) + 1
    w = np.zeros(width)
    guesses = []
    for x, y in rounds:
        z = np.append(x, bias or 0.0)
        if normalise and np.any(z):
            z = z / np.linalg.norm(z)
        guesses.append(w @ z)
        loss, square = max(0.0, 1 - y * (w @ z)), z @ z
        if square == 0:
            continue
        tau = {
            "pa": loss / square,
            "pa1": min(C, loss / square),
            "pa2": loss / (square + 1 / (2 * C)),
        }[kind.name]
        w = w + tau * y * z
    return np.array(guesses), w


def made(kind, C, **given):
    return kind(**given) if kind is PA else kind(C=C, **given)


@kinds
@quick
@given(any_rounds(), st.sampled_from([0.05, 1.0, 30.0]), st.sampled_from([None, 0.5]), st.booleans())
def test_it_plays_the_rule_of_the_paper_and_its_theorem_holds(kind, rounds, C, bias, normalise):
    game = Game(made(kind, C, bias=bias, normalise=normalise))
    guesses = []
    for x, y in rounds:
        move = game.predict(x)
        guesses.append(move.guess)
        game.label(move.number, y)
    expected, w = reference(kind, rounds, C, bias, normalise)
    size = max(1.0, np.abs(expected).max())
    assert np.allclose(guesses, expected, rtol=1e-8, atol=1e-10 * size)
    assert np.allclose(game.learner.weights, w[: len(game.learner.weights)], rtol=1e-8, atol=1e-10 * size)
    (certificate,) = game.ledger.certificates
    assert certificate.verdict == "holds", certificate
    assert game.ledger.mistakes <= certificate.paid * (1 + 1e-9) <= certificate.allowed * (1 + 1e-8) + 1e-9


@quick
@given(st.integers(0, 10_000), st.integers(1, 5))
def test_pa_allows_the_squared_radius_over_the_squared_margin_if_a_vector_separates(seed, width):
    chance = np.random.default_rng(seed)
    x = chance.normal(size=(60, width))
    u = chance.normal(size=width)
    u /= np.linalg.norm(u)
    y = np.sign(x @ u)
    game = play(PA(), zip(x, y.astype(int).tolist(), strict=True))
    margin, radius = (y * (x @ u)).min(), np.linalg.norm(x, axis=1).max()
    (certificate,) = game.ledger.certificates
    assert certificate.verdict == "holds"
    assert certificate.paid <= (radius / margin) ** 2
    taught = float(certificate.teaches.rsplit(" ", 1)[1])
    assert margin <= taught * (1 + 1e-3)


@kinds
def test_an_adversary_that_always_contradicts_is_allowed_for(kind):
    game = Game(kind())
    chance = np.random.default_rng(0)
    for _ in range(60):
        move = game.predict(chance.integers(-1, 2, 3))
        game.label(move.number, int(-move.act))
    (certificate,) = game.ledger.certificates
    assert game.ledger.mistakes == 60
    assert certificate.verdict == "holds"
    assert certificate.allowed >= 60


def test_noise_costs_pa1_little_where_it_costs_pa_much():
    chance = np.random.default_rng(1)
    x = chance.normal(size=(400, 5))
    y = np.sign(x @ [1, 2, 3, 4, 5.0]) * np.where(chance.random(400) < 0.15, -1, 1)
    rounds = list(zip(x, y.astype(int).tolist(), strict=True))
    gentle, hasty = (play(one, rounds).ledger.mistakes for one in (PA1(C=0.01), PA()))
    assert gentle < hasty


class TooFar(PA):
    """Steps twice as far."""

    def step(self, shortfall, square):
        return 2 * shortfall / square


class Unsquared(PA):
    """Forgets to square the length."""

    def step(self, shortfall, square):
        return shortfall / square**0.5


class Uncapped(PA1):
    """Forgets C."""

    def step(self, shortfall, square):
        return shortfall / square


class TwiceTheReserve(PA2):
    """1/C instead of 1/(2C)."""

    def step(self, shortfall, square):
        return shortfall / (square + 1 / self.C)


class OnMistakesOnly(PA):
    """Learns from mistakes alone."""

    def learn(self, x, y, guess):
        if self.act(guess) != y:
            super().learn(x, y, guess)


class AwayFromTheTruth(PA2):
    """The wrong sign."""

    def learn(self, x, y, guess):
        super().learn(x, -y, -guess)


class FalseGuess(PA):
    """Says half of what it thinks."""

    def predict(self, x):
        return 0.5 * self.dot(x)


@pytest.mark.parametrize(
    "wrong", [TooFar, Unsquared, Uncapped, TwiceTheReserve, OnMistakesOnly, AwayFromTheTruth, FalseGuess]
)
def test_a_wrong_rule_is_found_out(wrong):
    chance = np.random.default_rng(2)
    x = chance.normal(size=(80, 3))
    y = np.sign(x @ [1, -2, 0.5] + 0.3 * chance.normal(size=80)).astype(int)
    learner = wrong(C=0.3) if "C" in wrong().parameters() else wrong()
    (certificate,) = play(learner, zip(x, y.tolist(), strict=True)).ledger.certificates
    assert certificate.verdict == "violated"


@kinds
def test_examples_without_features_are_allowed_for(kind):
    game = play(kind(), 4 * [([0.0, 0.0], -1), ([1.0, 0.0], 1)])
    (certificate,) = game.ledger.certificates
    assert game.ledger.mistakes == 4  # an empty example is guessed 0, which acts +1
    assert certificate.verdict == "holds"
    assert "4 without features" in certificate.theorem


@kinds
@pytest.mark.parametrize("size", [1e-162, 1e-120, 1e-90, 1e90, 1e120, 1e200])
def test_no_scale_of_the_features_ends_in_an_exception(kind, size):
    game = play(kind(), [([size, 0.0], -1), ([0.0, size], -1), ([size, size], 1), ([1.0, 0.0], -1)])
    assert all(certificate.verdict != "violated" for certificate in game.ledger.certificates)


@pytest.mark.parametrize("C", [0, -1.0, float("nan"), float("inf"), "1", True])
@pytest.mark.parametrize("kind", KINDS[1:])
def test_what_is_no_aggressiveness_is_refused(kind, C):
    with pytest.raises(BadParameter, match="C is how aggressive"):
        kind(C=C)
