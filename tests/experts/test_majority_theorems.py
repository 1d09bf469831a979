from __future__ import annotations

from math import log, sqrt

import numpy as np
import pytest

from littlestone import Game, RandomisedWeightedMajority, WeightedMajority
from littlestone.experts import as_advice


def played(learner, rounds):
    game = Game(learner)
    for said, y in rounds:
        game.label(game.predict(said).number, y)
    return game.ledger


ROUNDS = [([1, -1, -1], 1), ([1, 1, -1], 1), ([-1, 1, -1], 1), ([1, -1, -1], 1), ([1, -1, -1], -1)]


def test_the_certificate_counts_mistakes_against_the_best_expert():
    ledger = played(WeightedMajority(alpha=0.25), ROUNDS)
    certificate = ledger.certificates[0]
    assert certificate.verdict == "holds"
    assert certificate.paid == ledger.mistakes
    assert certificate.allowed == pytest.approx((2 * log(4) + log(3)) / log(2 / 1.25))


def test_it_reads_backwards_how_often_every_expert_has_erred():
    ledger = played(WeightedMajority(), [([1, -1], -1), ([1, -1], 1)] * 20)
    certificate = ledger.certificates[0]
    least = (ledger.mistakes * log(4 / 3) - log(2)) / log(2)
    little = "nothing by its number, which is more than one mistake a round"
    assert certificate.allowed > 40
    assert certificate.teaches == f"{little}; every expert has erred at least {least:.4g} times"
    assert 0 < least <= min(ledger.expert_losses)


def test_the_randomised_one_counts_expected_mistakes_and_tells_of_the_coin():
    ledger = played(RandomisedWeightedMajority(eta=0.75), ROUNDS)
    certificate = ledger.certificates[0]
    assert certificate.paid == ledger.expected != ledger.mistakes
    assert certificate.allowed == pytest.approx((2 * log(4) + log(3)) / 0.75)
    assert f"the coin made {ledger.mistakes} mistakes" in certificate.teaches
    assert "within" in certificate.teaches


@pytest.mark.parametrize(
    ("tuning", "more"), [("always-valid", sqrt(40 * log(3)) + log(3)), ("lecture", 2 * sqrt(20 * log(3)))]
)
def test_a_tuned_rate_has_a_bound_of_its_own(tuning, more):
    ledger = played(RandomisedWeightedMajority(m_bar=20, n_experts=3, tuning=tuning), ROUNDS)
    assert ledger.certificates[0].allowed == pytest.approx(2 + more)
    assert ledger.certificates[0].verdict == "holds"


def test_a_tuned_rate_has_premises():
    two = RandomisedWeightedMajority(m_bar=20, n_experts=2)
    assert played(two, ROUNDS).certificates[0].broken == "alpha was tuned for 2 experts, and 3 have spoken"
    one = RandomisedWeightedMajority(m_bar=1, n_experts=3)
    assert played(one, ROUNDS).certificates[0].broken == "the best expert has erred more than 1 times by round 5"


def test_the_realizable_mode_names_the_round_in_which_the_last_expert_erred():
    ledger = played(WeightedMajority(realizable=True), [([1, -1], 1), ([1, 1], 1), ([1, 1], -1)])
    assert ledger.certificates[0].broken == "no expert is always right: by round 3 every one has erred"


def test_the_realizable_mode_cannot_have_sleepers_and_names_the_round():
    game = Game(WeightedMajority(realizable=True))
    game.label(game.predict({"a": 1, "b": 1}).number, 1)
    game.label(game.predict({"a": 1}).number, 1)
    assert "slept in round 2" in game.ledger.certificates[0].broken
    fine = Game(WeightedMajority())
    fine.label(fine.predict({"a": 1, "b": 1}).number, 1)
    fine.label(fine.predict({"a": 1}).number, 1)
    assert fine.ledger.certificates[0].verdict == "holds"


def test_an_expert_that_slept_is_compared_on_its_own_rounds():
    game = Game(RandomisedWeightedMajority())
    for _ in range(50):
        game.label(game.predict({"bad": -1, "worse": -1}).number, 1)
    for _ in range(5):
        game.label(game.predict({"bad": -1, "worse": -1, "good": 1}).number, 1)
    certificate = game.ledger.certificates[0]
    # Fifty mistakes were made before it came; of the last five, at most 2 ln 3.
    assert certificate.allowed == pytest.approx(50 + 2 * log(3))
    assert 50 < certificate.paid < certificate.allowed


def test_the_theorem_says_what_it_allows_while_the_game_is_on():
    game = Game(WeightedMajority())
    game.play_batch(as_advice(np.ones((3, 2)), np.ones(3)))
    bound = game.ledger.bounds[0]
    assert bound.live(game.ledger) == f"mistakes <= {log(2) / log(4 / 3):.4g}"
    assert game.ledger._history.allowed[-1] == pytest.approx(log(2) / log(4 / 3))


def test_late_truths_are_mistakes_in_the_order_they_came():
    game = Game(WeightedMajority())
    first, second = game.predict([1, -1]), game.predict([1, -1])
    game.label(second.number, 1)
    game.label(first.number, 1)
    assert (game.ledger.mistakes, game.ledger.in_order.mistakes) == (2, 1), "by then the first had the weight"
    certificate = game.ledger.certificates[0]
    assert (certificate.verdict, certificate.paid) == ("holds", 1)


def test_the_coin_is_held_to_the_guesses_it_was_tossed_for():
    game = Game(RandomisedWeightedMajority(alpha=0.01), seed=2)
    moves = [game.predict([1, -1]) for _ in range(30)]
    for move in moves:
        game.label(move.number, 1)
    given, ordered = game.ledger, game.ledger.in_order
    assert given.expected == 15 > 2 > ordered.expected
    certificate = given.certificates[0]
    assert certificate.paid == ordered.expected
    assert f"the coin made {given.mistakes} mistakes of 15 expected, within" in certificate.teaches
