"""ROMMA against its definition by two conditions, its theorem, and wrong rules found out."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from linear_games import any_rounds, play

from littlestone import ROMMA, AggressiveROMMA, Game, Perceptron
from littlestone.errors import StateError

quick = settings(deadline=None, max_examples=40)
kinds = pytest.mark.parametrize("kind", [ROMMA, AggressiveROMMA], ids=lambda kind: kind.name)


def separable(seed, rounds=60, width=3, margin=0.1):
    chance = np.random.default_rng(seed)
    u = chance.normal(size=width)
    u /= np.linalg.norm(u)
    x = chance.normal(size=(4 * rounds, width))
    x = x[np.abs(x @ u) > margin][:rounds]
    return list(zip(x, np.sign(x @ u).astype(int).tolist(), strict=True))


def shortest(w, x, y):
    """argmin |v| with y <v, x> >= 1 and <w, v> >= |w|^2, by trying which of the two conditions bind."""
    one = y * x / (x @ x)
    if not np.any(w) or w @ one >= w @ w:
        return one
    conditions = np.array([y * x, w])
    return conditions.T @ np.linalg.solve(conditions @ conditions.T, [1.0, w @ w])


@kinds
@quick
@given(st.integers(0, 10_000), st.sampled_from([None, 0.5]))
def test_every_update_goes_to_the_shortest_vector_that_meets_both_conditions(kind, seed, bias):
    game = Game(kind(bias=bias))
    w = np.zeros(4)
    for x, y in separable(seed):
        z = np.append(x, bias or 0.0)
        move = game.predict(x)
        assert move.guess == pytest.approx(w @ z, rel=1e-6, abs=1e-6 * (1 + np.linalg.norm(w)))
        game.label(move.number, y)
        if move.act != y or (kind is AggressiveROMMA and y * move.guess < 1):
            w = shortest(w, z, y)
    (certificate,) = game.ledger.certificates
    assert certificate.verdict == "holds", certificate
    assert game.ledger.mistakes <= certificate.allowed * (1 + 1e-6)


@kinds
@quick
@given(any_rounds(), st.integers(0, 3), st.booleans())
def test_nothing_is_violated_whatever_the_rounds(kind, rounds, delay, normalise):
    (certificate,) = play(kind(normalise=normalise), rounds, delay).ledger.certificates
    assert certificate.verdict != "violated", certificate


@kinds
@quick
@given(st.integers(0, 10_000), st.integers(2, 5))
def test_mistakes_stay_within_the_squared_radius_over_the_margin_of_the_planted_vector(kind, seed, width):
    rounds = separable(seed, 80, width, margin=0.3)
    game = play(kind(), rounds)
    longest = max(np.linalg.norm(x) for x, _ in rounds)
    assert game.ledger.mistakes <= (longest / 0.3) ** 2
    (certificate,) = game.ledger.certificates
    assert certificate.verdict == "holds"
    assert float(certificate.teaches.rsplit(" ", 1)[1]) >= 0.3 * (1 - 1e-3)


def test_the_aggressive_one_comes_near_the_largest_margin():
    rounds = separable(1, 60, 2, margin=0.5)
    game = play(AggressiveROMMA(), 40 * rounds)
    w = game.learner.weights
    reached = min(y * (w @ x) for x, y in rounds) / np.linalg.norm(w)
    assert reached > 0.45


@kinds
def test_contradictions_break_the_premise(kind):
    (certificate,) = play(kind(), 5 * [([1.0, 0.0], -1), ([1.0, 0.0], 1)]).ledger.certificates
    assert certificate.broken == "no separator through the origin fits the examples up to round 2"


class Unrelaxed(ROMMA):
    """Forgets what it knew."""

    def relax(self, x, y):
        self.begin()
        self.add(x, y / self.squared_norm(x))


class PlainSum(ROMMA):
    """Is a Perceptron."""

    def relax(self, x, y):
        self.add(x, y)


class HalfAStep(ROMMA):
    """Steps towards half the label."""

    def relax(self, x, y):
        super().relax(x, 0.5 * y)


@pytest.mark.parametrize("wrong", [Unrelaxed, PlainSum, HalfAStep])
def test_a_wrong_rule_is_found_out(wrong):
    assert play(wrong(), separable(3)).ledger.certificates[0].verdict == "violated"


@kinds
@pytest.mark.parametrize("size", [1e-160, 1e-40, 1e40, 1e160])
def test_no_scale_of_the_features_ends_in_an_exception(kind, size):
    rounds = 3 * [([size, 0.0], -1), ([0.0, size], -1), ([size, 3 * size], 1), ([1.0, 0.0], -1)]
    assert play(kind(), rounds).ledger.certificates[0].verdict != "violated"


def test_the_state_of_another_learner_is_refused():
    with pytest.raises(StateError, match="lengths"):
        ROMMA().restore(Perceptron().state())
