"""What a clash proves: exactly, or to nine digits; and the separators that nine digits do not show."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from scipy.optimize import linprog

from littlestone import Batch
from littlestone.solvers import proof
from littlestone.solvers.margin import largest_margin
from littlestone.solvers.proof import cancels, in_whole_numbers, opposites, whole_numbers
from littlestone.solvers.separator import Separator
from littlestone.support.effort import Effort

FINE = [[-0.0022, 0.32, -270000.0], [0.001, -0.038, 83000.0], [-0.00015, -0.31, 16000.0]]


def batch_of(x, y=None):
    x = np.asarray(x, dtype=float)
    rows, columns = np.nonzero(x)
    starts = np.append(0, np.cumsum(np.bincount(rows, minlength=len(x))))
    return Batch(starts, columns, x[rows, columns], x.shape[1], np.ones(len(x)) if y is None else y).check()


def all_of(batch):
    return np.arange(batch.rows), np.ones(batch.rows)


def positive(x, y, u):
    """Is y <u, x> > 0 on every row, in exact arithmetic?"""
    u = [Fraction(float(weight)) for weight in u]
    return all(
        sign * sum(a * Fraction(float(b)) for a, b in zip(u, row, strict=True)) > 0
        for row, sign in zip(np.asarray(x).tolist(), y, strict=True)
    )


def test_a_separator_too_fine_for_nine_digits_is_found_all_the_same():
    found = largest_margin(batch_of(FINE, [-1, -1, -1]))
    assert found.margin > 0
    assert positive(FINE, [-1, -1, -1], found.u)
    assert found.margin < 1e-9 * 270000 * 1.01


@settings(deadline=None, max_examples=80)
@given(st.data())
def test_columns_of_all_sizes_are_separated_or_refuted_exactly(data):
    rows, columns = data.draw(st.tuples(st.integers(2, 8), st.integers(1, 4)))
    x = data.draw(arrays(np.int64, (rows, columns), elements=st.integers(-9, 9))).astype(float)
    x *= 10.0 ** np.array(data.draw(st.lists(st.integers(-7, 7), min_size=columns, max_size=columns)))
    y = data.draw(arrays(np.int64, rows, elements=st.sampled_from([-1, 1])))
    found = largest_margin(batch_of(x, y))
    alike = x / np.where(np.abs(x).max(axis=0) > 0, np.abs(x).max(axis=0), 1.0)
    free = [(None, None)] * columns
    assert (found.margin > 0) == (
        linprog(np.zeros(columns), -alike * y[:, None], -np.ones(rows), bounds=free).status == 0
    )
    assert found.exact == (found.clash is not None) == (found.margin == 0)
    if found.margin > 0:
        assert positive(x, y, found.u)


def test_the_two_sentences():
    exact = Separator(np.zeros(2), 0.0, 0.0, 3, exact=True)
    assert (
        exact.refusal("the mistakes up to round 4") == "no separator through the origin fits the mistakes up to round 4"
    )
    nearly = Separator(np.zeros(2), 0.0, 2.7e-4, 3)
    assert nearly.refusal("the sample") == (
        "no separator through the origin has a margin above 0.00027 (R/10^9) on the sample"
    )


def test_rows_that_are_known_to_some_digits_only_are_refuted_to_nine_digits_and_no_more():
    found = largest_margin(batch_of([[1.0, 2.0], [-1.0, -2.0]]), rounded=True)
    assert (found.clash, found.exact, found.ceiling) == (1, False, 1e-9 * 5**0.5)
    assert largest_margin(batch_of(FINE, [-1, -1, -1]), rounded=True).margin == 0.0


@pytest.mark.parametrize(
    ("x", "y", "rows"),
    [
        ([[1, 2], [3, 4], [1, 2], [3, 4]], [1, 1, -1, -1], (0, 2)),
        ([[1, 2], [3, 4], [-3, -4], [-1, -2]], [1, 1, 1, 1], (1, 2)),
        ([[1, 2], [2, 4], [1, 2]], [1, 1, 1], ()),
        ([[1, 2], [0, 0], [-1, -2]], [1, 1, 1], (1,)),
        ([[1, 2], [-1, -2], [0, 0]], [1, 1, 1], (0, 1)),
        ([[1, 2], [-2, -4]], [1, 1], ()),
        ([[1, 1e-16], [-1, 0]], [1, 1], ()),
    ],
)
def test_a_row_and_its_negative_are_found_and_so_is_an_empty_one(x, y, rows):
    assert opposites(batch_of(x, y), Effort()) == rows


def test_in_a_thousand_columns_two_opposite_rows_are_proof_enough():
    random = np.random.default_rng(0)
    x = random.normal(size=(1500, 1200)) * (random.random((1500, 1200)) < 0.01)
    x[1300] = -x[1100]
    found = largest_margin(batch_of(x), Effort(1e6))
    assert (found.clash, found.exact, found.margin) == (1300, True, 0.0)


def test_floats_become_the_smallest_whole_numbers():
    assert whole_numbers([0.5, -0.75, 0.0, 3.0]) == [2, -3, 0, 12]
    assert whole_numbers([0.0, 0.0]) == [0, 0]
    numbers = whole_numbers([0.1, 0.3])
    assert Fraction(numbers[0], numbers[1]) == Fraction(0.1) / Fraction(0.3)


@settings(deadline=None, max_examples=60)
@given(st.data())
def test_points_that_add_up_to_zero_do_and_a_last_digit_more_undoes_it(data):
    n, k = data.draw(st.tuples(st.integers(1, 5), st.integers(1, 5)))
    x = data.draw(arrays(np.int64, (k, n), elements=st.integers(-50, 50))).astype(float)
    weights = np.array(data.draw(st.lists(st.integers(1, 9), min_size=k, max_size=k)), dtype=float)
    x = np.vstack((x, -(weights @ x)))
    batch = batch_of(x)
    if np.linalg.matrix_rank(x) < k:
        return
    assert cancels(batch, (np.arange(k + 1), np.append(weights, 1.0)), Effort())
    assert cancels(batch, all_of(batch), Effort())  # in whole numbers no guess at the weights is needed
    extra = np.zeros((k + 1, 1))
    extra[k] = 1e-200
    batch = batch_of(np.hstack((x, extra)))
    assert not cancels(batch, (np.arange(k + 1), np.append(weights, 1.0)), Effort())


def test_an_elimination_without_an_answer_proves_nothing():
    assert in_whole_numbers([[1, 0], [-1, 0]])
    assert not in_whole_numbers([[1, 0], [0, 1]])  # only zero weights
    assert not in_whole_numbers([[1, 0], [2, 0]])  # one would be negative
    assert not in_whole_numbers([[1, 0], [-1, 0], [2, 0]])  # more than one combination


@pytest.mark.parametrize("seed", range(5))
def test_many_points_around_the_origin_are_proved_without_whole_numbers(seed, monkeypatch):
    monkeypatch.setattr(proof, "FEW", 0)
    random = np.random.default_rng(seed)
    x = random.normal(size=(60, 12))
    weights = linprog(np.zeros(60), A_eq=x.T, b_eq=np.zeros(12), bounds=[(1, None)] * 60).x
    if weights is None:
        pytest.skip("these points lie on one side")
    assert cancels(batch_of(x), (np.arange(60), weights), Effort())
    shifted = weights * random.uniform(0.99999, 1.00001, 60)
    assert cancels(batch_of(x), (np.arange(60), shifted), Effort())
    assert not cancels(batch_of(x), (np.arange(60), weights * random.uniform(0.1, 10, 60)), Effort())
    assert not cancels(batch_of(x), (np.arange(60), weights), Effort(1000.0))


def test_a_column_of_zeros_that_are_written_down_changes_no_proof(monkeypatch):
    monkeypatch.setattr(proof, "FEW", 0)
    x = np.array([[1.0, 0.0, 1.0], [-2.0, 0.0, 1.0], [1.0, 0.0, -3.0], [0.5, -0.0, 0.25]])
    whole = Batch(np.arange(0, 13, 3), np.tile(np.arange(3), 4), x.ravel(), 3, np.ones(4)).check()
    weights = linprog(np.zeros(4), A_eq=x.T, b_eq=np.zeros(3), bounds=[(1, None)] * 4).x
    for some in (whole, batch_of(x)):
        assert cancels(some, (np.arange(4), weights), Effort())
        assert not cancels(some, (np.array([0, 3]), np.ones(2)), Effort())


def test_points_on_one_side_by_a_hair_are_not_proved_to_surround_the_origin(monkeypatch):
    monkeypatch.setattr(proof, "FEW", 0)
    x = np.array([[1.0, 0.0], [-1.0, 1e-15], [-1.0, 2e-15], [2.0, 1e-15]])
    assert not cancels(batch_of(x), all_of(batch_of(x)), Effort())


def test_a_receipt_of_xor_is_exact_and_one_of_a_cycle_of_rows_too():
    corners = np.array([[a, b, 1] for a in (0, 1) for b in (0, 1)], dtype=float)
    assert largest_margin(batch_of(corners, [-1, 1, 1, -1])).exact
    angles = np.linspace(0, 2 * np.pi, 9)[:-1]
    cycle = np.column_stack((np.cos(angles), np.sin(angles)))
    assert all(np.linalg.norm(a - b) > 0.5 for a, b in pairwise(cycle))
    assert largest_margin(batch_of(cycle)).exact
