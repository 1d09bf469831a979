"""One game never stops the others: what cannot be loaded is left alone, and can be removed."""

from __future__ import annotations

import json
import sqlite3
import time

import pytest
from forged_journals import chain_again
from service_asking import asking, audited

from littlestone.cli import run
from littlestone.service import books

SPAM = {"labels": ["ham", "spam"], "learner": "perceptron"}


def played(ask, name, rounds=6):
    """Make a game and play it."""
    ask("PUT", f"/v1/games/{name}", SPAM)
    for k in range(rounds):
        ask("POST", f"/v1/games/{name}/predict", {"id": f"m{k}", "x": {"a": k - 2.5, "b": f"w{k % 3}"}})
        ask("POST", f"/v1/games/{name}/label", {"id": f"m{k}", "y": ("ham", "spam")[k % 2]})


def spoiled(folder, name, record=b'{"a": '):
    """Make a record of a game unreadable."""
    connection = sqlite3.connect(folder / "journal.sqlite")
    (number,) = connection.execute("select number from games where name = ?", (name,)).fetchone()
    connection.execute("update journal set record = ? where game = ? and kind = 1 and id = 'm3'", (record, number))
    connection.commit()
    connection.close()
    chain_again(folder)


@pytest.fixture
def folder(tmp_path):
    """Three games, of which the second cannot be replayed."""
    with asking(tmp_path) as ask:
        for name in ("first", "second", "third"):
            played(ask, name)
    spoiled(tmp_path, "second")
    return tmp_path


def test_a_game_that_cannot_be_loaded_is_left_alone_and_all_others_are_served(folder):
    with asking(folder) as ask:
        for name in ("first", "third"):
            assert ask("GET", f"/v1/games/{name}")[0] == 200
            assert ask("POST", f"/v1/games/{name}/predict", {"id": "n", "x": {"a": 1}})[0] == 200
        for method, path, body in (
            ("GET", "/v1/games/second", None),
            ("POST", "/v1/games/second/predict", {"id": "n", "x": {"a": 1}}),
            ("POST", "/v1/games/second/label", {"id": "m1", "y": "ham"}),
            ("POST", "/v1/games/second/events", b'{"id": "n", "x": {"a": 1}}'),
        ):
            status, answer = ask(method, path, body)
            assert (status, answer["error"]) == (503, "quarantined"), path
            assert "DecodeError" in answer["message"]
        ready = ask("GET", "/readyz")
        assert ready[0] == 200
        assert ready[1]["quarantined"] == ["second"]
        listed = {each["name"]: each.get("quarantined", False) for each in ask("GET", "/v1/games")[1]["games"]}
        assert listed == {"first": False, "second": True, "third": False}


def test_it_is_tried_again_after_a_while(folder, monkeypatch):
    tried = []
    real = books.load
    monkeypatch.setattr(books, "load", lambda *given: tried.append(given[1]) or real(*given))
    with asking(folder) as ask:
        assert tried.count("second") == 1
        for _ in range(5):
            assert ask("GET", "/v1/games/second")[0] == 503
        assert tried.count("second") == 1
        apart = ask.service.writer.books.quarantined["second"]
        spoiled(folder, "second", b'{"a": 0.5, "b": "w0"}')
        ask.service.writer.books.quarantined["second"] = apart._replace(until=0)
        assert ask("GET", "/v1/games/second")[0] == 200
        assert "quarantined" not in ask("GET", "/readyz")[1]


def test_a_game_with_time_outs_that_cannot_be_loaded_stops_no_clock(folder, monkeypatch):
    monkeypatch.setattr("littlestone.service.writer.PRELOAD", 0)
    with asking(folder) as ask:
        ask("PUT", "/v1/games/timed", {**SPAM, "label_timeout": 0.05})
        ask("POST", "/v1/games/timed/predict", {"id": "a", "x": {"a": 1}})
        ask.service.writer.books.timed["second"] = 0
        for _ in range(300):
            time.sleep(0.02)
            if ask("GET", "/v1/games/timed")[1]["expired"]:
                break
        else:
            pytest.fail("the rounds of another game have not expired")
        assert "second" in ask("GET", "/readyz")[1]["quarantined"]


def test_the_audit_of_a_folder_reports_every_game_whatever_one_does(folder, capsys):
    assert run(["audit", str(folder), "--json"]) == 1
    found = {each["game"]: each for each in json.loads(capsys.readouterr().out)["games"]}
    assert [found[name]["good"] for name in ("first", "second", "third")] == [True, False, True]
    assert found["second"]["failure"].startswith("row 8 of 'second' cannot be replayed: DecodeError")
    assert run(["audit", str(folder)]) == 1
    out = capsys.readouterr().out
    assert "cannot be replayed" in out
    assert out.count("reproduced, bit for bit") == 2


def test_a_record_as_deep_as_recursion_goes_spoils_neither_its_game_nor_the_audit(folder, capsys):
    deep = b'{"a":' * 979 + b"1" + b"}" * 979
    spoiled(folder, "second", deep)
    run(["audit", str(folder)])
    assert capsys.readouterr().out.count("reproduced, bit for bit") >= 2


def test_a_game_is_removed_and_its_name_is_free(folder):
    with asking(folder) as ask:
        assert ask("DELETE", "/v1/games/second") == (200, {"name": "second", "removed": True})
        assert ask("GET", "/v1/games/second")[0] == 404
        assert ask("DELETE", "/v1/games/second")[0] == 404
        assert "quarantined" not in ask("GET", "/readyz")[1]
        played(ask, "second", 4)
        kept = {name: ask("GET", f"/v1/games/{name}/digest") for name in ("first", "second", "third")}
        assert ask("POST", "/v1/games/second/predict", {"id": "m1", "x": {}})[0] == 200, "the id is one of the new game"
    with asking(folder) as ask:
        assert {name: ask("GET", f"/v1/games/{name}/digest") for name in ("first", "second", "third")} == kept
    for name in ("first", "second", "third"):
        assert audited(folder, name).good


def test_what_is_left_of_a_removed_game_is_swept_up_and_a_number_is_not_given_twice(tmp_path, monkeypatch):
    from littlestone.service.journal import sqlite_journal

    monkeypatch.setattr(sqlite_journal, "SWEPT", 3)
    with asking(tmp_path) as ask:
        played(ask, "first")
        played(ask, "last", 20)
        ask.service.writer.books.sweeping = False
        assert ask("DELETE", "/v1/games/last")[0] == 200
        ask.service.writer.books.sweeping = False  # as if the process ended here
    with asking(tmp_path) as ask:
        ask.service.writer.books.sweeping = False
        played(ask, "new", 2)
        numbers = dict(ask.service.writer.books.numbers)
        assert numbers["new"] == 3
        ask.service.writer.books.sweeping = True
        for _ in range(300):
            ask.service.writer.looked = 0.0
            ask("GET", "/v1/games")
            if not ask.service.writer.books.sweeping:
                break
        else:
            pytest.fail("it was not swept up")
    connection = sqlite3.connect(tmp_path / "journal.sqlite")
    assert connection.execute("select distinct game from journal order by game").fetchall() == [(1,), (3,)]
    assert connection.execute("select count(*) from gone").fetchone() == (0,)
    connection.close()
    assert audited(tmp_path, "first").good
    assert audited(tmp_path, "new").good


def test_the_command_asks_before_it_forgets_a_game(folder, capsys, monkeypatch):
    assert run(["forget", str(folder), "second"]) == 2
    assert "--yes" in capsys.readouterr().err
    assert run(["forget", str(folder), "none", "--yes"]) == 2
    monkeypatch.setattr("sys.stdin.isatty", lambda: True, raising=False)
    for answer, code in (("n\n", 1), ("y\n", 0)):
        monkeypatch.setattr("typer.confirm", lambda text, answer=answer: answer == "y\n")
        assert run(["forget", str(folder), "second"]) == code
    assert "removed second with its 13 rows" in capsys.readouterr().out
    assert run(["audit", str(folder)]) == 0
    with asking(folder) as ask:
        assert [each["name"] for each in ask("GET", "/v1/games")[1]["games"]] == ["first", "third"]
