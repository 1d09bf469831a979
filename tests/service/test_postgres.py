"""The journal in PostgreSQL: audits, erasing, two processes, a server that dies under load."""

import psycopg
import pytest
import service_asking
from service_asking import address_of, asking, journal_of
from service_process import Process, play_for

from littlestone.cli import run
from littlestone.service.journal.audit import audit
from littlestone.service.journal.journal import LABEL, PREDICT, JournalError
from littlestone.service.journal.moving import move
from littlestone.service.journal.postgres_journal import PostgresJournal

SPAM = {"labels": ["ham", "spam"], "learner": "arow"}


@pytest.fixture(autouse=True)
def in_postgres(postgres, monkeypatch):
    monkeypatch.setattr(service_asking, "POSTGRES", [postgres.address])


def played(ask, rounds=30, first=0):
    ask("PUT", "/v1/games/spam", SPAM)
    for t in range(first, first + rounds):
        ask("POST", "/v1/games/spam/predict", {"id": f"m{t}", "x": {"a": t % 5 - 2, "b": f"w{t % 3}"}})
        if t % 4:
            ask("POST", "/v1/games/spam/label", {"id": f"m{t}", "y": ("ham", "spam")[t % 2]})


def test_the_commands_take_its_address(tmp_path, capsys):
    with asking(tmp_path) as ask:
        played(ask)
    address = address_of(tmp_path)
    assert run(["audit", str(tmp_path), "--journal", address]) == 0
    assert "52 answers reproduced" in capsys.readouterr().out
    assert run(["replay", str(tmp_path), "spam", "--learner", "perceptron", "--journal", address]) == 0
    assert run(["erase", str(tmp_path), "spam", "--id", "m3", "--journal", address]) == 0
    with asking(tmp_path) as ask:
        assert ask("POST", "/v1/games/spam/label", {"id": "m3", "y": "spam"})[1]["error"] == "erased"
        played(ask, first=40)
    assert run(["audit", str(tmp_path), "--journal", address]) == 0
    with psycopg.connect(address) as connection:
        connection.execute("update journal set guess = %s where game = 1 and kind = 1 and seq > 100", (8 * b"\x01",))
    assert run(["audit", str(tmp_path), "--journal", address]) == 1


def test_only_one_process_writes(tmp_path):
    first = journal_of(tmp_path, writes=True)
    with pytest.raises(JournalError, match="another process"):
        journal_of(tmp_path, writes=True)
    first.close()


def test_a_database_that_does_not_wait_for_the_disk_is_refused(tmp_path):
    with pytest.raises(JournalError, match="synchronous_commit"):
        PostgresJournal(address_of(tmp_path) + "%20-csynchronous_commit%3Doff")


def test_no_server_is_said_in_words(tmp_path):
    with pytest.raises(JournalError, match="cannot be opened"):
        PostgresJournal("postgresql:///none?host=/nowhere")


@pytest.mark.system
def test_a_server_that_is_killed_under_load_loses_nothing(tmp_path, postgres):
    address = address_of(tmp_path)
    process = Process(tmp_path, arguments=("--journal", address)).wait()
    process.ask("PUT", "/v1/games/spam", SPAM)
    clients = play_for(process, "c", 0.5, 4)
    postgres.kill()
    assert process.end() != 0, "a service whose journal is gone has to end"
    clients.stop()
    postgres.process = postgres.started()
    journal = journal_of(tmp_path)
    rows = {(row.kind, row.id): row.seq for row in journal.rows(1)}
    assert clients.predictions
    assert all(rows.get((PREDICT, id)) == said["seq"] for id, said in clients.predictions.items())
    assert all(rows.get((LABEL, id)) == told["seq"] for id, (_, told) in clients.labels.items())
    assert audit(journal, "spam").good
    journal.close()


def test_a_journal_of_the_former_format_is_taken_over_and_its_chain_is_checked(tmp_path):
    with asking(tmp_path) as ask:
        played(ask)
    with psycopg.connect(address_of(tmp_path)) as connection:
        connection.execute("alter table journal drop column salt, drop column commitment, drop column head")
        connection.execute("update about set format = 1")
    with asking(tmp_path) as ask:
        played(ask, first=40)
    journal = journal_of(tmp_path)
    found = audit(journal, "spam")
    journal.close()
    assert (found.good, found.broken) == (True, [])
    with psycopg.connect(address_of(tmp_path)) as connection:
        connection.execute("update journal set at = at + 1 where game = 1 and seq = 7")
    journal = journal_of(tmp_path)
    assert audit(journal, "spam").broken
    journal.close()


@pytest.mark.parametrize("called", ["spam", "ham"])
def test_a_game_moves_into_postgresql_with_its_chain(tmp_path, postgres, monkeypatch, called):
    monkeypatch.setattr(service_asking, "POSTGRES", [])
    with asking(tmp_path / "here") as ask:
        played(ask)
        assert ask("POST", "/v1/games/spam/erase", {"ids": ["m3"]})[0] == 200
        digest = ask("GET", "/v1/games/spam/digest")[1]["digest"]
    source = journal_of(tmp_path / "here")
    monkeypatch.setattr(service_asking, "POSTGRES", [postgres.address])
    target = journal_of(tmp_path / "there", writes=True)
    for _ in range(2):  # again changes nothing
        move(source, target, "spam", called)
    found = audit(target, called)
    assert (found.good, found.digest) == (True, digest)
    assert (found.head == audit(source, "spam").head) is (called == "spam")
    source.close()
    target.close()
