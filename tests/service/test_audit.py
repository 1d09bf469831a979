"""The audit compares every answer bit for bit, and names the row; erased records and other makers are said to be so."""

import sqlite3
from struct import pack, unpack

import numpy as np
import pytest
from forged_journals import chain_again
from service_asking import asking, audited

from littlestone.cli import run
from littlestone.service.journal import journal
from littlestone.service.journal.audit import audit
from littlestone.service.journal.sqlite_journal import ROOM, SQLiteJournal
from littlestone.support.loading import VERSION, core

SPAM = {"labels": ["ham", "spam"], "learner": "arow"}


def played(ask, name="spam", settings=SPAM, rounds=30, first=0):
    ask("PUT", f"/v1/games/{name}", settings)
    for t in range(first, first + rounds):
        ask("POST", f"/v1/games/{name}/predict", {"id": f"m{t}", "x": {"a": t % 5 - 2, "b": f"w{t % 3}"}})
        if t % 4:
            ask("POST", f"/v1/games/{name}/label", {"id": f"m{t}", "y": ("ham", "spam")[t % 2]})


def of(folder, name="spam"):
    return audit(SQLiteJournal(folder / "journal.sqlite", writes=False), name)


@pytest.mark.parametrize(
    "settings",
    [
        SPAM,
        {"labels": ["ham", "spam"]},
        {"labels": ["ham", "spam", "eggs"]},
        {"labels": ["ham", "spam"], "learner": "selective-perceptron"},
        {**SPAM, "shadows": {"second": {"learner": "perceptron"}, "third": {"learner": "winnow"}}},
    ],
)
def test_a_journal_is_reproduced_to_the_bit(tmp_path, settings):
    with asking(tmp_path) as ask:
        played(ask, settings=settings)
        digest = ask("GET", "/v1/games/spam/digest")[1]["digest"]
    found = of(tmp_path)
    assert (found.good, found.compared, found.since, found.digest) == (True, 52, 0, digest)
    assert found.makers == {journal.this_maker(): 30}


def test_a_maker_is_what_bits_depend_on_and_no_processor():
    assert journal.this_maker() == f"littlestone {VERSION}, {core()}, numpy {np.__version__}"


@pytest.mark.parametrize(
    "settings",
    [
        {"labels": ["ham", "spam"], "learner": "standardised", "settings": {"learner": "scale-free"}},
        {"labels": "classes", "learner": "one-vs-rest", "settings": {"base": "scale-free"}},
        {"labels": "classes", "learner": "committee", "settings": {"members": ["one-vs-rest/scale-free"]}},
    ],
)
def test_a_label_that_was_refused_has_taught_nothing(tmp_path, settings):
    """The journal has no row of it: a service that had learned something would disagree with its journal."""
    with asking(tmp_path) as ask:
        ask("PUT", "/v1/games/spam", settings)
        for t in range(12):
            ask("POST", "/v1/games/spam/predict", {"id": f"m{t}", "x": {"a": t % 5 - 2.5, "b": t % 3}})
            if t == 5:
                heavy = {"id": "m5", "y": "spam" if settings["labels"] != "classes" else "eggs", "weight": 2.0}
                assert ask("POST", "/v1/games/spam/label", heavy)[0] == 422
            ask("POST", "/v1/games/spam/label", {"id": f"m{t}", "y": ("ham", "spam")[t % 2]})
        digest = ask("GET", "/v1/games/spam/digest")[1]["digest"]
    found = of(tmp_path)
    assert (found.good, found.compared, found.digest) == (True, 24, digest)


@pytest.mark.parametrize("what", ["guess", "chance", "act", "mistake"])
def test_an_answer_that_was_changed_is_found_and_its_row_named(tmp_path, what, capsys):
    with asking(tmp_path) as ask:
        played(ask, settings={"labels": ["ham", "spam"]})
    row = 1 * ROOM + 20
    with sqlite3.connect(tmp_path / "journal.sqlite") as file:
        kind = file.execute("select kind from journal where key = ?", (row,)).fetchone()[0]
        wanted = 2 if what == "mistake" else 1
        row += kind != wanted
        column = {"guess": "guess", "chance": "chance"}.get(what, "answer")
        (value,) = file.execute(f"select {column} from journal where key = ?", (row,)).fetchone()
        if column != "answer":
            (bits,) = unpack("<q", value)
            changed = pack("<q", bits ^ 1)
        elif what == "act":
            changed = b'"ham"' if value == b'"spam"' else b'"spam"'
        else:
            changed = b"true" if value == b"false" else b"false"
        file.execute(f"update journal set {column} = ? where key = ?", (changed, row))
    file.close()
    assert [one.seq for one in of(tmp_path).broken] == [row - ROOM]
    chain_again(tmp_path)
    found = of(tmp_path)
    assert [(one.seq, one.what) for one in found.mismatches] == [(row - ROOM, what)]
    assert run(["audit", str(tmp_path)]) == 1
    printed = " ".join(capsys.readouterr().out.split())
    assert f"row {row - ROOM} of spam" in printed
    assert f"the {what} answered was" in printed


def test_rows_of_another_maker_are_not_compared_until_rebased(tmp_path, monkeypatch, capsys):
    with monkeypatch.context() as other:
        other.setattr(journal, "this_maker", lambda: "littlestone 0.0.9, an abacus")
        other.setattr("littlestone.service.journal.sqlite_journal.this_maker", lambda: "littlestone 0.0.9, an abacus")
        with asking(tmp_path) as ask:
            played(ask)
    with sqlite3.connect(tmp_path / "journal.sqlite") as file:
        file.execute("update journal set guess = ? where key = ?", (pack("<d", 0.25), ROOM + 2))
    file.close()
    chain_again(tmp_path)
    with asking(tmp_path) as ask:
        played(ask, first=30)
    found = of(tmp_path)
    assert found.good
    assert [one.seq for one in found.foreign] == [2]
    assert run(["audit", str(tmp_path)]) == 0
    assert "an abacus" in capsys.readouterr().out
    assert run(["audit", str(tmp_path), "--rebase"]) == 0
    again = of(tmp_path)
    assert (again.good, again.foreign, again.compared, again.digest) == (True, [], 0, found.digest)
    with asking(tmp_path) as ask:
        played(ask, first=60)
    assert of(tmp_path).compared == 52


def test_an_erased_record_is_gone_and_the_game_goes_on(tmp_path, capsys):
    secret = "1357924680.125"
    with asking(tmp_path) as ask:
        played(ask)
        ask("POST", "/v1/games/spam/predict", {"id": "x1", "x": {"note": float(secret), "a": 1}})
        ask("POST", "/v1/games/spam/predict", {"id": "x2", "x": {"a": 1}})
        before = ask("GET", "/v1/games/spam/weights")[1]["weights"]
    assert run(["erase", str(tmp_path), "spam", "--id", "nobody"]) == 2
    assert run(["erase", str(tmp_path), "spam", "--id", "m3", "--id", "x1"]) == 0
    with sqlite3.connect(tmp_path / "journal.sqlite") as file:
        assert file.execute("select count(*) from journal where id in ('m3', 'x1')").fetchone() == (5,)
        assert file.execute("select count(*) from journal where id = 'm3' and record is not null").fetchone() == (1,)
        assert file.execute("select count(*) from journal where id = 'm3' and salt is null").fetchone() == (2,)
    file.close()
    with asking(tmp_path) as ask:
        assert ask("GET", "/v1/games/spam/weights")[1]["weights"] == before
        found = ask("GET", "/v1/games/spam")[1]
        assert (found["erased"], found["open"]) == (2, 9)
        assert ask("POST", "/v1/games/spam/label", {"id": "x1", "y": "ham"})[1]["error"] == "erased"
        assert ask("POST", "/v1/games/spam/label", {"id": "m3", "y": "spam"})[1]["error"] == "erased"
        assert ask("POST", "/v1/games/spam/predict", {"id": "m3", "x": {}})[1]["error"] == "erased"
        assert ask("POST", "/v1/games/spam/label", {"id": "x2", "y": "ham"})[0] == 200
        played(ask, first=40)
        assert ask("POST", "/v1/games/spam/shadows", {"name": "second", "learner": "perceptron"})[0] == 200
        digest = ask("GET", "/v1/games/spam/digest")
    found = of(tmp_path)
    assert (found.good, found.digest, found.since > 50) == (True, digest[1]["digest"], True)
    capsys.readouterr()
    assert run(["audit", str(tmp_path)]) == 0
    assert "erased" in capsys.readouterr().out
    with asking(tmp_path) as ask:
        assert ask("GET", "/v1/games/spam/digest") == digest
    blob = secret.encode()
    assert [path for path in tmp_path.glob("journal.sqlite*") if blob in path.read_bytes()] == []


def test_a_replay_with_another_learner_and_its_receipt(tmp_path, capsys):
    with asking(tmp_path) as ask:
        played(ask)
    assert run(["replay", str(tmp_path), "spam", "--learner", "perceptron"]) == 0
    printed = capsys.readouterr().out
    assert "perceptron on spam in" in printed
    assert "mistakes" in printed
    assert "allowed" in printed
    assert run(["replay", str(tmp_path), "spam", "--learner", "winnow", "--json"]) == 0
    assert "not_taken_because" in (printed := capsys.readouterr().out)
    assert '"not_taken": 0' not in printed
    receipt = str(tmp_path / "receipt.json")
    assert run(["replay", str(tmp_path), "spam", "--learner", "perceptron", "--receipt", receipt]) == 0
    assert run(["verify", receipt]) == 0
    assert "summarised the receipt: perceptron, 22 of 30 rounds" in capsys.readouterr().out
    assert run(["replay", str(tmp_path), "eggs", "--learner", "winnow"]) == 2
    assert run(["replay", str(tmp_path), "spam", "--learner", "winow"]) == 2


def test_a_replay_with_the_same_learner_is_the_same_game(tmp_path, capsys):
    with asking(tmp_path) as ask:
        played(ask)
        account = ask("GET", "/v1/games/spam/account")[1]
    assert run(["replay", str(tmp_path), "spam", "--json"]) == 0
    assert f'"mistakes": {account["mistakes"]}' in capsys.readouterr().out


def test_a_backup_while_it_runs_is_a_folder_to_start_on(tmp_path):
    with asking(tmp_path / "games") as ask:
        played(ask)
        (tmp_path / "games" / "keys.json").write_text("{}")
        assert run(["backup", str(tmp_path / "games"), str(tmp_path / "copy")]) == 0
        digest = ask("GET", "/v1/games/spam/digest")
        played(ask, first=30)
    assert run(["backup", str(tmp_path / "games"), str(tmp_path / "copy")]) == 2
    assert (tmp_path / "copy" / "keys.json").exists()
    assert of(tmp_path / "copy").good
    with asking(tmp_path / "copy") as ask:
        assert ask("GET", "/v1/games/spam/digest") == digest


def test_only_one_process_works_on_a_folder(tmp_path, capsys):
    with asking(tmp_path):
        assert run(["erase", str(tmp_path), "spam", "--id", "a"]) == 2
        assert "only one may" in capsys.readouterr().err
        assert run(["serve", "--data", str(tmp_path), "--port", "0"]) == 2


@pytest.mark.parametrize("factor", [2, 8])
def test_ids_are_known_whether_they_are_indexed_or_not(tmp_path, monkeypatch, factor):
    monkeypatch.setattr("littlestone.service.journal.sqlite_journal.INDEX_AT", 10)
    monkeypatch.setattr("littlestone.service.journal.id_runs.FACTOR", factor)
    with asking(tmp_path) as ask:
        played(ask)
        first = ask("POST", "/v1/games/spam/predict", {"id": "m1", "x": {}})
        last = ask("POST", "/v1/games/spam/predict", {"id": "m29", "x": {}})
        assert ask.service.writer.books.journal.runs.games.keys() == {1}
    with asking(tmp_path) as ask:
        assert ask.service.writer.books.journal.unindexed < 30
        assert ask("POST", "/v1/games/spam/predict", {"id": "m1", "x": {}}) == first
        assert ask("POST", "/v1/games/spam/predict", {"id": "m29", "x": {}}) == last
        assert ask("POST", "/v1/games/spam/label", {"id": "m1", "y": "spam"})[0] == 200
        assert ask("POST", "/v1/games/spam/label", {"id": "m1", "y": "ham"})[0] == 409
        assert ask("POST", "/v1/games/spam/label", {"id": "m28", "y": "ham"})[0] == 200
        assert ask("POST", "/v1/games/spam/label", {"id": "m99", "y": "ham"})[0] == 404
        played(ask, first=30)
    assert of(tmp_path).good


def test_a_schema_under_its_former_name_is_understood_in_bodies_and_in_journals(tmp_path):
    settings = {"labels": ["ham", "spam"], "learner": "perceptron"}
    with asking(tmp_path) as ask:
        assert ask("PUT", "/v1/games/spam", {**settings, "door": {"text": "note"}})[0] == 201
        assert ask("PUT", "/v1/games/spam", {**settings, "schema": {"text": "note"}})[0] == 200
        assert ask("GET", "/v1/games/spam")[1]["settings"] == {**settings, "schema": {"text": "note"}}
        changed = {"text": "note", "ngrams": 2}
        assert ask("POST", "/v1/games/spam/settings", {"door": changed})[0] == 200
        assert ask("POST", "/v1/games/spam/settings", {"door": changed, "schema": changed})[0] == 422
        assert ask("POST", "/v1/games/spam/predict", {"id": "a", "x": {"note": "win it"}})[0] == 200
    with sqlite3.connect(tmp_path / "journal.sqlite") as file:  # as the service wrote it when a schema was a door
        former = "update journal set record = cast(replace(cast(record as text), '\"schema\"', '\"door\"') as blob)"
        assert file.execute(f"{former} where cast(record as text) like '%\"schema\"%'").rowcount == 2
    file.close()
    chain_again(tmp_path)
    with asking(tmp_path) as ask:
        assert ask("GET", "/v1/games/spam")[1]["settings"]["schema"] == changed
        assert ask("POST", "/v1/games/spam/label", {"id": "a", "y": "spam"})[0] == 200
        assert ask("POST", "/v1/games/spam/predict", {"id": "b", "x": {"note": "win it"}})[1]["act"] == "spam"
    assert audited(tmp_path).good
