"""What the writer does between groups: snapshots of games that grew, and games that nobody asks for put away."""

from __future__ import annotations

from contextlib import suppress
from threading import Thread

from .books import Books
from .hosted import Hosted
from .journal.snapshots import Copy, Snapshots, copied
from .timeouts import due

EVERY = 300_000  # rows of a game between two snapshots: a second or so of replay
WORTH = 1_000  # rows that are worth a snapshot when a game is put away, or the service ends


class Saving(Thread):
    """Encodes and writes one snapshot, while the writer goes on."""

    def __init__(self, snapshots: Snapshots, name: str, copy: Copy) -> None:
        super().__init__(name="littlestone snapshot", daemon=True)
        self.snapshots, self.game, self.copy = snapshots, name, copy
        self.written = False

    def run(self) -> None:
        with suppress(OSError):  # a cache that cannot be written is no harm: the journal has everything
            self.snapshots.write(self.copy)
            self.written = True


def is_due(books: Books, hosted: Hosted, rows: int) -> bool:
    """Has a game so many rows more than its last snapshot?"""
    return books.snapshots is not None and hosted.seq - books.safe.get(hosted.name, 0) >= rows


def snapshot(books: Books, hosted: Hosted, rows: int) -> bool:
    """Write a snapshot here and now, if the game has so many rows more than the last one; the game is not changed."""
    saved(books, wait=True)
    if books.snapshots is None or not is_due(books, hosted, rows):
        return False
    saving = Saving(books.snapshots, hosted.name, copied(hosted))
    saving.run()
    if saving.written:
        books.safe[hosted.name] = hosted.seq
    return saving.written


def saved(books: Books, *, wait: bool = False) -> bool:
    """Is no snapshot being written by another thread any more? Then it is known from now on."""
    saving = books.saving
    if saving is not None:
        if wait:
            saving.join()
        if saving.is_alive():
            return False
        if saving.written and saving.game in books.loaded:
            books.safe[saving.game] = saving.copy.seq
        books.saving = None
    return True


def keep_house(books: Books) -> None:
    """Begin the snapshot that is due, and put away what was idle for too long, or is too much."""
    if books.snapshots is not None and saved(books):
        for hosted in books.loaded.values():
            if is_due(books, hosted, EVERY):
                books.saving = Saving(books.snapshots, hosted.name, copied(hosted))
                books.saving.start()
                break  # one at a time
    latest = books.now - int(books.limits.idle * 1e6)
    for name in [name for name in books.loaded if books.asked.get(name, 0) < latest]:
        put_away(books, name)
    too_many = len(books.loaded) - books.limits.loaded
    if too_many > 0:
        for name in sorted(books.loaded, key=lambda name: books.asked.get(name, 0))[:too_many]:
            put_away(books, name)


def put_away(books: Books, name: str) -> None:
    """Drop a game from memory; the journal has it, and a snapshot if that is worth it."""
    hosted = books.loaded[name]
    snapshot(books, hosted, WORTH)
    if name in books.timed:
        when = due(hosted)
        books.timed[name] = 1 << 62 if when is None else when
    del books.loaded[name]
    books.asked.pop(name, None)


def begin(books: Books, preload: int) -> None:
    """Load games at the start: all if there are few of them, else those whose rounds expire."""
    few = len(books.numbers) <= preload
    for name, number in books.numbers.items():
        if few or any(b'"label_timeout"' in (row.record or b"") for row in books.journal.structure(number)):
            books.hosted(name)
            if not few and len(books.loaded) > preload:
                put_away(books, name)


def end(books: Books) -> None:
    """Write snapshots at the end, so that the next start is fast."""
    saved(books, wait=True)
    for hosted in books.loaded.values():
        snapshot(books, hosted, WORTH)
