from __future__ import annotations

import numpy as np
import pytest
from drawn_forecasts import ALL, games
from hypothesis import given, settings

from littlestone.hindsight import best_convex, best_expert, uniform
from littlestone.losses.loss_names import find_forecast_loss

NAN = float("nan")


@given(games(ALL))
@settings(deadline=None, max_examples=60)
def test_the_best_expert_has_the_smallest_sum_of_losses(game):
    name, y, advice = game
    loss = find_forecast_loss(name)
    totals = [sum(loss.value(t, a, a) for t, a in zip(y.tolist(), column, strict=True)) for column in advice.T.tolist()]
    best = best_expert(y, advice, name)
    assert best.loss == pytest.approx(min(totals))
    assert totals[best.expert] == pytest.approx(min(totals))
    assert best.detail["totals"] == pytest.approx(totals)
    assert (best.model, best.gap, best.rounds, best.price) == ("expert", 0.0, len(y), name)
    assert best.weights.tolist() == np.eye(advice.shape[1])[best.expert].tolist()


def test_of_equal_experts_the_first_is_best():
    assert best_expert([1.0, 2.0], [[0.0, 2.0, 2.0], [2.0, 2.0, 2.0]]).expert == 0


def test_experts_that_slept_are_judged_by_their_mean_over_their_own_rounds():
    best = best_expert([0.0, 0.0, 0.0], [[1.0, NAN, NAN], [1.0, 2.0, NAN], [1.0, 0.5, NAN]], "absolute")
    assert (best.expert, best.loss, best.rounds, best.mean) == (0, 3.0, 3, 1.0)
    assert best.detail["totals"].tolist() == [3.0, 2.5, 0.0]
    assert best.detail["rounds"].tolist() == [3, 2, 0]
    assert "mean" in best.detail["note"]
    assert best_expert([0.0, 0.0], [[1.0, NAN], [1.0, 0.5]], "absolute")[:2] == ("expert", 0.5)


def test_nobody_is_said_to_have_slept_when_nobody_did():
    assert "note" not in best_expert([0.0], [[1.0]]).detail


def test_uniform_is_the_mean_of_those_awake():
    assert uniform([0.0, 0.0], [[1.0, 3.0, 5.0], [NAN, 3.0, 5.0]], "absolute").loss == pytest.approx(3.0 + 4.0)


def test_rmse_is_of_the_square_loss_only():
    assert best_expert([0.0, 0.0], [[3.0], [4.0]]).rmse == pytest.approx(12.5**0.5)
    with pytest.raises(ValueError, match="paid the absolute loss"):
        _ = best_expert([0.0], [[3.0]], "absolute").rmse


def test_what_a_comparator_has_not_is_said_with_what_it_has():
    with pytest.raises(ValueError, match="'expert' has no wealth; it has index, totals, rounds"):
        _ = best_expert([0.0], [[3.0]]).wealth


def test_a_comparator_says_in_one_line_what_it_paid_and_what_is_proved():
    assert str(best_expert([0.0, 0.0], [[1.0, 3.0], [2.0, 3.0]])) == (
        "expert: square loss 5 in 2 rounds; none pays less than 5; weights 1 0"
    )
    assert "nothing is proved" in str(best_convex([0.0, 0.0], [[1.0, 3.0], [2.0, NAN]]))
