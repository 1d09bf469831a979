"""Services that are spoilt on purpose: the tests of durability have to find them out."""

from __future__ import annotations

import threading
from typing import Any


def answers_before_commit() -> None:
    """The answers leave first, and the rows are written a little later."""
    from littlestone.service.writer import Writer

    settle = Writer.settle

    def hasty(self: Any, group: Any) -> None:
        books, deliver = self.books, self.deliver
        commit = books.commit

        def later() -> Any:
            changed = dict(books.sheet.changed)
            deliver(group, changed)
            threading.Event().wait(0.002)  # a disk that takes its time
            commit()
            return {}

        books.commit, self.deliver = later, lambda *_: None
        try:
            settle(self, group)
        finally:
            books.commit, self.deliver = commit, deliver

    Writer.settle = hasty  # type: ignore[method-assign]


def answers_in_flight() -> None:
    """The answers of large groups leave before the other thread has written them."""
    from littlestone.service.writer import Flight, Writer

    write = Flight.write
    leaving: list[Any] = []
    made = Writer.__init__

    def known(self: Any, *arguments: Any, **settings: Any) -> None:
        made(self, *arguments, **settings)
        leaving.append(self)

    def hasty(self: Any, journal: Any) -> None:
        leaving[0].deliver(self.group, self.sheet.changed)
        threading.Event().wait(0.005)  # a disk that takes its time
        write(self, journal)

    Writer.__init__, Flight.write = known, hasty  # type: ignore[method-assign]
    Writer.written = lambda self, flight: None  # type: ignore[method-assign]


def synchronous_normal() -> None:
    """SQLite does not wait for the disk at every commit."""
    from littlestone.service.journal.sqlite_journal import SQLiteJournal

    made = SQLiteJournal.__init__

    def careless(self: Any, path: Any, **settings: Any) -> None:
        made(self, path, **{**settings, "synchronous": "NORMAL"})

    SQLiteJournal.__init__ = careless  # type: ignore[method-assign]


def impatient() -> None:
    """The watchdog has no patience."""
    from littlestone.service import watchdog

    watchdog.PATIENCE = 2.0
