"""Old rows are removed, the file becomes smaller, and game, chain and open rounds are as they were."""

from __future__ import annotations

import json
import sqlite3

from service_asking import asking

from littlestone.cli import run
from littlestone.service.journal.audit import audit
from littlestone.service.journal.heads import heads_of
from littlestone.service.journal.sqlite_journal import SQLiteJournal

SPAM = {"labels": ["ham", "spam"], "learner": "perceptron"}


def played(ask, first, count, batch=20):
    for b in range(first, first + count, batch):
        lines = [{"id": f"m{t}", "x": {"a": t % 7 - 3, "note": f"text {t % 50}" * 5}} for t in range(b, b + batch)]
        lines += [{"id": f"m{t}", "y": ("ham", "spam")[t % 2]} for t in range(b, b + batch) if t % 10]
        ask("POST", "/v1/games/spam/events", "\n".join(map(json.dumps, lines)).encode())


def audited(folder, held=None):
    journal = SQLiteJournal(folder / "journal.sqlite", writes=False)
    try:
        return audit(journal, "spam", held), heads_of(journal)
    finally:
        journal.close()


def test_old_rows_go_and_the_game_stays(tmp_path, capsys):
    with asking(tmp_path) as ask:
        ask("PUT", "/v1/games/spam", SPAM)
        played(ask, 0, 2000)
        digest = ask("GET", "/v1/games/spam/digest")[1]["digest"]
    _, old = audited(tmp_path)
    size = (tmp_path / "journal.sqlite").stat().st_size
    assert run(["prune", str(tmp_path)]) == 2
    assert run(["prune", str(tmp_path), "spam", "--keep-rows", "500"]) == 0
    assert "removed 3," in capsys.readouterr().out
    assert (tmp_path / "journal.sqlite").stat().st_size < size / 2
    found, new = audited(tmp_path)
    assert (found.good, found.digest) == (True, digest)
    assert audited(tmp_path, old)[0].good, "the row of the head that is held is still there"
    with asking(tmp_path) as ask:
        assert ask("GET", "/v1/games/spam/digest")[1]["digest"] == digest
        assert ask("POST", "/v1/games/spam/predict", {"id": "m0", "x": {}})[0] == 200  # open: said again
        assert ask("POST", "/v1/games/spam/label", {"id": "m10", "y": "ham"})[0] == 200
        assert ask("POST", "/v1/games/spam/predict", {"id": "m1990", "x": {}})[0] == 200
        assert ask("POST", "/v1/games/spam/predict", {"id": "m3", "x": {"a": 1}})[0] == 200  # forgotten: a new round
        assert ask("POST", "/v1/games/spam/shadows", {"name": "s", "learner": "arow"})[0] in (400, 422)
        played(ask, 3000, 200)
        assert ask("POST", "/v1/games/spam/erase", {"ids": ["m3000", "m20"]})[0] == 200
        played(ask, 4000, 20)
    assert audited(tmp_path, new)[0].good
    assert run(["prune", str(tmp_path), "--keep-rows", "100"]) == 0
    assert run(["prune", str(tmp_path), "--keep-rows", "100000"]) == 0
    assert run(["prune", str(tmp_path), "--keep-days", "1"]) == 0
    found, _ = audited(tmp_path)
    assert found.good
    assert [one.seq for one in audited(tmp_path, old)[0].broken] == [old["heads"]["spam"]["seq"]]
    with asking(tmp_path) as ask:
        played(ask, 5000, 20)
    assert audited(tmp_path)[0].good


def test_a_game_that_cannot_be_pruned_does_not_stop_the_others(tmp_path, capsys):
    with asking(tmp_path) as ask:
        for name in ("first", "spam"):
            ask("PUT", f"/v1/games/{name}", SPAM)
        for t in range(200):
            for name in ("first", "spam"):
                ask("POST", f"/v1/games/{name}/predict", {"id": f"m{t}", "x": {"a": t % 3}})
                ask("POST", f"/v1/games/{name}/label", {"id": f"m{t}", "y": ("ham", "spam")[t % 2]})
    with sqlite3.connect(tmp_path / "journal.sqlite") as file:
        file.execute("update journal set at = at + 1 where id = 'm0' and game = (select min(game) from journal)")
    file.close()
    for snapshot in (tmp_path / "snapshots").glob("*"):
        snapshot.unlink()
    assert run(["prune", str(tmp_path), "--keep-rows", "100"]) == 1
    said = capsys.readouterr()
    assert "first stays as it is: " in said.err
    assert "rows of spam" in said.out
    assert run(["prune", str(tmp_path), "nobody", "--keep-rows", "100"]) == 2


def test_rows_that_stay_are_checked_as_all_others(tmp_path):
    with asking(tmp_path) as ask:
        ask("PUT", "/v1/games/spam", SPAM)
        played(ask, 0, 200)
    assert run(["prune", str(tmp_path), "--keep-rows", "100"]) == 0
    assert audited(tmp_path)[0].good
    with sqlite3.connect(tmp_path / "journal.sqlite") as file:
        file.execute("update journal set at = at + 1 where id = 'm0'")
    file.close()
    assert audited(tmp_path)[0].broken


def test_a_game_removes_its_old_rows_by_itself(tmp_path, monkeypatch):
    with asking(tmp_path) as ask:
        assert ask("PUT", "/v1/games/spam", {**SPAM, "keep_rows": 0})[0] == 422
        assert ask("PUT", "/v1/games/spam", {**SPAM, "keep_days": -1})[0] == 422
        assert ask("PUT", "/v1/games/spam", {**SPAM, "keep_rows": 100})[0] == 201
        played(ask, 0, 400)
        digest = ask("GET", "/v1/games/spam/digest")[1]["digest"]
        ask.loop.run_until_complete(ask.service.look(lambda books: (setattr(books, "retained", 0), books.retain())))
        assert ask("GET", "/v1/games/spam/digest")[1]["digest"] == digest
        played(ask, 400, 40)
    file = sqlite3.connect(tmp_path / "journal.sqlite")
    assert file.execute("select count(*) from journal").fetchone()[0] < 300
    file.close()
    assert audited(tmp_path)[0].good
    with asking(tmp_path) as ask:
        assert ask("GET", "/v1/games/spam")[1]["rounds"] == 440


def test_a_row_that_is_cut_out_afterwards_is_found(tmp_path):
    with asking(tmp_path) as ask:
        ask("PUT", "/v1/games/spam", SPAM)
        played(ask, 0, 200)
    assert run(["prune", str(tmp_path), "--keep-rows", "100"]) == 0
    with sqlite3.connect(tmp_path / "journal.sqlite") as file:
        file.execute("delete from journal where key = (select max(key) - 3 from journal)")
    file.close()
    assert audited(tmp_path)[0].broken
