"""The chain of a journal: what was forged is found, what is honest is not accused, older journals are taken over."""

from __future__ import annotations

import json
import os
import random
import shutil
import signal
import sqlite3
import time
from hashlib import blake2b

import pytest
from forged_journals import AGAINST_A_HEAD, FORGERIES, forge
from service_asking import asking
from service_runs import LONG

from littlestone.cli import run
from littlestone.service.journal.audit import audit
from littlestone.service.journal.chain import beginning, digest_of_maker, digests_of, head_after
from littlestone.service.journal.commitment import commitment, commitments, one_by_one
from littlestone.service.journal.heads import heads_of
from littlestone.service.journal.insertion import ROOM
from littlestone.service.journal.migration import migrate
from littlestone.service.journal.sqlite_journal import SQLiteJournal

SPAM = {"labels": ["ham", "spam"], "learner": "selective-perceptron"}
FORGED = 200 if LONG else 2 * (len(FORGERIES) + len(AGAINST_A_HEAD))


@pytest.fixture(scope="module")
def honest(tmp_path_factory):
    """A journal of some sixty rows, in groups of one row and of several, and the heads of it."""
    folder = tmp_path_factory.mktemp("honest")
    with asking(folder) as ask:
        ask("PUT", "/v1/games/spam", SPAM)
        for b in range(4):
            lines = [{"id": f"b{b}-{k}", "x": {"a": k - 2.5, "b": f"w{k % 3}"}} for k in range(6)]
            lines += [{"id": f"b{b}-{k}", "y": ("ham", "spam")[k % 2]} for k in range(5)]
            ask("POST", "/v1/games/spam/events", "\n".join(map(json.dumps, lines)).encode())
            ask("POST", "/v1/games/spam/predict", {"id": f"s{b}", "x": {"a": b}})
            ask("POST", "/v1/games/spam/label", {"id": f"s{b}", "y": "ham"})
    journal = SQLiteJournal(folder / "journal.sqlite", writes=False)
    held = heads_of(journal)
    journal.close()
    return folder / "journal.sqlite", held


def found_in(path, held=None):
    journal = SQLiteJournal(path, writes=False)
    try:
        return audit(journal, "spam", held)
    finally:
        journal.close()


@pytest.mark.parametrize("seed", range(FORGED))
def test_every_forgery_is_found(tmp_path, honest, seed):
    path = tmp_path / "journal.sqlite"
    shutil.copy(honest[0], path)
    assert found_in(path, honest[1]).good
    every = [*FORGERIES, *AGAINST_A_HEAD]
    how = every[seed % len(every)]
    forge(path, how, random.Random(seed))
    found = found_in(path, honest[1])
    assert not found.good, how.__name__
    assert found.broken, how.__name__
    if how in AGAINST_A_HEAD:
        assert found_in(path).good, "without a head that is held elsewhere nobody can know: the docs say so"
    else:
        assert found_in(path).broken, how.__name__


@pytest.mark.parametrize("how", FORGERIES, ids=lambda how: how.__name__)
def test_a_game_that_was_forged_is_not_served(tmp_path, honest, how):
    path = tmp_path / "journal.sqlite"
    shutil.copy(honest[0], path)
    forge(path, how, random.Random(7))
    with asking(tmp_path) as ask:
        status, said = ask("GET", "/v1/games/spam")
        if how.__name__ != "said_to_be_erased":  # its chain is whole; that no row tells of it is seen by audits
            assert (status, said["error"]) == (503, "quarantined"), how.__name__


def test_a_stranger_can_check_the_chain_with_a_few_lines(honest):
    """As docs/service/audit.md describes it, with nothing of this package but the layout."""
    import struct

    file = sqlite3.connect(honest[0])
    makers = dict(file.execute("select number, maker from makers"))
    head = blake2b(b"spam", digest_size=32, person=b"littlestone game").digest()
    group = b""
    rows = file.execute(
        f"select key - {ROOM}, at, kind, maker, id, record, answer, guess, chance, seed, salt, head "
        f"from journal where game = 1 order by key"
    )
    for seq, at, kind, maker, id, *fields, salt, closes in rows:
        fields = [None if id is None else id.encode(), *fields]
        who = blake2b(makers[maker].encode(), digest_size=16, person=b"littlestone make").digest()
        lengths = [-1 if field is None else len(field) for field in fields]
        message = struct.pack("<qqq16s6i", seq, at, kind, who, *lengths)
        message += b"".join(field for field in fields if field is not None)
        group += blake2b(message, digest_size=32, salt=salt, person=b"littlestone row1").digest()
        if closes is not None:
            head = blake2b(head + group, digest_size=32, person=b"littlestone head").digest()
            assert head == closes
            group = b""
    assert group == b""
    assert honest[1]["heads"]["spam"]["head"] == head.hex()
    file.close()


def test_compiled_commitments_are_those_of_hashlib():
    draw = random.Random(3)
    rows = []
    for k in range(600):
        fields = [draw.choice([None, b"", draw.randbytes(draw.randrange(300))]) for _ in range(5)]
        id = draw.choice([None, "", "ü" * draw.randrange(200)])
        rows.append((1, (draw.getrandbits(40), id, draw.randrange(11), *fields, draw.choice([1, 2, 3]), k - 7)))
    for size in [*range(60, 200), 65_535, 65_536, 200_000]:  # ends of blocks, and rows that are hashed alone
        rows.append((1, (size, None, 1, draw.randbytes(size), None, None, None, None, 1, 0)))
    draw.shuffle(rows)
    salts, makers = draw.randbytes(16 * len(rows)), {1: draw.randbytes(16), 2: draw.randbytes(16)}
    assert commitments(rows, salts, makers) == one_by_one(rows, salts, makers)
    assert commitments(rows[:1], salts, makers) == one_by_one(rows[:1], salts, makers)
    assert commitments([], b"", makers) == b""
    for wrong, error in [((1, 2), TypeError), ((1, "\ud800"), ValueError), ((1 << 63, "a"), OverflowError)]:
        with pytest.raises(error):
            commitments([*rows[:9], (1, (*wrong, *rows[0][1][2:]))], salts, makers)


@pytest.mark.parametrize("seed", range(200 if LONG else 12))
def test_honest_journals_are_not_accused(tmp_path, monkeypatch, seed):
    """Groups of any size, several games, an index of ids, snapshots, and ends without a farewell."""
    draw = random.Random(seed)
    monkeypatch.setattr("littlestone.service.journal.sqlite_journal.INDEX_AT", draw.choice([5, 50, 40_000]))
    monkeypatch.setattr("littlestone.service.writer.APART", draw.choice([1, 256]))
    t, held = 0, None
    for _ in range(draw.randrange(1, 4)):
        with asking(tmp_path / "games") as ask:
            for name in ("spam", "eggs"):
                ask("PUT", f"/v1/games/{name}", {**SPAM, "label_timeout": 3600})
            for _ in range(draw.randrange(1, 8)):
                name, count = draw.choice(["spam", "eggs"]), draw.choice([1, 2, 30])
                lines = [{"id": f"m{t + k}", "x": {"a": draw.random()}} for k in range(count)]
                lines += [{"id": f"m{t + k}", "y": "spam"} for k in range(0, count, 2)]
                t += count
                ask("POST", f"/v1/games/{name}/events", "\n".join(map(json.dumps, lines)).encode())
            if draw.random() < 0.5:
                some = ask("GET", "/v1/games/spam/rounds")[1]["rounds"]
                if some:
                    ask("POST", "/v1/games/spam/erase", {"ids": [some[0]["id"]]})
            shutil.rmtree(tmp_path / "crashed", ignore_errors=True)
            shutil.copytree(tmp_path / "games", tmp_path / "crashed", ignore=shutil.ignore_patterns("*-shm"))
        for folder in ("crashed", "games"):  # the copy is as kill -9 leaves it: rows are in the WAL
            path = tmp_path / folder / "journal.sqlite"
            journal = SQLiteJournal(path)
            for name in journal.games():
                found = audit(journal, name, held)
                assert (found.good, found.broken) == (True, [])
            if folder == "games":
                held = heads_of(journal)
            journal.close()


def play_for_ever(folder, draw, begun):
    """Batches, single moves and erasures, in two games of which one keeps few rows, until the process is killed.

    Who waits at a pipe is told that the first of it is answered.
    """
    with asking(folder) as ask:
        ask("PUT", "/v1/games/spam", SPAM)
        ask("PUT", "/v1/games/eggs", {**SPAM, "keep_rows": draw.choice([20, 100])})
        while True:
            name, tag, count = draw.choice(["spam", "eggs"]), f"{draw.getrandbits(60)}", draw.choice([1, 2, 30, 300])
            lines = [{"id": f"{tag}-{k}", "x": {"a": draw.random()}} for k in range(count)]
            lines += [{"id": f"{tag}-{k}", "y": "spam"} for k in range(0, count, 2)]
            ask("POST", f"/v1/games/{name}/events", "\n".join(map(json.dumps, lines)).encode())
            ask("POST", f"/v1/games/{name}/predict", {"id": f"{tag}-one", "x": {"a": 1}})
            if begun:
                os.write(begun, b".")
                begun = 0
            if draw.random() < 0.1:
                ask("POST", f"/v1/games/{name}/erase", {"ids": [f"{tag}-one"]})


@pytest.mark.system
@pytest.mark.parametrize("seed", range(200 if LONG else 3))
def test_honest_journals_of_services_that_were_killed_are_not_accused(tmp_path, monkeypatch, seed):
    """kill -9 at any moment: of commits, of merges of the index, of erasures, of the removal of old rows."""
    draw = random.Random(seed)
    monkeypatch.setattr("littlestone.service.journal.sqlite_journal.INDEX_AT", draw.choice([5, 50, 500]))
    monkeypatch.setattr("littlestone.service.journal.id_runs.FACTOR", draw.choice([2, 8]))
    monkeypatch.setattr("littlestone.service.journal.id_runs.LARGEST", draw.choice([200, 10**6]))
    monkeypatch.setattr("littlestone.service.writer.APART", draw.choice([1, 256]))
    monkeypatch.setattr("littlestone.service.writer.TICK", draw.choice([0.01, 0.25]))
    monkeypatch.setattr("littlestone.service.books.RETAIN", 0)
    held, rows = None, 0
    for t in range(3):
        draw.seed(f"{seed} {t}")  # the child draws on its own
        waiting, begun = os.pipe()
        child = os.fork()
        if child == 0:
            try:
                play_for_ever(tmp_path, draw, begun)
            finally:
                os._exit(1)
        os.close(begun)
        assert os.read(waiting, 1) == b".", "it ended by itself"
        time.sleep(draw.uniform(0.0, 0.6))
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        os.close(waiting)
        journal = SQLiteJournal(tmp_path / "journal.sqlite")
        try:
            for name, number in journal.games().items():
                found = audit(journal, name, held)
                assert found.good, (name, found.broken, found.mismatches, found.failure)
                rows += journal.last(number) - 1
            held = heads_of(journal)
            held["heads"].pop("eggs", None)  # a head that is older than what was removed cannot be checked, and is told
        finally:
            journal.close()
    assert rows > 3, "nothing was played but the making of games"


def test_heads_are_printed_signed_and_held_against_a_journal(tmp_path, honest, capsys):
    shutil.copy(honest[0], tmp_path / "journal.sqlite")
    assert run(["heads", str(tmp_path)]) == 0
    (tmp_path / "heads.json").write_text(capsys.readouterr().out)
    assert run(["audit", str(tmp_path), "--head", str(tmp_path / "heads.json")]) == 0
    forge(tmp_path / "journal.sqlite", AGAINST_A_HEAD[0], random.Random(1))
    assert run(["audit", str(tmp_path)]) == 0
    assert run(["audit", str(tmp_path), "--head", str(tmp_path / "heads.json")]) == 1
    assert "a head of this row is held" in " ".join(capsys.readouterr().out.split())
    assert run(["audit", str(tmp_path), "--head", str(tmp_path / "heads.json"), "--rebase"]) == 2
    assert "nothing was rebased" in capsys.readouterr().err
    held = json.loads((tmp_path / "heads.json").read_text())
    held["heads"]["eggs"] = held["heads"]["spam"]
    (tmp_path / "heads.json").write_text(json.dumps(held))
    assert run(["audit", str(tmp_path), "--head", str(tmp_path / "heads.json")]) == 1
    assert "there is no such game" in " ".join(capsys.readouterr().out.split())
    (tmp_path / "heads.json").write_text("{}")
    assert run(["audit", str(tmp_path), "--head", str(tmp_path / "heads.json")]) == 2
    assert run(["audit", str(tmp_path), "--signer", "key.pem"]) == 2


def test_a_signature_is_of_these_heads_and_of_that_key(tmp_path, honest, capsys):
    pytest.importorskip("cryptography", reason="signatures need cryptography")
    from cryptography.hazmat.primitives import serialization as form
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

    shutil.copy(honest[0], tmp_path / "journal.sqlite")
    for name in ("mine", "other"):
        key = Ed25519PrivateKey.generate()
        private = key.private_bytes(form.Encoding.PEM, form.PrivateFormat.PKCS8, form.NoEncryption())
        public = key.public_key().public_bytes(form.Encoding.PEM, form.PublicFormat.SubjectPublicKeyInfo)
        (tmp_path / f"{name}.pem").write_bytes(private)
        (tmp_path / f"{name}.pub").write_bytes(public)
    assert run(["heads", str(tmp_path), "--sign", str(tmp_path / "mine.pem")]) == 0
    heads = tmp_path / "heads.json"
    heads.write_text(capsys.readouterr().out)
    check = ["audit", str(tmp_path), "--head", str(heads)]
    assert run(check) == 0
    assert run([*check, "--signer", str(tmp_path / "mine.pub")]) == 0
    assert run([*check, "--signer", str(tmp_path / "other.pub")]) == 2
    held = json.loads(heads.read_text())
    heads.write_text(json.dumps({**held, "at": 1.0}))
    assert run(check) == 2
    heads.write_text(json.dumps({"heads": held["heads"], "at": held["at"]}))
    assert run(check) == 0
    assert run([*check, "--signer", str(tmp_path / "mine.pub")]) == 2
    assert run(["heads", str(tmp_path), "--sign", str(tmp_path / "mine.pub")]) == 2
    capsys.readouterr()


def test_a_backup_has_its_heads(tmp_path, honest):
    (tmp_path / "games").mkdir()
    shutil.copy(honest[0], tmp_path / "games" / "journal.sqlite")
    assert run(["backup", str(tmp_path / "games"), str(tmp_path / "copy")]) == 0
    held = json.loads((tmp_path / "copy" / "heads.json").read_text())
    assert held["heads"] == honest[1]["heads"]


def former(path):
    """Make a journal what it would have been in format 2: without a chain, with another index of ids."""
    file = sqlite3.connect(path)
    for column in ("salt", "commitment", "head"):
        file.execute(f"alter table journal drop column {column}")
    for statement in (
        "delete from runs",
        "delete from parts",
        "delete from indexed",
        "drop table about",
        "create table about (format integer not null, salt integer not null)",
        "insert into about values (2, 12345)",
    ):
        file.execute(statement)
    file.execute("pragma journal_mode=wal")
    file.commit()
    file.close()


def test_a_journal_of_the_former_format_is_taken_over(tmp_path, honest):
    path = tmp_path / "journal.sqlite"
    shutil.copy(honest[0], path)
    with asking(tmp_path) as ask:
        digest = ask("GET", "/v1/games/spam/digest")
        again = ask("POST", "/v1/games/spam/predict", {"id": "s1", "x": {"a": 1}})
    shutil.rmtree(tmp_path / "snapshots", ignore_errors=True)
    former(path)
    assert run(["audit", str(tmp_path)]) == 2  # who only reads does not migrate
    with asking(tmp_path) as ask:
        assert ask("GET", "/v1/games/spam/digest") == digest
        assert ask("POST", "/v1/games/spam/predict", {"id": "s1", "x": {"a": 1}}) == again
        assert ask("POST", "/v1/games/spam/label", {"id": "b0-5", "y": "ham"})[0] == 200
    assert found_in(path).good
    forge(path, FORGERIES[0], random.Random(1))
    assert found_in(path).broken


def test_a_base_of_before_is_held_to_its_digest_after_the_migration(tmp_path, honest):
    path = tmp_path / "journal.sqlite"
    shutil.copy(honest[0], path)
    assert run(["audit", str(tmp_path), "spam", "--rebase"]) == 0
    with sqlite3.connect(path) as file:  # as releases before have written it
        file.execute("update journal set record = null where kind = 10")
    former(path)
    with asking(tmp_path) as ask:
        assert ask("GET", "/v1/games/spam/digest")[0] == 200
    assert found_in(path).good
    with sqlite3.connect(path) as file:
        assert file.execute("update bases set content = content || x'00' where part = 'main.npz'").rowcount == 1
    with asking(tmp_path) as ask:
        assert ask("GET", "/v1/games/spam/digest")[1]["error"] == "quarantined"


def test_a_migration_that_fails_leaves_the_journal_as_it_was(tmp_path, honest, monkeypatch):
    path = tmp_path / "journal.sqlite"
    shutil.copy(honest[0], path)
    former(path)
    file = sqlite3.connect(path, isolation_level=None)
    before = list(file.iterdump())

    def failing(*_):
        raise sqlite3.OperationalError("the disk is strange")

    with monkeypatch.context() as other:
        other.setattr("littlestone.service.journal.migration.chain_game", failing)
        with pytest.raises(sqlite3.OperationalError):
            migrate(file)
    assert list(file.iterdump()) == before
    migrate(file)
    file.close()
    assert found_in(path).good


def test_a_head_is_a_function_of_rows_and_of_what_came_before():
    rows = [(1, "a", 1, b"{}", None, None, None, None, 1, 5), (2, None, 2, None, b"", None, None, None, 1, 5)]
    makers = digests_of([(1, "somebody")])
    digests = b"".join(commitment(row, bytes(16), makers[1]) for row in rows)
    assert len(digests) == 64
    assert head_after(beginning("a"), digests) != head_after(beginning("b"), digests)
    assert head_after(beginning("a"), digests) != head_after(beginning("a"), digests[32:] + digests[:32])
    assert digest_of_maker("somebody") != digest_of_maker("somebody else")
    assert commitment(rows[0], bytes(16), makers[1]) != commitment(rows[0], bytes(15) + b"1", makers[1])
