"""The same service without a journal: rows are thrown away. For the benchmark, which shows what the journal costs."""

from __future__ import annotations

from typing import Any


def forget_journals() -> None:
    """Let nothing be written, and nothing be known, but for the first row of each game."""
    from littlestone.service.journal.sqlite_journal import SQLiteJournal

    put, note = SQLiteJournal.put, SQLiteJournal.note

    def put_first(self: Any, rows: Any, games: Any = (), gone: Any = ()) -> None:
        if games:
            put(self, [each for each in rows if each[1].kind == 0], games)

    def note_first(self: Any, rows: Any) -> None:
        note(self, [each for each in rows if each[1][0] == 1])

    SQLiteJournal.put = put_first  # type: ignore[method-assign]
    SQLiteJournal.note = note_first  # type: ignore[method-assign]
    SQLiteJournal.known = lambda self, game, ids: set()  # type: ignore[method-assign]
