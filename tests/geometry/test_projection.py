"""Projections in the norm of a matrix, against their conditions and against a search."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from littlestone.convex.step_check import is_nearest
from littlestone.errors import BadParameter
from littlestone.geometry.diamond import Diamond
from littlestone.geometry.domain import Ball, Box, Simplex, Space
from littlestone.geometry.projection import check_projection, project_in_norm


def drawn(d, seed, stretch):
    """A positive definite matrix whose axes differ by `stretch`, and a point."""
    rng = np.random.default_rng(seed)
    basis, _ = np.linalg.qr(rng.normal(size=(d, d)))
    A = basis @ np.diag(np.geomspace(1.0, stretch, d)) @ basis.T
    return (A + A.T) / 2, 3.0 * rng.normal(size=d)


@settings(deadline=None, max_examples=150)
@given(
    st.sampled_from([Ball, Box, Simplex]),
    st.integers(1, 8),
    st.integers(0, 10_000),
    st.sampled_from([1.0, 100.0, 1e4]),
    st.sampled_from([1e-6, 1.0, 1e6]),
)
def test_the_nearest_point_lies_in_the_domain_and_forms_obtuse_angles(kind, d, seed, stretch, scale):
    domain, (A, v) = kind(d), drawn(d, seed, stretch)
    w = project_in_norm(domain, scale * A, v, domain.centre)
    assert domain.contains(w)
    assert is_nearest(domain, v, 0 * v, w, A @ (v - w) / np.abs(A).max())


@pytest.mark.parametrize("kind", [Ball, Box, Simplex])
def test_no_point_that_is_tried_is_nearer(kind):
    domain = kind(3)
    rng = np.random.default_rng(5)
    for seed in range(20):
        A, v = drawn(3, seed, 30.0)
        w = project_in_norm(domain, A, v, domain.centre)
        for u in rng.normal(size=(200, 3)):
            u = domain.project(w + 0.3 * u)
            assert (w - v) @ A @ (w - v) <= (u - v) @ A @ (u - v) + 1e-9


@pytest.mark.parametrize("kind", [Ball, Box, Simplex])
def test_in_the_plain_norm_it_is_the_plain_projection_wherever_it_begins(kind):
    domain = kind(5)
    for seed in range(30):
        _, v = drawn(5, seed, 1.0)
        start = domain.project(10.0 * np.random.default_rng(seed).normal(size=5))
        assert np.allclose(project_in_norm(domain, 7.0 * np.eye(5), v, start), domain.project(v), atol=1e-12)


def test_other_domains_are_refused():
    with pytest.raises(BadParameter, match="onto a ball, a box or the simplex"):
        check_projection(Space(2))


@settings(deadline=None, max_examples=60)
@given(st.integers(1, 5), st.integers(0, 1000), st.sampled_from([0.1, 1.0, 50.0]))
def test_the_diamond_projects_to_the_nearest_point_and_knows_its_corners(d, seed, mass):
    domain, v = Diamond(d, mass), 3.0 * np.random.default_rng(seed).normal(size=d)
    w = domain.project(v)
    assert np.abs(w).sum() <= mass * (1 + 1e-12)
    assert is_nearest(domain, v, 0 * v, w)
    corners = np.concatenate((np.eye(d), -np.eye(d))) * mass
    assert v @ domain.minimise_linear(v) == pytest.approx((corners @ v).min())
    assert Diamond(d, *domain.numbers()).diameter == 2 * mass


def test_a_diamond_has_mass():
    with pytest.raises(BadParameter, match="more than 0"):
        Diamond(2, 0.0)
