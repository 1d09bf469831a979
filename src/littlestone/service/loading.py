"""A hosted game from the journal: made by its first row, and brought up to date by the replay of all others."""

from __future__ import annotations

from collections.abc import Callable

from .hosted import Hosted, first_row
from .journal import Journal, JournalRow


def load(journal: Journal, name: str, number: int, see: Callable[[Hosted, JournalRow], None] | None = None) -> Hosted:
    """The game as its rows left it; `see` is called before each row is played."""
    hosted = Hosted(name, number, first_row(journal.rows(number, 0, 1)))
    for row in journal.rows(number):
        if see is not None:
            see(hosted, row)
        hosted.play(row)
    return hosted
