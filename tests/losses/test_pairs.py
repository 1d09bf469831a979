"""Losses of pairs: values and gradients by their formulas, what may be revealed, and games that go on after saving."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from littlestone import ConvexGame, FollowTheLeader, FollowTheRegularisedLeader, OnlineGradientDescent, load, save
from littlestone.convex.loss_sum import loss_sum
from littlestone.errors import BadLabel, BadParameter, StateError
from littlestone.losses.loss_names import find_loss
from littlestone.losses.pair_losses import PairHinge
from littlestone.losses.point_losses import find_convex_loss

FORMULAS = {
    "hinge": lambda m, y: np.maximum(0.0, 1.0 - y * m),
    "log": lambda m, y: np.log1p(np.exp(-y * m)),
    "squared-error": lambda m, y: (m - y) ** 2,
}
numbers = st.floats(-5, 5)
vectors = st.tuples(numbers, numbers)


def drawn(seed=0, rounds=20, d=2):
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(rounds, d))
    return [*zip(X, np.where(X[:, 0] + 0.5 * rng.normal(size=rounds) > 0, 1, -1), strict=True)]


def played(learner, pairs, loss="hinge", **settings):
    game = ConvexGame(learner, loss=loss, **settings)
    for pair in pairs:
        game.label(game.predict().number, pair)
    return game


@pytest.mark.parametrize("name", sorted(FORMULAS))
@given(w=vectors, x=vectors, y=st.sampled_from([-1, 1]), other=vectors)
def test_values_are_the_formulas_and_gradients_are_slopes_of_tangents(name, w, x, y, other):
    price = find_convex_loss(name)
    z, w, other = price.turned((x, y), 2), np.array(w), np.array(other)
    assert price.value(w, z) == pytest.approx(float(FORMULAS[name](w @ np.array(x), y)), rel=1e-12, abs=1e-12)
    tangent = price.value(w, z) + price.gradient(w, z) @ (other - w)
    assert price.value(other, z) >= tangent - 1e-9 * (1 + abs(tangent))
    steepest = price.steepest(z)
    assert (steepest is not None) == (name == "hinge")
    if steepest is not None:
        assert np.linalg.norm(price.gradient(w, z)) <= np.linalg.norm(steepest)


@pytest.mark.parametrize("name", sorted(FORMULAS))
def test_the_sum_over_all_pairs_is_the_sum_of_each(name):
    price, total = find_convex_loss(name), loss_sum(find_convex_loss(name), 2)
    w = np.array([0.3, -0.7])
    assert total.value(w) == 0.0
    assert total.gradient(w).tolist() == [0.0, 0.0]
    zs = [price.turned(pair, 2) for pair in drawn()]
    for z in zs:
        total.add(z)
    assert total.value(w) == pytest.approx(sum(price.value(w, z) for z in zs), rel=1e-12)
    assert total.gradient(w) == pytest.approx(sum(price.gradient(w, z) for z in zs), rel=1e-12)


def test_a_pair_may_come_as_one_vector_and_logistic_is_another_name():
    price = find_convex_loss("hinge")
    pair = price.turned(([1, 2], -1), 2)
    assert pair.tolist() == price.turned([1, 2, -1], 2).tolist() == price.turned(pair, 2).tolist() == [1.0, 2.0, -1.0]
    assert price.turned((3, 1), 1).tolist() == price.turned(([3], [1]), 1).tolist() == [3.0, 1.0]
    assert find_convex_loss("logistic").name == find_convex_loss("log").name == "log"
    assert find_convex_loss("squared-error").turned(([1, 2], 0.25), 2).tolist() == [1.0, 2.0, 0.25]


@pytest.mark.parametrize(
    ("z", "words"),
    [
        (([1, 2], 0), "-1 or \\+1 for the hinge loss, not 0"),
        (([1, 2, 3], 1), "x of 2 numbers"),
        ((1, 2), "x of 2 numbers"),
        (([1], [2, 1]), "x of 2 numbers"),
        ("ab", "x of 2 numbers"),
        (3, "x of 2 numbers"),
        (([1, np.nan], 1), "finite numbers"),
        (([1, 1e200], 1), "finite numbers"),
    ],
)
def test_what_is_no_pair_is_refused_and_changes_nothing(z, words):
    game = ConvexGame(OnlineGradientDescent(2), loss="hinge")
    number = game.predict().number
    with pytest.raises(BadLabel, match=words):
        game.label(number, z)
    game.label(number, ([1, 2], 1))
    assert game.ledger.labelled == 1


@pytest.mark.parametrize("name", sorted(FORMULAS))
@pytest.mark.parametrize(
    "make",
    [
        lambda: FollowTheLeader(2),
        lambda: FollowTheRegularisedLeader(2, lam=0.5),
        lambda: OnlineGradientDescent(2),
    ],
    ids=["leader", "regularised", "descent"],
)
def test_a_saved_game_of_pairs_goes_on_bit_for_bit(tmp_path, name, make):
    pairs = drawn(3)
    game = played(make(), pairs[:10], name)
    save(game, tmp_path / "game.npz")
    again = load(tmp_path / "game.npz")
    for each in (game, again):
        for pair in pairs[10:]:
            each.label(each.predict().number, pair)
    assert {key: np.asarray(value).tobytes() for key, value in game.state().items()} == {
        key: np.asarray(value).tobytes() for key, value in again.state().items()
    }
    assert str(game.ledger) == str(again.ledger)


@pytest.mark.parametrize("part", ["ledger/losses/revealed", "learner/losses/revealed"])
def test_saved_pairs_are_checked(part):
    game = played(FollowTheLeader(2), drawn(rounds=4))
    for wrong, words in (
        (np.zeros((4, 2)), "has 2 coordinates, not 3"),
        (np.zeros((4, 3)), "-1 or"),
    ):
        with pytest.raises((StateError, BadLabel), match=words):
            ConvexGame(FollowTheLeader(2), loss="hinge").restore({**game.state(), part: wrong})


def test_a_game_of_pairs_is_judged_by_any_loss_of_its_guesses():
    pairs = drawn(1, rounds=50)
    game = played(OnlineGradientDescent(2), pairs)
    guesses = np.array([point @ x for point, (x, _) in zip(game.ledger.points, pairs, strict=True)])
    labels = np.array([y for _, y in pairs])
    assert game.ledger.judged_by("hinge") == pytest.approx(game.ledger.loss)
    assert game.ledger.judged_by("mistake") == float((np.where(guesses >= 0, 1, -1) != labels).sum())
    assert game.ledger.judged_by("margin:0.5") == float((labels * guesses < 0.5).sum())
    assert game.ledger.judged_by("ramp") == pytest.approx(find_loss("ramp").values(labels, guesses).sum())
    assert ConvexGame(OnlineGradientDescent(2), loss="hinge").ledger.judged_by("ramp") == 0.0


def test_only_guesses_that_were_kept_can_be_judged():
    with pytest.raises(BadParameter, match="the linear loss has none"):
        ConvexGame(OnlineGradientDescent(2)).ledger.judged_by("ramp")
    with pytest.raises(BadParameter, match="larger keep"):
        played(OnlineGradientDescent(2), drawn(), keep=4).ledger.judged_by("ramp")


def test_no_pair_makes_a_loss_strongly_convex():
    assert PairHinge.strong == PairHinge.concave == 0.0
    for name in FORMULAS:
        with pytest.raises(BadParameter, match="strongly convex losses"):
            ConvexGame(OnlineGradientDescent(2, eta="strong"), loss=name)
