"""`Books`: the games that are in memory, and the rows that were played but are not yet written."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from time import time_ns

from .hosted import Hosted, Made
from .http.contract import encode, unknown_game
from .journal.journal import GAME, Journal, JournalRow
from .journal.snapshots import Saving, Snapshots, copied
from .limits import Limits
from .sheet import Sheet
from .taking_up import load

EVERY = 300_000  # rows of a game between two snapshots: a second or so of replay
WORTH = 1_000  # rows that are worth a snapshot when a game is put away, or the service ends
EXPIRED = 10_000  # rounds that expire at a time, at most
NEVER = 1 << 62


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
        self.sheet = Sheet(journal, limits)  # what was entered since the last commit
        self.timed: dict[str, int] = {}  # games whose rounds expire, and when the next one does if it is put away
        self.asked: dict[str, int] = {}  # when each game that is loaded was last changed or read
        self.safe: dict[str, int] = {}  # the seq up to which a game has a snapshot
        self.saving: Saving | None = None  # the snapshot that another thread writes
        self.now = 0
        self.tick()

    @property
    def away(self) -> Sheet | None:
        """What is being written by another thread."""
        return self.sheet.before

    def tick(self) -> None:
        """Look at the clock: all rows of a group have one time."""
        self.now = self.sheet.now = time_ns() // 1000

    # Games.

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

    def make(self, name: str, made: Made) -> Hosted:
        """A new game."""
        hosted = Hosted(name, self.next, made)
        self.numbers[name] = self.next
        self.loaded[name] = hosted
        self.sheet.new.append((self.next, name))
        self.next += 1
        hosted.seq = 1
        self.enter(hosted, GAME, encode(made))
        self.attend(hosted)
        self.asked[name], self.safe[name] = self.now, 0
        return hosted

    def attend(self, hosted: Hosted) -> None:
        """Know from now on whether rounds of this game expire."""
        if hosted.settings.label_timeout is None:
            self.timed.pop(hosted.name, None)
        else:
            self.timed[hosted.name] = self.now

    def put_away(self, name: str) -> None:
        """Drop a game from memory; the journal has it, and a snapshot if that is worth it."""
        hosted = self.loaded[name]
        self.snapshot(hosted, WORTH)
        if name in self.timed:
            when = hosted.due()
            self.timed[name] = NEVER if when is None else when
        del self.loaded[name]
        self.asked.pop(name, None)

    # Rows.

    def look_up(self, asked: Iterable[tuple[str, Sequence[str]]]) -> None:
        """Find out which of these ids, of games by name, were predicted before, in one query for each game."""
        by_game: dict[str, list[str]] = {}
        for name, ids in asked:
            if ids:
                by_game.setdefault(name, []).extend(ids)
        for name, ids in by_game.items():
            number = self.numbers.get(name)
            if number is not None:
                self.sheet.known[number] = self.journal.known(number, ids)

    def enter(self, hosted: Hosted, kind: int, record: bytes) -> None:
        """Enter the last row that was played, one about the game itself, to be written by the next `commit`."""
        row = JournalRow(hosted.seq, None, kind, record, maker=self.journal.maker, at=self.now)
        self.sheet.enter(hosted.number, hosted.name, row)

    def commit(self) -> dict[str, int]:
        """Write what was entered; returns the games that changed, with the seq of their last row."""
        sheet = self.sheet
        try:
            if sheet.rows:
                self.journal.write(sheet.rows, sheet.new)
        except BaseException:
            self.give_up()
            raise
        self.sheet = Sheet(self.journal, self.limits, self.now)
        return sheet.changed

    def send_away(self) -> Sheet:
        """What was entered, to be written by another thread; the games go on as if it were on disk already."""
        sheet = self.sheet
        self.sheet = Sheet(self.journal, self.limits, self.now, sheet)
        return sheet

    def came_back(self) -> None:
        """What was sent away is on disk."""
        assert self.sheet.before is not None, "nothing was sent away"
        self.journal.note(self.sheet.before.rows)
        self.sheet.before = None

    def give_up(self) -> None:
        """Drop the games that were changed, by what was sent away too: the journal has them as they were."""
        for sheet in (self.sheet, self.sheet.before):
            if sheet is not None:
                for name in sheet.changed:
                    self.loaded.pop(name, None)
                for _, name in sheet.new:
                    self.numbers.pop(name, None)
                    self.timed.pop(name, None)
        self.sheet = Sheet(self.journal, self.limits, self.now)

    def expire(self) -> None:
        """Let rounds expire whose time is over. That is a row, so replays know it without a clock."""
        left = EXPIRED
        for name in list(self.timed):
            if (hosted := self.loaded.get(name)) is None:
                if self.timed[name] > self.now:
                    continue
                hosted = self.hosted(name)
            while left and (when := hosted.due()) is not None and when <= self.now:
                hosted.expire_oldest(self.sheet)
                left -= 1

    # Snapshots, and games that nobody asks for.

    def begin(self, preload: int) -> None:
        """Load games at the start: all if there are few of them, else those whose rounds expire."""
        few = len(self.numbers) <= preload
        for name, number in self.numbers.items():
            if few or any(b'"label_timeout"' in (row.record or b"") for row in self.journal.structure(number)):
                self.hosted(name)
                if not few and len(self.loaded) > preload:
                    self.put_away(name)

    def keep_house(self) -> None:
        """Begin the snapshot that is due, and put away what was idle for too long, or is too much."""
        if self.snapshots is not None and self.saved():
            for hosted in self.loaded.values():
                if self.has_grown(hosted, EVERY):
                    self.saving = Saving(self.snapshots, hosted.name, copied(hosted))
                    self.saving.start()
                    break  # one at a time
        latest = self.now - int(self.limits.idle * 1e6)
        for name in [name for name in self.loaded if self.asked.get(name, 0) < latest]:
            self.put_away(name)
        too_many = len(self.loaded) - self.limits.loaded
        if too_many > 0:
            for name in sorted(self.loaded, key=lambda name: self.asked.get(name, 0))[:too_many]:
                self.put_away(name)

    def end(self) -> None:
        """Write snapshots at the end, so that the next start is fast."""
        self.saved(wait=True)
        for hosted in self.loaded.values():
            self.snapshot(hosted, WORTH)

    def want_snapshot(self, hosted: Hosted) -> None:
        """Have a snapshot of a game written soon, however few its new rows are."""
        self.safe[hosted.name] = hosted.seq - EVERY

    def has_grown(self, hosted: Hosted, rows: int) -> bool:
        """Has a game so many rows more than its last snapshot?"""
        return hosted.seq - self.safe.get(hosted.name, 0) >= rows

    def snapshot(self, hosted: Hosted, rows: int) -> bool:
        """Write a snapshot here and now, if the game has so many rows more than the last one; it is not changed."""
        self.saved(wait=True)
        if self.snapshots is None or not self.has_grown(hosted, rows):
            return False
        saving = Saving(self.snapshots, hosted.name, copied(hosted))
        saving.run()
        if saving.written:
            self.safe[hosted.name] = hosted.seq
        return saving.written

    def saved(self, *, wait: bool = False) -> bool:
        """Is no snapshot being written by another thread any more? Then it is known from now on."""
        saving = self.saving
        if saving is not None:
            if wait:
                saving.join()
            if saving.is_alive():
                return False
            if saving.written and saving.game in self.loaded:
                self.safe[saving.game] = saving.copy.seq
            self.saving = None
        return True
