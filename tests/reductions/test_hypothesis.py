from __future__ import annotations

import copy
import pickle

import numpy as np
import pytest

from littlestone import Game, Perceptron, RowLearner, Winnow
from littlestone.errors import BadFeature, BadParameter, BadWidth, NotBoolean
from littlestone.features import as_batch
from littlestone.reductions import Hypothesis


def game_with_names():
    game = Game(Perceptron())
    for x, y in 3 * [({"free": 1, "win": 1}, +1), ({"meeting": 1}, -1)]:
        game.label(game.predict(x).number, y)
    return game


def test_a_hypothesis_acts_as_the_game_would():
    game = game_with_names()
    h = Hypothesis.of(game)
    for x in ({"free": 1}, {"meeting": 2}, {"win": -1, "meeting": 1}, {}, {"unknown": 3}):
        move = game.predict(x)
        assert h(x) == move.act
        assert h.guess(x) == move.guess


def test_a_hypothesis_does_not_change_while_the_learner_learns_on():
    game = game_with_names()
    h = Hypothesis.of(game)
    assert h({"meeting": 1}) == -1
    for _ in range(5):
        game.label(game.predict({"meeting": 1}).number, +1)
    assert game.predict({"meeting": 1}).act == +1
    assert h({"meeting": 1}) == -1


def test_asking_a_hypothesis_leaves_no_trace():
    h = Hypothesis.of(game_with_names())
    before = repr(h), h.names, h.learner.weights.tolist()
    for x in ({"a": 1}, {"b": 1, "free": 1}, {"c": 1}):
        h(x)
    with pytest.raises(BadFeature):
        h({"free": float("inf"), "new": 1})
    assert (repr(h), h.names, h.learner.weights.tolist()) == before


def test_a_hypothesis_that_has_seen_nothing_takes_names_and_numbers_alike():
    h = Hypothesis(Perceptron(zero="-1"))
    assert [h({"a": 1}), h([1, 0]), h({"b": 1}), h(([3], [1.0]))] == [-1] * 4


def test_columns_with_numbers_stay_numbers():
    game = Game(Perceptron())
    game.label(game.predict([0, 1]).number, -1)
    h = Hypothesis.of(game)
    assert h([0, 1]) == -1
    with pytest.raises(BadFeature, match="numbered"):
        h({"a": 1})


def test_nothing_done_to_the_learner_it_hands_out_reaches_it():
    h = Hypothesis(Perceptron(zero="-1"))
    learner = h.learner
    learner.learn(as_batch([[1.0]]).row(0), 1.0, 0.0)
    assert h([1]) == -1
    assert h.learner.updates == 0


def test_a_guess_that_stands_for_neither_label_is_zero():
    assert Hypothesis(Perceptron(zero="mistake"))([1]) == 0


def test_the_labels_of_a_table():
    h = Hypothesis(Winnow(n=2, theta=1.0))
    assert h.labels([[0, 0], [0, 1], [1, 1]]).tolist() == [-1, -1, 1]


def test_a_boolean_hypothesis_takes_only_zeros_and_ones_and_its_own_columns():
    h = Hypothesis(Winnow(n=2))
    with pytest.raises(NotBoolean):
        h([0.5, 1])
    with pytest.raises(BadWidth):
        h([0, 0, 1])


@pytest.mark.parametrize("twin", [copy.deepcopy, lambda h: pickle.loads(pickle.dumps(h))])
def test_a_copy_of_a_hypothesis_is_the_same_function(twin):
    h = Hypothesis.of(game_with_names())
    other = twin(h)
    assert repr(other) == repr(h)
    assert other.names == h.names
    assert np.array_equal(other.learner.weights, h.learner.weights)
    assert other({"meeting": 1}) == -1


def test_a_learner_with_a_coin_is_no_function():
    class Coin(RowLearner):
        """Fair."""

        randomised = True

    with pytest.raises(BadParameter, match="coin"):
        Hypothesis(Coin())
