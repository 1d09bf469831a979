"""`Sheet`: rows that were played and are not yet written, and what has to be known of them until they are."""

from __future__ import annotations

from typing import Any

from .journal.journal import PREDICT, JournalRow

NOBODY: frozenset[str] = frozenset()


class Sheet:
    """The rows of one transaction, (number of the game, row), in the order in which they were played.

    new         games that they make: number and name
    changed     games by name, and the seq of their last row
    closed      of each game by its number, the ids of rounds that one of these rows has closed
    """

    def __init__(self) -> None:
        self.rows: list[Any] = []
        self.new: list[tuple[int, str]] = []
        self.changed: dict[str, int] = {}
        self.closed: dict[int, set[str]] = {}
        self.by_id: dict[tuple[int, str | None], list[JournalRow]] = {}  # the first `sorted_in` of the rows, by id
        self.sorted_in = 0

    def note(self, number: int, name: str, row: Any) -> None:
        """Enter a row that is complete."""
        self.rows.append((number, row))
        self.changed[name] = row[0]
        if row[2] != PREDICT:
            self.closed.setdefault(number, set()).add(row[1] or "")

    def has_closed(self, number: int, id: str) -> bool:
        """Was this round closed by one of the rows?"""
        return id in self.closed.get(number, NOBODY)

    def about(self, number: int, id: str) -> list[JournalRow]:
        """The rows of one id."""
        for of, row in self.rows[self.sorted_in :]:  # only when it is asked for: hardly ever
            self.by_id.setdefault((of, row[1]), []).append(JournalRow._make(row))
        self.sorted_in = len(self.rows)
        return self.by_id.get((number, id), [])
