"""`Sheet`: rows that were played and are not yet written, and all that has to be known to play the next ones."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .journal.journal import PREDICT, Journal, JournalRow
from .limits import Limits

NOBODY: frozenset[str] = frozenset()


class Sheet:
    """The rows of one transaction, (number of the game, row), in the order in which they were played.

    new         games that they make: number and name
    gone        games that are removed
    changed     games by name, and the seq of their last row
    closed      of each game by its number, the ids of rounds that one of these rows has closed
    read        of games by number, the rows in the journal of those ids of a group that have some
    ahead       the ids of a batch that is played whose rounds are closed: asked for once, if one of them is asked for
    before      the sheet that another thread is writing, None if there is none
    limits      those of who asks now
    tight       is there no memory left, so that nothing may grow?
    maker, now  who computes the rows that are entered, and when: all rows of a group have one time
    """

    def __init__(self, journal: Journal, limits: Limits, now: int = 0, before: Sheet | None = None) -> None:
        self.journal, self.maker, self.now, self.before = journal, journal.maker, now, before
        self.tight = False
        self.limit_by(limits)
        self.rows: list[Any] = []
        self.new: list[tuple[int, str]] = []
        self.gone: list[tuple[int, str]] = []
        self.changed: dict[str, int] = {}
        self.closed: dict[int, set[str]] = {}
        self.read: dict[int, dict[str, list[JournalRow]]] = {}
        self.ahead: Callable[[], list[str]] | None = None
        self.by_id: dict[tuple[int, str | None], list[JournalRow]] = {}  # the first `sorted_in` of the rows, by id
        self.sorted_in = 0

    def limit_by(self, limits: Limits) -> None:
        """Let these limits hold for what is asked next: a key may have its own."""
        self.limits = limits
        self.most_cells, self.most_names, self.most_open = limits.cells, limits.names, limits.open
        self.most_name_bytes, self.most_depth, self.most_memory = limits.name_bytes, limits.depth, limits.memory
        self.most_label, self.most_chances = limits.label, limits.chances

    def enter(self, number: Any, name: str, row: Any) -> None:
        """Enter a row of a game, which was played, to be written with the others."""
        self.rows.append((number, row))
        self.changed[name] = row[0]
        if row[2] != PREDICT:
            closed = self.closed.get(number)
            if closed is None:
                closed = self.closed[number] = set()
            closed.add(row[1] or "")

    def take_back(self, mark: int, number: int, name: str) -> None:
        """Take back the rows from place `mark` on, all of which are of this game: the move that made them failed."""
        if len(self.rows) > mark:
            del self.rows[mark:]
            self.by_id.clear()
            self.sorted_in = 0
            left = [row for of, row in self.rows if of == number]
            self.closed[number] = {row[1] or "" for row in left if row[2] != PREDICT}
            if left:
                self.changed[name] = left[-1][0]
            else:
                self.changed.pop(name, None)

    def has(self, number: Any, id: Any) -> bool:
        """Has this id a row in the journal, or was its round closed by a row that is not yet written?"""
        if id in self.read.get(number, NOBODY) or id in self.closed.get(number, NOBODY):
            return True
        return self.before is not None and id in self.before.closed.get(number, NOBODY)

    def about(self, number: int, id: str) -> list[JournalRow]:
        """All rows of one id, those of the journal too; those of the sheet before may be on disk already."""
        rows = {row.seq: row for row in self.on_disk(number, id)}
        for sheet in (self.before, self):
            if sheet is not None:
                rows.update((row.seq, row) for row in sheet.own_rows(number, id))
        return list(rows.values())

    def on_disk(self, number: int, id: str) -> list[JournalRow]:
        """The rows of one id in the journal, read with those of others that will be asked for."""
        found = self.read.setdefault(number, {})
        if id not in found and self.ahead is not None:
            ids, self.ahead = self.ahead(), None
            found.update(self.journal.rows_of(number, ids))
        return found[id] if id in found else self.journal.about(number, id)

    def landed(self) -> None:
        """The sheet before is on disk: what was read until now may be without its rows, and is read again."""
        before, self.before = self.before, None
        for number, found in self.read.items():
            if ids := [id for id in found if before is not None and before.own_rows(number, id)]:
                found.update(self.journal.rows_of(number, ids))

    def own_rows(self, number: int, id: str) -> list[JournalRow]:
        """The rows of one id on this sheet."""
        for of, row in self.rows[self.sorted_in :]:  # only when it is asked for: hardly ever
            self.by_id.setdefault((of, row[1]), []).append(JournalRow._make(row))
        self.sorted_in = len(self.rows)
        return self.by_id.get((number, id), [])
