from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from littlestone import Batch, Game, Perceptron
from littlestone.loss import LOSSES, find_loss

guesses = st.floats(-20, 20)


@pytest.mark.parametrize("name", sorted(set(LOSSES) - {"mistake"}))
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
