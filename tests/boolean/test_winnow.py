from __future__ import annotations

import numpy as np
import pytest

from littlestone import Game, Winnow
from littlestone.errors import BadParameter, StateError


def test_winnow_writes_its_threshold_as_a_formula():
    game = Game(Winnow(n=4))
    for x, y in [([1, 0, 0, 0], 1), ([1, 0, 1, 1], 1), ([1, 0, 1, 1], -1)]:
        game.label(game.predict(x).number, y)
    assert game.learner.hypothesis() == "2 x1 + x2 + x3 + x4 > 4"
    assert game.learner.hypothesis(["a", "b", "c", "d"]) == "2 a + b + c + d > 4"
    assert game.learner.hypothesis(["x10", "x2", "b", "a"]) == "a + b + x2 + 2 x10 > 4"


def test_variables_of_weight_zero_are_left_out_and_negations_are_told_apart():
    game = Game(Winnow(n=2, negations=True, demote="eliminate", theta=2, strict=False))
    game.label(game.predict([1, 0]).number, -1)
    assert game.learner.hypothesis() == "¬x1 + x2 ≥ 2"
    assert Winnow().hypothesis() == "0 > 1"


def test_of_many_weights_the_largest_are_shown():
    learner = Winnow(n=14)
    assert learner.hypothesis().endswith("x11 + x12 + ... > 14")
    game = Game(learner)
    game.label(game.predict([0] * 13 + [1]).number, 1)
    assert learner.hypothesis().endswith("x11 + 2 x14 + ... > 14")


def test_more_variables_than_there_can_be_columns_are_refused():
    with pytest.raises(BadParameter, match="n is a number of variables, 2,147,483,647 at most"):
        Winnow(n=2**62)


def test_weights_for_another_number_of_variables_are_turned_away():
    state = Winnow(n=3).state()
    with pytest.raises(StateError, match="'exponents' is a vector of 3 numbers"):
        Winnow(n=3).restore({**state, "exponents": np.zeros(4, dtype=np.int32)})
    with pytest.raises(StateError, match="'exponents' is a vector of 6 numbers"):
        Winnow(n=3, negations=True).restore(state)
