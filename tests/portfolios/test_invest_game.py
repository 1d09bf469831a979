"""Wealth, drawdown and costs are what they are by hand, day by day."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from littlestone import (
    PAMR,
    BuyAndHold,
    ConstantRebalanced,
    EGPortfolio,
    FollowTheLeader,
    InvestGame,
    Label,
    NewtonPortfolio,
    UniversalPortfolio,
)
from littlestone.errors import AlreadyLabelled, BadParameter
from littlestone.portfolios.invest_ledger import after_costs, drifted

quickly = settings(deadline=None, max_examples=40)
markets = arrays(float, st.tuples(st.integers(1, 15), st.just(3)), elements=st.floats(0.05, 20.0))
weights = arrays(float, 4, elements=st.floats(0.0, 1.0)).filter(lambda w: w.sum() > 0.01).map(lambda w: w / w.sum())


def played(learner, relatives, **options) -> InvestGame:
    game = InvestGame(learner, **options)
    for x in relatives:
        game.label(game.predict().number, x)
    return game


@quickly
@given(relatives=markets)
def test_wealth_is_the_product_of_the_growths(relatives):
    ledger = played(PAMR(3), relatives).ledger
    growths = (np.array(ledger.points) * relatives).sum(axis=1)
    assert ledger.wealth == pytest.approx(np.prod(growths), rel=1e-9)
    assert ledger.path == pytest.approx(np.cumprod(growths), rel=1e-9)
    assert ledger.before_costs == pytest.approx(ledger.wealth)


@quickly
@given(relatives=markets)
def test_drawdown_is_the_largest_loss_since_a_highest_point(relatives):
    ledger = played(EGPortfolio(3), relatives).ledger
    path = np.concatenate(([1.0], ledger.path))
    worst = max(1.0 - later / first for t, first in enumerate(path) for later in path[t:])
    assert ledger.drawdown == pytest.approx(worst, abs=1e-9)


@quickly
@given(relatives=markets, cost=st.floats(0.0001, 0.5))
def test_costs_reduce_wealth_and_higher_costs_more(relatives, cost):
    free, cheap, dear = (played(NewtonPortfolio(3), relatives, cost=rate).ledger for rate in (0.0, cost, 1.5 * cost))
    assert dear.wealth < cheap.wealth < free.wealth
    assert cheap.before_costs == pytest.approx(free.wealth)
    assert np.array_equal(np.array(cheap.points), np.array(free.points))  # a learner does not see them


@quickly
@given(held=weights, wanted=weights, cost=st.floats(0.0, 0.9))
def test_what_is_left_after_costs_solves_its_equation(held, wanted, cost):
    left = after_costs(held, wanted, cost)
    assert left == pytest.approx(1.0 - cost * np.abs(left * wanted - held).sum(), abs=1e-12)
    assert 0.0 < left <= 1.0


def test_who_buys_for_cash_pays_for_what_is_bought():
    assert after_costs(np.zeros(2), np.array([0.5, 0.5]), 0.25) == pytest.approx(0.8)  # 0.8 bought, 0.2 paid for it


def test_who_holds_pays_for_the_first_purchase_only():
    relatives = np.exp(0.3 * np.random.default_rng(0).normal(size=(50, 3)))
    ledger = played(BuyAndHold(3), relatives, cost=0.01).ledger
    assert ledger.wealth == pytest.approx(ledger.before_costs / 1.01, rel=1e-12)
    assert ledger.turnover == pytest.approx(1 / 1.01)


def test_rebalancing_costs_by_the_drift_of_the_day():
    ledger = played(ConstantRebalanced(2), [[1.0, 3.0], [1.0, 1.0]], cost=0.01).ledger
    held = drifted(np.array([0.5, 0.5]), np.array([1.0, 3.0]))
    assert held.tolist() == [0.25, 0.75]
    left = after_costs(held, np.array([0.5, 0.5]), 0.01)
    assert left == pytest.approx(1.0 - 0.01 * 0.5, abs=1e-4)
    assert ledger.wealth == pytest.approx(2.0 / 1.01 * left)
    assert ledger.turnover == pytest.approx(1 / 1.01 + np.abs(left * 0.5 - held).sum())
    assert ledger.shares.tolist() == [0.5, 0.5]


def test_the_others_on_the_same_market():
    ledger = played(EGPortfolio(2), [[1.0, 2.0], [1.0, 0.5], [1.0, 3.0]]).ledger
    assert ledger.best_stock == (1, pytest.approx(3.0))
    assert ledger.uniform == pytest.approx(2.0)
    assert ledger.best_crp.wealth >= 3.0
    assert ledger.best_crp is ledger.best_crp  # found once a day
    assert ledger.regret == pytest.approx(np.log(ledger.best_crp.wealth / ledger.wealth))
    assert ledger.best is ledger.best_crp.weights


EVERY = [EGPortfolio(2), NewtonPortfolio(2, delta=1.0), UniversalPortfolio(2), BuyAndHold(2)]


def test_regret_is_before_costs_and_that_after_costs_has_a_name_of_its_own():
    free, dear = (played(EGPortfolio(2), [[1.0, 2.0], [1.0, 0.5]], cost=cost).ledger for cost in (0.0, 0.1))
    assert dear.regret == free.regret == free.regret_after_costs
    assert dear.regret_after_costs == pytest.approx(free.regret + np.log(free.wealth / dear.wealth))
    account = dear.as_dict()
    assert account["regret_before_costs"] == account["regret"] == account["certificates"][0]["paid"] == dear.regret
    assert account["regret_after_costs"] == dear.regret_after_costs > dear.regret


@pytest.mark.parametrize("learner", EVERY, ids=lambda learner: learner.name)
def test_theorems_are_about_trading_for_free_and_say_so_where_it_is_not(learner):
    free, dear = (played(learner.clone(), [[1.0, 2.0], [1.0, 0.5]], cost=cost).ledger for cost in (0.0, 0.2))
    [one], [other] = free.certificates, dear.certificates
    assert "before costs" not in str(free)
    assert other.theorem == one.theorem + ", before costs"
    assert other._replace(theorem=one.theorem) == one
    assert f"wealth {dear.wealth:,.6g} after costs, {free.wealth:,.6g} before them" in str(dear)


def test_a_leader_that_invests_is_certified_before_costs_too():
    learner = FollowTheLeader(2, domain="simplex")
    relatives = [[1.0, 2.0], [1.0, 0.5]] * 6
    [free], [dear] = (played(learner.clone(), relatives, cost=cost).ledger.certificates for cost in (0.0, 0.2))
    assert (free.verdict, free.paid, free.allowed) == (dear.verdict, dear.paid, dear.allowed)
    assert dear.theorem == free.theorem + ", before costs"


@pytest.mark.parametrize("learner", EVERY, ids=lambda learner: learner.name)
def test_of_late_prices_the_account_in_order_is_that_of_a_prompt_game_before_costs(learner):
    rng = np.random.default_rng(5)
    relatives = np.exp(0.3 * rng.normal(size=(40, 2)))
    late, order = InvestGame(learner.clone(), cost=0.05), []
    for _ in relatives:
        late.predict()
        while len(late.open) > 3:
            number = int(rng.choice(list(late.open)))
            late.label(number, relatives[number - 1])
            order.append(number)
    prompt = played(learner.clone(), relatives[np.array(order) - 1], cost=0.05)
    given, in_order = late.ledger, late.ledger.in_order
    assert in_order.loss == prompt.ledger.loss
    assert np.array_equal(np.array(in_order.points), np.array(prompt.ledger.points))
    assert given.loss == pytest.approx(in_order.loss + given.lateness.loss, abs=1e-12)
    [certificate], [prompt_one] = given.certificates, prompt.ledger.certificates
    assert certificate == prompt_one
    assert certificate.verdict == "holds"
    growths = (np.array(given.points) * relatives[np.array(order) - 1]).sum(axis=1)  # of the shares given
    assert given.before_costs == pytest.approx(np.prod(growths))
    assert given.wealth < given.before_costs
    assert given.as_dict()["in_order"] == {"loss": prompt.ledger.loss}
    assert "for lateness, before costs\n" in str(given)


def test_wealth_beyond_all_numbers_is_kept_as_a_logarithm():
    ledger = played(ConstantRebalanced(2), [[1e90, 1e90]] * 5).ledger
    assert ledger.wealth == np.inf
    assert ledger.log_wealth == pytest.approx(450 * np.log(10))
    assert ledger.drawdown == 0.0


def test_before_the_first_day_there_is_no_comparator():
    game = InvestGame(EGPortfolio(2))
    assert (game.ledger.wealth, game.ledger.regret, game.ledger.best) == (1.0, None, None)
    with pytest.raises(BadParameter, match="at least one"):
        game.ledger.best_crp  # noqa: B018
    assert game.ledger.as_dict()["best_crp"] is None


def test_days_that_were_not_kept_leave_wealth_and_no_comparator():
    ledger = played(EGPortfolio(2), [[1.0, 2.0]] * 5, keep=4).ledger
    assert ledger.wealth > 1.0
    assert ledger.regret is None
    assert len(ledger.path) == 2
    with pytest.raises(BadParameter, match="give the game a larger keep"):
        ledger.best_crp  # noqa: B018


def test_prices_are_revealed_once_and_after_the_bet():
    game = InvestGame(EGPortfolio(2))
    move = game.predict()
    with pytest.raises(ValueError, match="read-only"):
        move.guess[0] = 1.0
    game.label(move.number, [1.0, 2.0])
    with pytest.raises(AlreadyLabelled):
        game.label(move.number, [2.0, 1.0])


def test_a_nature_that_answers_against_the_bet_is_played_like_any_other():
    class Spiteful:
        """The asset with the larger share falls."""

        def ask(self, last):
            return True if last is None or last.number < 20 else None

        def answer(self, number, guess):
            return (Label(number, np.where(guess == guess.max(), 0.9, 1.1)),)

        def close(self):
            return ()

    ledger = InvestGame(EGPortfolio(2, eta=1.0)).play(Spiteful())
    assert ledger.labelled == 20
    assert ledger.certificates[0].verdict == "holds"


@pytest.mark.parametrize("cost", [-0.1, 1.0, float("nan"), "cheap", True])
def test_a_cost_is_a_part_of_what_is_traded(cost):
    with pytest.raises(BadParameter):
        InvestGame(EGPortfolio(2), cost=cost)


def test_shares_lie_on_the_simplex_or_there_is_no_game():
    with pytest.raises(BadParameter, match="shares lie on the simplex"):
        InvestGame(FollowTheLeader(2, domain="ball"))
    ledger = played(FollowTheLeader(2, domain="simplex"), [[1.0, 2.0], [1.0, 0.5]] * 3).ledger
    assert 0.0 < ledger.wealth <= ledger.best_crp.wealth * (1 + 1e-9)


def test_the_account_reads_as_a_receipt():
    text = str(played(EGPortfolio(2), [[1.0, 2.0], [1.0, 0.5]] * 3).ledger)
    assert text.startswith("EGPortfolio(d=2, eta=0.05)\n6 days, wealth 1.40023, drawdown 25.4 %")
    assert "the best stock 1\n" in text
    assert "holds: paid" in text
    assert repr(InvestGame(EGPortfolio(2))) == "InvestGame(EGPortfolio(d=2, eta=0.05), InvestLedger(0 days, wealth 1))"
