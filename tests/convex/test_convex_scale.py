"""Convex games in units as large or as small as they come: theorems square gradients, and solve for matrices."""

from __future__ import annotations

import math
import warnings

import numpy as np
import pytest

from littlestone import (
    AdaGrad,
    ConvexGame,
    FollowTheLeader,
    FollowTheRegularisedLeader,
    InvestGame,
    MirrorDescent,
    NewtonPortfolio,
    OnlineGradientDescent,
    OnlineNewtonStep,
)
from littlestone.errors import BadLabel
from littlestone.hindsight import best_crp

LEARNERS = {
    "ogd": lambda: OnlineGradientDescent(2),
    "ogd at a fixed rate": lambda: OnlineGradientDescent(2, eta=0.1),
    "adagrad": lambda: AdaGrad(2),
    "ons": lambda: OnlineNewtonStep(2),
    "ons on a box": lambda: OnlineNewtonStep(2, domain="box"),
    "ons on the simplex": lambda: OnlineNewtonStep(2, domain="simplex"),
    "mirror": lambda: MirrorDescent(2),
    "ftl": lambda: FollowTheLeader(2),
    "ftrl": lambda: FollowTheRegularisedLeader(2),
    "ftrl on a ball": lambda: FollowTheRegularisedLeader(2, domain="ball"),
}


@pytest.mark.parametrize("loss", ["linear", "square"])
@pytest.mark.parametrize("unit", [1e-300, 1e-200, 1e-160, 1e-100, 1e-50, 1.0])
@pytest.mark.parametrize("name", LEARNERS)
def test_no_unit_makes_a_theorem_fail(name, unit, loss):
    drawn = np.random.default_rng(1)
    game = ConvexGame(LEARNERS[name](), loss=loss)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for _ in range(20):
            game.label(game.predict().number, unit * drawn.normal(size=2))
        for certificate in game.ledger.certificates:
            assert certificate.violated is None
            assert math.isfinite(certificate.paid)


@pytest.mark.parametrize("domain", ["ball", "box", "simplex"])
def test_a_gradient_beyond_what_the_newton_step_can_hold_is_refused_and_changes_nothing(domain):
    game = ConvexGame(OnlineNewtonStep(2, domain=domain), loss="square")
    move = game.predict()
    before = game.learner.state()
    with pytest.raises(BadLabel, match=r"give the learner the longest that you expect: G=3e\+20"):
        game.label(move.number, [1e20, 1e20])
    assert all(np.array_equal(before[name], value) for name, value in game.learner.state().items())
    game.label(move.number, [1.0, 1.0])
    assert game.ledger.labelled == 1


def test_the_newton_step_goes_on_where_its_promise_is_broken_by_far():
    game = ConvexGame(OnlineNewtonStep(2), loss="square")
    for t in range(200):
        game.label(game.predict().number, [4e4 * (-1) ** t, 1.0])
    [certificate] = game.ledger.certificates
    assert certificate.verdict == "broken premise"
    assert "longer than the promised 1" in certificate.broken


@pytest.mark.parametrize("least", [1e-6, 1e-9, 1e-12, 1e-80])
@pytest.mark.parametrize("settings", [{}, {"delta": 1.0}, {"delta": 1.0, "eta": 0.1}])
@pytest.mark.parametrize("d", [2, 3, 8])
def test_an_asset_that_dies_does_not_stop_the_newton_portfolio(d, settings, least):
    game = InvestGame(NewtonPortfolio(d, **settings))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for _ in range(30):
            game.label(game.predict().number, [1.0] * (d - 1) + [least])
        verdicts = {certificate.verdict for certificate in game.ledger.certificates}
    assert math.isfinite(game.ledger.log_wealth)
    assert verdicts <= {"holds", "open"}
    assert bool(verdicts) == bool(settings)  # the usual ones have no theorem


def test_the_best_rebalanced_portfolio_of_a_market_that_dies_is_found_without_a_warning():
    market = np.ones((60, 3))
    market[np.arange(60), np.arange(60) % 3] = 1e-80
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        found = best_crp(market)
    assert found.weights == pytest.approx(np.full(3, 1 / 3))
