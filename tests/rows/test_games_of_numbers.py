"""Games whose truths are numbers: gradient learners of square, absolute, pinball and Poisson losses."""

from __future__ import annotations

import json
import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from littlestone import Batch, FTRLProximal, Game, LinearAdaGrad, LinearDescent, Perceptron, load, save
from littlestone.errors import BadLabel, BadParameter, UnknownName
from littlestone.losses.guess_losses import Pinball, Poisson
from littlestone.rows.number_ledger import NumberLedger

TARGET = np.array([1.5, -2.0, 0.5])


def batch(rows=400, seed=1, noise=0.1, counts=False):
    rng = np.random.default_rng(seed)
    dense = rng.normal(size=(rows, 3)) * (0.3 if counts else 1.0)
    y = dense @ TARGET + noise * rng.normal(size=rows)
    if counts:
        y = rng.poisson(np.exp(dense @ TARGET)).astype(float)
    starts = np.arange(0, 3 * rows + 1, 3)
    return Batch(starts, np.tile([0, 1, 2], rows), dense.ravel(), 3, y)


@pytest.mark.parametrize("make", [LinearDescent, LinearAdaGrad, FTRLProximal])
@pytest.mark.parametrize("loss", ["square", "absolute", "pinball:0.3", "poisson"])
def test_a_gradient_learner_of_numbers_beats_the_constant_and_its_theorem_holds(make, loss):
    setting = {"alpha": 0.2} if make is FTRLProximal else {"eta": 0.05 if make is LinearDescent else 0.5}
    game = Game(make(loss=loss, **setting))
    played = batch(counts=loss == "poisson")
    ledger = game.play_batch(played)
    assert isinstance(ledger, NumberLedger)
    assert game.price.full_name == loss
    y = np.asarray(played.labels)
    constants = np.quantile(y, np.linspace(0.01, 0.99, 99)) if loss != "poisson" else np.linspace(-3, 1, 99)
    cheapest = min(game.price.values(y, np.full(len(y), c)).sum() for c in constants)
    assert ledger.loss < cheapest
    assert [certificate.verdict for certificate in ledger.certificates] == ["holds"]


def test_the_account_of_numbers_knows_mean_spread_and_best_constant():
    played = batch()
    ledger = Game(LinearDescent(loss="square")).play_batch(played)
    y = np.asarray(played.labels)
    assert ledger.mean == pytest.approx(y.mean(), abs=1e-12)
    assert ledger.best_constant_loss == pytest.approx(((y - y.mean()) ** 2).sum(), rel=1e-12)
    assert (ledger.least, ledger.most) == (y.min(), y.max())
    assert ledger.rmse == pytest.approx(math.sqrt(ledger.loss / len(y)))
    assert "best constant guess" in str(ledger)
    json.dumps(ledger.as_dict(), allow_nan=False)


def test_a_poisson_learner_answers_with_the_mean_and_not_with_its_logarithm():
    game = Game(LinearAdaGrad(loss="poisson", bias=1))
    for _ in range(300):
        game.label(game.predict([1.0]).number, 4)
    move = game.predict([1.0])
    assert move.act == pytest.approx(4, rel=0.05)
    assert move.guess == pytest.approx(math.log(4), rel=0.05)


@settings(deadline=None, max_examples=100)
@given(st.floats(0, 50), st.floats(-20, 5))
def test_the_poisson_loss_is_zero_at_its_best_and_its_slope_is_its_derivative(y, guess):
    loss = Poisson()
    assert loss.value(y, guess, guess) >= -1e-9
    if y > 0:
        assert loss.value(y, math.log(y), 0.0) == pytest.approx(0, abs=1e-9)
    step = 1e-5
    rise = (loss.value(y, guess + step, 0) - loss.value(y, guess - step, 0)) / (2 * step)
    assert loss.slope(y, guess) == pytest.approx(rise, rel=1e-4, abs=1e-5 * (1 + y))


def test_two_labels_make_a_game_of_two_classes_of_a_learner_of_numbers():
    game = Game(LinearDescent(loss="square"), labels=("ham", "spam"))
    for x, y in 10 * [([1, 0], "spam"), ([0, 1], "ham")]:
        game.label(game.predict(x).number, y)
    assert game.ledger.mistakes < 5
    assert game.predict([1, 0]).act == "spam"


def test_wrong_truths_and_losses_of_numbers_are_refused():
    game = Game(LinearDescent(loss="poisson"))
    number = game.predict([1.0]).number
    for wrong in (-1, "3", None, math.nan, math.inf, [1]):
        with pytest.raises(BadLabel):
            game.label(number, wrong)
    game.label(number, 3)
    with pytest.raises(BadLabel):
        game.play_batch(Batch([0, 1], [0], [1.0], 1, [-2.0]))
    with pytest.raises(BadParameter):
        Game(Perceptron(), labels="numbers")
    with pytest.raises(UnknownName):
        Game(LinearDescent(loss="square"), loss="hinge")
    with pytest.raises(UnknownName):
        LinearDescent(loss="mistake")


def test_names_of_losses_that_others_use_are_understood():
    assert LinearDescent(loss="squared").parameters()["loss"] == "square"
    assert LinearDescent(loss="logistic").parameters()["loss"] == "log"
    assert LinearDescent(loss="quantile:0.9").parameters()["loss"] == "pinball:0.9"
    assert isinstance(Game(LinearDescent(loss="quantile:0.9")).price, Pinball)


def test_a_saved_game_of_numbers_goes_on_as_if_it_had_never_stopped(tmp_path):
    game, whole = Game(LinearAdaGrad(loss="absolute")), Game(LinearAdaGrad(loss="absolute"))
    first, second = batch(seed=1), batch(seed=2)
    game.play_batch(first)
    save(game, tmp_path / "game.npz")
    again = load(tmp_path / "game.npz")
    again.play_batch(second)
    whole.play_batch(first)
    whole.play_batch(second)
    assert again.ledger.as_dict() == whole.ledger.as_dict()


def test_a_row_without_label_is_a_round_that_is_forgotten():
    game = Game(Perceptron())
    game.play_batch(Batch([0, 1, 2, 3], [0, 0, 0], [1.0, 1.0, 1.0], 1, [1, math.nan, -1]))
    assert (game.ledger.rounds, game.ledger.labelled, game.ledger.forgotten, game.ledger.open) == (3, 2, 1, 0)


@pytest.mark.parametrize("y", [0.0, 2.0, 1e6])
def test_the_poisson_loss_of_a_guess_that_ran_away_rises_as_its_slope_says(y):
    price = Poisson()
    guesses = [-1e6, -5.0, 0.0, 14.0, 100.0, 299.0, 301.0, 400.0, 1e6, 1e120]
    for guess in guesses:
        assert price.value(y, guess, guess) >= 0.0
        for other in guesses:  # a convex loss lies above its tangents
            tangent = price.value(y, guess, guess) + price.slope(y, guess) * (other - guess)
            assert price.value(y, other, other) >= tangent - 1e-9 * (1.0 + abs(tangent))
