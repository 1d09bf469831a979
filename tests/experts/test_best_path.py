from __future__ import annotations

from itertools import product
from math import inf

import numpy as np
import pytest
from drawn_forecasts import ALL, games
from hypothesis import given, settings
from hypothesis import strategies as st

from littlestone.errors import BadParameter, TooLarge
from littlestone.experts import best_path as switching
from littlestone.hindsight import best_expert, best_switching, switching_losses

NAN = float("nan")


def by_hand(prices, switches):
    """The cheapest of all paths with at most so many switches, one by one."""
    rounds, n = prices.shape
    paths = (path for path in product(range(n), repeat=rounds) if np.count_nonzero(np.diff(path)) <= switches)
    return min(sum(prices[t, i] for t, i in enumerate(path)) for path in paths)


@given(games(ALL, rounds=5, experts=3), st.integers(0, 4))
@settings(deadline=None, max_examples=60)
def test_the_path_is_the_cheapest_of_all_and_pays_what_it_says(game, switches):
    loss, y, advice = game
    switches = min(switches, len(y) - 1)
    prices = np.array([best_expert([t], [row], loss).detail["totals"] for t, row in zip(y, advice, strict=True)])
    best = best_switching(y, advice, switches=switches, loss=loss)
    assert best.loss == pytest.approx(by_hand(prices, switches))
    assert best.loss == pytest.approx(sum(prices[t, i] for t, i in enumerate(best.path)))
    assert np.count_nonzero(np.diff(best.path)) == best.detail["switches"] <= switches


@given(games(ALL))
@settings(deadline=None, max_examples=60)
def test_from_the_best_expert_down_to_the_best_of_every_round(game):
    loss, y, advice = game
    losses = switching_losses(y, advice, switches=len(y) - 1, loss=loss)
    prices = np.array([best_expert([t], [row], loss).detail["totals"] for t, row in zip(y, advice, strict=True)])
    assert len(losses) == len(y)
    assert losses[0] == pytest.approx(best_expert(y, advice, loss).loss)
    assert losses[-1] == pytest.approx(prices.min(axis=1).sum())
    assert (np.diff(losses) <= 1e-12).all()
    for switches, total in enumerate(losses):
        assert best_switching(y, advice, switches=switches, loss=loss).loss == pytest.approx(total)


def test_the_path_of_no_switches_is_the_best_expert_throughout():
    y, advice = [0.0, 1.0, 2.0], [[1.0, 0.0], [1.0, 1.0], [1.0, 2.0]]
    best = best_switching(y, advice, switches=0)
    assert best.path.tolist() == [1, 1, 1]
    assert best.weights is None


def test_no_more_switches_are_taken_than_pay():
    advice = [[0.0, 1.0], [0.0, 1.0], [1.0, 0.0], [1.0, 0.0], [0.5, 0.5]]
    best = best_switching([0.0] * 5, advice, switches=4, loss="absolute")
    assert best.path.tolist() == [0, 0, 1, 1, 1]
    assert best.detail["switches"] == 1


def test_more_experts_than_a_byte_has_bits_are_found_on_the_way_back():
    rng = np.random.default_rng(0)
    true = np.repeat(rng.permutation(37)[:9], 7)
    advice = 1.0 + rng.random((63, 37))
    advice[np.arange(63), true] = 0.0
    best = best_switching(np.zeros(63), advice, switches=8)
    assert best.path.tolist() == true.tolist()
    assert best.loss == 0.0


def test_a_sleeper_is_not_followed_while_it_sleeps():
    advice = [[0.0, 5.0], [NAN, 5.0], [0.0, 5.0]]
    best = best_switching([0.0] * 3, advice, switches=2, loss="absolute")
    assert (best.path.tolist(), best.loss) == ([0, 1, 0], 5.0)
    assert best_switching([0.0] * 3, advice, switches=0, loss="absolute").path.tolist() == [1, 1, 1]


def test_where_sleepers_leave_no_path_it_is_said_how_many_switches_would():
    advice = [[0.0, NAN], [NAN, 0.0], [0.0, NAN]]
    with pytest.raises(BadParameter, match=r"no path with 1 or fewer switches.*switches=2 at least"):
        best_switching([0.0] * 3, advice, switches=1)
    assert switching_losses([0.0] * 3, advice, switches=2).tolist() == [inf, inf, 0.0]


@pytest.mark.parametrize(("switches", "says"), [(-1, "0 or more"), (3, "2 times at most"), (1.5, "0 or more")])
def test_switches_are_a_number_that_fits_between_the_rounds(switches, says):
    for asked in (best_switching, switching_losses):
        with pytest.raises(BadParameter, match=says):
            asked([0.0] * 3, [[0.0]] * 3, switches=switches)


def test_a_way_back_that_would_not_fit_is_refused_before_it_is_made(monkeypatch):
    monkeypatch.setattr(switching, "ROOM", 100)
    y, advice = np.zeros(50), np.tile([[0.0, 1.0], [1.0, 0.0]], (25, 1))
    with pytest.raises(TooLarge, match="switching_losses"):
        best_switching(y, advice, switches=20)
    assert switching_losses(y, advice, switches=20)[-1] == 15.0  # 49 would pay nothing, and two less cost one
