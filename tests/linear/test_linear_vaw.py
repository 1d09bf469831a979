"""Vovk-Azoury-Warmuth on rows against normal equations solved anew in every round."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from linear_games import any_rounds, play

from littlestone import Game, LinearDescent, LinearVAW, VovkAzouryWarmuth, load, save
from littlestone.errors import BadParameter, StateError
from littlestone.experts import as_advice

quick = settings(deadline=None, max_examples=40)


def seen(x, bias, normalise):
    z = np.concatenate(([bias or 0.0], x))
    return z / np.linalg.norm(z) if normalise and np.any(z) else z


@st.composite
def number_rounds(draw):
    rounds = draw(any_rounds())
    slope = draw(st.sampled_from([0.0, 2.0]))
    return [(x, slope * float(x.sum()) + y) for x, y in rounds]


@quick
@given(number_rounds(), st.sampled_from([0.01, 1.0, 30.0]), st.sampled_from([None, 0.5]), st.booleans())
def test_the_guesses_and_the_best_vector_are_those_of_least_squares(rounds, ridge, bias, normalise):
    game = Game(LinearVAW(ridge=ridge, bias=bias, normalise=normalise))
    A = ridge * np.eye(len(rounds[0][0]) + 1)
    b = np.zeros(len(A))
    for x, y in rounds:
        z = seen(x, bias, normalise)
        A += np.outer(z, z)
        move = game.predict(x)
        assert move.guess == pytest.approx(z @ np.linalg.solve(A, b), rel=1e-6, abs=1e-6)
        game.label(move.number, y)
        b += y * z
    u = np.linalg.solve(A, b)
    Z, truths = np.array([seen(x, bias, normalise) for x, _ in rounds]), np.array([y for _, y in rounds])
    learner = game.learner
    assert learner.weights[: len(u) - 1] == pytest.approx(u[1:], rel=1e-6, abs=1e-6)
    assert learner.best == pytest.approx(ridge * u @ u + ((Z @ u - truths) ** 2).sum(), rel=1e-6, abs=1e-7)
    assert learner.log_det == pytest.approx(np.linalg.slogdet(A / ridge)[1], rel=1e-6, abs=1e-9)
    (certificate,) = game.ledger.certificates
    assert certificate.verdict == "holds", certificate
    assert certificate.paid == pytest.approx(game.ledger.loss - learner.best)
    assert certificate.allowed == pytest.approx(np.abs(truths).max() ** 2 * learner.log_det, rel=1e-6, abs=1e-9)


def test_it_is_the_forecaster_from_advice_where_rows_are_advice():
    chance = np.random.default_rng(1)
    X, y = chance.normal(size=(60, 4)), chance.normal(size=60)
    rows = play(LinearVAW(ridge=0.5), zip(X, y.tolist(), strict=True))
    advice = Game(VovkAzouryWarmuth(ridge=0.5), loss="square")
    advice.play_batch(as_advice(X, y))
    assert rows.ledger.loss == pytest.approx(advice.ledger.loss, rel=1e-12)
    assert rows.ledger.certificates[0].allowed == pytest.approx(advice.ledger.certificates[0].allowed, rel=1e-12)


def test_columns_that_come_one_by_one_are_as_if_they_had_always_been_there():
    named = [{f"x{k}": 1.0, f"x{k // 2}": 2.0} for k in range(1, 12)]
    late = Game(LinearVAW())
    early = Game(LinearVAW(), features=[f"x{k}" for k in (1, 0, *range(2, 12))])
    for t, x in enumerate(2 * named):
        for game in (late, early):
            move = game.predict(x)
            game.label(move.number, float(t % 3))
    assert late.ledger.loss == pytest.approx(early.ledger.loss, rel=1e-12)
    assert late.ledger.certificates[0].verdict == "holds"


def test_its_regret_hardly_grows_where_that_of_descent_grows_with_every_round():
    chance = np.random.default_rng(2)
    X = chance.normal(size=(2000, 5))
    y = X @ [1, -2, 3, -4, 5] + chance.normal(size=2000)
    rounds = list(zip(X, y.tolist(), strict=True))
    grown = []
    for make in (LinearVAW, lambda: LinearDescent(loss="square", eta=0.02)):
        half, whole = play(make(), rounds[:1000]), play(make(), rounds)
        grown.append(
            whole.ledger.loss - half.ledger.loss - float(((X[1000:] @ [1, -2, 3, -4, 5] - y[1000:]) ** 2).sum())
        )
    assert 5 * grown[0] < grown[1]


class Forgetful(LinearVAW):
    """Says nothing of direction: ridge regression, with the theorem of VAW, scaled up."""

    def predict(self, x):
        return 3.0 * self.dot(x)


class Deaf(LinearVAW):
    """Learns twice the truth."""

    def learn(self, x, y, guess):
        super().learn(x, 2.0 * y, guess)


class Plain(LinearVAW):
    """Says what ridge regression says, to a row that it has not taken in yet."""

    def predict(self, x):
        return self.dot(x)


class Stale(LinearVAW):
    """Its coefficients lag behind."""

    def learn(self, x, y, guess):
        super().learn(x, y, guess)
        state = self.state()
        self.restore({**state, "w": 0.9 * state["w"]})


class Fading(LinearVAW):
    """Its matrix forgets."""

    def learn(self, x, y, guess):
        super().learn(x, y, guess)
        state = self.state()
        self.restore({**state, "factor": 0.999 * state["factor"], "w": state["w"] / 0.999})


class Thrifty(LinearVAW):
    """Says that the best vector costs less than it does."""

    def learn(self, x, y, guess):
        super().learn(x, y, guess)
        state = self.state()
        self.restore({**state, "costs": state["costs"] * [0.9, 1.0]})


@pytest.mark.parametrize("wrong", [Forgetful, Deaf, Plain, Stale, Fading, Thrifty])
def test_a_wrong_rule_is_found_out(wrong):
    chance = np.random.default_rng(3)
    X = chance.normal(size=(200, 3))
    rounds = list(zip(X, (X @ [1, 2, 3] + chance.normal(size=200)).tolist(), strict=True))
    assert play(LinearVAW(), rounds).ledger.certificates[0].verdict == "holds"
    assert play(wrong(), rounds).ledger.certificates[0].verdict == "violated"


def test_another_loss_leaves_the_case_open_and_a_late_truth_is_one_of_another_order(tmp_path):
    rounds = [([1.0, 0.0], 2.0), ([0.0, 1.0], 1.0), ([1.0, 1.0], 3.0)] * 4
    other = play(LinearVAW(), rounds, loss="absolute").ledger.certificates[0]
    assert other.open == "the theorem is about the square loss, and the game's is absolute"
    late = play(LinearVAW(), rounds, delay=2)
    assert late.ledger.certificates[0].verdict == "holds"
    assert late.ledger.certificates[0].paid == late.ledger.in_order.loss - late.learner.best
    game = play(LinearVAW(bias=1.0), rounds)
    save(game, tmp_path / "game")
    assert load(tmp_path / "game").ledger.certificates == game.ledger.certificates


def test_wrong_settings_and_states_are_refused():
    with pytest.raises(BadParameter, match="ridge is the price"):
        LinearVAW(ridge=0)
    with pytest.raises(StateError, match="factor"):
        LinearVAW().restore({"updates": 0, "w": np.zeros(2), "bias_weight": 0.0})
