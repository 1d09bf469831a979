"""Time-outs: a round whose label does not come in time expires. That is a row, so replays know it without a clock."""

from __future__ import annotations

from .books import Books
from .hosted import Hosted
from .http.contract import LabelRecord, encode
from .journal.journal import EXPIRE, JournalRow


def due(hosted: Hosted) -> int | None:
    """When the oldest open round of a game expires, in microseconds of Unix time; None if none ever does."""
    limit = hosted.settings.label_timeout
    if limit is None or not hosted.open:
        return None
    return next(iter(hosted.open.values())).at + int(limit * 1e6)


def expire(books: Books, most: int = 10_000) -> None:
    """Enter the expiry of rounds whose time is over, of so many at most."""
    for name in list(books.timed):
        if (hosted := books.loaded.get(name)) is None:
            if books.timed[name] > books.now:
                continue
            hosted = books.hosted(name)
        while most and (when := due(hosted)) is not None and when <= books.now:
            id = next(iter(hosted.open))
            default = hosted.settings.default_label
            record = None if default is None else encode(LabelRecord(default))
            row = JournalRow(hosted.seq + 1, id, EXPIRE, record, maker=books.journal.maker, at=books.now)
            hosted.play(row)
            books.note(hosted, row)
            most -= 1
