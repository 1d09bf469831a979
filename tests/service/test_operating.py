"""What an operator needs: metrics of the disk, reloading, upgrades without a replay, the files to deploy it with."""

import re
import shutil
import signal
import ssl
import subprocess
import time
from pathlib import Path

import pytest
from service_asking import asking, audited
from service_front import served
from service_process import Process

from littlestone.cli import run
from littlestone.service import books
from littlestone.service.journal import journal, snapshots
from littlestone.service.journal.heads import heads_of
from littlestone.service.journal.sqlite_journal import SQLiteJournal

HOME = Path(__file__).parents[2]
SPAM = {"labels": ["ham", "spam"], "learner": "perceptron"}


def test_metrics_tell_of_the_disk(tmp_path, monkeypatch):
    monkeypatch.setattr(books, "WORTH", 5)
    with served(tmp_path) as there:
        there.play(20)
    with served(tmp_path) as there:  # which has a snapshot
        there.ask("POST", "/v1/games/spam/predict", {"id": "next", "x": {"a": 1}})
        lines = dict(line.rsplit(" ", 1) for line in there.ask("GET", "/metrics").text.splitlines() if line[0] != "#")
    assert float(lines["littlestone_journal_bytes"]) > 4096
    assert float(lines["littlestone_wal_bytes"]) > 0
    assert float(lines["littlestone_disk_free_bytes"]) > 0
    assert lines["littlestone_commit_seconds_count"] == "1"
    assert lines['littlestone_snapshot_row{game="spam"}'] == "41"
    assert time.time() - 60 < float(lines['littlestone_snapshot_time_seconds{game="spam"}']) < time.time() + 1
    assert float(lines['littlestone_snapshot_bytes{game="spam"}']) > 1000


def other_release(monkeypatch):
    for module in (journal, snapshots):
        monkeypatch.setattr(module, "this_maker", lambda: "littlestone 9.0, compiled, numpy 9")
    monkeypatch.setattr("littlestone.service.journal.sqlite_journal.this_maker", snapshots.this_maker)


def test_an_upgrade_needs_no_replay(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(books, "WORTH", 5)

    def play(ask, first, last):
        for t in range(first, last):
            ask("POST", "/v1/games/spam/predict", {"id": f"m{t}", "x": {"a": t % 5 - 2, "b": f"w{t % 3}"}})
            ask("POST", "/v1/games/spam/label", {"id": f"m{t}", "y": ("ham", "spam")[t * t % 3 % 2]})

    with asking(tmp_path) as ask:
        ask("PUT", "/v1/games/spam", SPAM)
        play(ask, 0, 20)
    with asking(tmp_path) as ask:  # ends without a snapshot: too few rows
        play(ask, 20, 22)
        kept = ask("GET", "/v1/games/spam/digest")[1]
    other_release(monkeypatch)
    begun, chained = [], SQLiteJournal.chained
    monkeypatch.setattr(
        SQLiteJournal, "chained", lambda self, game, after=0: begun.append(after) or chained(self, game, after)
    )
    assert run(["upgrade", str(tmp_path)]) == 0
    assert "goes on from its snapshot of row 41" in capsys.readouterr().out
    assert run(["upgrade", str(tmp_path)]) == 0
    assert "has no snapshot" in capsys.readouterr().out
    with asking(tmp_path) as ask:
        found = ask("GET", "/v1/games/spam/digest")[1]
        assert (found["digest"], found["seq"]) == (kept["digest"], kept["seq"] + 1)
        assert min(begun) == 41  # nobody has played the rows before
        play(ask, 22, 30)
    found = audited(tmp_path)
    assert (found.good, found.since, found.compared) == (True, kept["seq"] + 1, 16)


@pytest.mark.parametrize("erased", [False, True])
def test_a_game_moves_to_another_folder(tmp_path, capsys, erased):
    here, there = tmp_path / "here", tmp_path / "there"
    with asking(there) as ask:
        ask("PUT", "/v1/games/spam", {**SPAM, "learner": "arow"})  # another one of that name
    with asking(here) as ask:
        ask("PUT", "/v1/games/other", SPAM)
        ask("PUT", "/v1/games/spam", {**SPAM, "shadows": {"second": {"learner": "arow"}}})
        for t in range(30):
            ask("POST", "/v1/games/spam/predict", {"id": f"m{t}", "x": {"a": t % 5 - 2}})
            if t % 4:
                ask("POST", "/v1/games/spam/label", {"id": f"m{t}", "y": ("ham", "spam")[t % 2]})
    if erased:
        assert run(["erase", str(here), "spam", "--id", "m3"]) == 0
    with asking(here) as ask:
        ask("POST", "/v1/games/spam/label", {"id": "m8", "y": "ham"})
        kept, open = ask("GET", "/v1/games/spam/digest")[1], ask("GET", "/v1/games/spam/rounds")[1]
    assert run(["move", str(here), "spam", str(there)]) == 2
    assert "another game" in capsys.readouterr().err
    for _ in range(2):  # again changes nothing
        assert run(["move", str(here), "spam", str(there), "--as", "ham"]) == 0
    assert f"with {kept['seq']} rows" in capsys.readouterr().out
    with asking(there) as ask:
        assert ask("GET", "/v1/games/ham/digest")[1] == kept
        assert ask("GET", "/v1/games/ham/rounds")[1] == open
        assert ask("POST", "/v1/games/ham/label", {"id": "m4", "y": "ham"})[0] == 200
    found = audited(there, "ham")
    assert (found.good, bool(found.since)) == (True, erased)
    assert audited(there, "spam").good


def test_a_moved_game_keeps_its_chain(tmp_path, capsys):
    here, there = tmp_path / "here", tmp_path / "there"

    def held(folder):
        rows = SQLiteJournal(folder / "journal.sqlite", writes=False)
        try:
            return heads_of(rows)["heads"]
        finally:
            rows.close()

    def play(ask, first, last):
        for t in range(first, last):
            ask("POST", "/v1/games/spam/predict", {"id": f"m{t}", "x": {"a": t % 5 - 2}})
            if t % 4:
                ask("POST", "/v1/games/spam/label", {"id": f"m{t}", "y": ("ham", "spam")[t % 2]})

    with asking(here) as ask:
        ask("PUT", "/v1/games/spam", SPAM)
        play(ask, 0, 30)
    assert run(["move", str(here), "spam", str(there)]) == 0
    assert held(there) == held(here)  # heads that others hold are still those of the game
    with asking(here) as ask:
        play(ask, 30, 40)
    assert run(["move", str(here), "spam", str(there)]) == 0  # goes on where it ended
    assert held(there) == held(here)
    assert audited(there).good
    with asking(here) as ask:
        assert ask("POST", "/v1/games/spam/erase", {"ids": ["m3"]})[0] == 200
    capsys.readouterr()
    assert run(["move", str(here), "spam", str(there)]) == 2  # what was erased here is still there
    assert "another game" in capsys.readouterr().err
    assert run(["prune", str(here), "spam", "--keep-rows", "20"]) == 0
    for name in ("spam", "ham"):
        assert run(["move", str(here), "spam", str(tmp_path / "new"), "--as", name]) == 0
        found = audited(tmp_path / "new", name)
        assert (found.good, found.head) == (True, held(here)["spam"]["head"])  # which begins where rows were removed
        assert found.digest == audited(here).digest


@pytest.mark.system
def test_a_log_that_was_moved_is_begun_anew(tmp_path):
    log = tmp_path / "requests.log"
    process = Process(tmp_path / "games", arguments=("--log", str(log))).wait()
    process.ask("GET", "/v1/games")
    log.rename(tmp_path / "old.log")
    process.process.send_signal(signal.SIGHUP)
    for _ in range(100):
        process.ask("GET", "/v1/games")
        if log.exists() and log.read_text():
            break
        time.sleep(0.05)
    assert "GET /v1/games 200" in log.read_text()
    assert process.end() == 0


def certified(folder, name):
    make = "req -x509 -newkey rsa:2048 -nodes -keyout key.pem -out cert.pem -days 2 -addext subjectAltName=IP:127.0.0.1"
    words = [shutil.which("openssl") or "openssl", *make.split(), "-subj", f"/CN={name}"]
    subprocess.run(words, cwd=folder, check=True, capture_output=True)


@pytest.mark.system
def test_a_certificate_is_read_again(tmp_path):
    if shutil.which("openssl") is None:
        pytest.skip("no openssl to make a certificate with")
    certified(tmp_path, "first")
    files = ("--certfile", str(tmp_path / "cert.pem"), "--keyfile", str(tmp_path / "key.pem"))
    process = Process(tmp_path / "games", arguments=files)
    port = int(re.search(r":(\d+)$", process.process.stdout.readline().strip())[1])
    first = ssl.get_server_certificate(("127.0.0.1", port))
    certified(tmp_path, "second")
    process.process.send_signal(signal.SIGHUP)
    for _ in range(100):
        if ssl.get_server_certificate(("127.0.0.1", port)) != first:
            break
        time.sleep(0.05)
    assert ssl.get_server_certificate(("127.0.0.1", port)) == (tmp_path / "cert.pem").read_text()
    (tmp_path / "cert.pem").write_text("nonsense")
    process.process.send_signal(signal.SIGHUP)
    time.sleep(0.5)
    assert ssl.get_server_certificate(("127.0.0.1", port)) != first  # it goes on, with the one that it has
    assert process.end() == 0
    assert "reloading failed" in process.errors


def test_the_unit_of_the_page_is_the_file():
    unit = (HOME / "deploy" / "littlestone.service").read_text()
    assert f"```\n{unit}```" in (HOME / "docs" / "service" / "running.md").read_text()


@pytest.mark.system
def test_systemd_has_nothing_to_say_about_the_unit(tmp_path):
    analyze = shutil.which("systemd-analyze")
    if analyze is None:
        pytest.skip("no systemd-analyze")
    unit = (HOME / "deploy" / "littlestone.service").read_text()
    (tmp_path / "littlestone.service").write_text(unit.replace("/opt/littlestone/bin/littlestone", "/bin/true"))
    found = subprocess.run([analyze, "verify", str(tmp_path / "littlestone.service")], capture_output=True, text=True)
    assert (found.returncode, found.stdout, found.stderr) == (0, "", "")


def test_what_the_container_runs_is_there(capsys):
    text = (HOME / "deploy" / "Containerfile").read_text()
    asked = re.search(r'ENTRYPOINT \["[^"]+", (.*)\]', text)[1].replace('"', "").split(", ")
    assert asked[0] == "serve"
    assert run(["serve", "--help"]) == 0
    said = capsys.readouterr().out
    assert all(word in said for word in asked if word.startswith("--"))
