"""Wolfe's corral: independent points, positive weights, and the nearest point of both hulls, dense or sparse."""

from __future__ import annotations

import numpy as np
import pytest

from littlestone import Batch
from littlestone.solvers import hull
from littlestone.solvers.hull import Corral, Points


def batch_of(x, y):
    x = np.asarray(x, dtype=float)
    rows, columns = np.nonzero(x)
    starts = np.append(0, np.cumsum(np.bincount(rows, minlength=len(x))))
    return Batch(starts, columns, x[rows, columns], x.shape[1], y)


@pytest.fixture(params=["dense", "sparse"])
def points_of(request, monkeypatch):
    monkeypatch.setattr(hull, "DENSE", 100 if request.param == "dense" else 0)
    return lambda x, y: Points(batch_of(x, y))


def test_points_are_rows_times_labels_in_either_form(points_of):
    points = points_of([[1, 0, 2], [0, 3, 0], [4, 0, 0]], [1, -1, -1])
    z = np.array([1.0, 10.0, 100.0])
    chosen = points.room(2)
    chosen[0], chosen[1] = (1, 2) if points.matrix is None else (points.point(1), points.point(2))
    assert points.all_products(z).tolist() == [201.0, -30.0, -4.0]
    assert points.products(chosen, z).tolist() == [-30.0, -4.0]
    assert points.combined(chosen, np.array([2.0, 0.5])).tolist() == [-2.0, -6.0, 0.0]


def test_two_points_meet_where_the_perpendicular_falls(points_of):
    corral = Corral(points_of([[2, 0], [0, 1]], [1, 1]), 2.0, [0])
    assert corral.take(1)
    assert corral.weights == pytest.approx([0.2, 0.8])
    assert corral.z == pytest.approx([0.4, 0.8])
    assert corral.ceiling == pytest.approx(0.8**0.5)


def test_a_point_no_longer_needed_is_left_behind(points_of):
    corral = Corral(points_of([[4, 1], [1, 0]], [1, 1]), 17**0.5, [0])
    assert corral.take(1)
    assert corral.rows == [1]
    assert corral.z == pytest.approx([1.0, 0.0])


def test_a_point_of_the_corral_is_not_taken_twice(points_of):
    corral = Corral(points_of([[1, 0], [0, 1]], [1, 1]), 1.0, [0])
    assert not corral.take(0)


def test_dependent_points_to_start_with_are_passed_over(points_of):
    corral = Corral(points_of([[1, 0], [0, 1], [0.5, 0.5], [1, 0]], [1, 1, 1, 1]), 1.0, [0, 1, 2, 3])
    assert corral.rows == [0, 1]


def test_drawing_near_reaches_the_origin_inside_a_simplex(points_of):
    corral = Corral(points_of([[1, 0], [0, 1], [-1, -1]], [1, 1, 1]), 2**0.5, [0])
    assert corral.take(1)
    assert corral.take(2)
    assert corral.weights == pytest.approx(np.ones(3) / 3)
    assert corral.length < 1e-15


@pytest.mark.parametrize("seed", range(3))
def test_the_inverse_stays_an_inverse_through_many_steps(points_of, seed):
    x = np.random.default_rng(seed).normal(size=(60, 12)) + 0.5
    points = points_of(x, np.ones(60))
    radius = np.linalg.norm(x, axis=1).max()
    corral = Corral(points, radius, [0])
    while corral.take(int(points.all_products(corral.z).argmin())):
        pass
    p = x[corral.rows]
    assert corral.inverse @ (p @ p.T + radius**2) == pytest.approx(np.eye(len(p)), abs=1e-8)
    assert p @ corral.z == pytest.approx(corral.length**2)
    assert points.work > 0


def test_an_inverse_that_has_gone_wrong_is_built_anew(points_of):
    corral = Corral(points_of([[2, 0], [0, 1]], [1, 1]), 2.0, [0, 1])
    corral.room[:] = 7.0
    assert corral.affine() == pytest.approx([0.2, 0.8])
