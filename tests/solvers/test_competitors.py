"""Vectors in hindsight: what is said of them is true of them, and zero is shown only where nothing is better."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from littlestone import Batch
from littlestone.kernels.kernel_perceptron_theorems import LEAST, MOST, most
from littlestone.linear.p_norm_perceptron_theorems import p_norm, p_norms
from littlestone.solvers.competitors import best_competitor, directions, hinge
from littlestone.solvers.sums import weighted_sum
from littlestone.support.effort import Effort


def batch_of(x, y):
    x = np.asarray(x, dtype=float)
    rows, columns = np.nonzero(x)
    starts = np.append(0, np.cumsum(np.bincount(rows, minlength=len(x))))
    return Batch(starts, columns, x[rows, columns], x.shape[1], y).check()


def noisy(rows=300, columns=10, flips=0.4, seed=0):
    random = np.random.default_rng(seed)
    x = random.normal(size=(rows, columns))
    y = np.sign(x @ random.normal(size=columns))
    y[random.random(rows) < flips] *= -1
    return batch_of(x, y), float(np.linalg.norm(x, axis=1).max())


def linear(price):
    """M <= L + price |u|, which is never less than for u = 0 if the theorem is true."""
    return lambda length, margins: float(hinge(margins).sum()) + price * length


@pytest.mark.parametrize("seed", range(4))
def test_where_the_price_is_linear_zero_wins_unless_vectors_are_ranked_by_its_square(seed):
    batch, _ = noisy(seed=seed)
    w = weighted_sum(batch, batch.labels)
    price = float(np.linalg.norm(w)) * 1.1  # M - L <= <u, w> <= |u| |w|
    radius = float(np.sqrt(max(batch.row(t).squared_norm() for t in range(batch.rows))))
    assert best_competitor(batch, radius, w, linear(price)).length == 0.0
    best = best_competitor(
        batch, radius, w, linear(price), ranks=lambda u, m: float(hinge(m).sum()) + (price * u) ** 2 / batch.rows
    )
    assert best.length > 0.0
    assert best.rank < batch.rows
    assert batch.rows < best.allowed <= 1.25 * batch.rows
    assert best.allowed == linear(price)(best.length, best.margins)


def test_a_price_by_the_square_is_never_so_high_that_no_short_vector_pays():
    batch, radius = noisy(flips=0.49)
    for price in (1e2, 1e4, 1e6, 1e8):
        best = best_competitor(
            batch, radius, weighted_sum(batch, batch.labels), lambda u, m, p=price: linear(0)(u, m) + p * u * u
        )
        assert best.length > 0.0
        assert best.allowed < batch.rows


def test_rows_that_say_nothing_leave_zero():
    batch = batch_of([[1.0, 0.0], [1.0, 0.0]], [1.0, -1.0])
    best = best_competitor(batch, 1.0, np.zeros(2), linear(1.0))
    assert (best.allowed, best.length) == (2.0, 0.0)
    empty = Batch([0], [], [], 0, [])
    assert best_competitor(empty, 1.0, np.zeros(0), linear(1.0)).allowed == 0.0


@settings(deadline=None, max_examples=40)
@given(st.data(), st.floats(0, 8))
def test_whatever_the_effort_the_best_is_a_vector_with_these_products(data, digits):
    shape = data.draw(st.tuples(st.integers(1, 9), st.integers(1, 3)))
    x = data.draw(arrays(np.int64, shape, elements=st.integers(-2, 2))).astype(float)
    y = data.draw(arrays(np.float64, shape[0], elements=st.sampled_from([-1.0, 1.0])))
    x[0, 0] = 1.0
    batch, points = batch_of(x, y), x * y[:, None]
    radius = float(np.linalg.norm(x, axis=1).max())
    best = best_competitor(
        batch, radius, points.sum(axis=0), lambda u, m: float(hinge(m).sum()) + u * u, effort=Effort(10**digits)
    )
    assert best.allowed <= shape[0]
    shortest, *_ = np.linalg.lstsq(points, best.margins, rcond=None)
    assert points @ shortest == pytest.approx(best.margins, abs=1e-9 * (1 + np.abs(best.margins).max()))
    assert np.linalg.norm(shortest) <= best.length * (1 + 1e-9)


def test_with_little_effort_the_first_directions_are_those_at_hand():
    batch, radius = noisy(400, 20)
    w, total = np.ones(20), weighted_sum(batch, batch.labels)
    few = list(directions(batch, radius, w, Effort(1000.0)))
    assert few[0].tolist() == w.tolist()
    assert few[1] == pytest.approx(total)
    assert len(few) < len(list(directions(batch, radius, w))) == 11


@settings(deadline=None, max_examples=40)
@given(st.data(), st.floats(2.0, 30.0))
def test_p_norms_of_all_rows_are_those_of_each(data, p):
    shape = data.draw(st.tuples(st.integers(1, 6), st.integers(1, 5)))
    x = data.draw(arrays(np.float64, shape, elements=st.sampled_from([0.0, 1.0, -2.5, 1e-150, 1e150])))
    batch = batch_of(x, np.ones(shape[0]))
    assert p_norms(batch, p) == pytest.approx([p_norm(row, p) for row in x], rel=1e-12)


def test_a_gram_matrix_is_as_large_as_the_effort_is():
    assert most(Effort.full()) == MOST
    assert most(Effort(0.0)) == LEAST
    assert LEAST < most(Effort.quick(1)) < MOST
