"""A journal that stands still, a disk that fails to write, snapshots that were not written whole."""

from __future__ import annotations

import os
import shutil
import signal
import sqlite3
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest
import service_asking
from service_asking import address_of, asking, audited
from service_process import Process, lost, play_for
from service_process import audited as audited_process

from littlestone.service.http import app
from littlestone.service.journal import snapshots as module
from littlestone.service.journal.journal import JournalError, JournalFull
from littlestone.service.journal.retention import prune
from littlestone.service.journal.snapshots import Snapshots, copied
from littlestone.service.journal.sqlite_journal import SQLiteJournal

SPAM = {"labels": ["ham", "spam"], "learner": "perceptron"}


def played(ask, rounds=12, labelled=4):
    ask("PUT", "/v1/games/spam", SPAM)
    for k in range(rounds):
        ask("POST", "/v1/games/spam/predict", {"id": f"m{k}", "x": {"a": k - 2.5, "b": f"w{k % 3}"}})
        if k < labelled:
            ask("POST", "/v1/games/spam/label", {"id": f"m{k}", "y": ("ham", "spam")[k % 2]})


# A journal that does not answer.


def test_readiness_knows_the_age_of_the_last_commit_and_a_journal_that_stands_still(tmp_path, monkeypatch):
    """PostgreSQL that stood still had left /readyz at 200, and clients without an answer."""
    held = threading.Event()
    real = SQLiteJournal.put

    def put(self, rows, games=(), gone=()):
        with self.asking():
            held.wait(20)
        return real(self, rows, games, gone)

    with asking(tmp_path) as ask:
        assert "last_commit" not in ask("GET", "/readyz")[1]
        played(ask, 3)
        first = ask("GET", "/readyz")[1]["last_commit"]
        time.sleep(0.05)
        assert ask("GET", "/readyz")[1]["last_commit"] > first
        monkeypatch.setattr(app, "STALLED", 0.1)
        monkeypatch.setattr(SQLiteJournal, "put", put)
        from littlestone.service.requests import Predict

        asked = threading.Thread(target=ask.service.call, args=(Predict("spam", "late", b'{"a": 1}'),))
        ask.service.loop = None
        asked.start()
        for _ in range(200):
            time.sleep(0.02)
            status, answer = ask("GET", "/readyz")
            if status == 503:
                break
        assert (status, answer["error"]) == (503, "stalled")
        held.set()
        asked.join(20)
        ask.service.meet(ask.loop)
        assert ask("GET", "/readyz")[0] == 200


def test_a_watchdog_ends_a_process_whose_journal_does_not_answer():
    program = """
import time
from littlestone.service.journal.journal import Journal
from littlestone.service.watchdog import Watchdog
journal = Journal()
Watchdog(journal, 0.4).start()
time.sleep(0.8)  # nothing is asked: nothing happens
with journal.asking():
    pass
with journal.asking(30):  # a large file is written anew
    time.sleep(1.0)
print("it was waited for", flush=True)
with journal.asking():
    time.sleep(30)
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=25, check=False)
    assert done.returncode == 70
    assert "it was waited for" in done.stdout
    assert "has not answered" in done.stderr
    assert "what was acknowledged is safe" in done.stderr


def test_what_writes_a_whole_file_anew_may_take_as_long_as_it_is_large(tmp_path, monkeypatch):
    """VACUUM of gigabytes takes longer than the watchdog waits: an erasure had ended the process, each time."""
    monkeypatch.setattr("littlestone.service.journal.sqlite_journal.SLOWEST", 100)
    monkeypatch.setattr("littlestone.service.journal.sqlite_journal.REMOVED", 0.5)
    with asking(tmp_path) as ask:
        played(ask)
        journal, seen = ask.service.writer.books.journal, {}
        real = journal.connection

        class Watched:
            def execute(self, query, *values):
                seen.setdefault(query.split()[0], journal.spare)
                return real.execute(query, *values)

            def __getattr__(self, name):
                return getattr(real, name)

        journal.connection = Watched()
        ask("POST", "/v1/games/spam/erase", {"ids": ["m1"]})
        assert seen["vacuum"] >= (tmp_path / "journal.sqlite").stat().st_size / 100 > 0
        assert seen["begin"] == journal.spare == 0.0
        seen.clear()
        ask.loop.run_until_complete(
            ask.service.look(lambda books: prune(journal, None, "spam", 5, None, books.hosted("spam")))
        )
        assert seen["delete"] > 10
        journal.connection = real


@pytest.mark.system
def test_a_server_of_postgresql_that_stands_still_ends_the_process(tmp_path, postgres, monkeypatch):
    import psycopg

    monkeypatch.setattr(service_asking, "POSTGRES", [postgres.address])
    address = address_of(tmp_path)
    process = Process(tmp_path, arguments=("--journal", address), mutant="impatient").wait()
    try:
        process.ask("PUT", "/v1/games/spam", SPAM)
        with psycopg.connect(address, autocommit=True) as connection:
            query = (
                "select pid from pg_stat_activity where pid <> pg_backend_pid() and query <> '' and datname is not null"
            )
            backends = [pid for (pid,) in connection.execute(query).fetchall()]
            limits = connection.execute("select setting from pg_settings where name = 'statement_timeout'").fetchone()
        assert limits is not None
        for pid in backends:
            os.kill(pid, signal.SIGSTOP)
        try:
            with pytest.raises(Exception):  # noqa: B017, PT011 - the connection ends, however that looks
                process.ask("POST", "/v1/games/spam/predict", {"id": "a", "x": {"a": 1}})
            assert process.process.wait(20) == 70
        finally:
            for pid in backends:
                os.kill(pid, signal.SIGCONT)
    finally:
        process.end()


# Errors of a write.


@pytest.fixture
def journal(tmp_path):
    found = SQLiteJournal(tmp_path / "journal.sqlite")
    yield found
    found.close()


def failed(code):
    """An error of SQLite with this code."""
    error = sqlite3.OperationalError("disk I/O error")
    error.sqlite_errorcode = code
    return error


def test_an_error_of_a_write_that_is_not_for_want_of_room_ends_the_process(journal, monkeypatch):
    """EIO of a write had been answered with `no_room`, for ever."""
    with pytest.raises(JournalError) as found:
        journal.undo(failed(sqlite3.SQLITE_IOERR_WRITE))
    assert not isinstance(found.value, JournalFull)
    monkeypatch.setattr(journal, "has_no_room", lambda: True)
    with pytest.raises(JournalFull):
        journal.undo(failed(sqlite3.SQLITE_IOERR_WRITE))
    with pytest.raises(JournalFull):
        journal.undo(failed(sqlite3.SQLITE_FULL))


@pytest.mark.system
def test_eio_of_a_write_ends_the_process_and_nothing_is_lost(tmp_path):
    if shutil.which("strace") is None:
        pytest.skip("strace is not here")
    folder = tmp_path / "games"
    wrap = ("strace", "-f", "-qq", "--seccomp-bpf", "-o", str(tmp_path / "trace"), "-e", "trace=pwrite64")
    process = Process(folder, wrap=(*wrap, "-e", "inject=pwrite64:error=EIO:when=60+"))
    clients = None
    try:
        process.wait()
        process.ask("PUT", "/v1/games/spam", SPAM)
        clients = play_for(process, "c", 0.0, 2)
        for _ in range(300):
            if process.process.poll() is not None:
                break
            time.sleep(0.1)
    except (RuntimeError, OSError, ValueError):
        pass
    assert process.end() == 70
    assert clients is not None, "it ended before it had begun"
    clients.stop()
    Process(folder).wait().end()
    assert lost(folder, [clients]) == []
    assert audited_process(folder).good


# Snapshots.


def snapshot(folder):
    """The folder of a new snapshot of a game with open rounds."""
    with asking(folder) as ask:
        played(ask)

        async def write():
            return await ask.service.look(lambda books: books.snapshots.write(copied(books.loaded["spam"])))

        ask.loop.run_until_complete(write())
        digest = ask("GET", "/v1/games/spam/digest")
    (home,) = (folder / "snapshots" / "1").iterdir()
    return home, digest


def test_what_a_snapshot_says_about_itself_has_a_digest(tmp_path):
    """Two open rounds that were swapped in it had made the label of one teach the other."""
    home, digest = snapshot(tmp_path)
    text = (home / "about.json").read_text()
    (home / "about.json").write_text(text.replace('"m5"', '"?"').replace('"m6"', '"m5"').replace('"?"', '"m6"'))
    with asking(tmp_path) as ask:
        assert ask("GET", "/v1/games/spam/digest") == digest
        rounds = {each["id"]: each["seq"] for each in ask("GET", "/v1/games/spam/rounds")[1]["rounds"]}
        assert rounds["m5"] < rounds["m6"]
        ask("POST", "/v1/games/spam/label", {"id": "m5", "y": "spam"})
    assert audited(tmp_path).good


@pytest.mark.parametrize("part", ["about.json", "about.sha256", "main.npz"])
@pytest.mark.parametrize("how", ["empty", "gone", "cut"])
def test_a_snapshot_that_was_not_written_whole_is_none(tmp_path, part, how):
    home, digest = snapshot(tmp_path)
    content = (home / part).read_bytes()
    (home / part).unlink() if how == "gone" else (home / part).write_bytes(b"" if how == "empty" else content[:-7])
    with asking(tmp_path) as ask:
        assert ask.service.writer.books.loaded["spam"].begun_at == 0
        assert ask("GET", "/v1/games/spam/digest") == digest


def test_a_snapshot_is_on_disk_before_the_one_before_it_goes(tmp_path, monkeypatch):
    happened = []
    real = module.os.fsync, module.shutil.rmtree, module.os.replace
    monkeypatch.setattr(module.os, "fsync", lambda handle: happened.append("sync") or real[0](handle))
    monkeypatch.setattr(module.os, "replace", lambda *paths: happened.append("replace") or real[2](*paths))

    def rmtree(path, **settings):
        happened.append(f"remove {Path(path).name}")
        real[1](path, **settings)

    with asking(tmp_path) as ask:
        played(ask)
        books = ask.service.writer.books
        shelf = Snapshots(tmp_path / "shelf")
        first = copied(books.loaded["spam"])
        shelf.write(first)
        played(ask, 20)
        second = copied(books.loaded["spam"])
        monkeypatch.setattr(module.shutil, "rmtree", rmtree)
        happened.clear()
        shelf.write(second)
    gone = happened.index(f"remove {first.seq}")
    replaced = happened.index("replace")
    assert happened[:replaced].count("sync") >= 4, "three files, and the folder that they are in"
    assert happened[replaced:gone].count("sync") >= 1
