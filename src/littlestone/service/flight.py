"""`Flight`: a group whose rows are being written on a thread of their own, while the next group is played.

SQLite works without the interpreter's lock, so the two go on at the same time. The answers of the group leave when its
rows are on disk, as ever; what is played meanwhile leaves after it. If there was no room, the group and all that was
played on top of it are dropped, and the journal makes their games again.
"""

from __future__ import annotations

from collections.abc import Callable
from queue import SimpleQueue
from threading import Event, Thread

from .journal.journal import Journal, JournalFull
from .requests import Request
from .sheet import Sheet

APART = 256  # rows that are worth another thread; fewer are written sooner than it wakes up
ENOUGH = 1000  # events that are enough for a flight: more of them wait, so that both threads have something to do


class Flight:
    """A group with its sheet, on its way to the disk.

    `begun` is set when the other thread has it, and `landed` when it got there, or `full` says why not.
    """

    def __init__(self, group: list[Request], sheet: Sheet) -> None:
        self.group, self.sheet = group, sheet
        self.begun, self.landed = Event(), Event()
        self.full: JournalFull | None = None

    def write(self, journal: Journal) -> None:
        """Write the rows; raises if nobody knows what is on disk now."""
        self.begun.set()
        try:
            journal.put(self.sheet.rows, self.sheet.new)
        except JournalFull as error:
            self.full = error


class Disk(Thread):
    """The thread that writes flights to the journal, one after the other, until None comes.

    good, bad       called with a flight that was written, and with one that there was no room for
    end             called if the journal cannot be trusted any more; it does not come back
    """

    def __init__(
        self, journal: Journal, good: Callable[[Flight], None], bad: Callable[[Flight], None], end: Callable[[], None]
    ) -> None:
        super().__init__(name="littlestone disk", daemon=True)
        self.journal, self.good, self.bad, self.end = journal, good, bad, end
        self.queue: SimpleQueue[Flight | None] = SimpleQueue()

    def run(self) -> None:
        while (flight := self.queue.get()) is not None:
            try:
                flight.write(self.journal)
                if flight.full is None:
                    self.good(flight)
            except BaseException:
                self.end()
            flight.landed.set()
            if flight.full is not None:
                self.bad(flight)
