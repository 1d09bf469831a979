"""Logs of actions as events."""

from __future__ import annotations

import io
import json

import pytest

from littlestone.errors import BadFile
from littlestone.formats import ActionEvents, LoggedActions
from littlestone.formats.tables.action_events import are_events
from littlestone.formats.text.logged_actions import are_logged


def read(*events, **settings):
    text = "".join(f"{event if isinstance(event, str) else json.dumps(event)}\n" for event in events)
    return ActionEvents(io.BytesIO(text.encode()), **settings)


def test_rounds_have_places_costs_and_chances_and_a_late_one_comes_twice():
    events = read(
        {"id": "a", "x": {"k": 1}, "action": "go", "chance": 0.5},
        {"id": 2, "x": {"k": 2}, "action": "wait", "chance": 0.25, "reward": True},
        {"id": "a", "reward": 0.75},
        {"x": {"k": 3}, "action": "go", "chance": 1},
        {"id": "b", "x": {}, "action": "go", "chance": 1, "reward": None},
        actions=["wait", "go"],
    )
    rounds = [(one.action, one.cost, one.chance, one.x, one.key) for one in events]
    assert rounds == [
        (1, None, 0.5, {"k": 1}, "a"),
        (0, -1.0, 0.25, {"k": 2}, "2"),
        (1, -0.75, 0.5, {"k": 1}, "a"),
        (1, None, 1.0, {}, "b"),
    ]
    assert events.unlabelled == 2


def test_choices_have_the_features_of_the_request_too_and_are_in_the_order_of_the_actions(tmp_path):
    path = tmp_path / "log.events"
    path.write_text(
        json.dumps(
            {
                "x": {"u": 1},
                "choices": {"b": {"p": 2}, "a": {"p": 1}, "c": None},
                "action": "b",
                "chance": 1,
                "reward": 0,
            }
        )
    )
    events = ActionEvents(path)
    assert events.has_blocks()
    assert events.named() == ["a", "b", "c"]
    (round,) = events
    assert round.choices == [{"u": 1, "p": 1}, {"u": 1, "p": 2}, None]
    assert round.action == 1


def test_numbers_name_actions_too():
    (round,) = read({"choices": {"2": {}, "1": {}}, "action": 2, "chance": 1, "reward": 1}, actions=[1, 2])
    assert (round.action, round.choices) == (1, [{}, {}])


@pytest.mark.parametrize(
    ("event", "words"),
    [
        ("[1]", "a JSON object"),
        ("{", "a JSON object"),
        ({"action": "a", "chance": 1, "rewards": 1}, "rewards"),
        ({"id": "z", "reward": 1}, "no round of the id 'z'"),
        ({"id": "z"}, 'has an "action"'),
        ({"id": "z", "reward": None}, 'has an "action"'),
        ({"action": 1.5, "chance": 1}, "a text or a whole number"),
        ({"action": "a"}, '"chance" is a number'),
        ({"action": "a", "chance": 0}, "above 0"),
        ({"action": "a", "chance": 1.5}, "above 0"),
        ({"action": "a", "chance": 1, "reward": "1"}, '"reward" is a number'),
        ({"action": "a", "chance": 1, "x": [1]}, '"x" is an object'),
        ({"action": "d", "chance": 1, "reward": 1}, "action"),
        ({"action": "a", "chance": 1, "reward": 1, "choices": {"b": {}}}, "not among the choices"),
        ({"action": "a", "chance": 1, "reward": 1, "x": {"k": 1}, "choices": {"a": {"k": 2}}}, "rename one"),
        ({"id": "open", "action": "a", "chance": 1}, "that of an earlier round"),
    ],
)
def test_what_is_wrong_is_said_with_its_line_or_left_out_and_counted(event, words):
    first = {"id": "open", "action": "a", "chance": 1}
    last = {"id": "open", "reward": 1}
    with pytest.raises(BadFile, match=words) as error:
        list(read(first, event, last, actions=["a", "b"]))
    assert "line 2" in str(error.value)
    events = read(first, event, last, actions=["a", "b"], skip_bad=True)
    assert [one.cost for one in events] == [None, -1.0]
    assert events.bad == 1


def test_logs_are_known_by_their_beginnings():
    assert are_events(b'{"id": 1, "action": "a", "chance": 0.5}\n')
    assert not are_events(b'{"id": 1, "x": {"a": 1}, "y": 1}\n')
    assert all(map(are_logged, (b"shared | a\n", b"2:0.5:0.25 | a\n", b"1 2:-1:0.25 3 | a\n", b"|a b\n0:1:0.5 |a c\n")))
    assert not any(map(are_logged, (b"1 | a:2:3\n", b"+1 1:2 3:4\n", b"a,b\n1:2:3,4\n", b"1 2.0 'tag| a\n", b"")))
    assert len(list(LoggedActions(io.BytesIO(b"2:0.5:0.25 | a\n")))) == 1
