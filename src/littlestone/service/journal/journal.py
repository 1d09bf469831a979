"""`Journal`: the rows of all games, in order, on a disk; and `JournalRow`, what happened once in one game."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from itertools import islice
from os import urandom
from pathlib import Path
from time import monotonic
from typing import Any, NamedTuple

import numpy as np

from ...errors import LittlestoneError
from ...support.loading import VERSION, core
from ..http.contract import decode_any
from .chain import ChainCheck, beginning, digests_of, linked
from .commitment import SALT, commitments, games_among

# The kinds of rows. The numbers are written in journals: never change one.
GAME, PREDICT, LABEL, FORGET, EXPIRE, LATE, SHADOW, PROMOTE, SETTINGS, ERASE, BASE = range(11)
KINDS = ("game", "predict", "label", "forget", "expire", "late", "shadow", "promote", "settings", "erase", "base")


READ_AT_ONCE = 1000  # rows that are read together


class JournalError(LittlestoneError):
    """The journal cannot be read or written."""


class JournalFull(JournalError):
    """There was no room for the rows, none of which was written: the journal is as it was before."""


class JournalBusy(JournalError):
    """What was erased is out of the rows, but cannot leave the files yet: somebody reads them and does not stop."""

    code = "being_read"  # for programs


class JournalTight(JournalBusy):
    """The same, as there is no room to write the files anew."""

    code = "no_room"


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


class Links(NamedTuple):
    """What chains rows to those before them: a salt for each, and the heads, by places of rows and by games."""

    salts: bytes
    places: dict[int, bytes]
    heads: dict[int, tuple[int, bytes]]


def by_id(rows: Iterable[JournalRow]) -> dict[str, list[JournalRow]]:
    """Rows about rounds by their ids."""
    found: dict[str, list[JournalRow]] = {}
    for row in rows:
        found.setdefault(row.id or "", []).append(row)
    return found


def last_of(rows: list[Any], game: int) -> int:
    """The seq of the last row of a game among these."""
    return int(next(row[0] for of, row in reversed(rows) if of == game))


class Journal:
    """Base class of journals. One thread at a time writes; `write` returns when the rows are on disk, or raises."""

    makers: dict[int, str]  # who computed rows, by number
    maker: int  # who computes them now
    heads: dict[int, tuple[int, bytes]]  # of games that were written to, the last seq and the head of the chain there
    spare = 0.0  # seconds that what is asked for may take beyond any other: a whole file is written anew
    asked_at = 0.0  # when the disk or the server was asked for what it has not yet answered; 0 if nothing is asked
    last_commit = 0.0  # when rows were last written, on the clock that `monotonic` reads; 0 if never

    @property
    def lost(self) -> bool:
        """Can nothing be asked any more, whichever game it is about?"""
        return False

    @contextmanager
    def asking(self, spare: float = 0.0) -> Iterator[None]:
        """Say that the disk or the server is being asked, so that it is noticed if it never answers.

        spare   seconds that this may take longer than anything else
        """
        before = self.asked_at, self.spare
        self.asked_at, self.spare = monotonic(), spare
        try:
            yield
        finally:
            self.asked_at, self.spare = before

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

    def write(
        self,
        rows: list[tuple[int, JournalRow]],
        games: Iterable[tuple[int, str]] = (),
        gone: Iterable[tuple[int, str]] = (),
    ) -> None:
        """Write new games, (number, name), and rows, (number of the game, row), all or none of them.

        Those `gone` are removed: they are no games any more, and `sweep` deletes what is left of them.

        Raises `JournalFull` if there is no room, and nothing was written; any other error says that nobody knows.
        """
        self.put(rows, games, gone)
        self.note(rows)

    def put(
        self,
        rows: list[tuple[int, JournalRow]],
        games: Iterable[tuple[int, str]] = (),
        gone: Iterable[tuple[int, str]] = (),
    ) -> None:
        """The part of `write` that waits for the disk."""
        raise NotImplementedError

    # The chain, see chain.py.

    def chain(self, rows: list[Any], games: Iterable[tuple[int, str]]) -> Links:
        """What chains rows to those before them, (number of the game, row); `games` are new among them."""
        salts = urandom(SALT * len(rows))
        names = dict(games)
        before = {game: beginning(names[game]) if game in names else self.head(game)[1] for game in games_among(rows)}
        places, heads = linked(rows, commitments(rows, salts, digests_of(self.makers.items())), before)
        return Links(salts, places, {game: (last_of(rows, game), head) for game, head in heads.items()})

    def head(self, game: int) -> tuple[int, bytes]:
        """The seq and the head of the last group of a game."""
        found = self.heads.get(game)
        return self.head_at(game) if found is None else found

    def head_at(self, game: int, most: int | None = None) -> tuple[int, bytes]:
        """The seq and the head of the last group that ends at a row, or before it; of the last row if none is given.

        The journal itself is asked. Before the first group, seq is 0, and the head that of the game's name.
        """
        raise NotImplementedError

    def chained(self, game: int, after: int = 0) -> Iterator[list[Any]]:
        """The rows of a game in order, many at a time: the fields of `JournalRow`, then salt, commitment and head."""
        raise NotImplementedError

    def name_of(self, game: int) -> str:
        """The name of a game by its number; "" if there is none."""
        return next((name for name, number in self.games().items() if number == game), "")

    def check_from(self, name: str, game: int, after: int) -> ChainCheck:
        """A check of the rows of a game after one, which begins where the group of that row does."""
        seq, head = self.head_at(game, after)
        return ChainCheck(name, digests_of(self.makers.items()), head, seq)

    def gone(self) -> list[int]:
        """The numbers of games that were removed, of which rows may be left."""
        return []

    def sweep(self) -> bool:
        """Delete some of the rows of games that were removed, as many as take a moment; are there more?"""
        return False

    def merge(self) -> None:
        """Do some of what can wait for the index of ids, as much as takes a moment."""

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

    def rows_of(self, game: int, ids: Sequence[str]) -> dict[str, list[JournalRow]]:
        """All rows of those of these ids that have some, in order, by id: one question for many."""
        raise NotImplementedError

    def about(self, game: int, id: str) -> list[JournalRow]:
        """All rows of one id, in order."""
        return self.rows_of(game, (id,)).get(id, [])

    def base(self, game: int) -> tuple[int, dict[str, bytes]] | None:
        """The seq and the parts of the snapshot that replays begin at, None if they begin at the first row."""
        raise NotImplementedError

    def rebase(
        self,
        game: int,
        rows: list[JournalRow],
        base: dict[str, bytes],
        erased: Iterable[int] = (),
        go: tuple[int, list[int]] | None = None,
    ) -> int:
        """Write these rows and begin replays at `base`, the state after them, all in one transaction.

        Of the rows with the seqs that are `erased`, the content and the salts are removed, and the commitments stay.
        Those up to a seq `go`, but for some, which are named with it. Returns how many went.
        """
        raise NotImplementedError

    def carry(self, game: int, rows: list[Any], name: str | None, base: tuple[int, dict[str, bytes]] | None) -> None:
        """Write rows of another journal with what chains them there, as from `chained`, all or none of them.

        name    that of the game, if it is new here
        base    where its replays begin, if they do so at one of these rows
        """
        raise NotImplementedError

    def last_before(self, game: int, at: int) -> int:
        """The seq of the last row that was written before a time, 0 if there is none."""
        raise NotImplementedError

    def pruned(self, game: int) -> dict[str, Any] | None:
        """Up to which row rows were removed, the head there, and a digest of those that stay; None if none were."""
        row = next((row for row in reversed(self.structure(game)) if row.kind == BASE), None)
        found = None if row is None or row.record is None else decode_any(row.record).get("pruned")
        return found if isinstance(found, dict) else None

    def predictions_after(self, game: int, seq: int) -> int:
        """How many predictions come after a row."""
        raise NotImplementedError

    def wipe(self) -> None:
        """Leave nothing of what was erased in the files of the journal; raises `JournalBusy` if somebody reads it."""
        raise NotImplementedError

    def copy(self, folder: Path) -> None:
        """Copy the journal as it is now into a folder, while it is being written."""
        raise NotImplementedError

    def close(self) -> None:
        """Close the journal; what was written stays."""


def erased_rows(rows: Iterable[Any], makers: dict[int, str]) -> list[tuple[int, bytes]]:
    """The seqs and commitments of rows that are to be erased, of those that are not; rows come as from `chained`."""
    digests = digests_of(makers.items())
    return [(row[0], commitments([(0, row[:10])], row[10], digests)) for row in rows if row[10] is not None]


def this_maker() -> str:
    """What the bits of a guess depend on: the rules of this release, and the order in which numpy adds up.

    On which processor they are computed does not matter; journals of earlier releases name it.
    """
    return f"littlestone {VERSION}, {core()}, numpy {np.__version__}"
