"""Where memory ends, nothing has changed: a fault at every request for the memory of an array."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import numpy as np
import pytest
from short_memory import faults, refusing

from littlestone import Game, make_learner
from littlestone.checks import WIDTH, taught
from littlestone.errors import LittlestoneError
from littlestone.learner import RowLearner
from tests.helpers.variants import VARIANTS

WIDE = 3 * WIDTH
OF_ROWS = [name for name, make in VARIANTS.items() if isinstance(make(), RowLearner)]


def same(one: dict[str, Any], other: dict[str, Any]) -> bool:
    """Are two states the same, to the last bit and size?"""
    return one.keys() == other.keys() and all(
        np.asarray(one[name]).shape == np.asarray(other[name]).shape
        and np.asarray(one[name]).tobytes() == np.asarray(other[name]).tobytes()
        for name in one
    )


def copied(state: dict[str, Any]) -> dict[str, Any]:
    """A copy of a state."""
    return {name: np.array(value) for name, value in state.items()}


def test_the_allocator_refuses_what_it_is_told_to() -> None:
    with pytest.raises(MemoryError), refusing(2):
        np.zeros(10), np.zeros(10)
    with refusing(2):
        first = np.zeros(10)
    assert first.sum() == 0.0
    assert len(list(faults(lambda: np.concatenate((np.eye(5).ravel() * 3.0, np.zeros(3)))))) >= 4


@pytest.mark.parametrize("name", OF_ROWS)
def test_a_learner_that_has_no_memory_to_widen_is_as_it_was(name: str) -> None:
    learner: Any = taught(VARIANTS[name])
    before = copied(learner.state())

    def widen() -> None:
        learner.widen(WIDE)

    try:
        for request in faults(widen):
            assert same(learner.state(), before), f"request {request} left {name} half widened"
            assert learner.restored == 0
    except LittlestoneError:  # its width is a setting
        assert same(learner.state(), before)


@pytest.mark.parametrize("name", OF_ROWS)
def test_a_learner_that_has_no_memory_to_be_restored_is_as_it_was(name: str) -> None:
    other: Any = taught(VARIANTS[name])
    with suppress(LittlestoneError):  # of some the width is a setting
        other.widen(WIDE)
    state = copied(other.state())
    learner: Any = VARIANTS[name]()
    before = copied(learner.state())
    for request in faults(lambda: learner.restore(state)):
        assert same(learner.state(), before), f"request {request} left {name} half restored"
        assert learner.restored == 0
    assert same(learner.state(), state)


@pytest.mark.parametrize("name", ["vaw", "ons", "second-order-perceptron", "arow"])
def test_a_full_matrix_has_a_limit_that_is_refused_before_anything_changes(name: str) -> None:
    learner = make_learner(name, {"covariance": "full"} if name == "arow" else {})
    learner.most_columns = 50
    game = Game(learner)
    y = -1.0
    for k in range(5):
        move = game.predict({f"f{k}_{i}": 1.0 for i in range(10)})
        game.label(move.number, y)
    before = copied(game.state())
    with pytest.raises(LittlestoneError, match="takes 50 columns"):
        game.predict({"one more": 1.0})
    assert same(game.state(), before)
    move = game.predict({"f0_0": 1.0, "f4_9": 2.0})
    assert np.isfinite(move.guess)
    game.label(move.number, y)
    assert np.asarray(learner.w).shape == (50,)


def test_a_learner_inside_another_brings_its_limit_along() -> None:
    for name, settings in (
        ("standardised", {"learner": "vaw"}),
        ("max-scaled", {"learner": "arow", "parameters": {"covariance": "full"}}),
        ("one-vs-rest", {"base": "arow", "parameters": {"covariance": "full"}}),
        ("committee", {"members": ["perceptron", ["arow", {"covariance": "full"}]]}),
    ):
        assert make_learner(name, settings).most_columns == 8192, name
    assert make_learner("committee", {"members": "signs"}).most_columns == 0
