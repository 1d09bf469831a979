"""What every portfolio does, whatever its rule; and what each rule is, by hand."""

from __future__ import annotations

import re

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from littlestone import (
    PAMR,
    PORTFOLIOS,
    BuyAndHold,
    ConstantRebalanced,
    ConvexGame,
    EGPortfolio,
    InvestGame,
    NewtonPortfolio,
    UniversalPortfolio,
)
from littlestone.checks import check_game, check_learner
from littlestone.errors import BadLabel, BadParameter, StateError, UnknownName
from littlestone.learners import find_learner, make_learner

MAKERS = {
    "crp": ConstantRebalanced,
    "crp-given": lambda d: ConstantRebalanced(d, weights=[1.0] + [0.0] * (d - 1)),
    "buy-and-hold": BuyAndHold,
    "buy-and-hold-given": lambda d: BuyAndHold(d, weights=[0.75] + [0.25 / (d - 1)] * (d - 1)),
    "eg": EGPortfolio,
    "eg-fast": lambda d: EGPortfolio(d, eta=3.0),
    "ons": NewtonPortfolio,
    "ons-theory": lambda d: NewtonPortfolio(d, delta=1.0, beta=0.5),
    "ons-mixed": lambda d: NewtonPortfolio(d, delta=1.0, beta=1.0, eta=0.3),
    "universal": lambda d: UniversalPortfolio(d, samples=200 if d > 3 else None),
    "universal-grid": lambda d: UniversalPortfolio(d, grid=4),
    "pamr": PAMR,
}
every_portfolio = pytest.mark.parametrize("make", MAKERS.values(), ids=MAKERS)
markets = st.integers(2, 4).flatmap(
    lambda d: arrays(float, st.tuples(st.integers(1, 12), st.just(d)), elements=st.floats(0.05, 20.0))
)
quickly = settings(deadline=None, max_examples=25)


def market(days: int = 40, d: int = 3, seed: int = 0, wild: float = 0.3):
    return np.exp(wild * np.random.default_rng(seed).normal(size=(days, d)))


def played(learner, relatives, **options) -> InvestGame:
    game = InvestGame(learner, **options)
    for x in relatives:
        game.label(game.predict().number, x)
    return game


@pytest.mark.parametrize("kind", PORTFOLIOS.values(), ids=PORTFOLIOS)
def test_every_portfolio_has_formula_paper_and_a_doctest_that_ends_in_certificates(kind):
    assert re.search(r"\b(19|20)\d\d\b", kind.__doc__)
    assert "<-" in kind.__doc__
    assert "certificate" in kind.__doc__.split(">>>")[-1]
    assert kind.theorems or "no regret theorem is known" in " ".join(kind.__doc__.split())


def test_every_portfolio_of_the_table_is_tested_here():
    assert {make(4).name for make in MAKERS.values()} == set(PORTFOLIOS)


@every_portfolio
@quickly
@given(relatives=markets)
def test_shares_lie_on_the_simplex(make, relatives):
    game = played(make(relatives.shape[1]), relatives)
    for b in [*game.ledger.points, game.predict().guess]:
        assert b.min() >= 0.0
        assert abs(b.sum() - 1.0) <= 1e-9


@every_portfolio
@quickly
@given(relatives=markets)
def test_no_certificate_is_violated_on_a_drawn_market(make, relatives):
    for certificate in played(make(relatives.shape[1]), relatives).ledger.certificates:
        assert certificate.violated is None, str(certificate)


@every_portfolio
def test_no_certificate_is_violated_on_long_and_odd_markets(make):
    for wild, days in ((0.01, 400), (0.3, 300), (2.0, 200)):
        for certificate in played(make(3), market(days, wild=wild)).ledger.certificates:
            assert certificate.violated is None, str(certificate)
    for relatives in ([[1.0, 1.0]] * 30, [[1e-3, 1e3], [1e3, 1e-3]] * 15, [[1e3, 1e-3]] * 15 + [[1e-3, 1e3]] * 30):
        game = played(make(2), relatives)
        assert np.isfinite(game.ledger.log_wealth)
        assert all(certificate.violated is None for certificate in game.ledger.certificates)


@every_portfolio
def test_prices_to_come_do_not_change_the_bets_before_them(make):
    one, other = market(30), market(30)
    other[15:] = other[15:][::-1] * 7.0
    here, there = played(make(3), one).ledger.points, played(make(3), other).ledger.points
    assert np.array_equal(here[:16], there[:16])  # the bet of day 16 is placed before its prices
    if make(3).name != "crp":
        assert not np.array_equal(here[16:], there[16:])


@every_portfolio
def test_who_writes_into_a_point_does_not_change_the_learner(make):
    learner = played(make(3), market()).learner
    point = learner.predict()
    before = point.copy()
    point[:] = 0.0
    assert np.array_equal(learner.predict(), before)


@every_portfolio
def test_it_passes_every_check_and_so_do_its_games_with_costs(make):
    if make(3).name != "crp":  # which never learns
        check_learner(lambda: make(3))
    check_game(
        lambda learner=None, **settings: InvestGame(learner or make(3), cost=0.01, **settings),
        [((), x) for x in market(60)],
    )


@pytest.mark.parametrize("make", [make for make in MAKERS.values() if make(3).name != "crp"])  # which knows nothing
@pytest.mark.parametrize(("d", "other"), [(3, 2), (2, 3)])
def test_a_state_of_another_size_is_refused_and_changes_nothing(make, d, other):
    learner = played(make(d), market(d=d)).learner
    before = learner.state()
    for state in (played(make(other), market(d=other)).learner.state(), {"updates": np.int64(3)}):
        with pytest.raises(StateError):
            learner.restore(state)
    assert all(np.array_equal(before[name], learner.state()[name]) for name in before)


@pytest.mark.parametrize("make", PORTFOLIOS.values(), ids=PORTFOLIOS)
def test_a_single_asset_leaves_nothing_to_choose(make):
    game = played(make(1), [[1.5], [0.5]])
    assert game.ledger.wealth == pytest.approx(0.75)
    assert all(certificate.violated is None for certificate in game.ledger.certificates)


# the rules


def test_constant_rebalancing_makes_a_fortune_of_an_asset_that_goes_nowhere():
    game = played(ConstantRebalanced(2), [[1.0, 2.0], [1.0, 0.5]] * 10)
    assert game.ledger.wealth == pytest.approx(1.125**10)
    assert game.ledger.best_stock.wealth == pytest.approx(1.0)


def test_bought_shares_drift_with_the_prices():
    game = played(BuyAndHold(2, weights=[0.25, 0.75]), [[2.0, 1.0], [3.0, 1.0]])
    assert game.ledger.wealth == pytest.approx(0.25 * 6.0 + 0.75)
    assert game.predict().guess == pytest.approx([1.5 / 2.25, 0.75 / 2.25])


def test_exponentiated_gradient_multiplies_by_the_exponential_of_the_relative_growth():
    game = played(EGPortfolio(2, eta=0.5), [[1.0, 2.0]])
    powers = np.exp(0.5 * np.array([1.0, 2.0]) / 1.5)
    assert game.predict().guess == pytest.approx(powers / powers.sum())


def test_mean_reversion_moves_as_little_as_makes_the_day_gain_eps():
    relatives = np.array([1.02, 0.99, 1.0])
    b = played(PAMR(3, eps=1.001), [relatives]).predict().guess
    assert b @ relatives == pytest.approx(1.001)
    assert b.min() > 0.0
    still = played(PAMR(3, eps=1.1), [relatives])
    assert still.learner.updates == 0
    assert still.predict().guess == pytest.approx([1 / 3] * 3)


def test_mean_reversion_copes_with_prices_that_hardly_differ():
    b = played(PAMR(2), [[1.0, 1.0 + 1e-15]]).predict().guess
    assert b.tolist() == [1.0, 0.0]
    for equal in (1.0, 0.1, 13.74711453):  # the mean of which need not be the number itself
        assert played(PAMR(3), [[equal] * 3]).learner.updates == 0


def test_equal_prices_teach_gradients_nothing():
    for learner in (EGPortfolio(3), NewtonPortfolio(3), UniversalPortfolio(3)):
        assert played(learner, [[1.1] * 3] * 5).predict().guess == pytest.approx([1 / 3] * 3)


# names and commands


def test_names_are_short_and_have_an_alias_and_a_nearest():
    assert list(PORTFOLIOS) == ["crp", "buy-and-hold", "eg", "ons", "universal", "pamr"]
    assert find_learner("bah", "portfolio") is BuyAndHold
    with pytest.raises(UnknownName, match="did you mean 'universal'"):
        find_learner("univrsal", "portfolio")
    assert isinstance(make_learner("eg", {"d": 2, "eta": 0.3}, "portfolio"), EGPortfolio)
    with pytest.raises(UnknownName, match="did you mean 'eta'"):
        make_learner("eg", {"d": 2, "etta": 0.3}, "portfolio")


@pytest.mark.parametrize(
    "make",
    [
        lambda: ConstantRebalanced(2, weights=[0.5, 0.6]),
        lambda: ConstantRebalanced(2, weights=[1.5, -0.5]),
        lambda: ConstantRebalanced(2, weights=[1.0]),
        lambda: BuyAndHold(2, weights="half"),
        lambda: BuyAndHold(2, weights=[float("nan"), 1.0]),
        lambda: EGPortfolio(2, eta=0.0),
        lambda: EGPortfolio(2, eta=True),
        lambda: NewtonPortfolio(2, delta=0.0),
        lambda: NewtonPortfolio(2, beta=-1.0),
        lambda: NewtonPortfolio(2, eta=1.0),
        lambda: PAMR(2, eps=-0.1),
        lambda: UniversalPortfolio(2, grid=0),
        lambda: UniversalPortfolio(2, samples=1),
        lambda: UniversalPortfolio(2, samples=10, grid=10),
        lambda: UniversalPortfolio(0),
    ],
)
def test_settings_that_make_no_sense_are_said_at_once(make):
    with pytest.raises(BadParameter):
        make()


def test_a_rule_that_lives_on_growth_refuses_a_game_of_anything_else():
    for kind in (BuyAndHold, NewtonPortfolio, UniversalPortfolio, PAMR):
        with pytest.raises(BadParameter, match="learns from price relatives"):
            ConvexGame(kind(2), loss="gain")
        ConvexGame(kind(2), loss="wealth")


def test_prices_that_are_none_change_nothing():
    game = InvestGame(EGPortfolio(2))
    number = game.predict().number
    for bad in ([1.0, 0.0], [1.0, -1.0], [1.0, float("nan")], [1.0], "ab", None):
        with pytest.raises(BadLabel):
            game.label(number, bad)
    assert (game.ledger.labelled, game.learner.updates, game.ledger.wealth) == (0, 0, 1.0)
    game.label(number, [1.0, 1.1])
    assert game.ledger.labelled == 1
