"""Rows that SQLite cuts out of one blob are those that were given, however many they are and whatever is missing."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from littlestone.service.journal import insertion
from littlestone.service.journal.insertion import ROOM, SIZES, insertions
from littlestone.service.journal.journal import JournalRow
from littlestone.service.journal.sqlite_journal import SQLiteJournal

SOME_BYTES = st.none() | st.binary(max_size=40)  # what is empty is not missing
FIELDS = st.tuples(
    st.none() | st.text(st.characters(codec="utf-8", exclude_characters="\0"), min_size=1, max_size=12),
    st.integers(0, 10),
    *(5 * [SOME_BYTES]),
    st.integers(0, 1 << 40),
    st.integers(0, 1 << 62),
)


def written(folder, rows):
    """Rows as the journal has them after they were written, by game."""
    journal = SQLiteJournal(folder / "journal.sqlite")
    games = {game for game, _ in rows}
    try:
        journal.put(rows, [(game, f"game {game}") for game in games])
        found = {game: list(journal.rows(game)) for game in games}
    finally:
        journal.close()
        (folder / "journal.sqlite").unlink()
    return found


@given(st.lists(st.tuples(st.integers(1, 3), FIELDS), min_size=1, max_size=20))
def test_what_is_read_is_what_was_written(tmp_path_factory, drawn):
    rows = [(game, JournalRow(seq, *fields)) for seq, (game, fields) in enumerate(drawn, 1)]
    found = written(tmp_path_factory.mktemp("journal"), rows)
    assert found == {game: [row for of, row in rows if of == game] for game in found}


@pytest.mark.parametrize(
    "count", sorted({1, 2, *SIZES, *(size + 1 for size in SIZES), *(size - 1 for size in SIZES), 5000})
)
def test_any_number_of_rows(tmp_path, count):
    draw = random.Random(count)
    rows = [
        (1, (seq, f"ü{seq}", 1 + seq % 2, draw.randbytes(draw.randrange(1, 99)), b"1", None, None, None, 1, seq))
        for seq in range(1, count + 1)
    ]
    assert written(tmp_path, rows) == {1: [row for _, row in rows]}


def test_a_blob_that_would_be_too_large_is_divided(tmp_path, monkeypatch):
    monkeypatch.setattr(insertion, "LARGE", 1000)
    draw = random.Random(1)
    sizes = [10, 20, 5000, 30, 900, 900, 10, 10, 10]
    rows = [
        (1, JournalRow(seq, f"m{seq}", 1, draw.randbytes(size), maker=1)) for seq, size in enumerate(sizes, 1)
    ]  # one row is larger than a blob should be, and has one of its own
    parts = list(insertions(rows, bytes(16 * len(rows)), {len(rows) - 1: bytes(32)}))
    assert len(parts) > 3
    assert max(len(values[0]) for _, values in parts) < 5100
    assert written(tmp_path, rows) == {1: [row for _, row in rows]}


def test_rows_of_nothing(tmp_path):
    rows = [(1, JournalRow(1, None, 1, None, b"")), (1, JournalRow(2, None, 1, None, None, None, b""))]
    assert written(tmp_path, rows[:1]) == {1: [rows[0][1]]}
    assert written(tmp_path, rows) == {1: [row for _, row in rows]}


def test_nothing_to_insert():
    assert list(insertions([], b"", {})) == []


def test_the_largest_statement_is_one_that_sqlite_takes():
    """SQLite takes 32,766 values at most, in its own settings."""
    row = (1, (1, "m", 1, b"{}", b"1", b"12345678", None, None, 1, 1))
    ((_, values),) = insertions(SIZES[-1] * [row], bytes(16 * SIZES[-1]), {})
    assert len(values) <= 32_766
    assert values[1] == ROOM + 1
