"""`Books`: the games that are in memory, and the rows that were played but are not yet written."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from time import time_ns
from typing import Any

from .hosted import Hosted, Made, made_record
from .http.contract import unknown_game
from .journal.journal import GAME, Journal, JournalRow
from .journal.snapshots import Snapshots
from .limits import Limits
from .loading import load
from .sheet import Sheet


class Books:
    """What the writer works on: every change of a game is entered here as a row, and `commit` writes them all.

    If the journal has no room, the games that were changed are dropped from memory, and the journal, which is as it was
    before, makes them again when they are asked for.
    """

    def __init__(self, journal: Journal, limits: Limits, snapshots: Snapshots | None = None) -> None:
        self.journal, self.limits, self.snapshots = journal, limits, snapshots
        self.numbers = journal.games()
        self.next = max(self.numbers.values(), default=0) + 1
        self.loaded: dict[str, Hosted] = {}
        self.sheet = Sheet()  # what was entered since the last commit
        self.away: Sheet | None = None  # what is being written by another thread
        self.known: dict[int, set[str]] = {}  # of games by number, rounds that a group opens and that are there already
        self.timed: dict[str, int] = {}  # games whose rounds expire, and when the next one does if it is put away
        self.asked: dict[str, int] = {}  # when each game that is loaded was last changed or read
        self.safe: dict[str, int] = {}  # the seq up to which a game has a snapshot
        self.saving: Any = None  # the snapshot that another thread writes, see `keeping`
        self.now = 0
        self.tick()

    def tick(self) -> None:
        """Look at the clock: all rows of a group have one time."""
        self.now = time_ns() // 1000

    def hosted(self, name: str) -> Hosted:
        """The game of that name, loaded if it is not in memory."""
        found = self.loaded.get(name)
        if found is None:
            number = self.numbers.get(name)
            if number is None:
                raise unknown_game(name)
            found = self.loaded[name] = load(self.journal, name, number, self.snapshots)
            self.safe[name] = found.begun_at
            self.attend(found)
        self.asked[name] = self.now
        return found

    def attend(self, hosted: Hosted) -> None:
        """Know from now on whether rounds of this game expire."""
        if hosted.settings.label_timeout is None:
            self.timed.pop(hosted.name, None)
        else:
            self.timed[hosted.name] = self.now

    def look_up(self, asked: Iterable[tuple[str, Sequence[str]]]) -> None:
        """Find out which of these ids, of games by name, were predicted before, in one query for each game."""
        by_game: dict[str, list[str]] = {}
        for name, ids in asked:
            if ids:
                by_game.setdefault(name, []).extend(ids)
        for name, ids in by_game.items():
            number = self.numbers.get(name)
            if number is not None:
                self.known[number] = self.journal.known(number, ids)

    def make(self, name: str, made: Made) -> Hosted:
        """A new game."""
        hosted = Hosted(name, self.next, made)
        self.numbers[name] = self.next
        self.loaded[name] = hosted
        self.sheet.new.append((self.next, name))
        self.next += 1
        self.enter(hosted, JournalRow(1, None, GAME, made_record(made)))
        hosted.seq = 1
        self.attend(hosted)
        self.asked[name], self.safe[name] = self.now, 0
        return hosted

    def enter(self, hosted: Hosted, row: JournalRow) -> JournalRow:
        """Enter a row, which was played, to be written by the next `commit`."""
        row = row._replace(maker=self.journal.maker, at=self.now)
        self.note(hosted, row)
        return row

    def note(self, hosted: Hosted, row: JournalRow) -> None:
        """Enter a row that is complete."""
        self.sheet.note(hosted.number, hosted.name, row)

    def about(self, hosted: Hosted, id: str) -> list[JournalRow]:
        """All rows of one id, those that are not yet written too."""
        rows = {row.seq: row for row in self.journal.about(hosted.number, id)}
        for sheet in (self.away, self.sheet):  # what is being written may be on disk already
            if sheet is not None:
                rows.update((row.seq, row) for row in sheet.about(hosted.number, id))
        return list(rows.values())

    def commit(self) -> dict[str, int]:
        """Write what was entered; returns the games that changed, with the seq of their last row."""
        sheet = self.sheet
        try:
            if sheet.rows:
                self.journal.write(sheet.rows, sheet.new)
        except BaseException:
            self.give_up()
            raise
        self.clear()
        return sheet.changed

    def send_away(self) -> Sheet:
        """What was entered, to be written by another thread; the games go on as if it were on disk already."""
        self.away = self.sheet
        self.clear()
        return self.away

    def came_back(self) -> None:
        """What was sent away is on disk."""
        assert self.away is not None, "nothing was sent away"
        self.journal.note(self.away.rows)
        self.away = None

    def give_up(self) -> None:
        """Drop the games that were changed, by what was sent away too: the journal has them as they were."""
        for sheet in (self.sheet, self.away):
            if sheet is not None:
                for name in sheet.changed:
                    self.loaded.pop(name, None)
                for _, name in sheet.new:
                    self.numbers.pop(name, None)
                    self.timed.pop(name, None)
        self.away = None
        self.clear()

    def clear(self) -> None:
        """Begin a new sheet."""
        self.sheet = Sheet()
        self.known.clear()
