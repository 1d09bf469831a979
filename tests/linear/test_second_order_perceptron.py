"""The second-order Perceptron against its definition, its theorem, and wrong rules found out."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from linear_games import any_rounds, play

from littlestone import Game, Perceptron, SecondOrderPerceptron
from littlestone.errors import BadParameter, BadWidth, StateError

quick = settings(deadline=None, max_examples=40)


@quick
@given(any_rounds(), st.sampled_from([0.1, 1.0, 20.0]), st.sampled_from([None, 0.5]), st.booleans())
def test_it_guesses_as_the_paper_says_and_its_theorem_holds(rounds, a, bias, normalise):
    game = Game(SecondOrderPerceptron(a=a, bias=bias, normalise=normalise))
    width = len(rounds[0][0]) + 1
    matrix, v = a * np.eye(width), np.zeros(width)
    for x, y in rounds:
        z = np.append(x, bias or 0.0)
        if normalise and np.any(z):
            z = z / np.linalg.norm(z)
        move = game.predict(x)
        assert move.guess == pytest.approx(v @ np.linalg.solve(matrix + np.outer(z, z), z), rel=1e-8, abs=1e-10)
        game.label(move.number, y)
        if move.act != y:
            v, matrix = v + y * z, matrix + np.outer(z, z)
    (certificate,) = game.ledger.certificates
    assert certificate.verdict == "holds", certificate
    assert game.ledger.mistakes <= certificate.allowed * (1 + 1e-9)
    if v.any():
        assert certificate.allowed <= 1.25 * game.ledger.mistakes * (1 + 1e-6)


@quick
@given(st.integers(0, 10_000), st.sampled_from([0.1, 1.0, 20.0]))
def test_the_theorem_holds_of_drawn_vectors_against_a_contradicting_adversary(seed, a):
    chance = np.random.default_rng(seed)
    game = Game(SecondOrderPerceptron(a=a))
    x, y = chance.integers(-1, 2, (30, 3)), []
    for row in x:
        move = game.predict(row)
        y.append(-move.act)
        game.label(move.number, int(-move.act))
    volume = np.linalg.slogdet(np.eye(3) + x.T @ x / a)[1]
    for u in chance.normal(size=(20, 3)):
        margins = np.array(y) * (x @ u)
        bound = np.maximum(0, 1 - margins).sum() + np.sqrt((a * u @ u + margins @ margins) * volume)
        assert game.ledger.mistakes == 30 <= bound * (1 + 1e-9)
    assert game.ledger.certificates[0].verdict == "holds"


def test_where_examples_are_long_in_one_useless_direction_it_errs_less_than_the_perceptron():
    chance = np.random.default_rng(0)
    x = chance.normal(size=(600, 4)) * [30, 1, 1, 1]
    y = np.sign(x[:, 1] + 2 * x[:, 2] - x[:, 3]).astype(int).tolist()
    rounds = list(zip(x, y, strict=True))
    second, first = (play(learner, rounds).ledger.mistakes for learner in (SecondOrderPerceptron(), Perceptron()))
    assert second < 0.5 * first


class Unwhitened(SecondOrderPerceptron):
    """Never learns the matrix."""

    def learn(self, x, y, guess):
        if self.act(guess) != y:
            self.grow(x.width)
            self.add(x, y)


class Backwards(SecondOrderPerceptron):
    """Moves away from the truth."""

    def learn(self, x, y, guess):
        super().learn(x, -y, -guess)


class Eager(SecondOrderPerceptron):
    """Learns when it was right, too."""

    def learn(self, x, y, guess):
        super().learn(x, y, -y)


@pytest.mark.parametrize("wrong", [Unwhitened, Backwards, Eager])
def test_a_wrong_rule_is_found_out(wrong):
    chance = np.random.default_rng(2)
    x = chance.normal(size=(60, 4))
    y = np.sign(x @ [1, -2, 0.5, 0.0]).astype(int).tolist()
    assert play(wrong(), zip(x, y, strict=True)).ledger.certificates[0].verdict == "violated"


@pytest.mark.parametrize("size", [1e-160, 1e-5, 1e5, 1e90])
def test_no_scale_of_the_features_ends_in_an_exception(size):
    rounds = 3 * [([size, 0.0], -1), ([0.0, size], -1), ([size, size], 1), ([1.0, 0.0], -1)]
    assert play(SecondOrderPerceptron(), rounds).ledger.certificates[0].verdict != "violated"


def test_columns_that_come_later_are_met_as_if_they_had_always_been_there():
    chance = np.random.default_rng(3)
    rounds = [(x, int(y)) for x, y in zip(chance.normal(size=(50, 4)), chance.choice([-1, 1], 50), strict=True)]
    names = [({f"f{i}": x for i, x in enumerate(row) if i < 2 or t > 20}, y) for t, (row, y) in enumerate(rounds)]
    late, whole = Game(SecondOrderPerceptron()), Game(SecondOrderPerceptron())
    whole.learner.grow(4)
    for x, y in names:
        guesses = []
        for game in (late, whole):
            move = game.predict(x)
            guesses.append(move.guess)
            game.label(move.number, y)
        assert guesses[0] == pytest.approx(guesses[1], rel=1e-12, abs=1e-14)


def test_more_columns_than_the_matrix_can_have_are_refused():
    with pytest.raises(BadWidth, match="8,192"):
        SecondOrderPerceptron().grow(9000)


@pytest.mark.parametrize("a", [0, -1.0, float("nan"), "1", True])
def test_a_matrix_must_start_above_zero(a):
    with pytest.raises(BadParameter, match="a is what the matrix starts with"):
        SecondOrderPerceptron(a=a)


def test_the_state_of_another_learner_is_refused():
    with pytest.raises(StateError, match="inverse"):
        SecondOrderPerceptron().restore(Perceptron().state())
