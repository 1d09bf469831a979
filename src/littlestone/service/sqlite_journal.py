"""`SQLiteJournal`: the journal as one SQLite file, in WAL mode with `synchronous=FULL`.

One connection writes and checkpoints, as all else (backups, audits of a running service) reads with `mode=ro`: SQLite
before 3.51.3 can damage a file that two connections write to.
"""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from .journal import Journal, JournalError, JournalFull, JournalRow, this_maker

FORMAT = 1
ROOM = 1 << 40  # rows that one game may have: the key of a row is its game times that, and its seq
READ_AT_ONCE = 1000  # rows that are fetched together
SCHEMA = """
create table about (format integer not null);
insert into about values (1);
create table makers (number integer primary key, maker text not null unique);
create table games (number integer primary key, name text not null unique);
create table journal (
    key integer primary key,  -- game * 2^40 + seq: the rows of a game lie together, in order
    game integer not null, id text, kind integer not null, record blob, answer blob, guess blob, chance blob,
    seed blob, maker integer not null, at integer not null
);
create unique index once on journal (game, id, kind) where id is not null;
create index structure on journal (game) where id is null;
create table bases (
    game integer not null, seq integer not null, part text not null, content blob not null,
    primary key (game, seq, part)
);
create view rows as select
    games.name as game, key % 1099511627776 as seq, id,
    case kind when 0 then 'game' when 1 then 'predict' when 2 then 'label' when 3 then 'forget' when 4 then 'expire'
    when 5 then 'late' when 6 then 'shadow' when 7 then 'promote' when 8 then 'settings' when 9 then 'erase'
    else 'base' end as kind, cast(record as text) as record, cast(answer as text) as answer,
    datetime(at / 1000000, 'unixepoch') as at, makers.maker
    from journal join games on games.number = journal.game join makers on makers.number = journal.maker;
"""
FIELDS = "id, kind, record, answer, guess, chance, seed, maker, at"
INSERT = "insert into journal values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
NO_ROOM = {sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR_WRITE, sqlite3.SQLITE_TOOBIG}
LEVELS = {"FULL": 2, "NORMAL": 1, "OFF": 0}


class SQLiteJournal(Journal):
    """The journal in the file `path`, which is made if there is none and it may be written.

    writes          may it be written? Only one process may, which holds the lock of the folder
    synchronous     FULL: what was acknowledged survives the loss of power. NORMAL and OFF lose it, and exist so that
                    the tests of that can be seen to fail
    """

    def __init__(self, path: Path, *, writes: bool = True, synchronous: str = "FULL") -> None:
        self.path = path
        if not writes and not path.exists():
            raise JournalError(f"there is no journal at {path}: littlestone serve --data {path.parent} begins one")
        new = not path.exists()
        address = path.absolute().as_uri()
        try:
            self.connection = sqlite3.connect(
                f"{address}?mode={'rwc' if writes else 'ro'}", uri=True, isolation_level=None, check_same_thread=False
            )
            if writes:
                self.set_up(new, synchronous)
            self.check_format()
            self.makers = dict(self.connection.execute("select number, maker from makers"))
            self.maker = next((number for number, maker in self.makers.items() if maker == this_maker()), 0)
            if writes and not self.maker:
                self.maker = len(self.makers) + 1
                self.connection.execute("insert into makers values (?, ?)", (self.maker, this_maker()))
                self.makers[self.maker] = this_maker()
        except (sqlite3.Error, JournalError) as error:
            if hasattr(self, "connection"):
                self.connection.close()
            if isinstance(error, JournalError):
                raise
            raise JournalError(f"{path} cannot be opened as a journal: {error}") from error

    def set_up(self, new: bool, synchronous: str) -> None:
        """Set how the file is written, make its tables if it is new, and see that its folder knows it."""
        run = self.connection.execute
        mode = run("pragma journal_mode=wal").fetchone()[0]
        run(f"pragma synchronous={LEVELS[synchronous]}")
        level = run("pragma synchronous").fetchone()[0]
        if (mode, level) != ("wal", LEVELS[synchronous]):  # SQLite keeps quiet about an error of the disk here
            raise JournalError(f"{self.path} cannot be set to write ahead and to wait for the disk: {mode}, {level}")
        run("pragma secure_delete=on")  # what is erased is overwritten
        run("pragma journal_size_limit=67108864")
        run("pragma cache_size=-65536")
        run("pragma busy_timeout=5000")
        if not run("select 1 from sqlite_master where name = 'about'").fetchone():
            self.connection.executescript(f"begin; {SCHEMA} commit;")
        if new:
            folder = os.open(self.path.parent, os.O_RDONLY)
            try:
                os.fsync(folder)
            finally:
                os.close(folder)

    def check_format(self) -> None:
        """Raise if the file was written by a release that this one does not know."""
        found = self.connection.execute("select format from about").fetchone()
        if found is None or found[0] != FORMAT:
            raise JournalError(f"{self.path} is a journal of format {found and found[0]}; this release reads {FORMAT}")

    def games(self) -> dict[str, int]:
        return dict(self.connection.execute("select name, number from games order by number"))

    def last(self, game: int) -> int:
        between = game * ROOM, (game + 1) * ROOM
        last = self.connection.execute("select max(key) from journal where key > ? and key < ?", between).fetchone()[0]
        return 0 if last is None else last - game * ROOM

    def structure(self, game: int) -> list[JournalRow]:
        found = self.connection.execute(
            f"select key - ?, {FIELDS} from journal where game = ? and id is null order by key",  # noqa: S608
            (game * ROOM, game),
        )
        return [JournalRow._make(row) for row in found]

    def write(self, rows: Iterable[tuple[int, JournalRow]], games: Iterable[tuple[int, str]] = ()) -> None:
        run = self.connection
        try:
            run.execute("begin immediate")
            if games:
                run.executemany("insert into games values (?, ?)", games)
            run.executemany(INSERT, [(game * ROOM + row[0], game, *row[1:]) for game, row in rows])
            run.execute("commit")
        except sqlite3.Error as error:
            self.undo(error)

    def undo(self, error: sqlite3.Error) -> None:
        """Roll back after an error, and raise what it means."""
        code = getattr(error, "sqlite_errorcode", None)
        try:
            if self.connection.in_transaction:
                self.connection.execute("rollback")
        except sqlite3.Error as again:
            raise JournalError(f"the journal {self.path} cannot be rolled back: {again}, after {error}") from error
        if code in NO_ROOM:
            raise JournalFull(f"the disk has no room for the journal: {error}") from error
        raise JournalError(f"the journal {self.path} cannot be written: {error}") from error

    def rows(self, game: int, after: int = 0, until: int | None = None) -> Iterator[JournalRow]:
        start, end = game * ROOM, game * ROOM + (ROOM - 1 if until is None else until)
        found = self.connection.execute(
            f"select key - ?, {FIELDS} from journal where key > ? and key <= ? order by key",  # noqa: S608
            (start, start + after, end),
        )
        found.arraysize = READ_AT_ONCE
        while some := found.fetchmany():
            yield from map(JournalRow._make, some)

    def known(self, game: int, ids: Iterable[str]) -> dict[str, JournalRow]:
        found = self.connection.execute(
            f"select key - ?, {FIELDS} from journal where game = ? and kind = 1 "  # noqa: S608
            "and id in (select value from json_each(?))",
            (game * ROOM, game, json.dumps(list(ids))),
        )
        return {row[1]: JournalRow._make(row) for row in found}

    def about(self, game: int, id: str) -> list[JournalRow]:
        found = self.connection.execute(
            f"select key - ?, {FIELDS} from journal where game = ? and id = ? order by key",  # noqa: S608
            (game * ROOM, game, id),
        )
        return [JournalRow._make(row) for row in found]

    def base(self, game: int) -> tuple[int, dict[str, bytes]] | None:
        seq = self.connection.execute("select max(seq) from bases where game = ?", (game,)).fetchone()[0]
        if seq is None:
            return None
        parts = self.connection.execute("select part, content from bases where game = ? and seq = ?", (game, seq))
        return seq, dict(parts.fetchall())

    def rebase(self, game: int, rows: list[JournalRow], base: dict[str, bytes], erased: Iterable[str] = ()) -> None:
        run = self.connection
        try:
            run.execute("begin immediate")
            run.executemany("update journal set record = null where game = ? and id = ?", [(game, id) for id in erased])
            run.executemany(INSERT, [(game * ROOM + row[0], game, *row[1:]) for row in rows])
            run.execute("delete from bases where game = ?", (game,))
            parts: list[Any] = [(game, rows[-1].seq, part, content) for part, content in base.items()]
            run.executemany("insert into bases values (?, ?, ?, ?)", parts)
            run.execute("commit")
            run.execute("pragma wal_checkpoint(truncate)")  # what was erased is overwritten in the file itself
        except sqlite3.Error as error:
            self.undo(error)

    def copy(self, folder: Path) -> None:
        target = sqlite3.connect(folder / self.path.name)
        try:
            self.connection.backup(target)
            target.execute("pragma journal_mode=wal")
        finally:
            target.close()

    def close(self) -> None:
        self.connection.close()
