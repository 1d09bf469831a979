"""Hedge's theorem for small losses, and where it has nothing to say."""

from __future__ import annotations

import math

import pytest

from littlestone import Game, Hedge

ASLEEP = math.nan


def certified(game, rounds, y=0.0):
    for advice in rounds:
        game.label(game.predict(advice).number, y)
    return game.ledger.certificates[0]


def test_small_losses_of_the_best_expert_keep_the_regret_small():
    alternating = [[t % 2, 1 - t % 2, 0.001] for t in range(1000)]
    found = certified(Game(Hedge(small_loss=1.0), loss="absolute"), alternating)
    assert found.verdict == "holds"
    assert found.allowed == pytest.approx(math.sqrt(2 * math.log(3)) + math.log(3))
    assert 0.5 < found.paid < found.allowed


def test_small_losses_are_promised_and_the_promise_can_be_broken():
    found = certified(Game(Hedge(small_loss=1.0), loss="absolute"), [[0.5, 1.0]] * 3)
    assert found.verdict == "broken premise"
    assert found.broken == "the best expert has lost more than 1 by round 3"


@pytest.mark.parametrize("keep", [1_000_000, 0])
@pytest.mark.parametrize("before", [[0, 1, ASLEEP], {"a": 0, "b": 1}])
def test_whoever_slept_or_came_late_is_not_covered_by_the_theorem_for_small_losses(before, keep):
    # Meanwhile the two others take turns, which costs the mean more than it costs them: the third falls behind.
    names = ["a", "b"] if isinstance(before, dict) else [0, 1]
    turned = dict(before) if isinstance(before, dict) else list(before)
    turned[names[0]], turned[names[1]] = before[names[1]], before[names[0]]
    after = {"a": 1, "b": 1, "c": 0} if isinstance(before, dict) else [1, 1, 0]
    game = Game(Hedge(small_loss=0.1), loss="absolute", keep=keep)
    found = certified(game, [before, turned] * 100 + [after] * 100)
    assert found.verdict == "broken premise"
    assert "slept" in found.broken
    assert found.allowed is None
    assert found.paid > 10  # while the theorem would allow 1.57


def test_slopes_are_not_the_losses_that_the_theorem_for_small_losses_is_about():
    # The first expert never loses; by the slopes it loses as much as the others, between which the guess swings.
    game = Game(Hedge(small_loss=0.1, gradient=True), loss="absolute")
    found = certified(game, [[0.5, 1.0, 0.2]] + [[0.5, 1.0, 0.0]] * 200, y=0.5)
    eta = math.log(1 + math.sqrt(2 * math.log(3) / 0.1))
    assert found.theorem == f"Hedge: R <= ln(n)/eta + eta sum s^2/8, eta = {eta:g}", "the one for any rate"
    assert found.verdict == "holds"
    assert found.allowed == pytest.approx(math.log(3) / eta + eta * (0.8**2 + 200) / 8)
    assert 10 < found.paid < found.allowed


def test_a_rounding_error_is_not_a_loss_above_one():
    game = Game(Hedge(), loss="absolute")
    found = certified(game, [[0.0, 0.9], [0.9, 0.0]], y=0.1 + 0.2 + 0.7 + 2**-52)
    assert game.ledger._dearest > 1.0
    assert found.verdict == "holds"
