"""Quadratic functions on the simplex are minimised, whatever the start."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from littlestone.geometry.domain import Simplex
from littlestone.portfolios.simplex_quadratic import smallest_quadratic


@settings(deadline=None, max_examples=150)
@given(seed=st.integers(0, 2**32), d=st.integers(1, 9), scale=st.sampled_from([1e-3, 1.0, 1e3]), vertex=st.booleans())
def test_no_point_of_the_simplex_is_better_by_more_than_rounding(seed, d, scale, vertex):
    rng = np.random.default_rng(seed)
    rows = rng.normal(size=(rng.integers(0, 2 * d), d)) * scale
    A, c = np.eye(d) + rows.T @ rows, rng.normal(size=d) * scale
    start = np.eye(d)[rng.integers(d)] if vertex else rng.dirichlet(np.ones(d))
    w = smallest_quadratic(A, c, start)
    slopes = A @ w - c
    assert w.min() >= 0.0
    assert w.sum() == pytest.approx(1.0, abs=1e-12)
    assert slopes @ w - slopes.min() <= 1e-9 * np.abs(A).max() * d  # the duality gap


def test_with_the_identity_it_is_the_projection():
    rng = np.random.default_rng(0)
    for _ in range(50):
        c = 2.0 * rng.normal(size=6)
        assert smallest_quadratic(np.eye(6), c, np.full(6, 1 / 6)) == pytest.approx(Simplex(6).project(c), abs=1e-12)


def test_the_start_is_left_as_it_was():
    start = np.array([0.5, 0.5])
    smallest_quadratic(np.eye(2), np.array([5.0, 0.0]), start)
    assert start.tolist() == [0.5, 0.5]


def test_points_far_from_the_simplex_are_projected_onto_it():
    for w in ([1e17, 1e17], [-1e17, -1e17], [1e20, 1e20]):
        assert Simplex(2).project(np.array(w)).tolist() == [0.5, 0.5]
    assert Simplex(3).project(np.array([1e30, 0.0, -1e30])).tolist() == [1.0, 0.0, 0.0]
