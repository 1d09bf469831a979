"""Forecasts in units as large or as small as they come: theorems square losses, which may be squares themselves."""

from __future__ import annotations

import math
import warnings

import numpy as np
import pytest

from littlestone import Game
from littlestone.errors import BadAdvice, BadLabel
from littlestone.experts import as_advice
from littlestone.learners import EXPERTS

REAL = sorted(set(EXPERTS) - {"wma", "rwma", "ewa", "aa", "ridge", "vaw"})  # who play for any loss of forecasts
SQUARE = [*REAL, "aa", "ridge", "vaw"]


@pytest.mark.parametrize("name", SQUARE)
@pytest.mark.parametrize("unit", [1e-160, 1e-100, 1e-60, 1.0, 1e49])
def test_no_unit_makes_a_theorem_fail(name, unit):
    drawn = np.random.default_rng(0)
    game = Game(EXPERTS[name](), loss="square")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for _ in range(30):
            move = game.predict((unit * drawn.random(3)).tolist())
            game.label(move.number, unit * drawn.random())
        for certificate in game.ledger.certificates:
            assert certificate.violated is None
            assert math.isfinite(certificate.paid)
    assert np.isfinite(game.learner.weights).all()


def test_losses_too_small_to_be_squared_leave_the_case_open():
    game = Game(EXPERTS["ml-poly"](), loss="square")
    game.label(game.predict([1e-100, 2e-100]).number, 0.0)
    assert "too little to be squared" in game.ledger.certificates[0].open
    game.label(game.predict([1.0, 2.0]).number, 0.0)
    assert game.ledger.certificates[0].verdict == "holds"


@pytest.mark.parametrize("name", SQUARE)
@pytest.mark.parametrize("advice", [[1e51, 0.0], [0.0, -1e300], {"a": 1e51, "b": 0.0}])
def test_advice_beyond_all_measure_is_refused_and_leaves_no_trace(name, advice):
    game = Game(EXPERTS[name](), loss="square")
    with pytest.raises(BadAdvice, match="scale it down"):
        game.predict(advice)
    assert game.ledger.rounds == 0
    game.label(game.predict([1e50, -1e50, 0.0]).number, 1e50)
    assert all(certificate.violated is None for certificate in game.ledger.certificates)


@pytest.mark.parametrize("y", [1e51, -1e308])
def test_a_truth_beyond_all_measure_is_refused_and_the_round_stays_open(y):
    game = Game(EXPERTS["ridge"](), loss="square")
    move = game.predict([1.0, 2.0])
    with pytest.raises(BadLabel, match="scale it down"):
        game.label(move.number, y)
    game.label(move.number, 1.0)
    assert game.ledger.labelled == 1


@pytest.mark.parametrize(
    ("advice", "y", "error"), [(1e51, 0.0, BadAdvice), (-1e51, 0.0, BadAdvice), (0.0, 1e51, BadLabel)]
)
def test_a_batch_beyond_all_measure_is_refused_before_a_row_is_played(advice, y, error):
    game = Game(EXPERTS["hedge"](), loss="absolute")
    with pytest.raises(error, match="scale it down"):
        game.play_batch(as_advice([[1.0, 2.0], [0.0, advice]], [0.0, y]))
    assert game.ledger.rounds == 0


def test_a_truth_next_to_nothing_has_no_percentage():
    game = Game(EXPERTS["hedge"](), loss="percentage")
    move = game.predict([1.0, 2.0])
    with pytest.raises(BadLabel, match="when the truth is 1e-60"):
        game.label(move.number, 1e-60)
