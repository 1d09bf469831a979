"""`Journal`: the rows of all games, in order, on a disk; and `JournalRow`, what happened once in one game."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from ...errors import LittlestoneError
from ...support.loading import VERSION, core

# The kinds of rows. The numbers are written in journals: never change one.
GAME, PREDICT, LABEL, FORGET, EXPIRE, LATE, SHADOW, PROMOTE, SETTINGS, ERASE, BASE = range(11)
KINDS = ("game", "predict", "label", "forget", "expire", "late", "shadow", "promote", "settings", "erase", "base")


READ_AT_ONCE = 1000  # rows that are read together


class JournalError(LittlestoneError):
    """The journal cannot be read or written."""


class JournalFull(JournalError):
    """There was no room for the rows, none of which was written: the journal is as it was before."""


class JournalRow(NamedTuple):
    """What happened in one game: `seq` counts its rows from 1.

    id          the client's name of the round; None for rows about the game itself
    kind        one of `KINDS`, by number
    record      what came, as JSON: the record of a prediction, a label with its weight, settings
    answer      what was answered beside guess and chance, as JSON: the act of a prediction, the mistake of a label
    guess       the guess given, a double of eight bytes
    chance      the chance given, one double; of many classes, one for each
    seed        that of the coin, if the learner tossed one
    maker       which release computed it, and with what, by its number in the journal
    at          when it was written, in microseconds of Unix time: for time-outs and people, never for learners
    """

    seq: int
    id: str | None
    kind: int
    record: bytes | None
    answer: bytes | None = None
    guess: bytes | None = None
    chance: bytes | None = None
    seed: bytes | None = None
    maker: int = 0
    at: int = 0


new_row = partial(tuple.__new__, JournalRow)  # of all ten fields: the fast way to make one


class Journal:
    """Base class of journals. One thread at a time writes; `write` returns when the rows are on disk, or raises."""

    makers: dict[int, str]  # who computed rows, by number
    maker: int  # who computes them now

    def games(self) -> dict[str, int]:
        """The numbers of all games, by name."""
        raise NotImplementedError

    def maker_of(self, maker: str) -> int:
        """The number of who computed rows, which is entered if it is not known."""
        raise NotImplementedError

    def number_of(self, name: str) -> int:
        """The number of a game; raises if there is none of that name."""
        games = self.games()
        if name not in games:
            raise JournalError(f"there is no game {name!r} in this journal; it has {', '.join(games) or 'none'}")
        return games[name]

    apart = False  # may `put` run on a thread of its own, while this one reads?

    def write(self, rows: list[tuple[int, JournalRow]], games: Iterable[tuple[int, str]] = ()) -> None:
        """Write new games, (number, name), and rows, (number of the game, row), all or none of them.

        Raises `JournalFull` if there is no room, and nothing was written; any other error says that nobody knows.
        """
        self.put(rows, games)
        self.note(rows)

    def put(self, rows: list[tuple[int, JournalRow]], games: Iterable[tuple[int, str]] = ()) -> None:
        """The part of `write` that waits for the disk."""
        raise NotImplementedError

    def note(self, rows: list[tuple[int, Any]]) -> None:
        """Know that these rows are written: the rest of `write`, on the thread that reads."""

    def rows(self, game: int, after: int = 0, until: int | None = None) -> Iterator[JournalRow]:
        """The rows of a game in order, those after one and up to another."""
        raise NotImplementedError

    def blocks(self, game: int, after: int = 0) -> Iterator[list[Any]]:
        """The rows of a game in order, many at a time, as plain tuples of the fields of `JournalRow`."""
        rows = self.rows(game, after)
        while some := list(islice(rows, READ_AT_ONCE)):
            yield some

    def plays(self, game: int, after: int = 0) -> Iterator[list[Any]]:
        """The same with what a replay needs alone: seq, id, kind, record, and the time."""
        for some in self.blocks(game, after):
            yield [(row[0], row[1], row[2], row[3], row[9]) for row in some]

    def last(self, game: int) -> int:
        """The seq of the last row of a game, 0 if there is none."""
        raise NotImplementedError

    def structure(self, game: int) -> list[JournalRow]:
        """The rows of a game that are about no round: its settings and its players."""
        raise NotImplementedError

    def known(self, game: int, ids: Sequence[str]) -> set[str]:
        """Those of these ids that have a row already."""
        raise NotImplementedError

    def about(self, game: int, id: str) -> list[JournalRow]:
        """All rows of one id, in order."""
        raise NotImplementedError

    def base(self, game: int) -> tuple[int, dict[str, bytes]] | None:
        """The seq and the parts of the snapshot that replays begin at, None if they begin at the first row."""
        raise NotImplementedError

    def rebase(self, game: int, rows: list[JournalRow], base: dict[str, bytes], erased: Iterable[str] = ()) -> None:
        """Write these rows and begin replays at `base`, the state after them, all in one transaction.

        The records of the ids that are `erased` are removed, from all of their rows.
        """
        raise NotImplementedError

    def copy(self, folder: Path) -> None:
        """Copy the journal as it is now into a folder, while it is being written."""
        raise NotImplementedError

    def close(self) -> None:
        """Close the journal; what was written stays."""


def this_maker() -> str:
    """What the bits of a guess depend on: the rules of this release, and the order in which numpy adds up.

    On which processor they are computed does not matter; journals of earlier releases name it.
    """
    return f"littlestone {VERSION}, {core()}, numpy {np.__version__}"
