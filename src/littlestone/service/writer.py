"""`Writer`: the one thread that plays. A group is all that waits; its answers leave after its commit.

A small group is written at once. A large one is written on another thread while the next ones are played, which are
written together when it is done: see `Flight`.
"""

from __future__ import annotations

import traceback
from collections.abc import Callable, Sequence
from queue import Empty, SimpleQueue
from threading import Event, Thread
from time import monotonic

from .books import Books
from .disk_measures import CommitTimes
from .http.contract import Refusal, no_room, refused
from .journal.journal import Journal, JournalFull
from .journal.snapshots import Snapshots
from .limits import Limits
from .requests import Request
from .sheet import Sheet
from .watchdog import Watchdog, end_process

APART = 256  # rows that are worth another thread; fewer are written sooner than it wakes up
ENOUGH = 1000  # events that are enough for a flight: more of them wait, so that both threads have something to do
PRELOAD = 100  # games that are loaded at the start, before anybody asks for them
TICK = 0.25  # seconds between looks at time-outs and idle games

Deliver = Callable[[list[Request], dict[str, int]], None]


class Flight:
    """A group with its sheet, on its way to the disk: its rows are written on a thread of their own.

    SQLite works without the interpreter's lock, so that goes on while the next group is played. The answers of the
    group leave when its rows are on disk, as ever; what is played meanwhile leaves after it. If there was no room, the
    group and all that was played on top of it are dropped, and the journal makes their games again.

    `begun` is set when the other thread has it, and `landed` when it got there, or `full` says why not.
    """

    def __init__(self, group: list[Request], sheet: Sheet) -> None:
        self.group, self.sheet = group, sheet
        self.begun, self.landed = Event(), Event()
        self.full: JournalFull | None = None
        self.seconds = 0.0  # that the disk took

    def write(self, journal: Journal) -> None:
        """Write the rows; raises if nobody knows what is on disk now."""
        self.begun.set()
        began = monotonic()
        try:
            journal.put(self.sheet.rows, self.sheet.new)
            self.seconds = monotonic() - began
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
        self.apart = APART
        self.commits = CommitTimes()
        self.flight: Flight | None = None  # the group that is being written on another thread
        self.played: list[Request] = []  # what was played and is not yet being written
        self.put_off: Request | None = None  # one that is settled alone, after the group before it
        self.looked = 0.0  # when time-outs and idle games were last looked at
        self.queue: SimpleQueue[Request | Flight | None] = SimpleQueue()
        self.opened = Event()  # is the journal open, or has it failed?
        self.ready = Event()  # is the replay done?
        self.failed: Exception | None = None  # why it could not start
        self.books: Books
        self.disk: Disk

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
            Watchdog(self.books.journal).start()
            self.books.begin(PRELOAD)
            self.disk = Disk(self.books.journal, self.written, self.queue.put, end_process)
            self.disk.start()
            self.ready.set()
            while self.work():
                pass
            self.books.end()
            self.disk.queue.put(None)
            self.disk.join()
            self.books.journal.close()
        except BaseException:
            end_process()

    def work(self) -> bool:
        """Take what waits, and settle it; False at the end."""
        group, going = self.drain()
        if group:
            self.settle(group)
        look = monotonic() - self.looked > TICK
        if not group or not going or look:
            self.send()
        if not going or look or (self.flight is not None and self.flight.full is not None):
            self.land()
        if look:
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
                if isinstance(request, Flight):  # one that failed: it is looked after before anything else is played
                    return group, True
                if request.alone and group:
                    self.put_off = request
                    return group, True
                group.append(request)
                size += request.weight
                if size >= ENOUGH or request.alone:
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
            books.expire()
            self.deliver([], books.commit())
            books.keep_house()
        except JournalFull:
            return  # they expire when there is room again

    def settle(self, group: list[Request]) -> None:
        """Play a group, and send it to the disk, unless that is busy and more waits to be played."""
        books = self.books
        if group[0].alone:
            self.send()
            self.land()
        while group:
            group = self.play(group)
        busy = self.flight is not None and not self.flight.landed.is_set()
        if not busy or self.queue.empty() or len(books.sheet.rows) >= self.limits.group:
            self.send()

    def play(self, group: list[Request]) -> list[Request]:
        """Play a group up to a move that fails; returns those that come after it, none if all were played."""
        books = self.books
        books.tick()
        books.look_up((request.name, ids_of(request)) for request in group)
        for place, request in enumerate(group):
            mark = len(books.sheet.rows)
            limits = request.limits or self.limits
            if limits is not books.sheet.limits:
                books.sheet.limit_by(limits)
            self.played.append(request)
            try:
                if request.refusal is None:
                    request.answer(books)
            except Exception as error:
                if books.journal.lost:
                    raise
                traceback.print_exc()
                self.give_up_move(request, mark, error)
                return group[place + 1 :]
        return []

    def give_up_move(self, request: Request, mark: int, error: Exception) -> None:
        """After an error of ours in a move: its game is dropped, and made again from the journal, which all else is in.

        Whatever the move has left half done is gone with it; what others asked for, of this game too, is written.
        """
        request.refuse(refused(error))
        if request.name:
            self.books.take_back(request.name, mark)
            self.books.count_failure(request.name, error)
        self.send()
        self.land()

    def send(self) -> None:
        """Write what was played, on another thread if it is much, after what is being written there."""
        self.land()
        group, self.played = self.played, []
        if len(self.books.sheet.rows) >= self.apart and self.books.journal.apart:
            self.flight = Flight(group, self.books.send_away())
            self.disk.queue.put(self.flight)
            self.flight.begun.wait()  # so that it gets the interpreter, for the moment that it needs it
        elif group:
            self.commit(group)

    def commit(self, group: list[Request]) -> None:
        """Write the rows of a group here and now, and let its answers go."""
        changed: dict[str, int] = {}
        began, rows = monotonic(), bool(self.books.sheet.rows)
        try:
            changed = self.books.commit()
            if rows:
                self.commits.note(monotonic() - began)
        except JournalFull as error:
            self.refuse_all(group, no_room(error))
        self.deliver(group, changed)

    def land(self) -> bool:
        """Wait until the group that is being written is on disk; False if there was no room for it.

        Then what was played since is dropped as well, as it was played on top of that.
        """
        flight, self.flight = self.flight, None
        if flight is None:
            return True
        flight.landed.wait()
        if flight.full is None:
            self.books.came_back()
            return True
        self.books.give_up()
        lost, self.played = flight.group + self.played, []
        self.refuse_all(lost, no_room(flight.full))
        self.deliver(lost, {})
        return False

    def written(self, flight: Flight) -> None:
        """Let the answers of a group go whose rows are on disk: called by the thread that wrote them."""
        self.deliver(flight.group, flight.sheet.changed)
        self.commits.note(flight.seconds)

    def refuse_all(self, group: list[Request], refusal: Refusal) -> None:
        """Give a whole group the same refusal."""
        for request in group:
            request.refuse(refusal)


def ids_of(request: Request) -> Sequence[str]:
    """The ids that a request asks about; if that cannot be told, the request is refused."""
    try:
        return request.asks()
    except Exception as error:
        traceback.print_exc()
        request.refuse(refused(error))
        return ()
