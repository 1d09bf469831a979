"""An id that was added is always among those that may be known; few others are; and a journal asks for few in vain."""

from __future__ import annotations

import json
import random
import sqlite3
import time

import numpy as np
import pytest
from service_asking import asking

from littlestone.service.journal.journal import JournalRow
from littlestone.service.journal.known_ids import BloomFilter, IdHash
from littlestone.service.journal.sqlite_journal import SQLiteJournal


@pytest.mark.parametrize("seed", range(20))
def test_what_was_added_is_never_missed(seed):
    draw = random.Random(seed)
    hash = IdHash(draw.randbytes(16))
    known, added = BloomFilter(hash), []
    for _ in range(draw.randrange(1, 12)):
        some = [
            f"{draw.getrandbits(40):x}{'ü' * draw.randrange(3)}" for _ in range(draw.choice([0, 1, 5, 63, 64, 900]))
        ]
        known.add(hash.all_of(dict.fromkeys(some)))
        added += some
        assert known.among(added) == added
    others = [f"other {k}" for k in range(2000)]
    assert len(known.among(others)) < 40, "one in a hundred would be many"


def known(journal, game, ids):
    """Those of these ids that a journal has rows of."""
    found = journal.rows_of(game, ids)
    assert all(row.id == id for id, rows in found.items() for row in rows)
    return set(found)


def test_nothing_is_known_at_first():
    assert BloomFilter(IdHash(bytes(16))).among(["a", "b"]) == []


KEY = bytes(range(16))


def test_hashes_are_those_of_the_paper_and_of_journals_that_were_written():
    """Aumasson and Bernstein (2012), appendix A, and vectors of their program. Hashes on disk never change."""
    hash = IdHash(KEY)
    vectors = {0: 0x726FDB47DD0E0E31, 1: 0x74F839C593DC67FD, 7: 0xAB0200F58B01D137, 8: 0x93F5F5799A932462}
    vectors |= {15: 0xA129CA6149BE45E5, 16: 0x3F2ACC7F57C29BDB}
    assert {size: hash.of_bytes(bytes(range(size))) for size in vectors} == vectors
    assert hash.of("mail-17") == hash.of_bytes(b"mail-17") >> 1
    assert list(hash.all_of(["mail-17", ""])) == [hash.of("mail-17"), vectors[0] >> 1]
    hashes, seqs = hash.of_rows({"mail-17": (3, 9), "": (), "zwölf": (4,)})
    assert (list(hashes), list(seqs)) == ([*2 * [hash.of("mail-17")], hash.of("zwölf")], [3, 9, 4])
    with pytest.raises(ValueError, match="16 bytes"):
        IdHash(b"short")


def test_ids_that_differ_in_any_byte_collide_under_no_key():
    """Those of FNV did, for every salt with the same lowest byte."""
    ids = [f"{a}{b}" for a in ("x", "y") for b in range(2000)]
    for seed in range(5):
        assert len(np.unique(IdHash(random.Random(seed).randbytes(16)).all_of(ids))) == len(ids)
    first, second = (np.asarray(IdHash(bytes([0, k]) + bytes(14)).all_of(ids)) for k in (1, 2))
    assert len(np.unique(first - second)) == len(ids), "differences of hashes do not depend on a part of the key alone"


def test_hashes_are_spread_evenly():
    hashes = np.sort(np.asarray(IdHash(KEY).all_of([f"mail-{k}" for k in range(20_000)])))
    assert len(np.unique(hashes)) == 20_000
    assert np.abs(hashes / 2.0**63 - np.arange(20_000) / 20_000).max() < 0.015  # Kolmogorov and Smirnov: one in 1000


@pytest.mark.parametrize("factor", [2, 8])
def test_a_journal_knows_every_id_also_after_it_was_opened_again(tmp_path, monkeypatch, factor):
    monkeypatch.setattr("littlestone.service.journal.sqlite_journal.INDEX_AT", 25)
    monkeypatch.setattr("littlestone.service.journal.id_runs.FACTOR", factor)
    draw, written, seq = random.Random(factor), [], 0
    for again in range(4):
        journal = SQLiteJournal(tmp_path / "journal.sqlite")
        for _ in range(30):
            ids = [f"{again}-{draw.getrandbits(30)}" for _ in range(draw.randrange(1, 9))]
            assert known(journal, 1, ids) == set()
            asked = ids + draw.sample(written, min(5, len(written)))
            assert known(journal, 1, asked) == set(asked) - set(ids)
            rows = [(1, JournalRow(seq + k + 1, id, 1, b"{}", maker=journal.maker)) for k, id in enumerate(ids)]
            journal.write(rows, [] if seq else [(1, "spam")])
            seq += len(ids)
            written += ids
            assert known(journal, 1, ids) == set(ids)
        assert known(journal, 1, written) == set(written)
        assert known(journal, 2, written) == set()
        assert [row.seq for id in written for row in journal.about(1, id)] == list(range(1, seq + 1))
        journal.close()


def test_large_runs_of_a_journal_are_merged_while_it_is_written(tmp_path, monkeypatch):
    monkeypatch.setattr("littlestone.service.journal.sqlite_journal.INDEX_AT", 20)
    monkeypatch.setattr("littlestone.service.journal.id_runs.LARGEST", 100)
    monkeypatch.setattr("littlestone.service.writer.TICK", 0.005)
    ids = [f"m{k}" for k in range(2000)]
    with asking(tmp_path) as ask:
        ask("PUT", "/v1/games/spam", {"labels": ["ham", "spam"], "learner": "perceptron"})
        for start in range(0, len(ids), 50):
            lines = [json.dumps({"id": id, "x": {"a": len(id)}}) for id in ids[start : start + 50]]
            assert ask("POST", "/v1/games/spam/events", "\n".join(lines).encode())[0] == 200
        answers = [ask("POST", "/v1/games/spam/predict", {"id": id, "x": {}}) for id in ids[::200]]
        runs = ask.service.writer.books.journal.runs
        for _ in range(1000):
            if not runs.grown and runs.merging is None:
                break
            time.sleep(0.01)
        sizes = [run.size for run in runs.games[1]]
        assert max(sizes) > 300
        assert [ask("POST", "/v1/games/spam/predict", {"id": id, "x": {}}) for id in ids[::200]] == answers
    with asking(tmp_path) as ask:
        assert [ask("POST", "/v1/games/spam/predict", {"id": id, "x": {}}) for id in ids[::200]] == answers
    assert [each[1]["seq"] for each in answers] == [2 + 200 * k for k in range(10)]


def test_ids_of_one_hash_are_told_apart(tmp_path, monkeypatch):
    monkeypatch.setattr("littlestone.service.journal.sqlite_journal.INDEX_AT", 1)
    journal = SQLiteJournal(tmp_path / "journal.sqlite")
    journal.hash = OneHash()
    monkeypatch.setattr(journal, "may_be_indexed", lambda game, ids: ids)
    for seq, id in enumerate("abcab", 1):
        journal.write([(1, JournalRow(seq, id, 1 + seq // 4, b"{}"))], [] if seq > 1 else [(1, "spam")])
    assert 1 in journal.runs.games
    assert known(journal, 1, ["a", "b", "d"]) == {"a", "b"}
    assert [row.seq for row in journal.about(1, "a")] == [1, 4]
    assert journal.about(1, "d") == []
    journal.close()


class OneHash:
    """Every id has the same hash."""

    def of(self, id):
        return 7

    def of_rows(self, ids):
        rows = [(7, seq) for seqs in ids.values() for seq in seqs]
        return [hash for hash, _ in rows], [seq for _, seq in rows]


def test_a_reading_that_failed_is_done_again(tmp_path, monkeypatch):
    monkeypatch.setattr("littlestone.service.journal.sqlite_journal.INDEX_AT", 10)
    journal = SQLiteJournal(tmp_path / "journal.sqlite")
    for seq in range(1, 30):
        journal.write([(1, JournalRow(seq, f"m{seq}", 1, b"{}"))], [] if seq > 1 else [(1, "spam")])
    journal.close()
    journal = SQLiteJournal(tmp_path / "journal.sqlite")
    all_hashes = journal.runs.all_hashes

    def failing(game):
        yield next(iter(all_hashes(game)))
        raise sqlite3.OperationalError("the disk is strange")

    journal.runs.all_hashes = failing
    with pytest.raises(sqlite3.OperationalError):
        known(journal, 1, ["m3"])
    journal.runs.all_hashes = all_hashes
    assert known(journal, 1, [f"m{seq}" for seq in range(1, 31)]) == {f"m{seq}" for seq in range(1, 30)}
    journal.close()


@pytest.mark.parametrize("apart", [1, 10_000])
def test_a_batch_that_is_sent_again_asks_the_journal_once(tmp_path, monkeypatch, apart):
    """It had asked once for every id: 1,000 of them took 100 ms at 20 million rows."""
    monkeypatch.setattr("littlestone.service.writer.APART", apart)
    monkeypatch.setattr("littlestone.service.journal.sqlite_journal.INDEX_AT", 150)
    with asking(tmp_path) as ask:
        ask("PUT", "/v1/games/spam", {"labels": ["ham", "spam"], "learner": "perceptron"})
        batches = [
            "\n".join(json.dumps({"id": f"m{k}", **each}) for k in range(300)).encode()
            for each in ({"x": {"a": 1}}, {"y": "ham"})
        ]
        first = [ask("POST", "/v1/games/spam/events", batch) for batch in batches]
        while ask.service.writer.flight is not None:
            time.sleep(0.01)
        journal = ask.service.writer.books.journal
        asked, rows_of = [], journal.rows_of
        journal.rows_of = lambda game, ids: asked.append(len(ids)) or rows_of(game, ids)
        assert [ask("POST", "/v1/games/spam/events", batch) for batch in batches] == first
        assert asked == [300, 300]
        mixed = b"\n".join([batches[0], batches[1]])
        assert ask("POST", "/v1/games/spam/events", mixed)[1] == first[0][1] + first[1][1]
        assert len(asked) == 3, "what was read for the predictions has the labels"


def test_what_was_read_before_rows_landed_is_read_again(tmp_path, monkeypatch):
    """A label whose row was on its way when the id was looked up is found when it is told again."""
    with asking(tmp_path) as ask:
        ask("PUT", "/v1/games/spam", {"labels": ["ham", "spam"], "learner": "perceptron"})
        said = ask("POST", "/v1/games/spam/predict", {"id": "m", "x": {"a": 1}})

        def look(books):
            sheet, hosted = books.sheet, books.hosted("spam")
            hosted.answer_label(sheet, "m", "ham", None)
            flying = books.send_away()
            books.look_up([("spam", ["m"])])
            assert [row.kind for row in books.sheet.read[hosted.number]["m"]] == [1]
            books.journal.put(flying.rows, flying.new)
            books.came_back()
            return [row.kind for row in books.sheet.about(hosted.number, "m")]

        assert ask.loop.run_until_complete(ask.service.look(look)) == [1, 2]
        assert ask("POST", "/v1/games/spam/predict", {"id": "m", "x": {"a": 1}}) == said
        assert ask("POST", "/v1/games/spam/label", {"id": "m", "y": "ham"})[0] == 200
