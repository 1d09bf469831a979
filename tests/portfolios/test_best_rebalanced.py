from __future__ import annotations

from math import exp

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from littlestone.errors import BadBatch
from littlestone.hindsight import best_crp


@st.composite
def markets(draw):
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    shape = (draw(st.integers(1, 30)), draw(st.integers(1, 6)))
    return np.exp(draw(st.sampled_from([0.01, 0.3, 3.0])) * rng.normal(size=shape))


@given(markets(), st.integers(0, 2**32 - 1))
@settings(deadline=None, max_examples=100)
def test_no_shares_make_more_than_the_wealth_and_its_gap(x, seed):
    best = best_crp(x)
    assert best.weights.min() >= 0.0
    assert best.weights.sum() == pytest.approx(1.0, abs=1e-12)
    assert best.log_wealth == pytest.approx(float(np.log(x @ best.weights).sum()))
    assert best.loss == -best.log_wealth
    drawn = np.random.default_rng(seed).dirichlet(np.ones(x.shape[1]), 20)
    others = [*drawn, *np.eye(x.shape[1]), *(0.99 * best.weights + 0.01 * drawn)]
    assert max(float(np.log(x @ b).sum()) for b in others) <= best.log_wealth + best.gap + 1e-12


@given(markets())
@settings(deadline=None, max_examples=100)
def test_the_gap_is_rounding_and_is_that_of_cover(x):
    best = best_crp(x)
    assert best.gap <= 1e-11 * len(x)
    ahead = (x / (x @ best.weights)[:, None]).sum(axis=0).max() - len(x)
    assert best.gap == pytest.approx(max(0.0, float(ahead)), abs=1e-10)


def test_cash_and_a_share_that_doubles_and_halves_grow_by_an_eighth_every_other_day():
    best = best_crp([[1.0, 2.0], [1.0, 0.5]] * 50)
    assert best.weights == pytest.approx([0.5, 0.5])
    assert best.wealth == pytest.approx((9 / 8) ** 50)
    assert (best.model, best.rounds) == ("crp", 100)


def test_one_asset_is_bought_and_held():
    best = best_crp([[2.0], [3.0]])
    assert (best.wealth, best.weights.tolist(), best.gap) == (pytest.approx(6.0), [1.0], 0.0)


def test_an_asset_that_is_never_worse_takes_all():
    best = best_crp([[1.0, 1.1, 0.9], [0.9, 0.95, 0.9], [1.2, 1.3, 1.0]])
    assert best.weights == pytest.approx([0.0, 1.0, 0.0], abs=1e-12)


def test_wealth_beyond_every_float_is_infinite_and_its_logarithm_is_not():
    best = best_crp([[1e200]] * 10)
    assert best.wealth == float("inf")
    assert best.log_wealth == pytest.approx(2000 * np.log(10))
    assert exp(-best.loss / 100) == pytest.approx(1e20)


@pytest.mark.parametrize(
    ("relatives", "says"),
    [
        ([[1.0, 0.0]], "row 0, column 1 is 0"),
        ([[1.0, 2.0], [-1.0, 2.0]], "row 1, column 0 is -1"),
        ([[float("nan")]], "is nan"),
        ([[float("inf")]], "is inf"),
        ([1.0, 2.0], "1 dimensions"),
        ([[1.0, 2.0], [1.0]], "no row shorter than another"),
        ([["dear"]], "all of it numbers"),
        (np.ones((0, 3)), "0 x 3"),
    ],
)
def test_what_is_no_market_is_refused(relatives, says):
    with pytest.raises(BadBatch, match=says):
        best_crp(relatives)
