from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from littlestone.errors import BadParameter, UnknownName
from littlestone.geometry.domain import Ball, Box, Domain, Simplex, Space, find_domain

DOMAINS = [Ball(3), Ball(3, 2.5), Box(3), Box(3, 0.25, 4.0), Simplex(3)]
vectors = st.lists(st.floats(-5, 5), min_size=3, max_size=3).map(np.array)


def some_points(domain, count=50):
    """Points of the domain, corners among them."""
    rng = np.random.default_rng(1)
    return [domain.project(point) for point in rng.normal(scale=4.0, size=(count, domain.d))]


@pytest.mark.parametrize("domain", DOMAINS, ids=repr)
@settings(deadline=None, max_examples=40)
@given(vectors)
def test_a_projection_is_in_the_domain_and_no_other_point_is_nearer(domain, w):
    nearest = domain.project(w)
    assert domain.contains(nearest)
    for other in some_points(domain):
        assert np.linalg.norm(w - nearest) <= np.linalg.norm(w - other) + 1e-12


@pytest.mark.parametrize("domain", DOMAINS, ids=repr)
@settings(deadline=None, max_examples=40)
@given(vectors)
def test_a_linear_function_is_nowhere_smaller_than_where_the_domain_says(domain, g):
    lowest = domain.minimise_linear(g)
    assert domain.contains(lowest)
    for other in some_points(domain):
        assert g @ lowest <= g @ other + 1e-12


@pytest.mark.parametrize("domain", DOMAINS, ids=repr)
def test_no_two_points_are_farther_apart_than_the_diameter_and_some_are_that_far(domain):
    ends = [domain.minimise_linear(sign * g) for g in [*np.eye(3), np.ones(3)] for sign in (1, -1)]
    farthest = max(np.linalg.norm(a - b) for a in ends for b in ends)
    assert farthest == pytest.approx(domain.diameter)
    assert domain.contains(domain.centre)


@pytest.mark.parametrize("domain", [*DOMAINS, Space(3)], ids=repr)
def test_a_domain_is_made_again_from_its_text(domain):
    again = find_domain(str(domain), domain.d)
    assert type(again) is type(domain)
    assert again.numbers() == domain.numbers()
    assert repr(again) == repr(domain)


def test_a_tiny_direction_is_a_direction_still():
    assert Ball(2).minimise_linear(np.array([1e-200, 0.0])).tolist() == [-1.0, 0.0]


@pytest.mark.parametrize("text", ["ball:x", "ball:1,2", "simplex:1", "box:1"])
def test_what_is_no_domain_is_said_with_what_is_one(text):
    with pytest.raises(BadParameter):
        find_domain(text, 2)


def test_a_misspelt_domain_is_answered_with_the_nearest():
    with pytest.raises(UnknownName, match="simplex"):
        find_domain("simplx", 2)


def test_a_domain_of_other_coordinates_is_refused():
    with pytest.raises(BadParameter, match="coordinates"):
        find_domain(Ball(3), 2)


def test_a_linear_function_has_no_smallest_value_on_all_of_space():
    with pytest.raises(BadParameter, match="ball"):
        Space(2).minimise_linear(np.ones(2))
    assert Space(2).minimise_linear(np.zeros(2)).tolist() == [0.0, 0.0]


@pytest.mark.parametrize("make", [lambda: Ball(2, 0), lambda: Box(2, 1, 1), lambda: Simplex(0)])
def test_empty_domains_are_refused(make):
    with pytest.raises(BadParameter):
        make()


def test_a_domain_says_what_it_lacks():
    with pytest.raises(NotImplementedError, match="project"):
        Domain(2).project(np.zeros(2))
