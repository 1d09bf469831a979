from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from littlestone import Batch, Game, Perceptron
from littlestone.errors import BadBatch, BadWidth
from littlestone.losses.loss_names import FORECAST_LOSSES, LOSSES, find_forecast_loss, find_loss

guesses = st.floats(-20, 20)


@pytest.mark.parametrize("name", sorted(name for name, loss in LOSSES.items() if loss.convex))
@given(y=st.sampled_from([-1.0, 1.0]), guess=guesses, other=guesses)
def test_the_slope_is_a_subgradient_of_the_value(name, y, guess, other):
    loss = LOSSES[name]()
    line = loss.value(y, guess, 0.0) + loss.slope(y, guess) * (other - guess)
    assert loss.value(y, other, 0.0) >= line - 1e-9


@given(y=st.sampled_from([-1.0, 1.0]), guess=guesses)
def test_hinge_square_and_log_pay_for_every_mistake(y, guess):
    act = 1.0 if guess > 0 else -1.0
    mistake = LOSSES["mistake"]().value(y, guess, act)
    assert mistake == float(act != y)
    assert LOSSES["hinge"]().value(y, guess, act) >= mistake
    assert LOSSES["square"]().value(y, guess, act) >= mistake
    assert LOSSES["log"]().value(y, guess, act) >= 0.693 * mistake


def test_log_loss_neither_overflows_nor_vanishes():
    log = find_loss("log")
    assert log.value(1.0, -1e6, -1.0) == 1e6
    assert log.value(1.0, 700.0, 1.0) == pytest.approx(9.86e-305, rel=1e-2)
    assert log.slope(1.0, -1e6) == -1.0
    assert log.slope(-1.0, -1e6) == 0.0


def test_the_ledger_adds_up_the_chosen_loss():
    game = Game(Perceptron(), loss="hinge")
    game.play_batch(Batch([0, 1, 2, 3], [0, 0, 0], [1.0, 1.0, 1.0], 1, [-1, -1, 1]))
    assert game.ledger.mistakes == 2
    assert game.ledger.loss == 1.0 + 0.0 + 2.0
    assert "hinge loss 3" in str(game.ledger)


@pytest.mark.parametrize("name", ["absolute", "square", "log", "brier", "pinball:0.9", "percentage"])
@given(y=st.floats(0.01, 1), guess=st.floats(0.001, 0.999), other=st.floats(0.001, 0.999))
def test_the_slope_of_a_forecast_loss_is_a_subgradient_of_its_value(name, y, guess, other):
    loss = find_forecast_loss(name)
    line = loss.value(y, guess, guess) + loss.slope(y, guess) * (other - guess)
    assert loss.value(y, other, other) >= line - 1e-9 * (1 + abs(line))


def test_forecast_losses_are_the_formulas_of_the_field():
    chances = [("log", -np.log(0.2)), ("brier", (0.2 - 1) ** 2 + (0.8 - 0) ** 2), ("square", 0.64)]
    for name, price in chances:
        assert find_forecast_loss(name).value(1.0, 0.2, 0.2) == pytest.approx(price)
    assert find_forecast_loss("pinball:0.9").values(2.0, [1.0, 4.0]).tolist() == pytest.approx([0.9, 0.2])
    assert find_forecast_loss("percentage").value(-4.0, -3.0, -3.0) == 0.25


@pytest.mark.parametrize("name", sorted(FORECAST_LOSSES))
def test_prices_are_not_written_where_there_is_no_room(name):
    loss, row = find_forecast_loss(name), Batch([0, 3], [0, 1, 2], [1.0, 1.0, 1.0], 3).check().row(0)
    with pytest.raises(BadWidth, match="prices of 3 columns"):
        loss.price(row, 1.0, np.zeros(2))
    for fill in (loss.fill, loss.fill_slopes):
        with pytest.raises(BadBatch, match="5 places"):
            fill(np.ones(2), np.ones(5), np.zeros(5))
