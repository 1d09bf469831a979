"""Events: one format of an example with its id, label, weight and times."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import numpy as np
import pytest
from drawn_streams import commands

from littlestone import PA1, Game, Perceptron, load, read
from littlestone.errors import BadFeature, BadFile, BadParameter
from littlestone.features.event import Event, read_id, read_moment, read_weight
from littlestone.formats.opening import find_format
from littlestone.formats.tables.event_lines import EventLines

DOCS = Path(__file__).parents[2] / "docs"


def source_of(*lines, **settings):
    return EventLines(io.BytesIO("\n".join(lines).encode()), **settings)


def test_an_event_is_what_the_format_says():
    line = {"id": 7, "x": {"a": 2, "b": "red"}, "y": 1, "weight": 1, "asked_at": "2024-01-02", "known_at": "2024-02-01"}
    source = source_of(json.dumps(line))
    assert list(source) == [({"a": 2.0, "b=red": 1.0}, 1)]
    event = source.event
    assert (event.id, event.x, event.y, event.weight) == ("7", {"a": 2, "b": "red"}, 1, 1.0)
    assert event.asked_at.value < event.known_at.value


def test_only_x_must_be_there():
    source = source_of('{"x": {"a": 2}}', '{"x": {}}')
    assert list(source) == [({"a": 2.0}, None), ({}, None)]
    assert source.event == Event(x={})


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ('{"y": 1}', 'an event has an "x"; a label that comes later has an "id" and a "y"'),
        ('{"id": 1}', 'an event has an "x"; a label that comes later has an "id" and a "y"'),
        ('{"id": 1, "y": 1}', 'an event has an "x"; without one it is a label, which only a game takes'),
        ('{"x": 3}', '"x" is a record, {...}, or an array of numbers, not 3'),
        ('{"x": null}', '"x" is a record, {...}, or an array of numbers, not None'),
        ('{"x": {}, "asked": 3}', "there is no key of an event 'asked'; did you mean 'asked_at'?"),
        ('{"x": {}, "id": [3]}', '"id": an id is a text or a number, not [3]'),
        ('{"x": {}, "id": true}', '"id": an id is a text or a number, not True'),
        ('{"x": {}, "asked_at": "soon"}', '"asked_at": a time is a number or a date'),
        ('{"x": {}, "weight": -2}', '"weight": a weight is 0, or a number from 1e-100 to 1e+50, not -2'),
        ('{"x": {}, "y": "spam"}', "the label 'spam' is none of 0/1"),
        ('{"x": {}, "y": [1]}', "a text, a number, true, false or null was expected"),
        ('{"x": {"a": {"b": [1, "c"]}}}', "a list must be of texts only or of numbers only"),
        ('{"x": [1, 2]}', '"x" is an array here, and the events before have objects'),
    ],
)
def test_what_is_no_event_is_refused(line, words):
    first = '{"x": {"a": 1}, "y": 0}'
    with pytest.raises(BadFile) as error:
        list(source_of(first, line))
    assert "line 2" in str(error.value)
    assert words in str(error.value)
    source = source_of(first, line, first, skip_bad=True)
    assert len(list(source)) == 2
    assert source.bad == 1


def test_arrays_have_numbered_columns():
    source = source_of('{"x": [0, 2.5], "y": 1}', '{"x": [1, 0, 3], "y": 0}')
    (batch,) = source.batches()
    assert batch.width == 3
    assert list(batch.columns) == [1, 0, 2]
    assert list(batch.values) == [2.5, 1.0, 3.0]
    pairs = list(source_of('{"y": 1, "x": [0, 2.5]}'))
    assert (pairs[0][0] == np.array([0.0, 2.5])).all()
    game = Game(Perceptron())
    game.play(source_of('{"x": [0, 2.5], "y": 1}', '{"x": [1, 0, 3], "y": 0}'))
    assert game.ledger.rounds == 2
    for line in ('{"x": [1, "a"]}', '{"x": [1e999]}', '{"x": [null]}', '{"x": [[1]]}', '{"x": {}}'):
        with pytest.raises(BadFile, match="line 2"):
            list(source_of('{"x": [1]}', line))


def test_ids_times_and_weights():
    assert [read_id(value) for value in ("a", " b ", 3, 4.0, 4.5, None, "", float("nan"))] == [
        "a", "b", "3", "4", "4.5", None, None, None,
    ]  # fmt: skip
    assert read_moment("2024-01-01T00:00+01:00").value < read_moment("2024-01-01T00:00Z").value
    assert read_moment(5).value == read_moment("5").value == 5
    for wrong in ("x", True, [1], float("inf"), "1_0", {}):
        with pytest.raises(BadFeature):
            read_moment(wrong)
    assert read_weight(None) == read_weight(1) == read_weight(1.0) == 1.0
    assert (read_weight(2), read_weight(0), read_weight("2.5")) == (2.0, 0.0, 2.5)
    for wrong in (-1, "one", True, float("nan"), float("inf"), [1]):
        with pytest.raises(BadFeature):
            read_weight(wrong)


def test_a_file_of_events_is_found_out(tmp_path):
    path = tmp_path / "log.jsonl"
    for text, plain, labelled in (
        ('{"x": {"a": 1}, "y": 1}', "event", "json"),
        ('{"id": "a \\" b", "asked_at": 3, "x": [1]}', "event", "json"),
        ('\n {"y": null, "x" : {"a": 1}}', "event", "json"),
        ('{"a": {"x": {"b": 1}}}', "json", "json"),
        ('{"x": 1, "y": 1}', "json", "json"),
        ('{"z": 1, "x": {"a": 1}}', "json", "json"),
        ('{"x": {"a": 1}, "z": 1}', "json", "json"),
    ):
        path.write_text(text)
        assert find_format(path) == find_format(io.BytesIO(text.encode())) == plain
        assert find_format(path, labelled=True) == find_format(io.BytesIO(text.encode()), labelled=True) == labelled
    path.write_text('{"x": {"a": 1}, "y": 1}\n')
    assert isinstance(read(path), EventLines)
    assert list(read(path, label="y")) == [({"x.a": 1.0}, 1)]
    with pytest.raises(BadParameter, match="event files have no id="):
        read(path, id="a")


# on the command line


@pytest.fixture
def command(capsys):
    return commands(capsys)


EVENTS = [
    {"id": "a", "x": {"size": 3, "kind": "old"}, "asked_at": 1},
    {"id": "b", "x": {"size": -3, "kind": "new"}, "y": "no", "asked_at": 2, "known_at": 5},
    {"id": "a", "y": "yes"},
    {"id": "c", "x": {"size": 1, "kind": "old"}, "asked_at": 7},
    {"x": {"size": 1, "kind": "new"}, "y": "yes", "asked_at": 7},
]


@pytest.fixture
def log(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    write("log.jsonl", EVENTS)
    return tmp_path


def write(path, events):
    Path(path).write_text("".join(json.dumps(event) + "\n" for event in events))


def by_hand():
    game = Game(PA1(), labels=("no", "yes"))
    a = game.predict(EVENTS[0]["x"])
    b = game.predict(EVENTS[1]["x"])
    game.label(a.number, "yes")
    game.label(b.number, "no")
    game.predict(EVENTS[3]["x"])
    game.label(game.predict(EVENTS[4]["x"]).number, "yes")
    return game


def test_events_are_played_as_they_came(command, log):
    code, out, err = command("play", "log.jsonl", "--learner", "pa1", "-f", "m.npz", "-p", "p.csv", "--json")
    assert (code, err) == (0, "")
    assert json.loads(out)["open"] == 1
    game = load("m.npz")
    assert game.weights() == by_hand().weights()
    assert [move.id for move in game.open.values()] == ["c"]
    assert [line["id"] for line in csv.DictReader(Path("p.csv").read_text().splitlines())] == ["a", "b", "c", ""]
    write("more.jsonl", [{"id": "c", "y": "no"}, {"id": "d", "x": {"size": 2}, "y": "yes"}])
    assert command("play", "more.jsonl", "-i", "m.npz", "-f", "m.npz", "--event", "--quiet") == (0, "", "")
    assert load("m.npz").ledger.labelled == 5


def test_a_game_of_a_table_goes_on_with_events_and_guesses_them_alike(command, log):
    Path("table.csv").write_text("order,size,kind,back\no1,3,old,yes\no2,-2,new,no\no3,1,new,yes\n")
    command("play", "table.csv", "--label", "back", "--id", "order", "--learner", "pa1", "-f", "m.npz", "--quiet")
    write("same.jsonl", [{"id": "o3", "x": {"size": 1, "kind": "new", "back": "yes", "order": "z"}}])
    Path("same.csv").write_text("order,size,kind\no3,1,new\n")
    table, events = (command("predict", "m.npz", name)[1].splitlines() for name in ("same.csv", "same.jsonl"))
    assert (table[0], events[0]) == ("order,round,act,guess", "id,round,act,guess")
    assert table[1:] == events[1:]
    assert command("play", "same.jsonl", "-i", "m.npz", "--quiet")[0] == 0


def test_labels_of_events_may_come_from_a_second_file(command, log):
    write("asked.jsonl", [{"id": t, "x": {"size": t}} for t in range(4)])
    Path("labels.csv").write_text("order,back\n1,yes\n0,no\n3,yes\n")
    words = ("play", "asked.jsonl", "--labels-from", "labels.csv", "--id", "order", "--label", "back", "--json")
    for more in ((), ("--event",), ("--format", "event")):
        code, out, err = command(*words, *more)
        assert (code, err) == (0, "")
        assert (json.loads(out)["labelled"], json.loads(out)["open"]) == (3, 1)
    assert "leave out --label" in command("play", "asked.jsonl", "--event", "--label", "back")[2]


def test_records_that_look_like_events_go_on_as_records(command, log):
    write("records.jsonl", [{"x": {"a": t % 3}, "y": t % 2} for t in range(9)])
    command("play", "records.jsonl", "--label", "y", "-f", "m.npz", "--quiet")
    assert load("m.npz").features.names == ["x.a"]
    out = command("predict", "m.npz", "records.jsonl")[1]
    assert out.startswith("round,act,guess\n")
    assert len({line.rpartition(",")[2] for line in out.splitlines()[1:]}) == 3


@pytest.mark.parametrize(
    ("events", "words"),
    [
        ([{"id": "a", "x": {}}, {"id": "z", "y": 1}], "line 2, column 1: no open round has the id 'z'"),
        ([{"id": "a", "x": {}}, {"id": "a", "x": {}}], "line 2, column 1: the id 'a' is that of round 1"),
        ([{"x": {}, "y": 1, "known_at": 3}], "line 1, column 1: no time in 'asked_at'; when was it asked?"),
        ([{"x": {}, "y": 1, "asked_at": 4, "known_at": 3}], "its label was known at 3, before it was asked, at 4"),
        ([{"x": {}, "asked_at": 4}, {"x": {}, "asked_at": 3}], "asked at 3, before the line above, 4"),
    ],
)
def test_events_that_cannot_be(command, log, events, words):
    write("bad.jsonl", events)
    code, out, err = command("play", "bad.jsonl")
    assert code == 2
    assert out == "" or "broken off by what is wrong with the next" in out
    assert words in err
    left = 0 if len(events) > 1 else 2  # where every line is bad, nothing was played
    assert command("play", "bad.jsonl", "--skip-bad", "--quiet")[0] == left


def test_the_page_of_events_has_every_key():
    page = (DOCS / "events.md").read_text()
    assert all(f"`{key}`" in page for key in Event._fields)
    assert "(events.md)" in (DOCS / "formats.md").read_text()
