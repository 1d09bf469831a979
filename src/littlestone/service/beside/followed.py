"""`Followed`: games in a process beside the writer, each the replay of what the journal has by now."""

from __future__ import annotations

from pathlib import Path
from time import monotonic
from typing import Any

from ..hosted import Hosted
from ..http.contract import unknown_game
from ..journal.folder import Folder
from ..journal.journal import BASE, ERASE, SETTINGS, SHADOW, Journal
from ..journal.postgres_journal import PostgresJournal
from ..journal.snapshots import Snapshots
from ..journal.sqlite_journal import SQLiteJournal
from ..taking_up import change_game, in_steps, load, no_collector

MOST = 8  # games that are followed at a time
IDLE = 600.0  # seconds after which a game that nobody asked for is given up
ANEW = {SHADOW, SETTINGS, ERASE, BASE}  # rows after which a game is loaded again: from a snapshot, or without a record


class Followed:
    """The games of a folder that somebody reads: loaded as the writer loads them, and caught up whenever one is asked.

    address     that of a journal in PostgreSQL; None for the one in the folder
    """

    def __init__(self, folder: Path, address: str | None) -> None:
        home = Folder(folder)
        self.journal: Journal = (
            SQLiteJournal(home.journal, writes=False) if address is None else PostgresJournal(address, writes=False)
        )
        self.snapshots = Snapshots(home.snapshots)
        self.games: dict[str, Hosted] = {}  # the one that was asked for last is last
        self.asked: dict[str, float] = {}

    def game(self, name: str, number: int) -> Hosted:
        """The game as the journal has it now."""
        hosted = self.games.pop(name, None)
        if hosted is None or hosted.number != number or not self.catch_up(hosted):
            if not self.journal.last(number):
                raise unknown_game(name)
            hosted = load(self.journal, name, number, self.snapshots)
        self.games[name] = hosted
        self.asked[name] = monotonic()
        for oldest in list(self.games)[:-MOST]:
            del self.games[oldest]
        return hosted

    def catch_up(self, hosted: Hosted) -> bool:
        """Play the rows that came since; False if there is one among them after which a game is loaded again."""

        def about_game(row: Any) -> None:
            change_game(self.journal, hosted, row)

        with no_collector():
            for some in in_steps(self.journal.plays, hosted.number, hosted.seq):
                if any(row[2] in ANEW for row in some):
                    return False
                hosted.replay(some, about_game)
        return True

    def give_up_idle(self) -> None:
        """Give up the games that nobody asked for, that were removed, or of which something was erased."""
        latest, there = monotonic() - IDLE, self.journal.games()
        for name, hosted in list(self.games.items()):
            if self.asked[name] < latest or there.get(name) != hosted.number or not self.catch_up(hosted):
                del self.games[name]
