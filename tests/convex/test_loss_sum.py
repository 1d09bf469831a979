from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from littlestone.convex.loss_sum import KeptSum, LossSum, loss_sum
from littlestone.errors import BadParameter, StateError, UnknownName
from littlestone.geometry.domain import Ball, Box, Domain, Simplex, Space
from littlestone.geometry.entropy import Entropy
from littlestone.geometry.euclidean import Euclidean
from littlestone.geometry.geometry_names import find_regulariser
from littlestone.geometry.regulariser import GivenRegulariser
from littlestone.geometry.solver import smallest
from littlestone.losses.point_losses import Given, Linear, SquaredDistance, Wealth
from littlestone.losses.series import Series

DOMAINS = [Space(3), Ball(3), Ball(3, 2.0), Box(3, -1.0, 0.5), Simplex(3)]
drawn = st.integers(0, 10_000)


def revealed(seed, loss="linear", count=6, d=3):
    z = np.random.default_rng(seed).normal(size=(count, d))
    return np.exp(0.2 * z) if loss == "wealth" else z


def filled(price, zs):
    total = loss_sum(price, zs.shape[1])
    for z in zs:
        total.add(z)
    return total


@pytest.mark.parametrize(
    "price", [Linear(), SquaredDistance(), Wealth(), Given(lambda w, z: w @ w, lambda w, z: 2 * w)]
)
@settings(deadline=None, max_examples=20)
@given(drawn)
def test_a_sum_is_worth_what_its_losses_are_and_so_is_its_gradient(price, seed):
    zs = revealed(seed, price.name)
    total = filled(price, zs)
    w = Simplex(3).project(np.random.default_rng(seed + 1).normal(size=3))
    assert total.count == len(zs)
    assert total.value(w) == pytest.approx(sum(price.value(w, z) for z in zs), rel=1e-12, abs=1e-12)
    assert total.gradient(w) == pytest.approx(sum(price.gradient(w, z) for z in zs), rel=1e-12, abs=1e-12)


FORMS = [
    *((domain, price, Euclidean()) for domain in DOMAINS for price in (Linear(), SquaredDistance())),
    *((domain, SquaredDistance(), None) for domain in DOMAINS),
    *((domain, Linear(), None) for domain in DOMAINS[1:]),  # on all of space there is no smallest value
    (Simplex(3), Linear(), Entropy()),
]


@pytest.mark.parametrize(("domain", "price", "psi"), FORMS)
def test_the_closed_forms_are_what_a_solver_finds(domain, price, psi):
    for seed in range(5):
        total, weight = filled(price, revealed(seed)), 0.7 * (seed + 1)
        here = total.minimise(domain, psi, weight)
        there = LossSum.minimise(total, domain, psi, weight)

        def phi(w, total=total, weight=weight):
            return total.value(w) + (weight * psi.value(w) if psi else 0.0)

        assert domain.contains(here)
        assert phi(here) == pytest.approx(phi(there), rel=1e-6, abs=1e-6)
        assert phi(here) <= phi(there) + 1e-9 * (1 + abs(phi(there)))
        assert total.exact(psi)


def test_squares_lose_no_digits_far_from_the_origin():
    zs = 1e8 + np.array([[0.0], [1.0], [2.0]])
    total = filled(SquaredDistance(), zs)
    assert total.value(np.array([1e8 + 1.0])) == pytest.approx(2.0, rel=1e-7)


def test_a_solver_finds_the_best_portfolio():
    zs = np.array([[2.0, 0.5], [0.5, 2.0]] * 10)
    best = filled(Wealth(), zs).minimise(Simplex(2))
    assert best == pytest.approx([0.5, 0.5], abs=1e-5)


def test_a_solver_knows_four_domains_and_says_so():
    class Odd(Domain):
        name = "odd"

    with pytest.raises(BadParameter, match="simplex"):
        smallest(lambda w: 0.0, lambda w: w, Odd(2), np.zeros(2))


@pytest.mark.parametrize("price", [Linear(), SquaredDistance(), Wealth()], ids=["linear", "square", "wealth"])
def test_a_sum_goes_on_from_its_state(price):
    zs = revealed(3, price.name)
    total, again = filled(price, zs[:4]), loss_sum(price, 3)
    again.restore(total.state())
    for z in zs[4:]:
        total.add(z)
        again.add(z)
    assert {name: np.asarray(value).tobytes() for name, value in total.state().items()} == {
        name: np.asarray(value).tobytes() for name, value in again.state().items()
    }


def test_a_state_of_other_coordinates_is_refused():
    with pytest.raises(StateError, match="'S' is a vector of 2 numbers"):
        loss_sum(Linear(), 2).restore(loss_sum(Linear(), 3).state())


def test_a_series_is_one_array_of_vectors_that_nobody_can_write_into():
    series = Series()
    for t in range(100):
        series.append(np.array([t, -t], dtype=float))
    assert np.array(series).tolist() == [[t, -t] for t in range(100)]
    assert [*series[98:]][1].tolist() == [99.0, -99.0]
    with pytest.raises(ValueError, match="read-only"):
        series[0][0] = 5.0


def test_a_series_of_other_things_keeps_them_as_they_are():
    series, again = Series(), Series()
    things = [np.array([1.0]), ("a", 2), np.array([1.0, 2.0])]
    for thing in things:
        series.append(thing)
    again.restore(series.array())
    assert list(again)[1] is series[1] is things[1]
    assert len(again) == 3


def test_entropy_lives_on_the_simplex_alone():
    with pytest.raises(BadParameter, match="simplex"):
        Entropy().check(Ball(2))
    with pytest.raises(UnknownName, match="euclidean"):
        find_regulariser("euclidian")
    with pytest.raises(BadParameter, match="alpha"):
        GivenRegulariser(lambda w: 0.0, lambda w: w, 0.0)


@settings(deadline=None, max_examples=50)
@given(drawn)
def test_the_regularisers_are_as_strongly_convex_as_they_say(seed):
    rng = np.random.default_rng(seed)
    u, w = rng.dirichlet(np.ones(4)), rng.dirichlet(np.ones(4))
    for psi, length in ((Euclidean(), np.linalg.norm(u - w)), (Entropy(), np.abs(u - w).sum())):
        assert psi.value(u) >= 0
        below = psi.value(w) + psi.gradient(w) @ (u - w) + psi.alpha / 2 * length**2
        assert psi.value(u) >= below - 1e-12
        g = rng.normal(size=4)
        assert abs(g @ (u - w)) <= psi.dual(g) * length + 1e-12  # the dual norm measures gradients
        assert psi.value(u) <= psi.most(Simplex(4)) + 1e-12


def test_losses_of_ones_own_have_no_formula():
    price = Given(lambda w, z: abs(w - z).sum(), lambda w, z: np.sign(w - z))
    assert isinstance(loss_sum(price, 2), KeptSum)
    assert not loss_sum(price, 2).exact()
