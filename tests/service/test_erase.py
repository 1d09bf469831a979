"""After `erase` nothing of a record is in any file of the folder, whoever reads meanwhile, and the game goes on."""

from __future__ import annotations

import json
import random
import shutil
import sqlite3
import string
import struct
import subprocess
from time import sleep

import pytest
from service_asking import asking
from service_process import Process
from service_runs import LONG

from littlestone.cli import run
from littlestone.service.journal.audit import audit
from littlestone.service.journal.sqlite_journal import SQLiteJournal
from littlestone.service.keys.keys import LOOK

LEARNERS = ["perceptron", "arow", "max-scaled"]
if LONG:
    LEARNERS += ["pa1", "romma", "second-order-perceptron", "standardised", "committee"]
SCALES = {"committee", "max-scaled"}  # of which a learned number is the largest value of a column
LETTERS = string.ascii_letters + string.digits


def record(draw, mark=False):
    """A record; a marked one has texts and doubles that nobody else has."""
    x = {"income": draw.choice([1000.5, 2000.25, 3000.125]), "name": draw.choice(["Ann", "Bob"]), "age": 30}
    if mark:
        text = "".join(draw.choice(LETTERS) for _ in range(16))
        x |= {"name": text, "ssn": "".join(draw.choice(LETTERS) for _ in range(16)), "income": draw.uniform(1e4, 1e5)}
    return x


def marks_of(x):
    """What must not be found: texts, and doubles as bytes and as decimals."""
    found = []
    for value in x.values():
        if isinstance(value, str) and len(value) == 16:
            found.append(value.encode())
        elif isinstance(value, float) and value > 3001:
            found += [struct.pack("<d", value), struct.pack(">d", value), repr(value).encode()]
    return found


def files_with(folder, marks):
    return sorted(
        str(path.relative_to(folder))
        for path in folder.rglob("*")
        if path.is_file() and any(mark in path.read_bytes() for mark in marks)
    )


def play(ask, draw, count, marked=()):
    """Rounds of two games, in turn, so that pages of the file are divided; returns the marked records."""
    found = {}
    for t in range(count):
        x = record(draw, t in marked)
        if t in marked:
            found[f"m{t}"] = x
        for name in ("loans", "other"):
            y = draw.choice(["repaid", "lost"])
            ask("POST", f"/v1/games/{name}/predict", {"id": f"m{t}", "x": x if name == "loans" else record(draw)})
            if t % 5 or t in marked:
                ask("POST", f"/v1/games/{name}/label", {"id": f"m{t}", "y": y})
    return found


def settings(learner):
    return {"labels": ["repaid", "lost"], **({} if learner == "committee" else {"learner": learner})}


@pytest.mark.parametrize("learner", LEARNERS)
@pytest.mark.parametrize("running", [True, False])
def test_nothing_of_an_erased_record_is_left(tmp_path, monkeypatch, capsys, learner, running):
    """But for what is learned: where the largest number of a column is kept as a scale, the answer says so."""
    left = learner in SCALES
    monkeypatch.setattr("littlestone.service.books.WORTH", 10)
    draw = random.Random(f"{learner}{running}")
    with asking(tmp_path) as ask:
        for name in ("loans", "other"):
            ask("PUT", f"/v1/games/{name}", settings(learner))
        found = play(ask, draw, 300 if LONG else 120, (40, 41, 90))
        marks = [mark for x in found.values() for mark in marks_of(x)]
        assert files_with(tmp_path, marks), "before, they are in the journal, or in its WAL"
        if running:
            status, said = ask("POST", "/v1/games/loans/erase", {"ids": list(found)})
            assert (status, "numbers_kept_by" in said) == (200, left)
            assert bool(files_with(tmp_path, marks)) is left
    if not running:
        assert len(files_with(tmp_path, marks)) > 1, "before, they are in the journal, and in a snapshot"
        words = [word for id in found for word in ("--id", id)]
        assert run(["erase", str(tmp_path), "loans", *words]) == 0
        assert ("kept by main: a learned number" in capsys.readouterr().out) is left
    assert bool(files_with(tmp_path, marks)) is left
    with asking(tmp_path) as ask:
        assert ask("POST", "/v1/games/loans/predict", {"id": "m40", "x": {}})[1]["error"] == "erased"
        assert ask("POST", "/v1/games/loans/label", {"id": "m41", "y": "lost"})[1]["error"] == "erased"
        assert ask("GET", "/v1/games/loans")[1]["erased"] == 3
        ask("POST", "/v1/games/loans/predict", {"id": "next", "x": record(draw)})
        assert ask("POST", "/v1/games/loans/label", {"id": "next", "y": "lost"})[0] == 200
        assert ask("GET", "/v1/games/loans/certificates")[0] == 200
        digest = ask("GET", "/v1/games/loans/digest")[1]["digest"]
    assert bool(files_with(tmp_path, marks)) is left
    journal = SQLiteJournal(tmp_path / "journal.sqlite", writes=False)
    audits = [audit(journal, name) for name in ("loans", "other")]
    journal.close()
    assert [each.good for each in audits] == [True, True]
    assert audits[0].digest == digest


def test_the_weights_and_the_game_are_as_they_were(tmp_path):
    draw = random.Random(5)
    with asking(tmp_path) as ask:
        for name in ("loans", "other"):
            ask("PUT", f"/v1/games/{name}", settings("perceptron"))
        found = play(ask, draw, 60, (30,))
        before = ask("GET", "/v1/games/loans/weights?top=1000")[1]["weights"]
        account = ask("GET", "/v1/games/loans/account")[1]
        assert ask("POST", "/v1/games/loans/erase", {"ids": list(found)})[0] == 200
        after = ask("GET", "/v1/games/loans/weights?top=1000")[1]["weights"]
        again = ask("GET", "/v1/games/loans/account")[1]
    assert sorted(each["weight"] for each in after) == sorted(each["weight"] for each in before)
    mine = {f"name={found['m30']['name']}", f"ssn={found['m30']['ssn']}"}
    assert not mine & {each["column"] for each in after}
    assert {each["column"] for each in before} - {each["column"] for each in after} <= mine
    assert (again["mistakes"], again["rounds"]) == (account["mistakes"], account["rounds"])


@pytest.mark.parametrize("learner", LEARNERS)
def test_a_reader_makes_it_wait_or_fail_aloud(tmp_path, learner):
    draw = random.Random(6)
    with asking(tmp_path) as ask:
        for name in ("loans", "other"):
            ask("PUT", f"/v1/games/{name}", settings(learner))
        found = play(ask, draw, 40, (20,))
        marks = [mark for x in found.values() for mark in marks_of(x)]
        ask.service.writer.books.journal.connection.execute("pragma busy_timeout=200")
        reader = sqlite3.connect(tmp_path / "journal.sqlite", isolation_level=None)
        reader.execute("begin")
        reader.execute("select count(*) from journal").fetchone()
        status, said = ask("POST", "/v1/games/loans/erase", {"ids": ["m20"]})
        assert (status, said["error"]) == (503, "being_read")
        assert "erase the same ids again" in said["message"]
        assert ask("POST", "/v1/games/loans/predict", {"id": "m20", "x": {}})[1]["error"] == "erased"
        reader.execute("commit")  # it stays open, and reads nothing
        assert ask("POST", "/v1/games/loans/erase", {"ids": ["m20"]})[0] == 200
        assert bool(files_with(tmp_path, marks)) is (learner in SCALES)
        reader.close()
        assert ask("POST", "/v1/games/loans/erase", {"ids": ["nobody"]})[0] == 404
        assert ask("POST", "/v1/games/loans/erase", {"ids": []})[0] == 422
        assert ask("POST", "/v1/games/nothing/erase", {"ids": ["m20"]})[0] == 404
        assert ask("POST", "/v1/games/loans/predict", {"id": "goes on", "x": {"age": 1}})[0] == 200


def test_a_served_folder_is_erased_by_the_service(tmp_path, capsys, monkeypatch):
    """The command asks the service, whose address stands in the file of the lock; keys hold for it as for anybody."""
    draw = random.Random(8)
    process = Process(tmp_path).wait()
    try:

        def ask(method, path, body):
            return process.ask(method, path, body)

        for name in ("loans", "other"):
            ask("PUT", f"/v1/games/{name}", settings("perceptron"))
        found = play(ask, draw, 12, (5,))
        marks = [mark for x in found.values() for mark in marks_of(x)]
        assert files_with(tmp_path, marks)
        assert run(["erase", str(tmp_path), "loans", "--id", "m5"]) == 0
        assert capsys.readouterr().out.startswith("erased from loans: m5; audits of it begin after row ")
        assert files_with(tmp_path, marks) == []
        assert run(["erase", str(tmp_path), "loans", "--id", "nobody"]) == 2
        assert "no round of 'loans' has the id 'nobody'" in capsys.readouterr().err
        assert run(["erase", str(tmp_path), "loans", "--id", "m5", "--url", "games.example.org"]) == 2
        assert "http://... or https://..." in capsys.readouterr().err
        assert run(["erase", str(tmp_path), "loans", "--id", "m5", "--url", "http://127.0.0.1:1"]) == 2
        assert "cannot be asked" in capsys.readouterr().err
        assert run(["key", "add", str(tmp_path), "--name", "me", "--role", "admin"]) == 0
        key = next(word for word in capsys.readouterr().out.split() if len(word) > 30)
        sleep(3 * LOOK)  # the service looks at its keys that often
        assert run(["erase", str(tmp_path), "loans", "--id", "m6"]) == 2
        assert "LITTLESTONE_KEY" in capsys.readouterr().err
        monkeypatch.setenv("LITTLESTONE_KEY", key)
        assert run(["erase", str(tmp_path), "loans", "--id", "m6"]) == 0
    finally:
        assert process.end() == 0


@pytest.mark.parametrize("running", [True, False])
def test_a_learner_whose_weights_are_examples_says_what_erase_leaves(tmp_path, capsys, running):
    inside = {"learner": "committee", "settings": {"members": [["kernel-perceptron", {}], ["pa", {}]]}}
    for name, settings, whole in [
        ("kernel", {"learner": "kernel-perceptron", "shadows": {"flat": {"learner": "pa1"}}}, ["main"]),
        ("committee", inside, ["main"]),
        ("linear", {}, []),
        ("voted", {"learner": "voted-perceptron"}, ["main"]),
        ("tree", {"learner": "pruning-tree"}, ["main"]),
        ("flat", {"learner": "perceptron"}, []),
    ]:
        with asking(tmp_path) as ask:
            assert ask("PUT", f"/v1/games/{name}", {"labels": ["repaid", "lost"], **settings})[0] == 201
            for k in range(3):
                ask("POST", f"/v1/games/{name}/predict", {"id": f"m{k}", "x": {"income": 1000.5 + k}})
                ask("POST", f"/v1/games/{name}/label", {"id": f"m{k}", "y": ["repaid", "lost"][k % 2]})
            if running:
                said = ask("POST", f"/v1/games/{name}/erase", {"ids": ["m1"]})[1]
                assert said.get("examples_kept_by", []) == whole
        if not running:
            assert run(["erase", str(tmp_path), name, "--id", "m1"]) == 0
            assert ("the learner has examples" in capsys.readouterr().out) == bool(whole)


def test_a_base_that_was_changed_is_found(tmp_path):
    draw = random.Random(7)
    with asking(tmp_path) as ask:
        for name in ("loans", "other"):
            ask("PUT", f"/v1/games/{name}", settings("perceptron"))
        play(ask, draw, 20)
        assert ask("POST", "/v1/games/loans/erase", {"ids": ["m3"]})[0] == 200
    with sqlite3.connect(tmp_path / "journal.sqlite") as file:
        (about,) = file.execute("select content from bases where part = 'about.json'").fetchone()
        changed = json.dumps({**json.loads(about), "counts": {"expired": 9, "late": 0, "forgotten": 0, "erased": 1}})
        file.execute("update bases set content = ? where part = 'about.json'", (changed.encode(),))
    file.close()
    with asking(tmp_path) as ask:
        assert ask("GET", "/v1/games/loans")[1]["error"] == "quarantined"
    assert run(["audit", str(tmp_path)]) == 1


def failing(journal, name, code):
    """Let one method of a journal fail as SQLite does with this code."""

    def fail(*_):
        error = sqlite3.OperationalError("the disk says no")
        error.sqlite_errorcode = code
        journal.undo(error)

    setattr(journal, name, fail)


def test_without_room_for_its_rows_nothing_is_erased_and_that_is_said(tmp_path):
    """It had been 422 `bad_setting`."""
    draw = random.Random(9)
    with asking(tmp_path) as ask:
        for name in ("loans", "other"):
            ask("PUT", f"/v1/games/{name}", settings("perceptron"))
        play(ask, draw, 6, (5,))
        journal = ask.service.writer.books.journal
        failing(journal, "rebase", sqlite3.SQLITE_FULL)
        status, said = ask("POST", "/v1/games/loans/erase", {"ids": ["m5"]})
        assert (status, said["error"], "nothing was changed" in said["message"]) == (503, "no_room", True)
        del journal.rebase
        assert ask("POST", "/v1/games/loans/predict", {"id": "m5", "x": {}})[0] == 200
        failing(journal, "wipe", sqlite3.SQLITE_FULL)
        status, said = ask("POST", "/v1/games/loans/erase", {"ids": ["m5"]})
        assert (status, said["error"]) == (503, "no_room")
        assert "out of the rows" in said["message"]
        assert "erase the same ids again" in said["message"]
        del journal.wipe
        assert ask("POST", "/v1/games/loans/predict", {"id": "m5", "x": {}})[1]["error"] == "erased"
        assert ask("POST", "/v1/games/loans/erase", {"ids": ["m5"]})[0] == 200


def test_a_game_of_which_pages_cannot_be_read_is_left_alone_by_erase(tmp_path):
    draw = random.Random(10)
    with asking(tmp_path) as ask:
        for name in ("loans", "other"):
            ask("PUT", f"/v1/games/{name}", settings("perceptron"))
        play(ask, draw, 6)
        journal = ask.service.writer.books.journal
        failing(journal, "about", sqlite3.SQLITE_CORRUPT)
        assert ask("POST", "/v1/games/loans/erase", {"ids": ["m5"]})[1]["error"] == "quarantined"
        del journal.about
        assert ask("POST", "/v1/games/loans/predict", {"id": "n", "x": {}})[1]["error"] == "quarantined"
        assert ask("POST", "/v1/games/other/predict", {"id": "n", "x": {}})[0] == 200


@pytest.mark.system
def test_an_error_of_the_disk_while_it_erases_ends_the_process(tmp_path):
    """It had been 404 `unknown_round`, and the service went on with a file of which nobody knew what was on disk."""
    if shutil.which("strace") is None:
        pytest.skip("strace is not here")
    draw = random.Random(11)
    folder = tmp_path / "games"
    process = Process(folder).wait()
    for name in ("loans", "other"):
        process.ask("PUT", f"/v1/games/{name}", settings("perceptron"))
    play(process.ask, draw, 12, (5,))
    every = ["-e", "trace=fsync,fdatasync", "-e", "inject=fsync,fdatasync:error=EIO:when=1+"]
    log = tmp_path / "strace"
    with log.open("w") as file:
        strace = subprocess.Popen(["strace", "-f", "-p", str(process.process.pid), *every], stderr=file)
    while "attached" not in log.read_text():
        if strace.poll() is not None:
            process.end()
            pytest.skip(f"strace cannot attach to a process here: {log.read_text()}")
        sleep(0.05)
    with pytest.raises(OSError):  # noqa: PT011 - the connection ends, however that looks
        process.ask("POST", "/v1/games/loans/erase", {"ids": ["m5"]})
    assert process.process.wait(20) == 70
    process.end()
    strace.wait(20)
    process = Process(folder).wait()
    assert process.ask("POST", "/v1/games/loans/erase", {"ids": ["m5"]})[0] == 200
    assert process.end() == 0
    assert run(["audit", str(folder)]) == 0


def test_a_journal_is_for_its_owner_alone(tmp_path):
    """A folder that others may look into had a journal that they could read."""
    tmp_path.chmod(0o755)
    with asking(tmp_path) as ask:
        for name in ("loans", "other"):
            ask("PUT", f"/v1/games/{name}", settings("perceptron"))
        play(ask, random.Random(12), 4)
        found = {path.name: path.stat().st_mode & 0o077 for path in tmp_path.glob("journal*")}
    assert len(found) == 3
    assert set(found.values()) == {0}
