"""Dual coordinate descent keeps its two faces, the weights and the vector, together."""

from __future__ import annotations

from math import inf

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from littlestone import Batch
from littlestone.solvers.dual_descent import Descent, add_rows, inner_products


def batch_of(x, y):
    x = np.asarray(x, dtype=float)
    rows, width = x.shape
    return Batch(np.arange(rows + 1) * width, np.tile(np.arange(width), rows), x.ravel(), width, y)


@settings(deadline=None, max_examples=50)
@given(st.data(), st.floats(0.01, 10.0))
def test_weights_stay_between_0_and_c_and_make_the_vector(data, c):
    x = data.draw(arrays(np.int64, (6, 3), elements=st.integers(-3, 3)))
    y = data.draw(arrays(np.int64, 6, elements=st.sampled_from([-1, 1])))
    descent = Descent(batch_of(x, y))
    for _ in range(5):
        descent.sweep(np.arange(6), c)
    assert (descent.weights >= 0).all()
    assert (descent.weights <= c).all()
    assert descent.vector == pytest.approx((descent.weights * y) @ x, abs=1e-9)


def test_a_visit_changes_the_product_of_a_row_to_one():
    descent = Descent(batch_of([[3.0, 4.0]], [-1.0]))
    assert descent.sweep(np.array([0]), inf) == pytest.approx(1.0)
    assert descent.vector == pytest.approx([-3 / 25, -4 / 25])
    assert descent.sweep(np.array([0]), inf) == pytest.approx(0.0)


def test_the_soft_margin_of_one_repeated_row_is_cut_at_c():
    descent = Descent(batch_of([[1.0], [1.0]], [1.0, -1.0]))
    for _ in range(20):
        descent.sweep(np.arange(2), 0.25)
    assert descent.weights == pytest.approx([0.25, 0.25])


def test_a_zero_row_is_passed_over():
    descent = Descent(batch_of([[0.0, 0.0], [1.0, 0.0]], [1.0, 1.0]))
    descent.sweep(np.arange(2), inf)
    assert descent.weights.tolist() == [0.0, 1.0]


def test_some_rows_can_be_multiplied_and_added_up_at_once():
    batch = batch_of([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]], [1.0, 1.0, 1.0])
    assert inner_products(batch, np.array([2, 0]), np.array([1.0, 10.0])).tolist() == [65.0, 21.0]
    total = np.ones(2)
    add_rows(batch, np.array([2, 0]), np.array([2.0, -1.0]), total)
    assert total.tolist() == [10.0, 11.0]
