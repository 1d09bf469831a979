"""`Books`: the games that are in memory, and the rows that were played but are not yet written."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress
from traceback import print_exc
from typing import NamedTuple

from .clock import Clock
from .hosted import Hosted, Made
from .hosted_actions import host
from .http.contract import Refusal, encode, quarantined, unknown_game
from .journal.erase import NoBase
from .journal.journal import GAME, Journal, JournalBusy, JournalError, JournalRow
from .journal.retention import prune
from .journal.snapshots import Saving, Snapshots, copied
from .limits import Limits
from .memory import at_hand, resident
from .sheet import Sheet
from .taking_up import load

EVERY = 300_000  # rows of a game between two snapshots: a second or so of replay
WORTH = 1_000  # rows that are worth a snapshot when a game is put away, or the service ends
EXPIRED = 10_000  # rounds that expire at a time, at most
NEVER = 1 << 62
AGAIN = 60_000_000  # microseconds until a game that could not be loaded is tried again, and twice as long every time
OFTEN = 5  # moves of a game that fail within a minute, after which it is left alone for one
SMALL = 1_000  # names or open rounds that are too few to weigh a game again
RETAIN = 3_600_000_000  # microseconds between two looks for rows that are too old
LATEST = 3_600_000_000  # and this at most


class Apart(NamedTuple):
    """Why a game cannot be played, when it is tried again, and how long that is."""

    why: str
    until: int
    pause: int


class Books:
    """What the writer works on: every change of a game is entered here as a row, and `commit` writes them all.

    If the journal has no room, the games that were changed are dropped from memory, and the journal, which is as it was
    before, makes them again when they are asked for.
    """

    def __init__(self, journal: Journal, limits: Limits, snapshots: Snapshots | None = None) -> None:
        self.journal, self.limits, self.snapshots = journal, limits, snapshots
        self.numbers = journal.games()
        self.next = max([*self.numbers.values(), *journal.gone()], default=0) + 1
        self.loaded: dict[str, Hosted] = {}
        self.sheet = Sheet(journal, limits)  # what was entered since the last commit
        self.timed: dict[str, int] = {}  # games whose rounds expire, and when the next one does if it is put away
        self.asked: dict[str, int] = {}  # when each game that is loaded was last changed or read
        self.safe: dict[str, int] = {}  # the seq up to which a game has a snapshot
        self.saving: Saving | None = None  # the snapshot that another thread writes
        self.quarantined: dict[str, Apart] = {}  # games that cannot be loaded; all others are served
        self.most_memory = limits.process or 3 * at_hand() // 4
        self.tight = False  # has the process as much memory as it may have?
        self.failures: dict[str, list[int]] = {}  # of games, when moves of theirs have failed
        self.sweeping = True  # are there perhaps rows of games that were removed?
        self.retained = 0  # when rows were last removed that are too old
        self.clock = Clock()
        self.now = 0
        self.tick()

    @property
    def away(self) -> Sheet | None:
        """What is being written by another thread."""
        return self.sheet.before

    def tick(self) -> None:
        """Look at the clock: all rows of a group have one time."""
        self.now = self.sheet.now = self.clock.look()
        self.sheet.tight = self.tight

    # Games.

    def hosted(self, name: str) -> Hosted:
        """The game of that name, loaded if it is not in memory."""
        found = self.loaded.get(name)
        if found is None:
            number = self.numbers.get(name)
            if number is None:
                raise unknown_game(name)
            found = self.loaded[name] = self.load(name, number)
            self.safe[name] = found.begun_at
            self.attend(found)
        self.asked[name] = self.now
        return found

    def load(self, name: str, number: int) -> Hosted:
        """A game from the journal; one that cannot be loaded, whatever the reason, is left alone for a while."""
        before = self.quarantined.get(name)
        if before is not None and self.now < before.until:
            raise quarantined(name, before.why)
        try:
            found = load(self.journal, name, number, self.snapshots)
        except Exception as error:
            if self.journal.lost:
                raise
            raise quarantined(name, self.set_apart(name, error)) from error
        self.quarantined.pop(name, None)
        return found

    def set_apart(self, name: str, error: Exception) -> str:
        """Leave a game alone that cannot be played, so that all others can; returns why, in a line."""
        print_exc()
        before = self.quarantined.get(name)
        pause = AGAIN if before is None else min(LATEST, 2 * before.pause)
        said = str(error) if isinstance(error, JournalError) else f"{type(error).__name__}: {error}"
        why = " ".join(said.split())[:500]
        self.quarantined[name] = Apart(why, self.now + pause, pause)
        self.loaded.pop(name, None)
        return why

    def make(self, name: str, made: Made) -> Hosted:
        """A new game."""
        hosted = host(name, self.next, made)
        self.numbers[name] = self.next
        self.loaded[name] = hosted
        self.sheet.new.append((self.next, name))
        self.next += 1
        hosted.seq = 1
        self.enter(hosted, GAME, encode(made))
        self.attend(hosted)
        self.asked[name], self.safe[name] = self.now, 0
        return hosted

    def remove(self, name: str) -> None:
        """Remove a game for good: it is gone with the next commit, and its rows are deleted some at a time."""
        number = self.numbers.get(name)
        if number is None:
            raise unknown_game(name)
        self.sheet.gone.append((number, name))
        for known in (self.numbers, self.loaded, self.timed, self.asked, self.safe, self.quarantined):
            known.pop(name, None)

    def take_back(self, name: str, mark: int) -> None:
        """Forget a move that failed: its rows, and the game in memory, which the journal makes again."""
        number = self.numbers.get(name)
        if number is not None:
            self.sheet.take_back(mark, number, name)
        for place, (_, new) in enumerate(self.sheet.new):
            if new == name and name not in self.sheet.changed:
                del self.sheet.new[place]
                self.numbers.pop(name, None)
                self.timed.pop(name, None)
                break
        self.loaded.pop(name, None)

    def count_failure(self, name: str, error: Exception) -> None:
        """Leave a game alone that fails again and again: to make it anew each time would keep others waiting."""
        recent = [at for at in self.failures.get(name, ()) if at > self.now - AGAIN] + [self.now]
        self.failures[name] = recent
        if len(recent) >= OFTEN:
            del self.failures[name]
            self.set_apart(name, error)

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
                try:
                    self.sheet.read.setdefault(number, {}).update(self.journal.rows_of(number, ids))
                except Exception as error:  # its part of the journal cannot be read; that of others can
                    if self.journal.lost:
                        raise
                    self.set_apart(name, error)

    def enter(self, hosted: Hosted, kind: int, record: bytes) -> None:
        """Enter the last row that was played, one about the game itself, to be written by the next `commit`."""
        row = JournalRow(hosted.seq, None, kind, record, maker=self.journal.maker, at=self.now)
        self.sheet.enter(hosted.number, hosted.name, row)

    def commit(self) -> dict[str, int]:
        """Write what was entered; returns the games that changed, with the seq of their last row."""
        sheet = self.sheet
        try:
            if sheet.rows or sheet.gone:
                self.journal.write(sheet.rows, sheet.new, sheet.gone)
        except BaseException:
            self.give_up()
            raise
        self.sheet = Sheet(self.journal, self.limits, self.now)
        for number, _ in sheet.gone:
            self.sweeping = True
            if self.snapshots is not None:
                self.snapshots.drop(number)
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
        self.sheet.landed()

    def give_up(self) -> None:
        """Drop the games that were changed, by what was sent away too: the journal has them as they were."""
        for sheet in (self.sheet, self.sheet.before):
            if sheet is not None:
                for name in sheet.changed:
                    self.loaded.pop(name, None)
                for _, name in sheet.new:
                    self.numbers.pop(name, None)
                    self.timed.pop(name, None)
                self.numbers.update((name, number) for number, name in sheet.gone)
        self.sheet = Sheet(self.journal, self.limits, self.now)

    def expire(self) -> None:
        """Let rounds expire whose time is over. That is a row, so replays know it without a clock."""
        left = EXPIRED
        for name in list(self.timed):
            try:
                left -= self.expire_in(name, left)
            except Refusal:  # it cannot be loaded now
                self.timed[name] = self.quarantined[name].until if name in self.quarantined else self.now + AGAIN
            except Exception as error:
                if self.journal.lost:
                    raise
                self.set_apart(name, error)

    def expire_in(self, name: str, most: int) -> int:
        """Let rounds of one game expire, so many at most; returns how many did."""
        if (hosted := self.loaded.get(name)) is None:
            if self.timed[name] > self.now:
                return 0
            hosted = self.hosted(name)
        done = 0
        while done < most and (when := hosted.due()) is not None and when <= self.now:
            hosted.expire_oldest(self.sheet)
            done += 1
        return done

    # Snapshots, and games that nobody asks for.

    def begin(self, preload: int) -> None:
        """Load games at the start: all if there are few of them, else those whose rounds expire."""
        few = len(self.numbers) <= preload
        for name, number in self.numbers.items():
            if few or self.may_expire(number):
                try:
                    self.hosted(name)
                except Refusal:
                    continue  # it is left alone, and all others are served
                if not few and len(self.loaded) > preload:
                    self.put_away(name)

    def may_expire(self, number: int) -> bool:
        """Do rounds of a game that is not in memory expire?"""
        return any(b'"label_timeout"' in (row.record or b"") for row in self.journal.structure(number))

    def keep_house(self) -> None:
        """Begin the snapshot that is due, put away what was idle for too long, or is too much, and sweep up."""
        self.look_at_memory()
        self.retain()
        if self.sweeping:
            self.sweeping = self.journal.sweep()
        self.journal.merge()
        if self.snapshots is not None and self.saved():
            for hosted in self.loaded.values():
                if self.has_grown(hosted, EVERY):
                    try:
                        self.saving = Saving(self.snapshots, hosted.name, copied(hosted))
                        self.saving.start()
                    except MemoryError:  # a cache that cannot be written is no harm; later there may be room
                        self.safe[hosted.name] = hosted.seq
                    break  # one at a time
        latest = self.now - int(self.limits.idle * 1e6)
        for name in [name for name in self.loaded if self.asked.get(name, 0) < latest]:
            self.put_away(name)
        too_many = len(self.loaded) - self.limits.loaded
        if too_many > 0:
            for name in sorted(self.loaded, key=lambda name: self.asked.get(name, 0))[:too_many]:
                self.put_away(name)

    def retain(self) -> None:
        """Remove rows that are older than a game keeps them, an hour after the last time, if they are worth it."""
        if self.now < self.retained + RETAIN or not self.saved():
            return
        self.retained = self.now
        removed = 0
        for hosted in list(self.loaded.values()):
            rows, days = hosted.settings.keep_rows, hosted.settings.keep_days
            if (rows is not None or days is not None) and hosted.number in self.journal.heads:
                with suppress(NoBase):  # its numbers became too large, so it needs all of its rows
                    removed += prune(self.journal, self.snapshots, hosted.name, rows, days, hosted)
        if removed:
            with suppress(JournalBusy):  # somebody reads: the file becomes smaller the next time
                self.journal.wipe()

    def look_at_memory(self) -> None:
        """Find out whether the process, or a game that has grown, has as much memory as it may have."""
        used = resident()
        self.tight = used is not None and used > self.most_memory
        for hosted in self.loaded.values():
            names, rounds = hosted.weighed
            size = len(hosted.game.features.columns), len(hosted.open)
            if size[0] > SMALL + names + names // 8 or size[1] > SMALL + rounds + rounds // 8:
                hosted.weighed, hosted.weight = size, hosted.weigh()

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
        try:
            saving = Saving(self.snapshots, hosted.name, copied(hosted))
        except MemoryError:
            return False
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
