"""The theorems on portfolios: their numbers, their premises, and the wrong rules they find out."""

from __future__ import annotations

import json
from math import comb, log

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from littlestone import (
    BuyAndHold,
    ConvexGame,
    EGPortfolio,
    FollowTheLeader,
    InvestGame,
    NewtonPortfolio,
    UniversalPortfolio,
)
from littlestone.bounds import BuyAndHoldBound, EGPortfolioBound, NewtonPortfolioBound, UniversalBound
from littlestone.errors import BadParameter
from littlestone.portfolios.logarithms import softmax
from littlestone.portfolios.portfolio_theorems import leverages
from littlestone.portfolios.simplex_quadratic import smallest_quadratic

markets = st.integers(2, 4).flatmap(
    lambda d: arrays(float, st.tuples(st.integers(1, 25), st.just(d)), elements=st.floats(0.02, 50.0))
)
quickly = settings(deadline=None, max_examples=60)


def played(learner, relatives, **options) -> InvestGame:
    game = InvestGame(learner, **options)
    for x in relatives:
        game.label(game.predict().number, x)
    return game


def alternating(days: int):
    return np.array([[1.0, 2.0], [1.0, 0.5]] * (days // 2))


# the inequalities


@quickly
@given(relatives=markets, eta=st.floats(0.001, 50.0))
def test_regret_of_exponentiated_gradient_is_within_its_bound_on_any_market(relatives, eta):
    learner = EGPortfolio(relatives.shape[1], eta=eta)
    [certificate] = played(learner, relatives).ledger.certificates
    assert certificate.verdict == "holds", str(certificate)


@quickly
@given(relatives=markets, eta=st.floats(0.001, 50.0))
def test_helmbold_and_others_bound_holds_if_the_promise_is_true(relatives, eta):
    r = float((relatives.min(axis=1) / relatives.max(axis=1)).min())
    d = relatives.shape[1]
    ours, theirs = played(
        EGPortfolio(d, eta=eta), relatives, bounds=[EGPortfolioBound(), EGPortfolioBound(r * 0.999)]
    ).ledger.certificates
    assert theirs.verdict == "holds", str(theirs)
    assert theirs.allowed == pytest.approx(log(d) / eta + eta * len(relatives) / (8 * (0.999 * r) ** 2))
    assert ours.allowed <= theirs.allowed


@quickly
@given(relatives=markets, c=st.floats(1.01, 30.0), eta=st.sampled_from([0.0, 0.1, 0.9]))
def test_regret_of_the_newton_step_is_within_its_bound_on_any_market_if_c_is_above_one(relatives, c, eta):
    learner = NewtonPortfolio(relatives.shape[1], delta=c / 2.0, beta=1.0, eta=eta)
    [certificate] = played(learner, relatives).ledger.certificates
    assert certificate.verdict == "holds", str(certificate)


@pytest.mark.parametrize("seed", range(3))
def test_the_newton_bound_says_something_where_prices_move_as_prices_do(seed):
    relatives = np.exp(0.02 * np.random.default_rng(seed).normal(size=(1000, 5)))
    [certificate] = played(NewtonPortfolio(5, delta=1.0), relatives).ledger.certificates
    assert certificate.verdict == "holds"
    assert certificate.allowed < 5.0  # over a thousand days


def test_the_newton_bound_grows_like_the_logarithm_of_the_days():
    allowed = [
        played(NewtonPortfolio(2, delta=1.0, beta=0.5), alternating(days)).ledger.certificates[0].allowed
        for days in (40, 400, 4000)
    ]
    assert allowed[2] - allowed[1] < 2.0 * (allowed[1] - allowed[0])


@quickly
@given(relatives=markets)
def test_the_universal_portfolio_is_within_the_binomial_of_cover_and_ordentlich(relatives):
    days, d = relatives.shape
    if d > 3:
        relatives, d = relatives[:, :3], 3
    [certificate] = played(UniversalPortfolio(d), relatives).ledger.certificates
    assert certificate.verdict == "holds", str(certificate)
    assert certificate.allowed == pytest.approx(log(comb(days + d - 1, d - 1)), abs=1e-8)
    assert certificate.allowed <= (d - 1) * log(days + 1) + 1e-8


def test_the_universal_bound_is_met_by_a_market_of_one_winner():
    days = 50  # the other asset loses all but nothing of it: wealth is the mean of p^T
    game = played(UniversalPortfolio(2), [[1.0, 1e-12]] * days)
    [certificate] = game.ledger.certificates
    assert certificate.paid == pytest.approx(certificate.allowed, rel=1e-6)


def test_buy_and_hold_bound_is_met_by_a_market_of_one_winner():
    [certificate] = played(BuyAndHold(3), [[1.0, 1e-9, 1e-9]] * 3).ledger.certificates
    assert certificate.paid == pytest.approx(log(3))
    assert certificate.verdict == "holds"


def test_buy_and_hold_answers_for_the_assets_it_holds():
    game = played(BuyAndHold(3, weights=[0.0, 0.25, 0.75]), [[9.0, 2.0, 1.0]])
    [certificate] = game.ledger.certificates
    assert certificate.allowed == pytest.approx(log(4))
    assert certificate.paid == pytest.approx(log(2.0 / 1.25))
    assert certificate.teaches == "no asset held has made more than 5 times the stake"


def test_what_is_taught_is_true_of_the_best():
    relatives = np.exp(0.1 * np.random.default_rng(4).normal(size=(200, 3)))
    for learner in (EGPortfolio(3, eta=1.0), UniversalPortfolio(3)):
        game = played(learner, relatives)
        [certificate] = game.ledger.certificates
        most = game.ledger.wealth * np.exp(certificate.allowed)
        assert certificate.teaches == f"no constant rebalanced portfolio has made more than {most:,.6g} times the stake"
        assert game.ledger.best_crp.wealth <= most


def test_a_lesson_too_large_for_a_number_is_a_power_of_ten():
    [certificate] = played(EGPortfolio(2, eta=1e-3), [[1.0, 2.0]]).ledger.certificates
    assert "more than 10^301" in certificate.teaches


def test_leverages_are_those_of_the_matrices():
    g = np.random.default_rng(5).normal(size=(12, 4))
    for t, found in enumerate(leverages(g)):
        A = np.eye(4) + g[: t + 1].T @ g[: t + 1]
        assert found == pytest.approx(g[t] @ np.linalg.solve(A, g[t]))


# the premises


def test_a_promise_that_is_not_kept_is_named_with_its_day():
    game = played(EGPortfolio(2), [[1.0, 0.9], [1.0, 0.4], [1.0, 0.1]], bounds=[EGPortfolioBound(0.5)])
    [certificate] = game.ledger.certificates
    assert certificate.broken == "a price relative was 0.4 of the best on day 2, less than r = 0.5"
    assert certificate.allowed is None


def test_a_promise_that_is_not_kept_is_named_with_its_round_where_others_were_forgotten():
    game = InvestGame(EGPortfolio(2), bounds=[EGPortfolioBound(0.5)])
    for _ in range(3):
        game.forget(game.predict().number)
    game.label(game.predict().number, [1.0, 0.4])
    assert "on day 4, less than r" in game.ledger.certificates[0].broken


def test_the_usual_settings_of_the_newton_step_have_no_theorem_and_the_receipt_says_so():
    ledger = played(NewtonPortfolio(2), alternating(10)).ledger
    assert NewtonPortfolio(2).bounds() == ledger.certificates == []
    assert "this package has no theorem about this learner with these settings" in str(ledger)
    assert [type(bound) for bound in NewtonPortfolio(2, delta=1.0).bounds()] == [NewtonPortfolioBound]
    assert NewtonPortfolio(2, delta=0.5).bounds() == []  # c = 1


def test_who_asks_for_the_theorem_of_the_newton_step_all_the_same_is_told_that_there_is_none():
    [certificate] = played(NewtonPortfolio(2), alternating(10), bounds=[NewtonPortfolioBound()]).ledger.certificates
    assert certificate.verdict == "open"
    assert "no theorem is known for delta (1 + 1/beta) = 0.25; there is one above 1" in certificate.open
    assert certificate.allowed is None


def test_the_usual_settings_lean_to_what_has_fallen_behind_and_those_of_the_theorem_to_what_is_ahead():
    relatives = [[1.0, 1.1]] * 20
    assert played(NewtonPortfolio(2), relatives).predict().guess[1] < 0.5
    assert played(NewtonPortfolio(2, delta=1.0), relatives).predict().guess[1] > 0.5


ALL = [EGPortfolio, lambda d: NewtonPortfolio(d, delta=1.0), UniversalPortfolio, BuyAndHold]


@pytest.mark.parametrize("make", ALL)
def test_a_learner_that_is_not_fresh_breaks_the_premise(make):
    learner = make(2)
    learner.learn(np.array([1.0, 2.0]), np.array([0.5, 0.5]))
    [certificate] = played(learner, alternating(4)).ledger.certificates
    assert "did not start afresh" in certificate.broken


@pytest.mark.parametrize("make", ALL[:3])
@pytest.mark.parametrize(("keep", "kept"), [(8, 4), (0, 0)])
def test_a_memory_too_small_leaves_the_case_open_and_no_number_is_made_up(make, keep, kept):
    ledger = played(make(2), alternating(10), keep=keep).ledger
    [certificate] = ledger.certificates
    assert certificate.verdict == "open"
    assert certificate.open == f"only the first {kept} of 10 rounds were kept; give the game a larger keep"
    assert certificate.paid is certificate.allowed is None
    json.dumps(ledger.as_dict(), allow_nan=False)


@pytest.mark.parametrize("make", [BuyAndHold, lambda d: UniversalPortfolio(d, grid=4)])
def test_who_is_compared_with_its_own_parts_needs_no_memory(make):
    whole, cut = (played(make(2), alternating(10), keep=keep).ledger.certificates for keep in (1000, 0))
    assert whole == cut
    assert whole[0].verdict == "holds"


@pytest.mark.filterwarnings("ignore::RuntimeWarning")
@pytest.mark.parametrize(
    ("learner", "verdict"),
    [
        (EGPortfolio(2, eta=1e6), "open"),
        (NewtonPortfolio(2, delta=1e3), "open"),
        (UniversalPortfolio(2), "holds"),
        (BuyAndHold(2), "holds"),
    ],
    ids=["eg", "ons", "universal", "buy-and-hold"],
)
def test_prices_beyond_squaring_leave_the_case_open_and_accuse_nobody(learner, verdict):
    [certificate] = played(learner, [[1e-150, 1e100], [1e100, 1e-150]]).ledger.certificates
    assert certificate.verdict == verdict, certificate
    assert certificate.paid is not None
    json.dumps(certificate.as_dict(), allow_nan=False)


@pytest.mark.parametrize("make", ALL)
def test_before_the_first_day_every_theorem_holds(make):
    [certificate] = InvestGame(make(2)).ledger.certificates
    assert certificate.verdict == "holds"
    assert certificate.paid == pytest.approx(0.0, abs=1e-12)


@pytest.mark.parametrize("r", [0.0, 1.5, -1.0, True, "half", float("nan")])
def test_a_promise_is_a_part(r):
    with pytest.raises(BadParameter):
        EGPortfolioBound(r)


def test_bounds_are_made_anew_from_their_parameters():
    for bound in (
        EGPortfolioBound(0.5),
        EGPortfolioBound(),
        NewtonPortfolioBound(),
        BuyAndHoldBound(),
        UniversalBound(),
    ):
        assert type(bound)(**bound.parameters()).parameters() == bound.parameters()


# wrong rules


class Timid(EGPortfolio):
    """Forgets half of what it has learned."""

    def learn(self, z, point):
        super().learn(z, point)
        self.slopes = self.slopes / 2.0


class Reckless(EGPortfolio):
    """Has twice the rate that it says."""

    def predict(self):
        return softmax(2.0 * self.eta * self.slopes)


class Late(EGPortfolio):
    """Is right until the day to come."""

    def predict(self):
        return super().predict() if self.updates < 20 else np.full(self.d, 1.0 / self.d)


class Flat(NewtonPortfolio):
    """Adds up half of the curvature."""

    def learn(self, z, point):
        super().learn(z, point)
        self.A = (self.A + np.eye(self.d)) / 2.0


class Shallow(NewtonPortfolio):
    """Adds up half of the slopes."""

    def learn(self, z, point):
        super().learn(z, point)
        self.slopes = self.slopes / 2.0


class Still(NewtonPortfolio):
    """Keeps its sums, and never moves."""

    def predict(self):
        return np.full(self.d, 1.0 / self.d)


class Lagging(NewtonPortfolio):
    """Holds what was best the day before."""

    def learn(self, z, point):
        before = self.w
        super().learn(z, point)
        self.held = before

    def predict(self):
        return getattr(self, "held", self.w)


class Greedy(NewtonPortfolio):
    """Goes to the corner that has gained most."""

    def learn(self, z, point):
        super().learn(z, point)
        self.w = np.eye(self.d)[self.slopes.argmax()]


class Bolder(NewtonPortfolio):
    """Has a larger c than it says."""

    def learn(self, z, point):
        super().learn(z, point)
        self.w = smallest_quadratic(self.A, 1.5 * self.c * self.slopes, self.w)


class Unmixed(NewtonPortfolio):
    """Spreads nothing evenly."""

    def predict(self):
        return self.w.copy()


class Trader(BuyAndHold):
    """Does not hold."""

    def predict(self):
        return np.full(self.d, 1.0 / self.d)


class Boaster(BuyAndHold):
    """Rebalances, and says that every asset has made what it has: the mean is right, the parts are not."""

    def learn(self, z, point):
        self.mixture.logs = self.mixture.logs + np.log(point @ z)
        self.updates += 1


class Seller(BuyAndHold):
    """Has sold out on the last evening."""

    def predict(self):
        return super().predict() if self.updates < 20 else np.eye(self.d)[0]


class Inflated(UniversalPortfolio):
    """Credits its parts with more than they have made."""

    def learn(self, z, point):
        super().learn(1.01 * z, point)


class Sluggish(UniversalPortfolio):
    """Weighs its parts by the root of their wealth, and says that this is what they have made."""

    def learn(self, z, point):
        super().learn(np.sqrt(z), point)


class Follower(UniversalPortfolio):
    """Puts everything on what the mixture holds most of."""

    def predict(self):
        return np.eye(self.d)[super().predict().argmax()]


@pytest.mark.parametrize(
    ("learner", "words"),
    [
        (Timid(2, eta=1.0), "the shares of day 2 are not those of the rule"),
        (Reckless(2, eta=1.0), "the shares of day 2 are not those of the rule"),
        (Late(2, eta=1.0), "the shares of day 21 are not those of the rule"),
        (Flat(2, delta=1.0), "A is not I"),
        (Shallow(2, delta=1.0), "s is not the sum of the slopes"),
        (Still(2, delta=1.0), "the shares of day 2 are not those of the rule"),
        (Lagging(2, delta=1.0), "the shares of day 2 are not those of the rule"),
        (Greedy(2, delta=1.0), "the shares of day 2 are not those of the rule"),
        (Bolder(2, delta=1.0), "the shares of day 2 are not those of the rule"),
        (Unmixed(2, delta=1.0, eta=0.3), "the shares of day 2 are not those of the rule"),
        (Trader(2), "not the mean of its parts"),
        (Boaster(2), "a part has not made what it says"),
        (Seller(2), "the shares to come are not the mean"),
        (Follower(2), "not the mean of its parts"),
        (Follower(2, grid=4), "not the mean of its parts"),
        (Inflated(2), "a part has not made what it says"),
        (Inflated(3), "a part has not made what it says"),
        (Inflated(2, grid=4), "a part has not made what it says"),
        (Sluggish(2, samples=10), "a part has not made what it says"),
    ],
    ids=lambda value: type(value).__name__ if not isinstance(value, str) else "",
)
def test_a_wrong_rule_is_a_violation(learner, words):
    relatives = alternating(20) if learner.d == 2 else np.exp(0.3 * np.random.default_rng(0).normal(size=(20, 3)))
    [certificate] = played(learner, relatives).ledger.certificates
    assert certificate.verdict == "violated"
    assert words in certificate.violated


# linear gains: the investment of the lecture


@quickly
@given(returns=arrays(float, st.tuples(st.integers(1, 40), st.just(3)), elements=st.floats(-1.0, 1.0)))
def test_linear_gains_are_within_the_bound_of_hedge(returns):
    game = ConvexGame(EGPortfolio(3, eta=0.5), loss="gain")
    for z in returns:
        game.label(game.predict().number, z)
    [certificate] = game.ledger.certificates
    assert certificate.verdict == "holds", str(certificate)
    assert certificate.paid == pytest.approx(returns.sum(axis=0).max() + game.ledger.loss)
    assert certificate.paid == pytest.approx(game.ledger.regret)
    spread = ((returns.max(axis=1) - returns.min(axis=1)) ** 2).sum()
    assert certificate.allowed == pytest.approx(log(3) / 0.5 + 0.5 * spread / 8)


def test_following_the_leader_loses_the_linear_investment_that_exponentiated_gradient_survives():
    returns = [[0.5, -0.5]] + [[-1.0, 1.0], [1.0, -1.0]] * 50
    regrets = []
    for learner in (FollowTheLeader(2, domain="simplex"), EGPortfolio(2, eta=0.1)):
        game = ConvexGame(learner, loss="gain")
        for z in returns:
            game.label(game.predict().number, z)
        regrets.append(game.ledger.regret)
    assert regrets[0] >= 100.0
    assert regrets[1] <= 10.0
    assert "no fixed portfolio has lost less than" in game.ledger.certificates[0].teaches


def test_the_promise_of_price_relatives_says_nothing_of_linear_gains():
    game = ConvexGame(EGPortfolio(2), loss="gain", bounds=[EGPortfolioBound(0.5)])
    game.label(game.predict().number, [0.1, -0.1])
    assert "the promise r is about price relatives" in game.ledger.certificates[0].open
