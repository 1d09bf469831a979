"""Moving a game: its rows, as they are, into another journal, where they are replayed and audited as before."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any

from .journal import READ_AT_ONCE, Journal, JournalError, JournalRow


def move(source: Journal, target: Journal, name: str, called: str) -> int:
    """Copy all rows of a game into another journal, under this name; returns how many there are.

    A copy that was interrupted goes on where it ended; one of another game of that name is refused. The rows of the
    source stay: whoever moves a game removes them when the copy is good.
    """
    number = source.number_of(name)
    base = source.base(number)
    there, after = begun(source, target, number, called)
    makers = {each: target.maker_of(text) for each, text in source.makers.items()}
    new = [(there, called)] if not after else []
    for block in blocks(source, number, after, None if base is None else base[0]):
        rows = [row._replace(maker=makers[row.maker]) for row in block]
        if base is not None and rows[-1].seq == base[0]:
            if new:
                target.write([], new)
            target.rebase(there, rows, base[1])  # where replays begin, there as here
        else:
            target.write([(there, row) for row in rows], new)
        new = []
    return source.last(number)


def begun(source: Journal, target: Journal, number: int, called: str) -> tuple[int, int]:
    """The number of the game in the target, and the seq of the last row that is there already."""
    games = target.games()
    if called not in games:
        return max(games.values(), default=0) + 1, 0
    there = games[called]
    last = target.last(there)
    ours, theirs = ([plain(row) for row in each.rows(of, last - 1, last)] for each, of in
                    ((source, number), (target, there)))  # fmt: skip
    if ours != theirs:
        raise JournalError(f"there is another game {called!r} in the target; give the game a new name there, --as NAME")
    return there, last


def plain(row: JournalRow) -> Any:
    """A row without the number of who computed it, which is another one in every journal."""
    return row._replace(maker=0)


def blocks(source: Journal, number: int, after: int, end_at: int | None) -> Iterator[list[JournalRow]]:
    """The rows after one, many at a time; a block ends at the row where replays begin, if there is one."""
    if end_at is not None and after < end_at:
        yield from some_of(source.rows(number, after, end_at))
        after = end_at
    yield from some_of(source.rows(number, after))


def some_of(rows: Iterator[JournalRow]) -> Iterator[list[JournalRow]]:
    """Rows, many at a time."""
    while some := list(islice(rows, READ_AT_ONCE)):
        yield some
