"""Products and solutions are those of any library to within rounding, and are added up in one order."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from littlestone.support.linear_algebra import (
    backward,
    combined,
    dot,
    factored,
    forward,
    least_squares,
    norm,
    solved,
    times,
)

sizes = st.integers(0, 40)


def drawn(seed, *size):
    return np.random.default_rng(seed).random(size) - 0.5


@given(sizes, sizes)
def test_products_are_those_of_numpy(rows, n):
    A, x, y, z = drawn(1, rows, n), drawn(2, n), drawn(3, rows), drawn(4, n)
    assert dot(x, z) == pytest.approx(float(x @ z), abs=1e-14)
    assert norm(x) == pytest.approx(float(np.linalg.norm(x)), abs=1e-14)
    assert times(A, x) == pytest.approx(A @ x, abs=1e-14)
    assert combined(y, A) == pytest.approx(y @ A, abs=1e-14)


@given(sizes)
def test_a_sum_has_four_running_sums_whatever_the_processor(n):
    x, y = drawn(1, n), drawn(2, n)
    sums = [0.0] * 4
    whole = n - n % 4
    for k in range(n):
        sums[k % 4 if k < whole else 0] += float(x[k]) * float(y[k])
    assert dot(x, y) == (sums[0] + sums[1]) + (sums[2] + sums[3])
    assert times(np.array([x, y]), y).tolist() == [dot(x, y), dot(y, y)]


@given(sizes.filter(bool))
def test_a_triangle_is_the_root_of_its_matrix_and_solves_it(n):
    A = drawn(1, n, n)
    A = A @ A.T + 0.1 * np.eye(n)
    F, b = factored(A), drawn(2, n)
    assert np.allclose(F, np.linalg.cholesky(A), rtol=1e-9, atol=1e-12)
    assert times(F, forward(F, b)) == pytest.approx(b, abs=1e-12)
    assert combined(backward(F, b), F) == pytest.approx(b, abs=1e-12)
    assert solved(A, b) == pytest.approx(np.linalg.solve(A, b), rel=1e-8, abs=1e-10)


def test_a_matrix_that_rounding_has_made_flat_has_a_triangle_all_the_same():
    for flat in (np.ones((3, 3)), np.array([[1.0, 1.0], [1.0, -1e-17]])):
        F = factored(flat)
        assert np.isfinite(F).all()
        assert (np.diag(F) > 0.0).all()


@given(st.integers(1, 8), st.integers(8, 30))
def test_least_squares_are_those_of_numpy(n, rows):
    A, b = drawn(1, rows, n), drawn(2, rows)
    assert least_squares(A, b) == pytest.approx(np.linalg.lstsq(A, b, rcond=None)[0], abs=1e-10)


def test_a_column_that_others_say_already_adds_nothing():
    x, b = drawn(1, 12), drawn(2, 12)
    found = least_squares(np.stack((x, 2.0 * x, 0.0 * x), axis=1), b)
    assert found[0] == pytest.approx(dot(x, b) / dot(x, x))
    assert found[1:].tolist() == [0.0, 0.0]


def test_numbers_may_lie_anywhere_in_memory_and_be_of_any_kind():
    A = drawn(1, 6, 4)
    assert dot(A[:, 1], A[:, 2]) == dot(A[:, 1].copy(), A[:, 2].copy())
    assert times(A.T, np.arange(6)).tolist() == times(A.T.copy(), np.arange(6.0)).tolist()
    assert dot([1, 2], (3, 4)) == 11.0
    assert combined(np.zeros(0), np.zeros((0, 3))).tolist() == [0.0, 0.0, 0.0]
    still = drawn(2, 4)
    still.setflags(write=False)
    assert norm(still) > 0.0
    solved(A.T @ A + np.eye(4), still)


@pytest.mark.parametrize(
    "wrong",
    [
        lambda: dot(np.ones(3), np.ones(4)),
        lambda: times(np.ones((2, 3)), np.ones(2)),
        lambda: combined(np.ones(3), np.ones((2, 3))),
        lambda: forward(np.eye(3), np.ones(2)),
        lambda: backward(np.ones((3, 2)), np.ones(3)),
        lambda: factored(np.ones((3, 2))),
        lambda: least_squares(np.ones((3, 2)), np.ones(2)),
    ],
)
def test_what_does_not_fit_is_refused(wrong):
    with pytest.raises(ValueError, match=r"not|no "):
        wrong()
