"""LinUCB and linear Thompson sampling: regression, choice, chances, features of actions, and what is refused."""

from __future__ import annotations

from math import erf, sqrt

import numpy as np
import pytest

from littlestone import EXP4, ActionGame, Batch, LinearThompson, LinUCB, Schema, TsallisINF, load, save
from littlestone.bandits.linear_thompson import LinearThompson as Thompson
from littlestone.coin import Coin
from littlestone.errors import BadFeature, BadParameter, StateError, UnknownName
from littlestone.support.normals import normals, uniforms


def row_of(numbers):
    return Batch([0, len(numbers)], range(len(numbers)), numbers, len(numbers)).row(0)


def taught(learner, rounds, seed=1, n=4):
    """The learner after some rounds, with what its actions have seen."""
    random = np.random.default_rng(seed)
    seen = {action: ([], []) for action in range(learner.K)}
    for _ in range(rounds):
        x, action, loss = random.normal(size=n), int(random.integers(learner.K)), random.random()
        learner.learn(row_of(x), action, loss, 0.5)
        seen[action][0].append(np.append(learner.bias, x) if learner.bias else x)
        seen[action][1].append(1.0 - loss)
    return seen


@pytest.mark.parametrize("bias", [0.0, 0.5])
def test_what_is_kept_is_the_inverse_and_the_ridge_regression_of_the_rewards(bias):
    learner = LinUCB(3, lam=0.3, bias=bias)
    seen = taught(learner, 300)
    x = np.array([0.3, -1.0, 2.0, 0.1])
    means, deviations = learner.moments(*learner.examples(row_of(x)))
    full = np.append(bias, x) if bias else x
    for action, (examples, rewards) in seen.items():
        X = np.array(examples)
        A = 0.3 * np.eye(X.shape[1]) + X.T @ X
        theta = np.linalg.solve(A, X.T @ np.array(rewards))
        assert means[action] == pytest.approx(theta @ full, rel=1e-9)
        assert deviations[action] == pytest.approx(sqrt(full @ np.linalg.inv(A) @ full), rel=1e-9)


def test_linucb_does_what_may_be_best_and_explores_with_its_chance():
    learner = LinUCB(3, alpha=0.7, explore=0.06)
    taught(learner, 50)
    x = row_of([1.0, 0.0, -2.0, 0.5])
    means, deviations = learner.moments(*learner.examples(x))
    chances = learner.predict(x)
    assert chances.argmax() == (means + 0.7 * deviations).argmax()
    assert sorted(chances) == pytest.approx([0.02, 0.02, 0.96])


def test_what_is_equally_good_has_equal_chances():
    assert LinUCB(4, explore=0.2).predict(row_of([1.0, 2.0])).tolist() == [0.25, 0.25, 0.25, 0.25]


def normal(z):
    return (1.0 + erf(z / sqrt(2.0))) / 2.0


def test_the_chances_of_thompson_are_those_of_being_best():
    learner = Thompson(2, draws=10_000, explore=0.0, v=1.5)
    taught(learner, 30)
    x = row_of([0.2, -0.1, 0.3, 0.1])
    means, deviations = learner.moments(*learner.examples(x))
    wanted = normal((means[1] - means[0]) / (1.5 * sqrt((deviations**2).sum())))
    assert 0.05 < wanted < 0.95
    assert learner.predict(x)[1] == pytest.approx(wanted, abs=0.02)


def test_the_chances_of_actions_that_share_a_regression_heed_what_they_have_in_common():
    learner = Thompson(2, shared=True, draws=10_000, explore=0.0, v=1.0, bias=0.0)
    random = np.random.default_rng(4)
    seen = []
    for _ in range(20):
        x, loss = random.normal(size=3), random.random()
        learner.learn((row_of(x), None), 0, loss, 0.5)
        seen.append((x, 1.0 - loss))
    X, r = np.array([x for x, _ in seen]), np.array([r for _, r in seen])
    P = np.linalg.inv(np.eye(3) + X.T @ X)
    first, second = np.array([1.0, 0.3, 0.0]), np.array([1.1, 0.3, 0.4])
    apart = second - first
    wanted = normal(apart @ P @ X.T @ r / sqrt(apart @ P @ apart))
    assert 0.05 < wanted < 0.95
    assert learner.predict((row_of(first), row_of(second)))[1] == pytest.approx(wanted, abs=0.02)


def test_the_draws_are_of_the_state_and_differ_from_lesson_to_lesson():
    learner = Thompson(5, draws=3, explore=0.0)
    first = learner.predict(row_of([1.0]))
    assert learner.predict(row_of([1.0])).tolist() == first.tolist()
    chances = []
    for _ in range(300):  # too far away to teach anything about the example that is asked
        learner.learn(Batch([0, 0], [], [], 5).row(0), 4, 0.5, 1.0)
        chances.append(learner.predict(row_of([1.0, 1.0])))
    assert len({tuple(each) for each in chances}) > 20
    assert Thompson(5, draws=3, seed=8).predict(row_of([1.0])).tolist() != first.tolist()


def test_over_the_draws_each_action_comes_as_often_as_with_many_of_them():
    few = [Thompson(3, draws=1, explore=0.0, seed=seed).predict(row_of([1.0])) for seed in range(2000)]
    assert set(np.array(few).reshape(-1)) == {0.0, 1.0}
    assert np.mean(few, axis=0) == pytest.approx([1 / 3] * 3, abs=0.04)


def test_normal_numbers_are_normal_and_a_function_of_the_seed():
    many = normals(3, 200_000)
    assert normals(3, 10).tolist() == many[:10].tolist()
    assert normals(4, 10).tolist() != many[:10].tolist()
    assert len(normals(3, 0)) == 0
    for z in (-2.5, -1.0, 0.0, 0.5, 2.0, 3.0):
        assert (many < z).mean() == pytest.approx(normal(z), abs=0.004)
    assert np.corrcoef(many[:-1], many[1:])[0, 1] == pytest.approx(0.0, abs=0.01)


def test_the_uniform_numbers_are_those_of_the_coin():
    assert uniforms(12, 3, 4).tolist() == [Coin(12).toss(number) for number in range(3, 7)]


KINDS = [LinUCB, LinearThompson]


@pytest.mark.parametrize("kind", KINDS)
def test_further_features_share_places(kind):
    learner = kind(2, width=5)
    wide = Batch([0, 3], [1, 5, 1000], [1.0, 2.0, 3.0], 2000).row(0)
    learner.learn(wide, 0, 0.0, 0.5)
    assert learner.theta.shape == (2, 3)  # none of them has a place beyond the third
    columns, values = learner.entries(wide)
    assert columns.tolist() == [0, 1, 2]
    assert values.tolist() == [1.0, 3.0, 3.0]  # 1000 is at 0, 1 and 5 at 1, beside the constant


@pytest.mark.parametrize("kind", KINDS)
def test_features_too_large_to_add_up_leave_the_regression_as_it_was(kind):
    learner = kind(2)
    taught(learner, 10)
    before = learner.theta.copy()
    huge = row_of([1e200, -1e200, 1.0, 0.0])
    learner.learn(huge, 0, 0.0, 0.5)
    assert learner.predict(huge).sum() == pytest.approx(1.0)
    assert np.array_equal(learner.theta, before)


@pytest.mark.parametrize("kind", KINDS)
def test_what_rounding_leaves_of_large_features_is_still_a_state(kind):
    random = np.random.default_rng(0)
    for _ in range(30):
        learner = kind(1)
        for _ in range(5):
            learner.learn(row_of(random.normal(size=3) * 10.0 ** random.integers(-8, 9, size=3)), 0, 0.5, 1.0)
        learner.clone().restore(learner.state())


ARTICLES = {"politics": {"article": "politics"}, "sports": {"article": "sports"}, "food": {"article": "food"}}
LIKED = {("ann", "am"): "politics", ("ann", "pm"): "food", ("bob", "am"): "sports", ("bob", "pm"): "politics"}


def news(kind, rounds, **settings):
    """A game of articles with features, of which each reader likes another one, and its mean reward at the end."""
    schema = Schema(interactions=("user*time*article",))
    game = ActionGame(kind(3, shared=True, **settings), actions=tuple(ARTICLES), schema=schema, seed=3)
    random = np.random.default_rng(2)
    brought = []
    for _ in range(rounds):
        request = {"user": ("ann", "bob")[random.integers(2)], "time": ("am", "pm")[random.integers(2)]}
        move = game.predict(request, ARTICLES)
        brought.append(float(random.random() < (0.9 if move.action == LIKED[tuple(request.values())] else 0.1)))
        game.reward(move.number, brought[-1])
    return game, np.mean(brought[rounds // 2 :])


@pytest.mark.parametrize("kind", KINDS)
def test_products_of_request_and_action_tell_who_likes_what(kind):
    assert news(kind, 600)[1] > 0.8


@pytest.mark.parametrize("kind", KINDS)
def test_a_saved_game_keeps_choices_of_open_rounds(kind, tmp_path):
    game, _ = news(kind, 50)
    waiting = [game.predict({"user": "ann", "time": "am"}, ARTICLES), game.predict(None, {"food": {"article": "food"}})]
    assert waiting[1].action == "food"
    assert waiting[1].chance == 1.0
    save(game, tmp_path / "game.npz")
    again = load(tmp_path / "game.npz")
    for move in reversed(waiting):
        for one in (game, again):
            one.reward(move.number, 1.0)
    ours, theirs = game.state(), again.state()
    assert all(np.array_equal(ours[name], theirs[name]) for name in ours)
    assert (
        game.predict({"user": "bob"}, ARTICLES).guess.tolist()
        == again.predict({"user": "bob"}, ARTICLES).guess.tolist()
    )


def test_a_state_whose_choices_do_not_fit_is_refused():
    game, _ = news(LinUCB, 3)
    game.predict(None, ARTICLES)
    state = game.state()
    state["open/choices"] = np.array([False])
    with pytest.raises(StateError, match="one for each of 3 actions"):
        game.restore(state)
    state = game.learner.state()
    with pytest.raises(StateError, match="matrix"):
        game.learner.restore({**state, "inverse": state["inverse"][:, 1:]})
    with pytest.raises(StateError, match="0 or more"):
        game.learner.restore({**state, "inverse": -state["inverse"]})


def test_choices_come_by_name_or_in_the_order_of_the_actions_and_some_may_be_left_out():
    game = ActionGame(LinUCB(3), actions=("a", "b", "c"))
    for choices, there in (
        ({"c": {"price": 2}, "a": {"price": 1}}, [True, False, True]),
        ([{"price": 2}, {}], [True, True, False]),
        ([None, {"price": 2}, {"price": 3}], [False, True, True]),
        ({"a": None, "b": {"price": 1}}, [False, True, False]),
    ):
        move = game.predict({"hour": 3}, choices)
        assert (move.guess > 0.0).tolist() == there
        game.forget(move.number)


def test_actions_that_are_numbers_may_be_told_as_texts():
    """Keys of JSON are texts."""
    game = ActionGame(LinUCB(3, shared=True), actions=(10, 20, 30))
    move = game.predict({"hour": 3}, {"30": {"price": 2}, 10: {"price": 1}})
    assert (move.guess > 0.0).tolist() == [True, False, True]
    assert game.predict({"hour": 3}, [{}, {}, {}], allowed=["20"]).action == 20
    for odd in ("3", 3, None, [10], ([10],)):
        with pytest.raises(UnknownName, match="no action"):
            game.predict({"hour": 3}, [{}, {}, {}], allowed=[odd])


@pytest.mark.parametrize(
    ("x", "choices", "error", "words"),
    [
        ({}, {"d": {}}, UnknownName, "d"),
        ({}, [{}, {}, {}, {}], BadParameter, "3 actions, and there are 4"),
        ({}, [], BadParameter, "no choices"),
        ({}, {"a": None}, BadParameter, "no choices"),
        ({}, "abc", BadParameter, "by name or in their order"),
        ({"price": 1}, {"a": {"price": 2}}, BadFeature, "rename one"),
        ([1.0], {"a": {"price": 2}}, BadFeature, "records"),
        ({}, None, BadParameter, "predict\\(x, choices\\)"),
        (None, None, BadParameter, "looks at an example"),
        ({"new": 1}, {"a": {"newer": 1}, "b": {"newest": float("inf")}}, BadFeature, "newest"),
    ],
)
def test_choices_that_are_wrong_are_refused_and_nothing_has_changed(x, choices, error, words):
    game = ActionGame(LinUCB(3, shared=True), actions=("a", "b", "c"))
    before = game.state()
    with pytest.raises(error, match=words):
        game.predict(x, choices)
    after = game.state()
    assert all(np.array_equal(before[name], after[name]) for name in before)


def test_learners_that_look_at_requests_alone_say_so():
    with pytest.raises(BadParameter, match="LinUCB\\(2, shared=True\\)"):
        ActionGame(EXP4(2, "perceptron")).predict({}, [{}, {}])


def test_learners_that_look_at_nothing_heed_which_actions_there_are():
    game = ActionGame(TsallisINF(3), actions=("a", "b", "c"))
    assert game.predict({"hour": 3}, {"a": {"price": 1}, "c": {"price": 2}}).guess.tolist() == [0.5, 0.0, 0.5]
    assert game.predict(None, [None, {"price": 1}]).guess.tolist() == [0.0, 1.0, 0.0]
    assert game.predict(None, [{}, {}, {}], allowed=["c"]).action == "c"
    for wrong in ({}, {"d": {}}, [{}, {}, {}, {}], 5):
        with pytest.raises((BadParameter, UnknownName)):
            game.predict(None, wrong)
    with pytest.raises(BadParameter, match="none of the choices is allowed"):
        game.predict(None, {"a": {}}, allowed=["b"])
    assert game.ledger.rounds == 3


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"explore": 1.5}, "from 0 to 1"),
        ({"lam": 0.0}, "lam"),
        ({"width": 1}, "2 or more"),
        ({"width": 10_000}, "4096 at most"),
        ({"shared": 1}, "True or False"),
        ({"bias": float("nan")}, "finite"),
    ],
)
@pytest.mark.parametrize("kind", KINDS)
def test_settings_that_cannot_be(kind, settings, words):
    with pytest.raises(BadParameter, match=words):
        kind(2, **settings)


def test_draws_and_seeds_that_cannot_be():
    for settings in ({"draws": 0}, {"draws": 10**6}, {"seed": -1}, {"seed": 1 << 32}):
        with pytest.raises(BadParameter, match=r"draws|seed"):
            LinearThompson(2, **settings)
