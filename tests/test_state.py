"""What every learner and every ledger holds: its state comes back as it was, and a wrong one is refused whole."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

import numpy as np
import pytest
from fuzz_saved import GAMES_OF, game_of_table

from littlestone import Game, Perceptron
from littlestone.errors import LittlestoneError, StateError
from littlestone.state import Count, Number, Part, Saved, Text, Vector, fields

ABSENT = {  # what release 0.1.0, or a game without weights, has not saved
    "lessons", "lessons_before", "lessons_seen", "unordered", "first_cut", "largest", "weights", "weight", "numbers",
    "guesses", "chances", "rivals", "leads", "embedded", "unled", "loose", "shapeless", "wide", "outside", "off",
    "over", "flat",
}  # fmt: skip
EITHER = {"last/number"}  # without it there was no last round


@cache
def played(table: str, name: str) -> Any:
    return game_of_table(table, name)


def bytes_of(state: dict[str, Any]) -> dict[str, tuple[Any, ...]]:
    arrays = {name: np.asarray(value) for name, value in state.items()}
    return {name: (array.dtype.str, array.shape, array.tobytes()) for name, array in arrays.items()}


def wrong(value: Any) -> Iterator[Any]:
    """The array in another shape, of another kind, and with a number that is none in the place of a count."""
    array = np.asarray(value)
    yield array[None]
    yield np.full(array.shape, 1.0 if array.dtype.kind == "U" else "x")
    if array.dtype.kind == "i" and array.size:
        yield np.full(array.shape, np.nan)


@pytest.mark.parametrize(("table", "name"), GAMES_OF)
@pytest.mark.parametrize("part", ["learner", "ledger"])
def test_a_state_comes_back_to_the_last_byte(table, name, part):
    thing = getattr(played(table, name), part)
    before = bytes_of(thing.state())
    thing.restore(thing.state())
    assert list(bytes_of(thing.state()).items()) == list(before.items())


@pytest.mark.parametrize(("table", "name"), GAMES_OF)
@pytest.mark.parametrize("part", ["learner", "ledger"])
def test_a_wrong_field_is_named_and_changes_nothing(table, name, part):
    thing = getattr(played(table, name), part)
    state = thing.state()
    before = bytes_of(state)
    for field, value in state.items():
        last = field.rpartition("/")[2]
        changed = [{**state, field: odd} for odd in wrong(value)]
        if last not in ABSENT and not field.endswith(tuple(EITHER)):
            changed.append({each: state[each] for each in state if each != field})
        for other in changed:
            with pytest.raises(StateError, match=last):
                thing.restore(other)
        assert bytes_of(thing.state()) == before, f"{field} was refused, but not whole"


@pytest.mark.parametrize(("table", "name"), GAMES_OF)
def test_a_game_that_refuses_a_state_is_as_it_was(table, name):
    game = played(table, name)
    before = game.state()
    fresh = {f"learner/{name}": value for name, value in game.learner.clone().state().items()}
    for part in ("ledger/rounds", "open/numbers"):
        with pytest.raises((LittlestoneError, ValueError, TypeError)):
            game.restore({**before, **fresh, part: np.array("x")})
        assert bytes_of(game.state()) == bytes_of(before)


class Inner(Saved):
    saved = fields(
        Count("n", least=-1), Vector("w", finite=True), Vector("v", like="w", missing=lambda held: held["w"])
    )

    def __init__(self) -> None:
        self.n, self.w, self.v = 0, np.zeros(2), np.zeros(2)


class Outer(Inner):
    saved = fields(Part("inner/", "inner"), Number("x", missing=0.5), Text("said"))

    def __init__(self) -> None:
        super().__init__()
        self.inner, self.x, self.said = Inner(), 1.0, "hello"


def test_fields_are_those_of_the_bases_first_and_parts_have_their_names():
    outer = Outer()
    assert list(outer.state()) == ["n", "w", "v", "inner/n", "inner/w", "inner/v", "x", "said"]
    outer.restore({"n": 3, "w": np.ones(1), "inner/n": -1, "inner/w": np.zeros(0), "said": "bye"})
    assert (outer.n, outer.x, outer.said, outer.inner.n, outer.v.tolist()) == (3, 0.5, "bye", -1, [1.0])


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"n": 1.0}, "'n' is a count, from -1 to 2\\^53, not 1.0"),
        ({"n": 2**60}, "'n' is a count"),
        ({"x": np.zeros(1)}, r"'x' is a number, not an array of shape \(1,\)"),
        ({"w": np.array([1.0, np.nan])}, "'w' holds finite numbers"),
        ({"inner/v": np.zeros(3)}, "in inner/: 'v' and 'w' do not fit"),
        ({"said": 3}, "'said' is a text, not 3"),
    ],
)
def test_what_came_instead_is_said(change, words):
    outer = Outer()
    before = bytes_of(outer.state())
    with pytest.raises(StateError, match=words):
        outer.restore({**outer.state(), **change})
    assert bytes_of(outer.state()) == before


def test_a_learner_of_the_users_own_may_still_save_itself_by_hand():
    class ByHand(Perceptron):
        def __init__(self) -> None:
            super().__init__()
            self.more = 0

        def parameters(self) -> dict[str, Any]:
            return {}

        def state(self) -> dict[str, Any]:
            return {**super().state(), "more": np.int64(self.more)}

        def restore(self, state: dict[str, Any]) -> None:
            super().restore(state)
            self.more = int(state["more"])

    game = Game(ByHand())
    game.learner.more = 7
    game.label(game.predict([1.0]).number, -1)
    again = Game(ByHand())
    again.restore(game.state())
    assert (again.learner.more, again.learner.updates) == (7, 1)
