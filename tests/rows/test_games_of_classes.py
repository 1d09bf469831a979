"""Games of many classes, played by a learner that remembers the class of the first feature it saw."""

from __future__ import annotations

import copy
import json
import math
from datetime import date

import numpy as np
import pytest

from littlestone import Batch, Game, MulticlassPerceptron, Perceptron
from littlestone.errors import BadLabel, BadParameter
from littlestone.features.labels import Classes
from littlestone.learner import RowLearner
from littlestone.rows.class_ledger import ClassLedger


class Memory(RowLearner):
    """Answers with the class that came last with the first column of an example."""

    def __init__(self):
        super().__init__()
        self.last = {}

    @property
    def truths(self):
        return "classes"

    def predict(self, x):
        return self.last.get(int(x.columns[0]), -1.0) if len(x) else -1.0

    def act(self, guess):
        return guess

    def learn(self, x, y, guess):
        if guess != y and len(x):
            self.updates += 1
            self.last[int(x.columns[0])] = y


def test_classes_are_numbered_as_they_come_and_told_apart_in_the_account():
    game = Game(Memory())
    rounds = [("a", "cat"), ("b", "dog"), ("a", "cat"), ("a", "emu"), ("b", "dog")]
    acts = []
    for x, y in rounds:
        move = game.predict({x: 1})
        acts.append(move.act)
        game.label(move.number, y)
    assert acts == [None, None, "cat", "cat", "dog"]
    ledger = game.ledger
    assert isinstance(ledger, ClassLedger)
    assert (ledger.mistakes, ledger.best_constant) == (3, 3)
    assert ledger.classes == {"cat": 2, "dog": 2, "emu": 1}
    assert ledger.confusions == {("cat", None): 1, ("dog", None): 1, ("emu", "cat"): 1}
    assert "3 classes" in str(ledger)
    json.dumps(ledger.as_dict(), allow_nan=False)


def test_a_batch_holds_classes_as_numbers_and_missing_ones_as_nan():
    game = Game(Memory())
    game.play_batch(Batch([0, 1, 2, 3, 4], [0, 1, 0, 0], np.ones(4), 2, [7, 2.5, math.nan, 7]))
    assert game.labels.known == [7, 2.5]
    assert game.predict([1, 0]).act == 7
    assert game.ledger.forgotten == 1


def test_many_classes_need_more_room_than_the_account_began_with():
    game = Game(Memory())
    for k in range(100):
        game.label(game.predict({"x": 1}).number, k)
    assert game.ledger.mistakes == 100
    assert len(game.ledger.classes) == 100


def test_a_copy_of_a_game_knows_the_classes():
    game = Game(Memory())
    for y in ("x", "y", "z"):
        game.label(game.predict({"a": 1}).number, y)
    state = copy.deepcopy(game.state())
    again = Game(Memory())
    again.restore(state)
    assert again.labels.known == ["x", "y", "z"]
    assert again.ledger.confusions == game.ledger.confusions
    assert again.settings()["labels"] == "classes"


@pytest.mark.parametrize("wrong", [None, math.nan, [1], {}])
def test_what_cannot_be_a_class_is_refused_and_changes_nothing(wrong):
    game = Game(Memory())
    number = game.predict({"a": 1}).number
    with pytest.raises(BadLabel):
        game.label(number, wrong)
    assert game.labels.known == []
    assert game.ledger.open == 1


def test_a_class_of_a_round_that_is_not_open_is_not_admitted():
    game = Game(Memory())
    with pytest.raises(Exception, match="not open"):
        game.label(1, "cat")
    assert game.labels.known == []


def test_numbers_without_end_are_not_taken_for_classes():
    kinds = Classes(range(65_536))
    with pytest.raises(BadLabel, match="LinearDescent"):
        kinds.inside(-1)


def test_a_learner_of_two_classes_does_not_play_with_many():
    with pytest.raises(BadParameter, match="OneVsRest"):
        Game(Perceptron(), labels="classes")
    with pytest.raises(BadParameter, match="mistake"):
        Game(Memory(), loss="hinge")


@pytest.mark.parametrize("odd", [b"cat", ("cat", 1), frozenset({1}), 1 + 2j, np.complex128(1j), date(2020, 1, 1)])
def test_a_class_that_could_not_be_saved_with_the_game_is_refused_when_it_comes(odd):
    game = Game(MulticlassPerceptron())
    game.label(game.predict([1.0]).number, "dog")
    number = game.predict([2.0]).number
    with pytest.raises(BadLabel, match="a class is a text, a number or a truth value"):
        game.label(number, odd)
    assert game.labels.known == ["dog"]
    game.label(number, np.float32(0.5))
    assert copy.deepcopy(game).ledger.classes == {"dog": 1, 0.5: 1}
