from __future__ import annotations

import numpy as np
import pytest
from drawn_forecasts import games
from hypothesis import given, settings
from hypothesis import strategies as st

from littlestone.errors import BadBatch, BadParameter
from littlestone.hindsight import best_convex, best_linear
from littlestone.losses.loss_names import find_forecast_loss

SOLVED = ["square", "absolute", "pinball:0.2", "percentage", "brier"]


@given(games(SOLVED), st.integers(0, 2**32 - 1))
@settings(deadline=None, max_examples=150)
def test_no_combination_pays_less_than_loss_minus_gap_and_the_gap_is_rounding(game, seed):
    loss, y, advice = game
    best = best_linear(y, advice, loss)
    rng = np.random.default_rng(seed)
    others = [rng.normal(size=advice.shape[1]) for _ in range(10)]
    near = [best.weights + scale * w for scale in (0.1, 0.001) for w in others]
    lowest = min(float(find_forecast_loss(loss).values(y, advice @ w).sum()) for w in others + near)
    assert lowest >= best.loss - best.gap - 1e-9
    assert best.gap <= 1e-9 * best.loss + 1e-9
    assert best.loss <= best_convex(y, advice, loss).loss + 1e-9


def test_least_squares_solves_the_normal_equations_with_and_without_a_ridge():
    rng = np.random.default_rng(0)
    y, advice = rng.normal(size=20), rng.normal(size=(20, 3))
    for ridge in (0.0, 2.5):
        w = np.linalg.solve(advice.T @ advice + ridge * np.eye(3), advice.T @ y)
        best = best_linear(y, advice, ridge=ridge)
        assert best.weights == pytest.approx(w, rel=1e-10)
        assert best.loss == pytest.approx(float(((advice @ w - y) ** 2).sum()))
        assert best.detail["objective"] == pytest.approx(best.loss + ridge * float(w @ w))


def test_of_many_best_combinations_the_shortest_is_taken():
    assert best_linear([1.0, 2.0], [[1.0, 1.0], [2.0, 2.0]]).weights == pytest.approx([0.5, 0.5])


def test_one_expert_and_the_absolute_loss_make_a_median():
    assert best_linear([1.0, 2.0, 9.0], [[1.0], [1.0], [1.0]], "absolute").weights == pytest.approx([2.0])
    assert best_linear([1.0, 2.0, 9.0], [[1.0], [1.0], [1.0]], "pinball:0.9").weights == pytest.approx([9.0])


@pytest.mark.parametrize(
    ("error", "says", "settings"),
    [
        (BadParameter, "0 or more", {"ridge": -1.0}),
        (BadParameter, "finite number", {"ridge": "much"}),
        (BadParameter, "square and brier", {"ridge": 1.0, "loss": "absolute"}),
        (BadParameter, "take best_convex", {"loss": "log"}),
        (BadParameter, "of classes is no class", {"loss": "mistake"}),
    ],
)
def test_what_has_no_best_combination_is_refused(error, says, settings):
    with pytest.raises(error, match=says):
        best_linear([1.0, 0.0], [[0.5], [0.5]], **settings)


def test_nobody_may_sleep():
    with pytest.raises(BadBatch, match="column 1 sleeps in row 0"):
        best_linear([1.0, 0.0], [[0.5, float("nan")], [0.5, 0.5]])
