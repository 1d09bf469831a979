"""The universal portfolio is the mean over all constant rebalanced portfolios, by each of its methods."""

from __future__ import annotations

from itertools import product
from math import comb, factorial, isnan, prod

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from littlestone import ConstantRebalanced, InvestGame, UniversalPortfolio
from littlestone.errors import TooLarge
from littlestone.portfolios.simplex_points import (
    grid_points,
    legendre_nodes,
    quadrature_points,
    sampled_points,
)

pairs = arrays(float, st.tuples(st.integers(1, 20), st.just(2)), elements=st.floats(0.01, 100.0))
triples = arrays(float, st.tuples(st.integers(1, 6), st.just(3)), elements=st.floats(0.1, 10.0))
quickly = settings(deadline=None, max_examples=25)


def played(learner, relatives, **options) -> InvestGame:
    game = InvestGame(learner, **options)
    for x in relatives:
        game.label(game.predict().number, x)
    return game


def integral(relatives) -> float:
    """The mean wealth over the simplex, term by term: b^k has the mean (d-1)! k_1! ... k_d! / (T + d - 1)!."""
    days, d = relatives.shape
    total = 0.0
    for path in product(range(d), repeat=days):  # which asset of each day's factor is multiplied
        counts = np.bincount(path, minlength=d)
        mean = factorial(d - 1) * prod(map(factorial, counts.tolist())) / factorial(days + d - 1)
        total += mean * prod(relatives[t, i] for t, i in enumerate(path))
    return total


@quickly
@given(relatives=pairs)
def test_on_two_assets_the_wealth_is_the_integral(relatives):
    at, weight = np.polynomial.legendre.leggauss(40)  # exact for polynomials of degree 79
    p = (at + 1.0) / 2.0
    mean = (np.prod(np.outer(p, relatives[:, 0]).T + np.outer(1.0 - p, relatives[:, 1]).T, axis=0) @ weight) / 2.0
    learner = UniversalPortfolio(2)
    assert (learner.method, learner.error()) == ("exact", 0.0)
    assert played(learner, relatives).ledger.wealth == pytest.approx(mean, rel=1e-10)


@quickly
@given(relatives=triples)
def test_on_three_assets_the_wealth_is_the_integral_while_the_quadrature_is_exact(relatives):
    learner = UniversalPortfolio(3)
    assert played(learner, relatives).ledger.wealth == pytest.approx(integral(relatives), rel=1e-10)
    assert learner.method == "quadrature"
    assert learner.error() < 1e-10


def test_two_assets_twice_are_one_market_of_three():
    relatives = np.exp(0.3 * np.random.default_rng(0).normal(size=(300, 2)))
    tripled = relatives[:, [0, 1, 1]]
    game = played(UniversalPortfolio(3), tripled)
    grid = np.linspace(0.0, 1.0, 20_001)
    growth = np.log(np.outer(grid, relatives[:, 0]) + np.outer(1.0 - grid, relatives[:, 1])).sum(axis=1)
    density = np.exp(growth) * 2.0 * (1.0 - grid)  # so often is the first share of three this large
    mean = (density[:-1] + density[1:]).mean() / 2.0
    assert game.ledger.wealth == pytest.approx(mean, rel=1e-5)
    assert game.learner.error() < 1e-9


def test_a_market_too_sharp_for_the_quadrature_leaves_the_case_open():
    rng = np.random.default_rng(1)
    relatives = np.where(rng.random((4000, 3)) < 0.5, 30.0, 1 / 30.0)
    game = played(UniversalPortfolio(3), relatives)
    assert game.learner.error() > 1e-6
    [certificate] = game.ledger.certificates
    assert "quadrature does not follow" in certificate.open
    assert certificate.verdict == "open"


def test_a_part_far_behind_can_come_back():
    relatives = [[4.0, 0.25]] * 800 + [[0.25, 4.0]] * 800  # the ratio of the two assets passes 10^900
    game = played(UniversalPortfolio(2), relatives)
    assert game.predict().guess == pytest.approx([0.5, 0.5])
    assert game.ledger.certificates[0].verdict == "holds"


@quickly
@given(relatives=pairs)
def test_no_universal_portfolio_beats_the_best_constant_rebalanced_one(relatives):
    for learner in (UniversalPortfolio(2), UniversalPortfolio(2, grid=5), UniversalPortfolio(2, samples=20)):
        game = played(learner, relatives)
        assert game.ledger.log_wealth <= game.ledger.best_crp.log_wealth + game.ledger.best_crp.gap + 1e-9


def test_a_grid_is_the_plain_mean_of_its_portfolios():
    relatives = np.exp(0.2 * np.random.default_rng(2).normal(size=(25, 3)))
    learner = UniversalPortfolio(3, grid=4)
    points = learner.mixture.points
    wealths = [played(ConstantRebalanced(3, weights=point), relatives).ledger.wealth for point in points]
    game = played(learner, relatives)
    assert len(points) == comb(6, 2)
    assert game.ledger.wealth == pytest.approx(np.mean(wealths))
    assert isnan(learner.error())
    [certificate] = game.ledger.certificates
    assert certificate.paid == pytest.approx(np.log(max(wealths)) - game.ledger.log_wealth)
    assert certificate.allowed == pytest.approx(np.log(15))


def test_a_sample_is_within_its_stated_error():
    relatives = np.exp(0.1 * np.random.default_rng(3).normal(size=(100, 2)))
    exact = played(UniversalPortfolio(2), relatives).ledger.log_wealth
    within = 0
    for seed in range(40):
        learner = UniversalPortfolio(2, samples=500, seed=seed)
        within += abs(played(learner, relatives).ledger.log_wealth - exact) <= 2.0 * learner.error()
    assert within >= 34  # 38 of 40 are expected within two standard errors
    teaches = played(UniversalPortfolio(4), [[1.0, 1.1, 0.9, 1.2]]).ledger.certificates[0].teaches
    assert "%, one standard error" in teaches


def test_points_are_on_the_simplex_and_every_one_of_the_grid_is_there_once():
    for points in (grid_points(4, 5), sampled_points(4, 100, 0), quadrature_points(7)[0]):
        assert points.min() >= 0.0
        assert points.sum(axis=1) == pytest.approx(np.ones(len(points)))
    assert len({tuple(point) for point in grid_points(4, 5)}) == comb(8, 3)
    assert grid_points(1, 5).tolist() == [[1.0]]
    assert np.array_equal(sampled_points(3, 10, 1), sampled_points(3, 10, 1))
    assert not np.array_equal(sampled_points(3, 10, 1), sampled_points(3, 10, 2))


def test_a_quadrature_is_exact_up_to_its_degree():
    points, prior = quadrature_points(4)
    for k in ((6, 0, 0), (0, 6, 0), (0, 0, 6), (2, 2, 2), (1, 0, 3)):
        exact = 2.0 * prod(map(factorial, k)) / factorial(sum(k) + 2)
        assert np.prod(points**k, axis=1) @ prior == pytest.approx(exact, rel=1e-12)


def test_a_grid_too_fine_is_refused_before_it_fills_the_memory():
    with pytest.raises(TooLarge, match="a coarser grid"):
        UniversalPortfolio(30, grid=20)
    with pytest.raises(TooLarge, match="fewer samples"):
        UniversalPortfolio(30, samples=10**9)


@pytest.mark.parametrize("n", [1, 2, 3, 7, 48, 64])
def test_gauss_nodes_are_those_of_numpy_and_rise(n):
    at, weight = legendre_nodes(n)
    theirs, weights = np.polynomial.legendre.leggauss(n)
    assert at == pytest.approx(theirs, abs=1e-15)
    assert weight == pytest.approx(weights, rel=1e-11)
    assert float((weight * at**2).sum()) == pytest.approx(2.0 / 3.0 if n > 1 else 0.0, abs=1e-13)
