"""Where lecture notes on expert advice, taken literally, are wrong: each slip as evidence, and what holds instead."""

from __future__ import annotations

from math import inf, log, sqrt

import numpy as np
import pytest

from littlestone import Game, RandomisedWeightedMajority, WeightedMajority
from littlestone.errors import BadParameter
from littlestone.experts.regret_theorems import AdviceCase
from littlestone.natures.adversaries import CyclicExperts, MajorityAdversary
from littlestone.support.effort import Effort


def played(learner, rounds):
    game = Game(learner)
    for x, y in rounds:
        game.label(game.predict(x).number, y)
    return game


def test_e5_the_last_mistake_is_paid_by_the_weights_after_it():
    alpha = 0.5
    before = 2.0  # W_1 of two experts; the literal claim is about W_T, T = 1
    game = played(WeightedMajority(alpha=alpha), [([-1, -1], 1)])
    mistakes = game.ledger.mistakes
    assert mistakes == 1
    assert not before <= 2 * ((1 + alpha) / 2) ** mistakes  # literally 2 <= 1.5
    after = 2 * np.exp(game.learner.log_mass)
    assert after == pytest.approx(2 * alpha)
    assert after <= 2 * ((1 + alpha) / 2) ** mistakes
    assert game.ledger.certificates[0].verdict == "holds"


def test_e6_a_rate_beyond_0_6838_is_refused_by_the_tuning_of_the_lecture():
    steepest = 0.6838026
    assert log(1 - 0.9) < -0.9 - 0.9**2  # literally >, for every x > -1
    assert log(1 - steepest) == pytest.approx(-steepest - steepest**2, abs=1e-6)
    n = 1000
    least = log(n) / steepest**2
    with pytest.raises(BadParameter, match="too steep"):
        RandomisedWeightedMajority(m_bar=least - 0.01, n_experts=n, tuning="lecture")
    assert RandomisedWeightedMajority(m_bar=least + 0.01, n_experts=n, tuning="lecture").alpha == pytest.approx(
        1 - steepest, abs=1e-3
    )
    assert least == pytest.approx(2.1387 * log(n), rel=1e-4)


def cyclic(n, alpha, m):
    """The expected mistakes of the cyclic game, added up: in a cycle, j experts have been struck and n - j not yet."""
    cycle = 1 / (n - np.arange(n) * (1 - alpha))
    return m * cycle.sum() + cycle[:-1].sum()


def test_e7_so_few_mistakes_of_the_best_expert_are_not_without_loss_of_generality():
    n, m_bar = 1000, 7
    alpha = 1 - sqrt(log(n) / m_bar)
    literal = m_bar + 2 * sqrt(m_bar * log(n))
    ledger = Game(RandomisedWeightedMajority(alpha=alpha), keep=0).play(CyclicExperts(n, m_bar))
    assert ledger.expert_losses.min() == m_bar >= log(n)
    assert ledger.expected == pytest.approx(39.70, abs=0.005)
    assert literal == pytest.approx(20.91, abs=0.005)
    assert ledger.expected == pytest.approx(cyclic(n, alpha, m_bar), rel=1e-9)
    assert ledger.certificates[0].verdict == "holds"
    with pytest.raises(BadParameter, match="too steep"):
        RandomisedWeightedMajority(m_bar=m_bar, n_experts=n, tuning="lecture")


def test_e7_the_tuning_that_is_always_valid_holds_on_the_same_games():
    n, m_bar = 1000, 7
    ledger = Game(RandomisedWeightedMajority(m_bar=m_bar, n_experts=n), keep=0).play(CyclicExperts(n, m_bar))
    certificate = ledger.certificates[0]
    assert certificate.verdict == "holds"
    assert certificate.allowed == pytest.approx(m_bar + sqrt(2 * m_bar * log(n)) + log(n))
    big, many = 10**5, 12
    steep = 1 - sqrt(log(big) / many)
    assert cyclic(big, steep, many) == pytest.approx(51.59, abs=0.01)
    assert many + 2 * sqrt(many * log(big)) == pytest.approx(35.51, abs=0.01)
    fair = RandomisedWeightedMajority(m_bar=many, n_experts=big).alpha
    assert cyclic(big, fair, many) <= many + sqrt(2 * many * log(big)) + log(big)


@pytest.mark.parametrize(("m", "forced", "claimed"), [(5, 35, 28.3), (20, 125, 88.3)])
def test_e8_the_simple_bound_of_weighted_majority_needs_a_small_rate(m, forced, claimed):
    n, eta = 64, 0.999
    literal = 2 * (1 + eta) * m + 2 * log(n) / eta
    ledger = Game(WeightedMajority(eta=eta)).play(MajorityAdversary(n, m, alpha=1 - eta))
    assert ledger.expert_losses.min() == m
    assert ledger.mistakes == ledger.rounds == forced > literal
    assert literal == pytest.approx(claimed, abs=0.05)
    assert ledger.certificates[0].verdict == "holds"
    small = 0.5
    ledger = Game(WeightedMajority(eta=small)).play(MajorityAdversary(n, m, alpha=1 - small))
    assert ledger.mistakes <= 2 * (1 + small) * m + 2 * log(n) / small


@pytest.mark.parametrize(
    ("n", "eta", "m", "expected", "claimed"),
    [pytest.param(1000, 0.99, 5, 27.5, 16.9, marks=pytest.mark.long), (100, 0.95, 10, 33.5, 24.4)],
)
def test_e9_the_simple_bound_of_the_randomised_one_needs_a_small_rate(n, eta, m, expected, claimed):
    literal = (1 + eta) * m + log(n) / eta
    ledger = Game(RandomisedWeightedMajority(eta=eta), keep=0).play(CyclicExperts(n, m))
    assert ledger.expected == pytest.approx(expected, abs=0.05)
    assert ledger.expected > literal
    assert literal == pytest.approx(claimed, abs=0.1)
    assert ledger.certificates[0].verdict == "holds"
    small = 0.68
    assert cyclic(n, 1 - small, m) <= (1 + small) * m + log(n) / small


def test_e9_a_rate_of_one_over_the_root_of_time_is_small_enough_from_three_rounds_on():
    assert 1 / sqrt(2) > 0.6838 > 1 / sqrt(3)


def test_e10_the_ends_of_the_interval_are_no_rates():
    with pytest.raises(ZeroDivisionError):
        log(2) / log(2 / (1 + 1.0))
    with pytest.raises(BadParameter, match="nothing would ever be learned"):
        WeightedMajority(alpha=1.0)
    weights = np.array([0.0, 0.0])  # literally, with alpha = 0, once both have erred
    with np.errstate(invalid="ignore"):
        assert np.isnan(weights[0] / weights.sum())
    for kind in (WeightedMajority, RandomisedWeightedMajority):
        with pytest.raises(BadParameter, match="leaves no weight at all"):
            kind(alpha=0.0)


def test_e10_alpha_zero_is_halving_as_long_as_some_expert_is_right():
    rounds = [([1, -1, -1, 1], 1), ([1, 1, -1, -1], 1), ([1, 1, 1, 1], 1)]
    game = played(WeightedMajority(alpha=0, realizable=True), rounds)
    assert game.learner.weights.tolist() == [1, 0, 0, 0]
    assert game.ledger.mistakes <= game.ledger.certificates[0].allowed == 2.0
    game.label(game.predict([-1, 1, 1, 1]).number, 1)  # now everybody has erred
    certificate = game.ledger.certificates[0]
    assert certificate.broken == "no expert is always right: by round 4 every one has erred"
    assert game.predict([1, 1, -1, -1]).guess == pytest.approx(1 / 3)  # the three that have erred once go on voting
    bound = game.ledger.bounds[0]
    assert bound.ceilings(AdviceCase(bound, game.ledger, Effort())).tolist() == [inf] * 4


def test_e31_an_even_vote_is_negative_and_not_both():
    votes = {-1: 1.0, +1: 1.0}
    literal = {label for label, other in ((-1, +1), (+1, -1)) if votes[label] >= votes[other]}
    assert literal == {-1, +1}  # "0 if W0 >= W1, and vice versa" says both
    game = Game(WeightedMajority())
    assert game.predict([-1, 1]).act == -1
    assert game.predict([1, -1]).act == -1
