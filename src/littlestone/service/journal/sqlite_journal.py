"""`SQLiteJournal`: the journal as one SQLite file, in WAL mode with `synchronous=FULL`.

One connection writes and checkpoints, as all else (backups, audits of a running service) reads with `mode=ro`: SQLite
before 3.51.3 can damage a file that two connections write to.
"""

from __future__ import annotations

import errno
import os
import sqlite3
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from math import prod
from pathlib import Path
from time import monotonic
from typing import Any, NoReturn

import numpy as np

from ..http.contract import encode
from .chain import beginning
from .id_runs import SCHEMA as INDEX
from .id_runs import IdRuns
from .insertion import ROOM, SIZES, insertions
from .journal import (
    PREDICT,
    READ_AT_ONCE,
    Journal,
    JournalBusy,
    JournalError,
    JournalFull,
    JournalRow,
    by_id,
    erased_rows,
    new_row,
    this_maker,
)
from .known_ids import BloomFilter, IdHash, note_ids
from .migration import FORMER, migrate

FORMAT = 3  # and in the table `about`
SCHEMA = """
create table about (format integer not null, salt blob not null);  -- salt: the key of the hashes of ids
insert into about values (3, randomblob(16));
create table makers (number integer primary key, maker text not null unique);
create table games (number integer primary key, name text not null unique);
create table journal (
    key integer primary key,  -- game * 2^40 + seq: the rows of a game lie together, in order
    game integer not null, id text, kind integer not null, record blob, answer blob, guess blob, chance blob,
    seed blob, maker integer not null, at integer not null,
    salt blob, commitment blob, head blob  -- of the chain: an erased row has its commitment in place of the salt
);
create table indexed (game integer primary key, seq integer not null);  -- up to which rows ids are in runs
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
CHAIN = "salt, commitment, head"
GONE = "create table if not exists gone (game integer primary key)"  # games that were removed, with rows left
SWEPT = 5_000  # rows that are deleted at a time
SLOWEST = 2_000_000  # bytes a second that a file is written anew with, at least, or its disk stands still
REMOVED = 5_000  # rows a second that are removed, at least, or their disk stands still
INDEX_AT = 40_000  # rows whose ids are known in memory alone, before they are indexed
NO_ROOM = {sqlite3.SQLITE_FULL, sqlite3.SQLITE_TOOBIG}
FULL = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG}  # what a disk says that has no room, or a user who may have no more
LEVELS = {"FULL": 2, "NORMAL": 1, "OFF": 0}


class SQLiteJournal(Journal):
    """The journal in the file `path`, which is made if there is none and it may be written.

    writes          may it be written? Only one process may, which holds the lock of the folder
    synchronous     FULL: what was acknowledged survives the loss of power. NORMAL and OFF lose it, and exist so that
                    the tests of that can be seen to fail
    """

    apart = True

    def __init__(self, path: Path, *, writes: bool = True, synchronous: str = "FULL") -> None:
        self.path, self.writes = path, writes
        self.heads = {}
        self.failed = False  # has the disk failed, so that nobody knows what is on it?
        self.recent: dict[int, dict[str, tuple[int, ...]]] = {}  # of games, the seqs of rows not indexed, by their ids
        self.unindexed, self.just_indexed = 0, False  # how many they are; has `put` just indexed them?
        self.filters: dict[int, BloomFilter] = {}  # of games, of the ids that are indexed
        if not writes and not path.exists():
            raise JournalError(f"there is no journal at {path}: littlestone serve --data {path.parent} begins one")
        address = path.absolute().as_uri()
        try:
            if writes:
                path.touch(mode=0o600)  # whoever else may look into the folder: records are private
            self.connection = self.reader = connected(address, "rwc" if writes else "ro")
            if writes:
                self.set_up(synchronous)
                self.reader = connected(address, "ro")  # what is asked while another thread writes
            self.hash = IdHash(self.check_format())
            self.runs = IdRuns(self.connection, self.reader)
            self.makers = dict(self.connection.execute("select number, maker from makers"))
            self.maker = next((number for number, maker in self.makers.items() if maker == this_maker()), 0)
            if writes:
                self.maker = self.maker_of(this_maker())
            if writes:
                self.remember()
        except (sqlite3.Error, OSError, JournalError) as error:
            if hasattr(self, "connection"):
                self.close()
            if isinstance(error, JournalError):
                raise
            raise JournalError(f"{path} cannot be opened as a journal: {error}") from error

    @property
    def lost(self) -> bool:
        return self.failed

    def set_up(self, synchronous: str) -> None:
        """Set how the file is written, make its tables if there are none, and see that its folder knows it."""
        run = self.connection.execute
        mode = run("pragma journal_mode=wal").fetchone()[0]
        run(f"pragma synchronous={LEVELS[synchronous]}")
        level = run("pragma synchronous").fetchone()[0]
        if (mode, level) != ("wal", LEVELS[synchronous]):  # SQLite keeps quiet about an error of the disk here
            raise JournalError(f"{self.path} cannot be set to write ahead and to wait for the disk: {mode}, {level}")
        run("pragma secure_delete=on")  # what is erased is overwritten
        run("pragma journal_size_limit=67108864")
        run("pragma cache_size=-65536")
        run("pragma wal_autocheckpoint=4000")
        run("pragma busy_timeout=5000")
        if not run("select 1 from sqlite_master where name = 'about'").fetchone():
            self.connection.executescript(f"begin; {SCHEMA} {INDEX} commit;")
        folder = os.open(self.path.parent, os.O_RDONLY)  # SQLite does this too, and keeps quiet about an error
        try:
            os.fsync(folder)
        except OSError as error:
            raise JournalError(f"{self.path.parent} cannot be written to disk: {error}") from error
        finally:
            os.close(folder)

    def check_format(self) -> bytes:
        """Raise if the file was written by a release that this one does not know; returns the key of hashes of ids."""
        found = self.connection.execute("select * from about").fetchone()
        if found is not None and found[0] == FORMER and self.writes:
            migrate(self.connection)
            found = self.connection.execute("select * from about").fetchone()
        if found is None or found[0] != FORMAT:
            told = f"{self.path} is a journal of format {found and found[0]}; this release reads {FORMAT}"
            more = f", and `littlestone serve --data {self.path.parent}` brings it up to that"
            raise JournalError(told + (more if found is not None and found[0] == FORMER else ""))
        return bytes(found[1])

    def maker_of(self, maker: str) -> int:
        for number, known in self.makers.items():
            if known == maker:
                return number
        number = len(self.makers) + 1
        self.connection.execute("insert into makers values (?, ?)", (number, maker))
        self.makers[number] = maker
        return number

    def games(self) -> dict[str, int]:
        return dict(self.reader.execute("select name, number from games order by number"))

    def last(self, game: int) -> int:
        between = game * ROOM, (game + 1) * ROOM
        last = self.reader.execute("select max(key) from journal where key > ? and key < ?", between).fetchone()[0]
        return 0 if last is None else last - game * ROOM

    def structure(self, game: int) -> list[JournalRow]:
        found = self.reader.execute(
            f"select key - ?, {FIELDS} from journal where game = ? and id is null order by key",  # noqa: S608
            (game * ROOM, game),
        )
        return [JournalRow._make(row) for row in found]

    def put(
        self,
        rows: list[tuple[int, JournalRow]],
        games: Iterable[tuple[int, str]] = (),
        gone: Iterable[tuple[int, str]] = (),
    ) -> None:
        run = self.connection
        full = self.unindexed >= INDEX_AT
        links = self.chain(rows, games)
        new = list(insertions(rows, links.salts, links.places))
        alone = len(new) == 1 and not games and not gone and not full  # one statement is a transaction by itself
        try:
            with self.asking():
                if not alone:
                    run.execute("begin immediate")
                    run.executemany("insert into games values (?, ?)", games)
                    if gone:
                        self.strike(gone)
                    if full:
                        self.index()
                for statement, values in new:
                    run.execute(statement, values)
                if not alone:
                    run.execute("commit")
        except sqlite3.Error as error:
            self.undo(error)
        self.heads.update(links.heads)
        self.just_indexed = full
        self.last_commit = monotonic()

    def strike(self, gone: Iterable[tuple[int, str]]) -> None:
        """Strike games off the list, as part of a transaction; what is left of them is noted in the table `gone`."""
        self.connection.execute(GONE)
        for number, _ in gone:
            self.connection.execute("delete from games where number = ?", (number,))
            self.connection.execute("insert into gone values (?)", (number,))

    def gone(self) -> list[int]:
        known = self.reader.execute("select 1 from sqlite_master where name = 'gone'").fetchone()
        return [number for (number,) in self.reader.execute("select game from gone")] if known else []

    def sweep(self) -> bool:
        numbers = self.gone()
        if not numbers:
            return False
        number, run = numbers[0], self.connection.execute
        self.recent.pop(number, None)
        self.filters.pop(number, None)
        try:
            with self.asking():
                run("begin immediate")
                some = "select key from journal where key > ? and key < ? limit ?"
                where = (number * ROOM, (number + 1) * ROOM, SWEPT)
                left = run(f"delete from journal where key in ({some})", where).rowcount == SWEPT  # noqa: S608
                if not left:
                    for table in ("bases", "indexed"):
                        run(f"delete from {table} where game = ?", (number,))  # noqa: S608
                    self.runs.remove(number)
                    run("delete from gone where game = ?", (number,))
                run("commit")
                if not left:
                    run("pragma wal_checkpoint(truncate)")  # what was removed is overwritten in the file itself
        except sqlite3.Error as error:
            self.undo(error)
        return left or len(numbers) > 1

    def merge(self) -> None:
        if self.runs.may_merge():
            try:
                with self.asking():
                    self.connection.execute("begin immediate")
                    self.runs.merge()
                    self.connection.execute("commit")
            except sqlite3.Error as error:
                self.undo(error)
            self.runs.has_merged()

    def note(self, rows: list[tuple[int, Any]]) -> None:
        if self.just_indexed:
            self.runs.took_effect()
            for game, ids in self.recent.items():
                if game in self.filters:
                    self.filters[game].add(self.hash.all_of(ids))
            self.recent.clear()
            self.unindexed, self.just_indexed = 0, False
        note_ids(self.recent, rows)
        self.unindexed += len(rows)

    def index(self) -> None:
        """Index the ids that are known in memory alone, as part of a transaction."""
        self.runs.begin()
        for game in sorted(self.recent):
            hashes, seqs = map(np.asarray, self.hash.of_rows(self.recent[game]))
            if len(seqs):
                self.runs.add(game, hashes, seqs)
                self.connection.execute("insert or replace into indexed values (?, ?)", (game, int(seqs.max())))

    def remember(self) -> None:
        """Read the ids that are not indexed, as another process left them."""
        run = self.connection.execute
        indexed = dict(run("select game, seq from indexed").fetchall())
        for (game,) in run("select number from games").fetchall():
            after = game * ROOM + indexed.get(game, 0)
            found = run("select key, id from journal where key > ? and key < ?", (after, (game + 1) * ROOM))
            self.note([(game, (key - game * ROOM, id)) for key, id in found])

    def undo(self, error: sqlite3.Error) -> NoReturn:
        """Roll back after an error, and raise what it means."""
        code = getattr(error, "sqlite_errorcode", None)
        try:
            if self.connection.in_transaction:
                self.connection.execute("rollback")
        except sqlite3.Error as again:
            self.failed = True
            raise JournalError(f"the journal {self.path} cannot be rolled back: {again}, after {error}") from error
        if code in NO_ROOM or (code == sqlite3.SQLITE_IOERR_WRITE and self.has_no_room()):
            raise JournalFull(f"the disk has no room for the journal: {error}") from error
        self.failed = code is not None and code & 255 == sqlite3.SQLITE_IOERR
        raise JournalError(f"the journal {self.path} cannot be written: {error}") from error

    def has_no_room(self) -> bool:
        """Has a write failed as there is no room? SQLite does not say, so a byte is written as far out in another file.

        Any other error is one of the disk, and then nobody knows what is on it.
        """
        files = [self.path, self.path.with_name(self.path.name + "-wal")]
        far = max((file.stat().st_size for file in files if file.exists()), default=0)
        try:
            with tempfile.TemporaryFile(dir=self.path.parent) as file:
                file.seek(far)
                file.write(bytes(65536))
                file.flush()
        except OSError as error:
            return error.errno in FULL
        return False

    def rows(self, game: int, after: int = 0, until: int | None = None) -> Iterator[JournalRow]:
        start, end = game * ROOM, game * ROOM + (ROOM - 1 if until is None else until)
        found = self.reader.execute(
            f"select key - ?, {FIELDS} from journal where key > ? and key <= ? order by key",  # noqa: S608
            (start, start + after, end),
        )
        found.arraysize = READ_AT_ONCE
        while some := found.fetchmany():
            yield from map(new_row, some)

    def blocks(self, game: int, after: int = 0) -> Iterator[list[Any]]:
        start = game * ROOM
        query = f"select key - ?, {FIELDS} from journal where key > ? and key < ? order by key"  # noqa: S608
        return self.in_blocks(query, (start, start + after, start + ROOM))

    def plays(self, game: int, after: int = 0) -> Iterator[list[Any]]:
        start = game * ROOM
        query = "select key - ?, id, kind, record, at from journal where key > ? and key < ? order by key"
        return self.in_blocks(query, (start, start + after, start + ROOM))

    def chained(self, game: int, after: int = 0) -> Iterator[list[Any]]:
        start = game * ROOM
        query = f"select key - ?, {FIELDS}, {CHAIN} from journal where key > ? and key < ? order by key"  # noqa: S608
        return self.in_blocks(query, (start, start + after, start + ROOM))

    def head_at(self, game: int, most: int | None = None) -> tuple[int, bytes]:
        start = game * ROOM
        query = (
            "select key, head from journal where key > ? and key <= ? and head is not null order by key desc limit 1"
        )
        found = self.connection.execute(query, (start, start + (ROOM - 1 if most is None else most))).fetchone()
        return (0, beginning(self.name_of(game))) if found is None else (found[0] - start, found[1])

    def in_blocks(self, query: str, values: tuple[int, ...]) -> Iterator[list[Any]]:
        """The rows of a query, many at a time."""
        found = self.reader.execute(query, values)
        while some := found.fetchmany(READ_AT_ONCE):
            yield some

    def rows_of(self, game: int, ids: Sequence[str]) -> dict[str, list[JournalRow]]:
        recent = self.recent.get(game, {})
        keys = [game * ROOM + seq for id in ids if id in recent for seq in recent[id]]
        if asked := self.may_be_indexed(game, ids):
            seqs = self.runs.seqs(game, [self.hash.of(id) for id in asked])
            keys += [game * ROOM + seq for some in seqs.values() for seq in some]
        if not keys:
            return {}
        query = f"select key - ?, {FIELDS} from journal where key in (select value from json_each(?)) order by key"  # noqa: S608
        rows = self.reader.execute(query, (game * ROOM, encode(keys).decode()))
        wanted = set(ids)  # another id may have the same hash, and old rows may be gone
        return by_id(JournalRow._make(row) for row in rows if row[1] in wanted)

    def may_be_indexed(self, game: int, ids: Sequence[str]) -> Sequence[str]:
        """Those of the ids that have to be looked for in the index."""
        if game not in self.runs.games:
            return ()
        found = self.filters.get(game)
        if found is None:
            found = BloomFilter(self.hash)
            for hashes in self.runs.all_hashes(game):
                found.add(hashes)
            self.filters[game] = found  # when it is complete: a reading may fail
        return found.among(ids)

    def base(self, game: int) -> tuple[int, dict[str, bytes]] | None:
        seq = self.reader.execute("select max(seq) from bases where game = ?", (game,)).fetchone()[0]
        if seq is None:
            return None
        parts = self.reader.execute("select part, content from bases where game = ? and seq = ?", (game, seq))
        return seq, dict(parts.fetchall())

    def rebase(
        self,
        game: int,
        rows: list[JournalRow],
        base: dict[str, bytes],
        erased: Iterable[int] = (),
        go: tuple[int, list[int]] | None = None,
    ) -> int:
        run = self.connection
        gone = 0
        new = [(game, row) for row in rows]
        links = self.chain(new, ())
        try:
            with self.asking(0.0 if go is None else go[0] / REMOVED):
                run.execute("begin immediate")
                self.strike_out(game, erased)
                if go is not None:
                    gone = self.remove_rows(game, *go)
                for statement, values in insertions(new, links.salts, links.places):
                    run.execute(statement, values)
                run.execute("delete from bases where game = ?", (game,))
                parts: list[Any] = [(game, rows[-1].seq, part, content) for part, content in base.items()]
                run.executemany("insert into bases values (?, ?, ?, ?)", parts)
                run.execute("commit")
        except sqlite3.Error as error:
            self.undo(error)
        self.heads.update(links.heads)
        self.note(new)
        return gone

    def carry(self, game: int, rows: list[Any], name: str | None, base: tuple[int, dict[str, bytes]] | None) -> None:
        run = self.connection
        full = self.unindexed >= INDEX_AT
        try:
            with self.asking():
                run.execute("begin immediate")
                if name is not None:
                    run.execute("insert into games values (?, ?)", (game, name))
                if full:
                    self.index()
                new = [(game * ROOM + row[0], game, *row[1:]) for row in rows]
                run.executemany(f"insert into journal values ({', '.join(14 * '?')})", new)  # noqa: S608
                if base is not None:
                    parts: list[Any] = [(game, base[0], part, content) for part, content in base[1].items()]
                    run.executemany("insert into bases values (?, ?, ?, ?)", parts)
                run.execute("commit")
        except sqlite3.Error as error:
            self.undo(error)
        self.heads.pop(game, None)
        self.just_indexed = full
        self.note([(game, row[:2]) for row in rows])

    def remove_rows(self, game: int, until: int, stay: list[int]) -> int:
        """Remove rows up to a seq, but for some, as part of a transaction; returns how many."""
        keys = encode([game * ROOM + seq for seq in stay]).decode()
        query = "delete from journal where key > ? and key <= ? and key not in (select value from json_each(?))"
        return self.connection.execute(query, (game * ROOM, game * ROOM + until, keys)).rowcount

    def last_before(self, game: int, at: int) -> int:
        query = "select max(key) from journal where key > ? and key < ? and at < ?"
        found = self.reader.execute(query, (game * ROOM, (game + 1) * ROOM, at)).fetchone()[0]
        return 0 if found is None else found - game * ROOM

    def strike_out(self, game: int, seqs: Iterable[int]) -> None:
        """Remove content and salts of rows, as part of a transaction; their commitments stay."""
        query = f"select key - ?, {FIELDS}, {CHAIN} from journal where key = ?"  # noqa: S608
        found = [self.connection.execute(query, (game * ROOM, game * ROOM + seq)).fetchone() for seq in seqs]
        gone = [(digest, game * ROOM + seq) for seq, digest in erased_rows(found, self.makers)]
        nothing = "record = null, answer = null, guess = null, chance = null, seed = null, salt = null"
        self.connection.executemany(f"update journal set {nothing}, commitment = ? where key = ?", gone)  # noqa: S608

    def predictions_after(self, game: int, seq: int) -> int:
        query = "select count(*) from journal where key > ? and key < ? and kind = ?"
        between = (game * ROOM + seq, (game + 1) * ROOM, PREDICT)
        return int(self.connection.execute(query, between).fetchone()[0])

    def wipe(self) -> None:
        """Write the file anew: SQLite leaves copies of rows in gaps of pages that it divided. Then empty the WAL."""
        if not self.written_anew():
            raise JournalBusy(
                f"somebody reads {self.path}, and as long as that goes on bytes of what was erased stay in its files: "
                "end the audit, export or shell, and erase the same ids again"
            )

    def written_anew(self) -> bool:
        """Was the file written anew, and the WAL emptied? Not if somebody reads."""
        try:
            size = prod(self.connection.execute(f"pragma page_{each}").fetchone()[0] for each in ("count", "size"))
            with self.asking(size / SLOWEST):
                self.connection.execute("vacuum")
                return not self.connection.execute("pragma wal_checkpoint(truncate)").fetchone()[0]
        except sqlite3.Error as error:
            if error.sqlite_errorcode in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
                return False
            self.undo(error)

    def copy(self, folder: Path) -> None:
        target = sqlite3.connect(folder / self.path.name)
        try:
            self.connection.backup(target)
            target.execute("pragma journal_mode=wal")
        finally:
            target.close()

    def close(self) -> None:
        self.reader.close()
        self.connection.close()


def connected(address: str, mode: str) -> sqlite3.Connection:
    """A connection to the file at this address, to write or only to read, for any thread, one at a time."""
    return sqlite3.connect(
        f"{address}?mode={mode}",
        uri=True,
        isolation_level=None,
        check_same_thread=False,
        cached_statements=2 * SIZES[0],
    )
