"""Portfolios on the New York Stock Exchange, 1962 to 1984, as in the literature; and on its first days, always."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest
from shared_data import shared

from littlestone import (
    PAMR,
    BuyAndHold,
    ConstantRebalanced,
    EGPortfolio,
    InvestGame,
    NewtonPortfolio,
    UniversalPortfolio,
)
from littlestone.formats.tables.price_file import read_prices

IROQUOIS, KIN_ARK = 19, 22
FIRST_DAYS = np.array(  # of Iroquois, Kin Ark, Commercial Metals and IBM, from 3 July 1962
    [
        [1.01515, 0.93333, 1.04938, 1.00429],
        [0.98507, 1.0, 0.95294, 0.99573],
        [1.18182, 1.0, 0.98765, 0.98571],
        [1.02564, 1.0, 1.0, 1.01522],
        [1.15, 1.14286, 1.05, 1.02427],
        [0.95652, 0.9375, 0.96429, 1.04355],
        [1.0, 0.93333, 1.0, 1.01235],
        [0.97727, 1.07143, 1.0, 0.99274],
    ]
)


@cache
def new_york():
    return read_prices(shared("portfolios/nyse_o.csv.xz"), relatives=True).relatives


def played(learner, relatives) -> InvestGame:
    game = InvestGame(learner)
    for x in relatives:
        game.label(game.predict().number, x)
    return game


@pytest.mark.parametrize(
    ("make", "wealth"),
    [
        (BuyAndHold, 14.497),
        (ConstantRebalanced, 27.075),
        (EGPortfolio, 27.095),
        pytest.param(NewtonPortfolio, 109.189, marks=pytest.mark.long),
        pytest.param(PAMR, 5.138e15, marks=pytest.mark.long),
    ],
)
def test_the_wealth_on_new_york_is_that_of_the_literature(make, wealth):
    ledger = played(make(36), new_york()).ledger
    assert ledger.wealth == pytest.approx(wealth, rel=1e-4)
    assert all(certificate.violated is None for certificate in ledger.certificates)


def test_the_others_on_new_york_are_those_of_the_literature():
    ledger = played(ConstantRebalanced(36), new_york()).ledger
    assert ledger.uniform == pytest.approx(14.497, abs=5e-4)
    assert ledger.best_stock.wealth == pytest.approx(54.140, abs=5e-4)
    assert ledger.best_crp.wealth == pytest.approx(250.597, abs=5e-4)
    assert ledger.best_crp.gap < 1e-9


def test_iroquois_and_kin_ark_make_covers_table():
    pair = new_york()[:, [IROQUOIS, KIN_ARK]]
    grid = played(UniversalPortfolio(2, grid=20), pair)
    assert len(grid.learner.mixture.logs) == 21
    assert np.exp(grid.learner.mixture.logs.max()) == pytest.approx(73.619, abs=5e-4)
    assert grid.ledger.wealth == pytest.approx(38.673, abs=5e-4)
    exact = played(UniversalPortfolio(2), pair)
    assert exact.ledger.wealth == pytest.approx(40.3065, abs=5e-5)
    assert exact.ledger.certificates[0].verdict == "holds"


def test_three_of_new_york_are_integrated_to_many_digits():
    game = played(UniversalPortfolio(3), new_york()[:, [IROQUOIS, KIN_ARK, 5]])
    assert game.learner.error() < 1e-9
    assert game.ledger.certificates[0].verdict == "holds"


# worked out by a few lines of numpy for each rule, the projection of the Newton step by trying every support
@pytest.mark.parametrize(
    ("learner", "wealth"),
    [
        (BuyAndHold(4), 1.094499693560792),
        (EGPortfolio(4), 1.0959133157744803),
        (NewtonPortfolio(4), 1.100787076417755),
        (NewtonPortfolio(4, delta=1.0), 1.0894176442853265),
        (PAMR(4), 1.0493372779588184),
    ],
)
def test_the_wealth_after_the_first_days(learner, wealth):
    ledger = played(learner, FIRST_DAYS).ledger
    assert ledger.wealth == pytest.approx(wealth, rel=1e-12)
    assert ledger.best_stock == (0, pytest.approx(1.3030169340805))
    assert ledger.best_crp.wealth == pytest.approx(1.3030169340805)


def test_covers_table_after_the_first_days():
    pair = FIRST_DAYS[:, :2]
    assert played(UniversalPortfolio(2, grid=20), pair).ledger.wealth == pytest.approx(1.1496515992778822)
    assert played(UniversalPortfolio(2), pair).ledger.wealth == pytest.approx(1.149553971868312, rel=1e-8)
