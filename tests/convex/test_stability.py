"""Stability: what is measured is what the definitions say, and what the theorems allow."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from littlestone import (
    AdaHedge,
    ConvexGame,
    FollowTheLeader,
    FollowTheRegularisedLeader,
    Game,
    LinearDescent,
    OnlineGradientDescent,
    Perceptron,
    RandomisedWeightedMajority,
)
from littlestone.convex.stability import stability
from littlestone.errors import BadLabel, BadParameter

SIGNS = st.lists(st.sampled_from((-1.0, 1.0)), min_size=1, max_size=12)
NUMBERS = st.lists(st.floats(-1, 1), min_size=1, max_size=12)


def after(learner, zs, **setup):
    """The point that the learner plays after these rounds."""
    game = ConvexGame(learner, bounds=(), **setup)
    for z in zs:
        game.label(game.predict().number, z)
    return game._point()


@given(NUMBERS)
@settings(deadline=None, max_examples=40)
def test_it_is_what_the_definition_says(zs):
    def loss(w, z):
        return float((w[0] - z) ** 2)

    found = stability(FollowTheLeader(1), zs, loss="square")
    for m, z in enumerate(zs, start=1):
        one, other = (after(FollowTheLeader(1), zs[:n], loss="square") for n in (m, m - 1))
        assert found.leave_last_out[m - 1] == pytest.approx(abs(loss(one, z) - loss(other, z)), abs=1e-12)
    whole = after(FollowTheLeader(1), zs, loss="square")
    for i, z in enumerate(zs):
        changed = [*zs[:i], zs[(i + 1) % len(zs)], *zs[i + 1 :]]
        there = after(FollowTheLeader(1), changed, loss="square")
        assert found.replacement[i] == pytest.approx(abs(loss(there, z) - loss(whole, z)), abs=1e-12)


@given(SIGNS, st.floats(0.1, 10), st.sampled_from(("space", "box")))
@settings(deadline=None, max_examples=60)
def test_the_regularised_leader_is_as_stable_as_its_theorem_says_both_ways(zs, lam, domain):
    found = stability(FollowTheRegularisedLeader(1, domain=domain, lam=lam), zs, instead=[-z for z in zs])
    m = np.arange(1, len(zs) + 1)
    assert (found.leave_last_out <= 2 / (lam * m) * (1 + 1e-9)).all()
    assert found.replacement.max() <= 2 / (lam * len(zs)) * (1 + 1e-9)
    if domain == "space":
        assert found.replacement == pytest.approx(2 / (lam * len(zs)))  # attained


@given(st.lists(st.tuples(*3 * [st.floats(-1, 1)]), min_size=1, max_size=10))
@settings(deadline=None, max_examples=40)
def test_the_entropy_gives_the_same_in_its_own_norm(zs):
    found = stability(FollowTheRegularisedLeader(3, domain="simplex", psi="entropy", lam=0.5), zs)
    m = np.arange(1, len(zs) + 1)
    assert (found.leave_last_out <= 2 / (0.5 * m) * (1 + 1e-9)).all()
    assert found.replacement.max() <= 2 / (0.5 * len(zs)) * (1 + 1e-9)


@given(st.lists(st.tuples(st.floats(-1, 1), st.floats(-1, 1)), min_size=1, max_size=10), st.sampled_from(("l", "s")))
@settings(deadline=None, max_examples=60)
def test_a_leader_regrets_no_more_than_the_sum(zs, loss):
    price = {"l": "linear", "s": "square"}[loss]
    game = ConvexGame(FollowTheLeader(2), loss=price, bounds=())
    for z in zs:
        game.label(game.predict().number, z)
    assert game.ledger.regret <= stability(FollowTheLeader(2), zs, loss=price).most_regret + 1e-9


def test_the_leader_of_linear_losses_is_not_stable():
    flips = [0.5, *([-1.0, 1.0] * 20)]
    found = stability(FollowTheLeader(1, domain="box"), flips)
    assert set(found.leave_last_out[1:]) == {2.0}  # the most that a loss can change on [-1, 1]
    assert found.replacement.max() == 2.0


def test_learners_of_rows_are_measured_by_what_they_guess():
    rounds = [([1.0, 0.0], -1), ([0.0, 1.0], 1), ([1.0, 1.0], -1)]
    found = stability(Perceptron(), rounds)
    assert found.leave_last_out.tolist() == [1.0, 0.0, 0.0]  # the mistake of the first round is learned, and no other
    squares = stability(LinearDescent(loss="square", eta=0.25), [([2.0], 3.0)])
    assert squares.leave_last_out.tolist() == [9.0 - (3.0 - 2.0 * 0.25 * 2 * 3 * 2) ** 2]
    assert stability(AdaHedge(), [([0.0, 1.0], 1.0)], loss="absolute").replacement.tolist() == [0.0]


def test_the_rule_is_not_changed():
    rule = OnlineGradientDescent(2)
    stability(rule, [[1, 0], [0, 1]])
    assert rule.lessons == rule.updates == 0
    with pytest.raises(ValueError, match="read-only"):
        stability(rule, [[1, 0]]).replacement[0] = 0.0


def test_a_replacement_by_itself_changes_nothing():
    zs = [0.5, -1.0, 1.0]
    assert not stability(FollowTheLeader(1, domain="box"), zs, instead=zs).replacement.any()


def test_it_is_told_in_two_lines():
    found = stability(FollowTheLeader(1, domain="box"), [0.5, -1, 1])
    assert str(found).splitlines() == [
        "leave-last-out: 2 in the last of 3 rounds, 2 at most, in round 2, 4.5 in all",
        "replacement: 1 at most, of round 1, 0.6667 on average",
    ]


@pytest.mark.parametrize(
    ("ask", "error", "words"),
    [
        (lambda: stability(Perceptron(), []), BadParameter, "at least one"),
        (lambda: stability(Perceptron, [([1.0], 1)]), BadParameter, "of a learner of points or of rows"),
        (lambda: stability(Game(Perceptron()), [([1.0], 1)]), BadParameter, "of a learner of points or of rows"),
        (lambda: stability(RandomisedWeightedMajority(), [([1, -1], 1)]), BadParameter, "depends on a coin"),
        (lambda: stability(Perceptron(), [3.0]), BadParameter, "a pair of example and label, not 3.0"),
        (lambda: stability(Perceptron(), [([1.0], 2)]), BadLabel, "2"),
        (lambda: stability(FollowTheLeader(2), [[1.0]], loss="square"), BadLabel, "2 numbers"),
        (lambda: stability(FollowTheLeader(1), [1, 2], instead=[1]), BadParameter, "each of 2, not 1"),
    ],
)
def test_what_cannot_be_measured_is_refused_in_words(ask, error, words):
    with pytest.raises(error, match=words):
        ask()
