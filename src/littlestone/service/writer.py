"""`Writer`: the one thread that plays and writes. A group is all that waits; its answers leave after its commit."""

from __future__ import annotations

import os
import sys
import traceback
from collections.abc import Callable
from queue import Empty, SimpleQueue
from threading import Event, Thread
from time import monotonic

from .books import Books
from .contract import Refusal, refused
from .journal import Journal, JournalFull
from .keeping import begin, end, keep_house
from .limits import Limits
from .requests import Request
from .snapshots import Snapshots
from .timeouts import expire

BROKEN = 70  # the exit code of a process whose journal cannot be trusted any more
PRELOAD = 100  # games that are loaded at the start, before anybody asks for them
TICK = 0.25  # seconds between looks at time-outs and idle games

Deliver = Callable[[list[Request], dict[str, int]], None]


class Writer(Thread):
    """Plays requests in the order in which they came, and commits a group of them at a time.

    journal     opened on the thread itself, by calling this
    deliver     called with the requests of a group, answered, and the games that changed with their last seq
    """

    def __init__(
        self, journal: Callable[[], Journal], limits: Limits, deliver: Deliver, snapshots: Snapshots | None = None
    ) -> None:
        super().__init__(name="littlestone writer", daemon=True)
        self.open_journal, self.limits, self.deliver = journal, limits, deliver
        self.snapshots = snapshots
        self.put_off: Request | None = None  # one that is settled alone, after the group before it
        self.looked = 0.0  # when time-outs and idle games were last looked at
        self.queue: SimpleQueue[Request | None] = SimpleQueue()
        self.opened = Event()  # is the journal open, or has it failed?
        self.ready = Event()  # is the replay done?
        self.failed: Exception | None = None  # why it could not start
        self.books: Books

    def run(self) -> None:
        """Play until None comes through the queue. If that cannot go on, the process ends: nobody waits for ever."""
        try:
            self.books = Books(self.open_journal(), self.limits, self.snapshots)
        except Exception as error:
            self.failed = error
            self.opened.set()
            return
        self.opened.set()
        try:
            begin(self.books, PRELOAD)
            self.ready.set()
            while self.work():
                pass
            end(self.books)
            self.books.journal.close()
        except BaseException:
            end_process()

    def work(self) -> bool:
        """Take what waits, and settle it; False at the end."""
        group, going = self.drain()
        if group:
            self.settle(group)
        if monotonic() - self.looked > TICK:
            self.look_after()
            self.looked = monotonic()
        return going

    def drain(self) -> tuple[list[Request], bool]:
        """What waits, as much as fits into a group, and whether more may come; waits for a moment if nothing does."""
        group: list[Request] = []
        size = 0
        first, self.put_off = self.put_off, None
        try:
            request = self.queue.get(timeout=TICK) if first is None else first
            while request is not None:
                if request.alone and group:
                    self.put_off = request
                    return group, True
                group.append(request)
                size += request.weight
                if size >= self.limits.group or request.alone:
                    return group, True
                request = self.queue.get_nowait()
        except Empty:
            return group, True
        return group, False

    def look_after(self) -> None:
        """Let rounds expire whose time is over, write snapshots, put idle games away."""
        books = self.books
        books.tick()
        try:
            expire(books)
            self.deliver([], books.commit())
        except JournalFull:
            return  # they expire when there is room again
        keep_house(books)

    def settle(self, group: list[Request]) -> None:
        """Play a group, commit it, and let the answers go."""
        books = self.books
        books.tick()
        books.look_up((request.name, request.asks()) for request in group)
        for request in group:
            try:
                request.answer(books)
            except Exception as error:  # a bug: what it left half done is made again from the journal
                traceback.print_exc()
                self.refuse_all(group, refused(error))
                books.give_up()
                break
        try:
            changed = books.commit()
        except JournalFull as error:
            changed = {}
            self.refuse_all(group, Refusal(503, "no_room", f"{error}; nothing was changed; retry with the same id", 5))
        self.deliver(group, changed)

    def refuse_all(self, group: list[Request], refusal: Refusal) -> None:
        """Give a whole group the same refusal."""
        for request in group:
            request.refuse(refusal)


def end_process() -> None:
    """End the process at once, with the error: an answer from a service without its writer would be a lie."""
    traceback.print_exc()
    print("littlestone: the journal cannot be written any more, and the service ends; what was acknowledged is safe. "
          "Look after the disk, then start it again", file=sys.stderr, flush=True)  # fmt: skip
    os._exit(BROKEN)
