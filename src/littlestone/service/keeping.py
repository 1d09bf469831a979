"""What the writer does between groups: snapshots of games that grew, and games that nobody asks for put away."""

from __future__ import annotations

from .books import Books
from .hosted import Hosted
from .timeouts import due

EVERY = 100_000  # rows of a game between two snapshots
WORTH = 1_000  # rows that are worth a snapshot when a game is put away, or the service ends


def snapshot(books: Books, hosted: Hosted, rows: int) -> bool:
    """Write a snapshot if the game has so many rows more than the last one; the game is not changed by it."""
    if books.snapshots is None or hosted.seq - books.safe.get(hosted.name, 0) < rows:
        return False
    try:
        books.snapshots.write(hosted)
    except OSError:  # a cache that cannot be written is no harm: the journal has everything
        return False
    books.safe[hosted.name] = hosted.seq
    return True


def keep_house(books: Books) -> None:
    """Write the snapshots that are due, and put away what was idle for too long, or is too much."""
    for hosted in list(books.loaded.values()):
        if snapshot(books, hosted, EVERY):
            break  # one at a time: clients wait
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
    for hosted in books.loaded.values():
        snapshot(books, hosted, WORTH)
