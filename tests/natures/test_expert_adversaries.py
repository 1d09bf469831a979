from __future__ import annotations

import numpy as np
import pytest

from littlestone import EXPERTS, Game, Hedge, RandomisedWeightedMajority, WeightedMajority
from littlestone.errors import BadParameter
from littlestone.natures.adversaries import CyclicExperts, MajorityAdversary, TwoConstants


@pytest.mark.parametrize("alpha", [0.01, 0.5, 0.99])
@pytest.mark.parametrize("rounds", [1, 7, 40])
def test_two_constants_make_every_round_a_mistake_of_a_learner_without_a_coin(alpha, rounds):
    ledger = Game(WeightedMajority(alpha=alpha)).play(TwoConstants(rounds))
    assert ledger.mistakes == rounds
    assert ledger.expert_losses.min() <= rounds / 2
    assert ledger.certificates[0].verdict == "holds"


def test_with_a_coin_two_constants_cost_half_as_much():
    ledger = Game(RandomisedWeightedMajority(alpha=0.9)).play(TwoConstants(100))
    assert ledger.expected < 60
    assert ledger.certificates[0].verdict == "holds"


@pytest.mark.parametrize("name", ["wma", "rwma", "hedge", "adahedge", "fixed-share", "ewa", "normalhedge"])
def test_no_learner_from_advice_is_violated_by_them(name):
    settings = {"eta": 0.5} if name == "ewa" else {}
    for adversary in (TwoConstants(60), MajorityAdversary(6, 8), CyclicExperts(6, 8)):
        ledger = Game(EXPERTS[name](**settings)).play(adversary)
        assert all(certificate.verdict != "violated" for certificate in ledger.certificates)


@pytest.mark.parametrize("alpha", [0.001, 0.3, 0.5, 0.9])
@pytest.mark.parametrize(("n", "m"), [(1, 3), (2, 3), (13, 4)])
def test_the_majority_adversary_makes_its_learner_err_in_every_round(alpha, n, m):
    adversary = MajorityAdversary(n, m, alpha=alpha)
    ledger = Game(WeightedMajority(alpha=alpha)).play(adversary)
    assert ledger.mistakes == ledger.rounds >= m
    assert ledger.expert_losses.tolist() == adversary.mistakes.tolist()
    assert ledger.expert_losses.min() == m
    assert ledger.certificates[0].verdict == "holds"


@pytest.mark.parametrize(("n", "m"), [(1, 3), (5, 0), (5, 2)])
def test_the_cyclic_adversary_makes_one_expert_wrong_at_a_time_and_the_best_last(n, m):
    adversary = CyclicExperts(n, m)
    ledger = Game(Hedge(eta=1.0)).play(adversary)
    assert ledger.rounds == n * (m + 1) - 1
    assert adversary.mistakes.tolist() == [m + 1] * (n - 1) + [m]
    assert ledger.expert_losses.tolist() == adversary.mistakes.tolist()


def test_near_zero_alpha_pays_a_harmonic_number_a_cycle():
    n, m = 50, 3
    ledger = Game(RandomisedWeightedMajority(alpha=1e-9)).play(CyclicExperts(n, m))
    harmonic = (1 / np.arange(1, n + 1)).sum()
    assert ledger.expected == pytest.approx((m + 1) * harmonic - 1, rel=1e-6)


@pytest.mark.parametrize(
    "make",
    [
        lambda: TwoConstants(-1),
        lambda: MajorityAdversary(0, 1),
        lambda: MajorityAdversary(3, -1),
        lambda: MajorityAdversary(3, 1, alpha=1.0),
        lambda: CyclicExperts(0, 1),
    ],
)
def test_adversaries_that_cannot_play_are_refused(make):
    with pytest.raises(BadParameter):
        make()
