from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from littlestone import Forgetron, Game, Halving, Hedge, MulticlassPerceptron, OneVsRest, Perceptron, Winnow
from littlestone.errors import BadParameter
from littlestone.features import HashedFeatures


def taught(game, rounds):
    for x, y in rounds:
        game.label(game.predict(x).number, y)
    return game


@settings(deadline=None, max_examples=30)
@given(st.lists(st.tuples(st.dictionaries(st.sampled_from("abcde"), st.floats(-3, 3)), st.sampled_from([-1, 1]))))
def test_weights_are_those_of_the_learner_largest_first(rounds):
    game = taught(Game(Perceptron()), rounds)
    found = game.weights()
    vector = game.learner.weights
    kept = {name: vector[column] for name, column in game.features.columns.items() if column < len(vector)}
    assert found == {name: weight for name, weight in kept.items() if weight}
    assert [abs(weight) for weight in found.values()] == sorted(map(abs, found.values()), reverse=True)
    assert list(game.weights(2).items()) == list(found.items())[:2]


def test_columns_without_names_have_their_numbers():
    game = taught(Game(Perceptron()), [([1, 0, -2], -1)])
    assert game.weights() == {2: 2.0, 0: -1.0}


def test_hashed_columns_have_their_numbers():
    game = taught(Game(Perceptron(), features=HashedFeatures(4)), [({"free": 1, "win": 2}, -1)])
    assert game.weights() == {10: 2.0, 14: -1.0}


@pytest.mark.parametrize("learner", [MulticlassPerceptron(), OneVsRest("perceptron")])
def test_every_class_has_weights_of_its_own(learner):
    rounds = [({"b": 1}, "red"), ({"b": 1}, "green"), ({"b": 1}, "green"), ({"a": 1, "b": 1}, "red")]
    game = taught(Game(learner), rounds)
    found = game.weights()
    assert set(found) <= {(label, name) for label in ("red", "green") for name in "ab"}
    assert found["red", "a"] > 0 > found["green", "a"]


def test_negations_are_called_so():
    game = taught(Game(Winnow(n=2, negations=True), features=["a", "b"]), [({"a": 1}, -1)])
    assert set(game.weights()) == {"a", "b", "not a", "not b"}


def test_experts_have_weights_too():
    game = Game(Hedge(eta=1.0), loss="square", features=["ann", "bob"])
    game.label(game.predict([0.0, 1.0]).number, 1.0)
    assert list(game.weights()) == ["bob", "ann"]
    assert game.weights(1) == {"bob": pytest.approx(1 / (1 + np.exp(-1.0)))}


@pytest.mark.parametrize("learner", [Forgetron(), Halving(n=2)])
def test_without_weights_for_columns_there_is_an_error(learner):
    with pytest.raises(BadParameter, match="has no weights, one for every column"):
        Game(learner).weights()


def test_top_is_a_number_of_weights():
    with pytest.raises(BadParameter, match="top is a number of weights"):
        Game(Perceptron()).weights(-1)
