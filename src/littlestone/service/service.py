"""`Service`: a folder of games, its writer, and the two moves for whoever asks, be it HTTP or a program."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from time import monotonic
from typing import Any

from .beside.readers import Readers
from .hosted import Hosted
from .http.contract import busy, outcome_unknown
from .journal.folder import Folder
from .journal.heads import Signer
from .journal.journal import Journal
from .journal.snapshots import Snapshots
from .journal.sqlite_journal import SQLiteJournal
from .limits import Limits
from .requests import Change, Look, Request
from .watchdog import waited
from .writer import Writer

Listener = Callable[[dict[str, int]], None]


class Service:
    """Games in a folder, which is locked for this process as long as the service is open.

    `ask` answers a request in an event loop, `call` in any thread. `listeners` are called in the event loop after
    every commit, with the games that changed and the seq of their last row.

    journal     opens the journal, if it is another one than that of the folder
    address     where other processes find that journal; without it, everything is read by the writer
    readers     how many processes read beside the writer at most; see `Readers`
    signer      signs receipts, if somebody is to
    """

    def __init__(
        self,
        folder: Folder,
        *,
        limits: Limits | None = None,
        journal: Callable[[], Journal] | None = None,
        address: str | None = None,
        readers: int = 1,
        signer: Signer | None = None,
    ) -> None:
        self.folder = folder.lock()
        self.limits = Limits() if limits is None else limits
        self.signer = signer
        self.listeners: list[Listener] = []
        self.loop: asyncio.AbstractEventLoop | None = None
        self.waiting = 0  # events that were asked for and not yet answered
        self.closing = False
        self.writer = Writer(journal or self.own_journal, self.limits, self.deliver, Snapshots(folder.snapshots))
        self.writer.start()
        self.readers = Readers(self, address, 0 if journal is not None and address is None else readers)

    def own_journal(self) -> Journal:
        """The journal of the folder."""
        return SQLiteJournal(self.folder.journal)

    @property
    def ready(self) -> bool:
        """Is the replay done, and can it be asked?"""
        return self.writer.ready.is_set() and not self.closing

    @property
    def stalled(self) -> float:
        """Seconds that the journal has not answered for, 0 if nothing is asked of it."""
        return waited(self.writer.books.journal)

    @property
    def since_commit(self) -> float | None:
        """Seconds since rows were last written; None if that has not been since the start."""
        last = self.writer.books.journal.last_commit
        return round(monotonic() - last, 3) if last else None

    def wait(self) -> None:
        """Wait until the journal is open; raises if it cannot be. What is asked before the replay is done waits."""
        self.writer.opened.wait()
        if self.writer.failed is not None:
            self.folder.unlock()
            raise self.writer.failed

    def meet(self, loop: asyncio.AbstractEventLoop) -> None:
        """Answer in this event loop from now on."""
        self.loop = loop

    def submit(self, request: Request, future: Any) -> None:
        """Queue a request; its future gets the request itself when it is answered."""
        if self.waiting + request.weight > self.limits.waiting:
            raise busy()
        if self.closing:
            raise outcome_unknown()
        self.waiting += request.weight
        request.future = future
        self.writer.queue.put(request)

    async def ask(self, request: Request) -> Request:
        """Have a request played and committed."""
        assert self.loop is not None, "meet() comes first"
        future = self.loop.create_future()
        self.submit(request, future)
        await future
        return request

    def call(self, request: Request) -> Request:
        """The same from a thread without an event loop."""
        future: Future[Request] = Future()
        self.submit(request, future)
        return future.result()

    async def read(self, name: str, look: Callable[[Hosted], Any]) -> Any:
        """What `look` finds in a game, between two groups; raises a `Refusal` if there is no such game."""
        return await self.look(look, name)

    async def change(self, change: Change, who: str = "") -> Request:
        """Have a game changed; a new player plays the rows that are there beside the writer first, if they are many."""
        await self.readers.begun(change, who)
        return await self.ask(change)

    async def look(self, look: Callable[[Any], Any], name: str = "") -> Any:
        """What `look` finds in the books, or in the game of that name; its refusal is raised."""
        request = Look(look, name)
        await self.ask(request)
        if request.refusal is not None:
            raise request.refusal
        return request.found

    def deliver(self, group: list[Request], changed: dict[str, int]) -> None:
        """Let the answers of a group go: called by the writer, after its commit."""
        loop = self.loop
        if loop is None:
            self.hand_out(group, changed)
            return
        with suppress(RuntimeError):  # if the loop has ended, nobody waits any more
            loop.call_soon_threadsafe(self.hand_out, group, changed)

    def hand_out(self, group: list[Request], changed: dict[str, int]) -> None:
        """Wake up all who wait for this group."""
        for request in group:
            self.waiting -= request.weight
            if not request.future.done():
                request.future.set_result(request)
        if changed:
            for listener in self.listeners:
                listener(changed)

    def close(self) -> None:
        """Play what waits, close the journal, and let others into the folder."""
        if not self.closing:
            self.closing = True
            self.readers.close()
            self.writer.queue.put(None)
            self.writer.join()
            self.folder.unlock()
