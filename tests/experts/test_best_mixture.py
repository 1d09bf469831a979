from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import log

import numpy as np
import pytest
from drawn_forecasts import games
from hypothesis import given, settings
from hypothesis import strategies as st

from littlestone.errors import BadParameter
from littlestone.experts.best_mixture import SURE
from littlestone.experts.kinked import kinked
from littlestone.hindsight import best_convex, best_expert
from littlestone.loss import Loss
from littlestone.losses.loss_names import find_forecast_loss
from littlestone.solvers.forecasts import read_forecasts
from littlestone.solvers.simplex import duality_gap, nearest_to_origin

NAN = float("nan")


def paid(loss, y, advice, weights):
    return float(find_forecast_loss(loss).values(y, advice @ weights).sum())


def blur(y, advice):
    """What rounding may do to a sum of losses of this size."""
    return 1e-9 * len(y) * (1.0 + float(np.abs(advice).max()) ** 2)


@given(games())
@settings(deadline=None, max_examples=150)
def test_a_mixture_pays_no_more_than_the_best_expert(game):
    loss, y, advice = game
    assert best_convex(y, advice, loss).loss <= best_expert(y, advice, loss).loss + blur(y, advice)


@given(games(), st.integers(0, 2**32 - 1))
@settings(deadline=None, max_examples=150)
def test_no_point_of_the_simplex_pays_less_than_loss_minus_gap(game, seed):
    loss, y, advice = game
    best = best_convex(y, advice, loss)
    rng = np.random.default_rng(seed)
    drawn = [rng.dirichlet(np.full(advice.shape[1], 10.0**power)) for power in (-1, 0, 1) for _ in range(10)]
    near = [0.999 * best.weights + 0.001 * weights for weights in drawn]
    assert min(paid(loss, y, advice, weights) for weights in drawn + near) >= best.loss - best.gap - blur(y, advice)


@given(games())
@settings(deadline=None, max_examples=150)
def test_the_weights_are_shares_that_pay_what_is_said_and_the_gap_is_rounding(game):
    loss, y, advice = game
    best = best_convex(y, advice, loss)
    assert best.weights.min() >= 0.0
    assert best.weights.sum() == pytest.approx(1.0, abs=1e-12)
    assert paid(loss, y, advice, best.weights) == pytest.approx(best.loss, abs=blur(y, advice))
    assert 0.0 <= best.gap <= 1e-9 * best.loss + 1e-3 * blur(y, advice)


@given(games(["absolute", "pinball:0.2", "percentage"]))
@settings(deadline=None, max_examples=60)
def test_what_linear_programming_proves_is_no_more_than_what_was_paid(game):
    loss, y, advice = game
    problem = kinked(read_forecasts(y, advice, loss))
    for weights, floor in (problem.best_mixture(), problem.best_vector()):
        assert floor == pytest.approx(paid(loss, y, advice, weights), rel=1e-9, abs=1e-9)


@given(games(["square", "brier"], experts=3))
@settings(deadline=None, max_examples=60)
def test_slopes_are_equal_on_the_support_and_no_smaller_elsewhere(game):
    loss, y, advice = game
    w = best_convex(y, advice, loss).weights
    slopes = find_forecast_loss(loss).slopes(y, advice @ w) @ advice
    support = slopes[w > 1e-7]
    assert support.max() - support.min() <= blur(y, advice) * 10
    assert slopes.min() >= support.min() - blur(y, advice) * 10


@pytest.mark.parametrize("loss", ["square", "absolute", "pinball:0.8", "percentage", "log", "brier"])
def test_no_point_of_a_fine_grid_is_better(loss):
    rng = np.random.default_rng(5)
    y, advice = np.array([1.0, 0.0, 1.0, 1.0, 0.0, 1.0]), rng.random((6, 3))
    if loss == "percentage":
        y = y + 1.0
    best = best_convex(y, advice, loss)
    grid = [np.array([i, j, 60 - i - j]) / 60 for i, j in product(range(61), repeat=2) if i + j <= 60]
    lowest = min(paid(loss, y, advice, weights) for weights in grid)
    assert lowest - 0.02 <= best.loss <= lowest + 1e-12


def test_a_small_table_has_the_weights_that_exact_arithmetic_gives():
    y, advice = [3, 1, 4, 1], [[2, 5], [2, 0], [3, 6], [0, 1]]
    errors = [(Fraction(a - t), Fraction(b - t)) for t, (a, b) in zip(y, advice, strict=True)]
    share = sum(b * (b - a) for a, b in errors) / sum((b - a) ** 2 for a, b in errors)  # of the first expert
    best = best_convex(y, advice)
    assert best.weights == pytest.approx([float(share), float(1 - share)], abs=1e-14)
    assert best.loss == pytest.approx(float(sum((share * a + (1 - share) * b) ** 2 for a, b in errors)), rel=1e-14)


def test_digits_are_not_lost_far_from_zero():
    rng = np.random.default_rng(1)
    y, advice = rng.normal(size=40), rng.normal(size=(40, 4))
    near, far = best_convex(y, advice), best_convex(y + 1e6, advice + 1e6)
    assert far.loss == pytest.approx(near.loss, rel=1e-8)
    assert far.gap <= 1e-9 * far.loss


def test_a_chance_of_zero_for_what_happened_is_priced_as_the_loss_prices_it():
    assert find_forecast_loss("log").value(1.0, 0.0, 0.0) == -log(SURE)
    everyone = best_convex([1.0, 0.0], [[0.0, 0.0], [0.2, 0.5]], "log")
    assert everyone.weights.tolist() == [1.0, 0.0]
    assert everyone.gap <= 1e-9
    some = best_convex([1.0, 1.0, 0.0], [[0.0, 0.5], [1.0, 0.5], [0.0, 0.5]], "log")
    assert some.weights == pytest.approx([1 / 3, 2 / 3], abs=1e-9)  # the largest (1 - s)(1 + s)^2
    assert some.gap <= 1e-9


def test_experts_that_say_the_same_and_more_experts_than_rounds_are_no_trouble():
    best = best_convex([1.0, 2.0], [[1.0, 1.0, 0.0, 3.0], [2.0, 2.0, 5.0, 0.0]])
    assert best.loss == pytest.approx(0.0, abs=1e-20)
    assert best.gap <= 1e-15
    assert best_convex([0.3], [[0.1] * 7], "log").gap <= 1e-12


def test_a_mixture_of_classes_is_refused():
    with pytest.raises(BadParameter, match=r"a mixture of classes is no class.*best_expert or best_switching"):
        best_convex([0.0, 1.0], [[0.0, 1.0], [1.0, 1.0]], "mistake")


class FourthPower(Loss):
    """(guess - y)^4: a convex loss that this package has never seen."""

    name = "fourth"

    def value(self, y, guess, act):
        return (guess - y) ** 4

    def slope(self, y, guess):
        return 4.0 * (guess - y) ** 3


def test_a_convex_loss_of_your_own_is_solved_with_a_gap():
    rng = np.random.default_rng(3)
    y, advice = rng.normal(size=30), rng.normal(size=(30, 4))
    best = best_convex(y, advice, FourthPower())
    assert best.gap <= 1e-5 * best.loss
    others = [float(((advice @ w - y) ** 4).sum()) for w in rng.dirichlet(np.ones(4), 500)]
    assert min(others) >= best.loss - best.gap


def test_sleepers_share_their_weight_out_to_those_awake_and_nothing_is_proved():
    y = np.array([1.0, 2.0, 3.0, 4.0])
    advice = np.array([[1.5, NAN], [NAN, 1.0], [2.0, 5.0], [5.0, 3.0]])
    best = best_convex(y, advice)
    assert np.isnan(best.gap)
    assert "not convex" in best.detail["note"]
    fixed = 0.5**2 + 1.0**2  # rounds in which only one is awake
    grid = [fixed + (2 * s + 5 * (1 - s) - 3) ** 2 + (5 * s + 3 * (1 - s) - 4) ** 2 for s in np.arange(1001) / 1000]
    assert best.loss == pytest.approx(min(grid), abs=1e-5)
    assert best.loss <= min(grid) + 1e-9


def test_three_with_sleepers_pay_what_their_weights_say_and_no_grid_finds_better():
    y = np.array([1.0, 2.0, 3.0, 4.0, 5.0])
    advice = np.array([[0.0, 3.0, NAN], [1.0, NAN, 4.0], [NAN, 2.0, 5.0], [3.0, 6.0, 5.0], [6.0, 4.0, 1.0]])
    awake = ~np.isnan(advice)

    def total(w):
        return float((((np.where(awake, advice, 0.0) @ w) / (awake @ w) - y) ** 2).sum())

    best = best_convex(y, advice)
    assert best.loss == pytest.approx(total(best.weights))
    grid = [np.array([i, j, 40 - i - j]) / 40 for i, j in product(range(1, 40), repeat=2) if i + j < 40]
    assert best.loss <= min(map(total, grid)) + 1e-12


@given(games(["square", "log", "absolute"], rounds=8, experts=3), st.integers(0, 2**32 - 1))
@settings(deadline=None, max_examples=25)
def test_sleepers_never_make_a_mixture_worse_than_the_mean_of_those_awake(game, seed):
    loss, y, advice = game
    rng = np.random.default_rng(seed)
    awake = rng.random(advice.shape) < 0.6
    awake[np.arange(len(y)), rng.integers(0, advice.shape[1], len(y))] = True
    mean = np.where(awake, advice, 0.0).sum(axis=1) / awake.sum(axis=1)
    limit = float(find_forecast_loss(loss).values(y, mean).sum())
    assert best_convex(y, np.where(awake, advice, NAN), loss).loss <= limit + blur(y, advice)


def test_the_gap_of_a_point_that_is_not_best_is_no_less_than_what_it_pays_too_much():
    rows = np.array([[1.0, -1.0], [2.0, 0.5]])
    best = nearest_to_origin(rows)
    for share in np.arange(11) / 10:
        w = np.array([share, 1 - share])
        excess = float(((rows @ w) ** 2).sum() - ((rows @ best) ** 2).sum())
        assert excess <= duality_gap(rows, w, 2 * rows @ w) + 1e-12
