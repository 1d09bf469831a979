"""An id that was added is always among those that may be known; few others are; and a journal asks for few in vain."""

from __future__ import annotations

import random

import pytest

from littlestone.service.journal import JournalRow
from littlestone.service.known_ids import KnownIds
from littlestone.service.sqlite_journal import SQLiteJournal


@pytest.mark.parametrize("seed", range(20))
def test_what_was_added_is_never_missed(seed):
    draw = random.Random(seed)
    known, added = KnownIds(), []
    for _ in range(draw.randrange(1, 12)):
        some = [
            f"{draw.getrandbits(40):x}{'ü' * draw.randrange(3)}" for _ in range(draw.choice([0, 1, 5, 63, 64, 900]))
        ]
        known.add(dict.fromkeys(some))
        added += some
        assert known.among(added) == added
    others = [f"other {k}" for k in range(2000)]
    assert len(known.among(others)) < 40, "one in a hundred would be many"


def test_nothing_is_known_at_first():
    assert KnownIds().among(["a", "b"]) == []


@pytest.mark.parametrize(("at_once", "kept"), [(3, 10_000), (10_000, 10_000), (10_000, 100)])
def test_a_journal_knows_every_id_also_after_it_was_opened_again(tmp_path, monkeypatch, at_once, kept):
    monkeypatch.setattr("littlestone.service.sqlite_journal.MOST_KEPT", kept)
    monkeypatch.setattr("littlestone.service.sqlite_journal.INDEX_AT", 25)
    monkeypatch.setattr("littlestone.service.sqlite_journal.MET_AT_ONCE", at_once)
    draw, written, seq = random.Random(at_once), [], 0
    for again in range(4):
        journal = SQLiteJournal(tmp_path / "journal.sqlite")
        for _ in range(30):
            ids = [f"{again}-{draw.getrandbits(30)}" for _ in range(draw.randrange(1, 9))]
            assert journal.known(1, ids) == set()
            asked = ids + draw.sample(written, min(5, len(written)))
            assert journal.known(1, asked) == set(asked) - set(ids)
            rows = [(1, JournalRow(seq + k + 1, id, 1, b"{}", maker=journal.maker)) for k, id in enumerate(ids)]
            journal.write(rows, [] if seq else [(1, "spam")])
            seq += len(ids)
            written += ids
            assert journal.known(1, ids) == set(ids)
        assert journal.known(1, written) == set(written)
        assert journal.known(2, written) == set()
        assert (1 in journal.met) == (again == 0 or kept > 100), "of a long game no filter is begun"
        assert again == 0 or at_once == 3 or kept == 100 or not journal.meeting
        journal.close()
