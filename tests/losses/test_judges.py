"""Ramp and margin: between mistakes and margins, to judge by and not to learn from."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from littlestone import ConvexGame, FollowTheLeader, Game, LinearDescent, LinearEG, Perceptron, load, save
from littlestone.errors import BadParameter
from littlestone.losses.judges import Margin, Ramp
from littlestone.losses.loss_names import find_loss

signs, guesses, margins = st.sampled_from([-1.0, 1.0]), st.floats(-5, 5), st.floats(0.01, 5)


@given(y=signs, guess=guesses, gamma=margins)
def test_the_ramp_lies_between_mistakes_and_margins_and_below_the_hinge(y, guess, gamma):
    act = 1.0 if guess >= 0 else -1.0
    mistake, hinge = find_loss("mistake").value(y, guess, act), find_loss("hinge").value(y, guess / gamma, act)
    ramp, margin = Ramp(gamma).value(y, guess, act), Margin(gamma).value(y, guess, act)
    assert mistake <= ramp <= margin <= 1.0
    assert ramp <= hinge + 1e-12
    assert margin == float(y * guess < gamma)
    assert ramp == pytest.approx(min(1.0, max(0.0, 1.0 - y * guess / gamma)))


@given(positives=st.integers(0, 20), negatives=st.integers(0, 20), gamma=margins)
def test_no_constant_guess_pays_less_than_the_best_constant(positives, negatives, gamma):
    for judge in (Ramp(gamma), Margin(gamma)):
        paid = [
            positives * judge.value(1.0, guess, 0.0) + negatives * judge.value(-1.0, guess, 0.0)
            for guess in (k / 100 for k in range(-100, 101))
        ]
        assert min(paid) == pytest.approx(judge.of_constant(positives, negatives))


def test_a_game_is_judged_by_a_margin_and_saved_with_it(tmp_path):
    game = Game(Perceptron(zero="mistake"), loss="margin:0.5")
    for x, y in [([1.0, 0.0], 1), ([1.0, 0.0], 1), ([0.25, 0.0], -1)]:
        game.label(game.predict(x).number, y)
    assert (game.ledger.loss, game.ledger.mistakes) == (2.0, 2)
    save(game, tmp_path / "game.npz")
    assert load(tmp_path / "game.npz").price.full_name == "margin:0.5"
    assert (Ramp().full_name, Ramp(0.5).full_name) == ("ramp", "ramp:0.5")


@pytest.mark.parametrize("name", ["ramp", "margin", "ramp:0.5"])
def test_nobody_learns_from_a_judge(name):
    for make in (
        lambda: LinearDescent(loss=name),
        lambda: LinearDescent(loss=find_loss(name)),
        lambda: LinearEG(loss=name),
        lambda: ConvexGame(FollowTheLeader(1), loss=name),
    ):
        with pytest.raises(BadParameter, match="to judge by, not to learn from"):
            make()
    with pytest.raises(BadParameter, match="no slope"):
        find_loss(name).slope(1.0, 0.0)


@pytest.mark.parametrize("gamma", [0.0, -1.0, float("nan")])
def test_a_margin_is_more_than_zero(gamma):
    with pytest.raises(BadParameter, match="gamma is the margin that costs nothing"):
        Ramp(gamma)
