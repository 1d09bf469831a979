"""The journal as events: what the games of a stream say is what the service has said, bit for bit."""

import json
import sqlite3
from struct import unpack

import pytest
import service_asking
from service_asking import address_of, asking, journal_of

from littlestone import Game
from littlestone.cli import run
from littlestone.cluster import KeyedGames, play_stream
from littlestone.learners import make_learner
from littlestone.service.journal.export import POSTGRES, SQLITE, events_of, export_into
from littlestone.service.journal.journal import PREDICT
from littlestone.service.journal.sqlite_journal import SQLiteJournal

LABELS = ("ham", "spam")


def played(folder, first=0, rounds=20, games=("ann", "bob")):
    """Games with late labels, weights, rounds that are given up and a record that is erased."""
    with asking(folder) as ask:
        for name in games:
            ask("PUT", f"/v1/games/{name}", {"labels": list(LABELS), "learner": "pa1"})
            for t in range(first, first + rounds):
                x = {"a": t % 5 - 2 + len(name), "b": f"w{t % 3} \u00e9"}
                assert ask("POST", f"/v1/games/{name}/predict", {"id": f"m{t}", "x": x})[0] == 200
                due = f"m{t - 3}"
                if t % 7 == 0:
                    ask("DELETE", f"/v1/games/{name}/rounds/{due}")
                elif t % 4:
                    weight = {"weight": 0.5 + t % 3} if t % 5 == 0 else {}
                    ask("POST", f"/v1/games/{name}/label", {"id": due, "y": LABELS[t % 2], **weight})


def opened(folder):
    return SQLiteJournal(folder / "journal.sqlite", writes=False)


def games_of(folder):
    """The guesses that the journal has, by game and row."""
    journal = opened(folder)
    found = {
        (name, row.seq): unpack("<d", row.guess)[0]
        for name, number in journal.games().items()
        for row in journal.rows(number)
        if row.kind == PREDICT
    }
    journal.close()
    return found


def oracle(events):
    return list(play_stream(KeyedGames(Game(make_learner("pa1"), labels=LABELS)), events))


def test_the_stream_says_what_the_service_said(tmp_path, capsys):
    played(tmp_path / "games")
    assert run(["export", str(tmp_path / "games"), "--out", str(tmp_path / "all.ndjson")]) == 0
    events = [json.loads(line) for line in (tmp_path / "all.ndjson").read_text().splitlines()]
    assert {event["kind"] for event in events} == {"ask", "label", "forget"}
    said = oracle(events)
    assert {one["kind"] for one in said} == {"prediction", "account", "forgotten"}
    guesses = {(one["key"], one["seq"]): one["guess"] for one in said if one["kind"] == "prediction"}
    assert guesses == games_of(tmp_path / "games")
    assert len(guesses) == 40
    capsys.readouterr()
    assert run(["export", str(tmp_path / "games"), "bob"]) == 0
    assert [json.loads(line) for line in capsys.readouterr().out.splitlines()] == [
        event for event in events if event["key"] == "bob"
    ]


def same_events(folder, rows, names):
    """Are rows of a query the events of the export? Texts of JSON may have other spaces."""
    journal = journal_of(folder)
    wanted = [event for name in journal.games() for event in events_of(journal, name)]
    journal.close()
    found = [dict(zip(names, row, strict=True)) for row in rows]
    plain = [{name: value for name, value in event.items() if value is not None} for event in found]
    for event in (*plain, *wanted):
        for name in ("record", "label"):
            if name in event:
                event[name] = json.loads(event[name])
    assert plain == wanted
    assert {event["kind"] for event in plain} == {"ask", "label", "forget"}
    assert names == ["key", "seq", "id", "kind", "record", "label", "time", "weight"]


def test_the_query_for_jdbc_gives_the_same_events(tmp_path):
    played(tmp_path)
    with sqlite3.connect(tmp_path / "journal.sqlite") as connection:
        rows = connection.execute(SQLITE)
        same_events(tmp_path, rows.fetchall(), [one[0] for one in rows.description])


def test_so_does_that_of_postgresql(tmp_path, postgres, monkeypatch):
    import psycopg

    monkeypatch.setattr(service_asking, "POSTGRES", [postgres.address])
    played(tmp_path)
    with psycopg.connect(address_of(tmp_path)) as connection:
        rows = connection.execute(POSTGRES)
        same_events(tmp_path, rows.fetchall(), [one.name for one in rows.description])
    out = tmp_path / "events.ndjson"
    assert run(["export", str(tmp_path), "--journal", address_of(tmp_path), "--out", str(out)]) == 0
    assert len(oracle([json.loads(line) for line in out.read_text().splitlines()])) > 40


def test_a_folder_gets_what_is_new(tmp_path, capsys):
    source, sink = tmp_path / "games", tmp_path / "events"
    played(source, rounds=8)
    asked = ["export", str(source), "--into", str(sink)]
    assert run(asked) == 0
    assert "new events in" in capsys.readouterr().err
    assert run(asked) == 0
    assert "0 new events" in capsys.readouterr().err
    played(source, first=8, rounds=10, games=("ann", "bob", "cleo"))
    assert run([*asked, "--quiet"]) == 0
    files = sorted(path.name for path in sink.iterdir())
    assert files == ["00000001.json", "00000002.json", "_exported.json"]
    events = [json.loads(line) for name in files[:2] for line in (sink / name).read_text().splitlines()]
    assert len({(event["key"], event["seq"]) for event in events}) == len(events)
    said = oracle(events)
    assert {(one["key"], one["seq"]): one["guess"] for one in said if one["kind"] == "prediction"} == games_of(source)
    (sink / "_exported.json").unlink()  # as if the machine had failed before it was written
    journal = opened(source)
    export_into(journal, ["ann"], sink)
    journal.close()
    again = [json.loads(line) for line in (sink / "00000003.json").read_text().splitlines()]
    assert {one["kind"] for one in oracle(events + again)[len(said) :]} == {"refused"}
    (sink / "_exported.json").write_text("nonsense")
    assert run(asked) == 2
    assert "export into another one" in capsys.readouterr().err


def test_erased_records_are_left_out(tmp_path):
    played(tmp_path, rounds=12, games=("ann",))
    assert run(["erase", str(tmp_path), "ann", "--id", "m5"]) == 0
    journal = opened(tmp_path)
    events = list(events_of(journal, "ann"))
    journal.close()
    assert not [event for event in events if event["id"] == "m5" and event["kind"] != "forget"]
    assert {one["kind"] for one in oracle(events)} <= {"prediction", "account", "forgotten", "refused"}


@pytest.mark.parametrize(
    ("more", "words"),
    [
        (("eve",), "there is no game 'eve' in this journal; it has ann"),
        (("--out", "x", "--into", "y"), "--out or --into"),
    ],
)
def test_wrong_options_say_what_is_right(tmp_path, capsys, more, words):
    played(tmp_path, rounds=2, games=("ann",))
    assert run(["export", str(tmp_path), *more]) == 2
    assert words in capsys.readouterr().err


def test_a_folder_without_a_journal_is_said(tmp_path, capsys):
    assert run(["export", str(tmp_path)]) == 2
    assert "there is no journal" in capsys.readouterr().err
