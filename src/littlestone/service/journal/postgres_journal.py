"""`PostgresJournal`: the journal in a PostgreSQL database, which waits for the disk at every commit."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from time import monotonic
from typing import Any, LiteralString

from ...errors import MissingExtra
from .chain import beginning, digests_of
from .commitment import SALT
from .journal import (
    BASE,
    PREDICT,
    Journal,
    JournalBusy,
    JournalError,
    JournalFull,
    JournalRow,
    by_id,
    erased_rows,
    this_maker,
)
from .migration import chained_rows, telling_of

FORMAT, FORMER = 2, 1  # that of today, and the one that is brought up to it
LOCK = 0x6C6974746C65  # of the database, for the one process that writes
READ_AT_ONCE = 5000  # rows that are fetched together
SCHEMA = """
create table about (format integer not null);
insert into about values (2);
create table makers (number integer primary key, maker text not null unique);
create table games (number integer primary key, name text not null unique);
create table journal (
    game integer not null, seq bigint not null, id text, kind smallint not null, record bytea, answer bytea,
    guess bytea, chance bytea, seed bytea, maker integer not null, at bigint not null,
    salt bytea, commitment bytea, head bytea, primary key (game, seq)
);
create unique index once on journal (game, id, kind) where id is not null;
create index structure on journal (game, seq) where id is null;
create table bases (
    game integer not null, seq bigint not null, part text not null, content bytea not null,
    primary key (game, seq, part)
);
"""
INSERT = """insert into journal select * from unnest(%s::integer[], %s::bigint[], %s::text[], %s::smallint[],
    %s::bytea[], %s::bytea[], %s::bytea[], %s::bytea[], %s::bytea[], %s::integer[], %s::bigint[], %s::bytea[],
    %s::bytea[], %s::bytea[])"""
FIELDS: LiteralString = "seq, id, kind, record, answer, guess, chance, seed, maker, at"
MIGRATION = """
alter table journal add column salt bytea, add column commitment bytea, add column head bytea;
update about set format = 2;
"""
PATIENCE = 60  # seconds that a statement may take
ALIVE: dict[str, Any] = {  # a server that is gone is noticed within half a minute
    "connect_timeout": 10,
    "keepalives": 1,
    "keepalives_idle": 10,
    "keepalives_interval": 5,
    "keepalives_count": 3,
    "tcp_user_timeout": 30_000,
}
SWEPT = 5_000  # rows that are deleted at a time
SAFE = ("on", "remote_write", "remote_apply", "local")  # what synchronous_commit has to be


class PostgresJournal(Journal):
    """The journal at an address such as postgresql://user@host/database.

    writes      may it be written? Only one process may, which holds a lock of the database
    """

    def __init__(self, address: str, *, writes: bool = True) -> None:
        try:
            import psycopg
        except ImportError:
            raise MissingExtra("a journal in PostgreSQL needs psycopg: pip install 'littlestone[postgres]'") from None
        self.library: Any = psycopg
        self.heads = {}
        try:
            self.connection: Any = psycopg.connect(address, autocommit=True, **ALIVE)
            if writes:
                self.set_up()
            found = self.run("select format from about").fetchone()
            if found is not None and found[0] == FORMER and writes:
                found = self.migrate()
            if found is None or found[0] != FORMAT:
                raise JournalError(f"the journal is of format {found and found[0]}; this release reads {FORMAT}")
            self.makers = dict(self.run("select number, maker from makers").fetchall())
            self.maker = next((number for number, maker in self.makers.items() if maker == this_maker()), 0)
            if writes:
                self.maker = self.maker_of(this_maker())
        except (psycopg.Error, JournalError) as error:
            if hasattr(self, "connection"):
                self.connection.close()
            if isinstance(error, JournalError):
                raise
            raise JournalError(f"the journal in PostgreSQL cannot be opened: {words(error)}") from error

    def run(self, query: LiteralString, values: Sequence[Any] = ()) -> Any:
        """Run a query; records come as bytes, in PostgreSQL's binary format."""
        with self.asking():
            return self.connection.execute(query, values, binary=True)

    @property
    def lost(self) -> bool:
        return bool(self.connection.broken or self.connection.closed)

    def set_up(self) -> None:
        """Take the lock, see that commits wait for the disk, and make the tables if there are none."""
        if not self.run("select pg_try_advisory_lock(%s)", (LOCK,)).fetchone()[0]:
            raise JournalError("another process writes to this journal; only one may: stop it first")
        for setting, good in (("synchronous_commit", SAFE), ("fsync", ("on",))):
            if (value := self.run("select current_setting(%s)", (setting,)).fetchone()[0]) not in good:
                raise JournalError(
                    f"{setting} is {value!r} in this database: what is acknowledged could be lost; set it to on"
                )
        self.connection.execute(f"set statement_timeout = {1000 * PATIENCE}")
        self.connection.execute(f"set lock_timeout = {1000 * PATIENCE}")
        if self.run("select to_regclass('about')").fetchone()[0] is None:
            with self.connection.transaction():
                self.connection.execute(SCHEMA)

    def migrate(self) -> tuple[int]:
        """Bring the journal up to today's format: its rows are chained as they are found, in one transaction."""
        with self.connection.transaction():
            self.connection.execute("set local statement_timeout = 0")
            self.connection.execute(MIGRATION)
            makers = digests_of(self.run("select number, maker from makers").fetchall())
            for name, number in self.games().items():
                head, after = beginning(name), 0
                if (base := self.base(number)) is not None:
                    for row in self.rows(number, base[0] - 1, base[0]):
                        if row.kind == BASE:
                            new = telling_of(row.record, base[1])
                            self.run(
                                "update journal set record = %s where game = %s and seq = %s", (new, number, row.seq)
                            )
                while rows := self.found(
                    "where game = %s and seq > %s order by seq limit %s", (number, after, READ_AT_ONCE)
                ):
                    salts, head, carried = chained_rows(rows, head, makers)
                    self.connection.execute(
                        "update journal set salt = new.salt, head = new.head from unnest(%s::bigint[], %s::bytea[], "
                        "%s::bytea[]) as new (seq, salt, head) where journal.game = %s and journal.seq = new.seq",
                        ([row.seq for row in rows], salts, carried, number),
                    )
                    after = rows[-1].seq
        return (FORMAT,)

    def maker_of(self, maker: str) -> int:
        for number, known in self.makers.items():
            if known == maker:
                return number
        number = len(self.makers) + 1
        self.run("insert into makers values (%s, %s)", (number, maker))
        self.makers[number] = maker
        return number

    def games(self) -> dict[str, int]:
        return dict(self.run("select name, number from games order by number").fetchall())

    def last(self, game: int) -> int:
        return int(self.run("select coalesce(max(seq), 0) from journal where game = %s", (game,)).fetchone()[0])

    def structure(self, game: int) -> list[JournalRow]:
        return self.found("where game = %s and id is null order by seq", (game,))

    def found(self, which: LiteralString, values: Sequence[Any]) -> list[JournalRow]:
        """The rows of a query."""
        rows = self.run(
            f"select {FIELDS} from journal {which}",  # noqa: S608
            values,
        )
        return [JournalRow._make(row) for row in rows.fetchall()]

    def put(
        self,
        rows: list[tuple[int, JournalRow]],
        games: Iterable[tuple[int, str]] = (),
        gone: Iterable[tuple[int, str]] = (),
    ) -> None:
        try:
            with self.asking(), self.connection.transaction():
                for number, name in games:
                    self.run("insert into games values (%s, %s)", (number, name))
                if gone:
                    self.strike(gone)
                heads = self.insert(rows, games)
        except self.library.Error as error:
            self.undo(error)
        self.heads.update(heads)
        self.last_commit = monotonic()

    def strike(self, gone: Iterable[tuple[int, str]]) -> None:
        """Strike games off the list, as part of a transaction; what is left of them is noted in the table `gone`."""
        self.run("create table if not exists gone (game integer primary key)")
        for number, _ in gone:
            self.run("delete from games where number = %s", (number,))
            self.run("insert into gone values (%s)", (number,))

    def gone(self) -> list[int]:
        if self.run("select to_regclass('gone')").fetchone()[0] is None:
            return []
        return [number for (number,) in self.run("select game from gone order by game").fetchall()]

    def sweep(self) -> bool:
        numbers = self.gone()
        if not numbers:
            return False
        number = numbers[0]
        try:
            with self.asking(), self.connection.transaction():
                some = "select seq from journal where game = %s order by seq limit %s"
                swept = self.run(
                    f"delete from journal where game = %s and seq in ({some})",  # noqa: S608
                    (number, number, SWEPT),
                ).rowcount
                if swept < SWEPT:
                    self.run("delete from bases where game = %s", (number,))
                    self.run("delete from gone where game = %s", (number,))
        except self.library.Error as error:
            self.undo(error)
        return swept == SWEPT or len(numbers) > 1

    def insert(self, rows: list[Any], games: Iterable[tuple[int, str]] = ()) -> dict[int, tuple[int, bytes]]:
        """Insert rows, (number of the game, row), by one statement; returns the heads of their games."""
        if not rows:
            return {}
        salts, places, heads = self.chain(rows, games)
        new = [
            (game, *row, salts[SALT * k : SALT * (k + 1)], None, places.get(k)) for k, (game, row) in enumerate(rows)
        ]
        self.connection.execute(INSERT, [list(column) for column in zip(*new, strict=True)])
        return heads

    def chained(self, game: int, after: int = 0) -> Iterator[list[Any]]:
        query = (
            f"select {FIELDS}, salt, commitment, head from journal where game = %s and seq > %s order by seq limit %s"  # noqa: S608
        )
        while some := self.run(query, (game, after, READ_AT_ONCE)).fetchall():
            yield some
            after = some[-1][0]

    def head_at(self, game: int, most: int | None = None) -> tuple[int, bytes]:
        found = self.run(
            "select seq, head from journal where game = %s and seq <= %s and head is not null "
            "order by seq desc limit 1",
            (game, (1 << 62) if most is None else most),
        ).fetchone()
        return (0, beginning(self.name_of(game))) if found is None else (int(found[0]), bytes(found[1]))

    def undo(self, error: Any) -> None:
        """Raise what an error means; the transaction was rolled back, if the server is still there."""
        if isinstance(error, self.library.errors.DiskFull) and not self.connection.broken:
            raise JournalFull(f"PostgreSQL has no room for the journal: {words(error)}") from error
        raise JournalError(f"the journal in PostgreSQL cannot be written: {words(error)}") from error

    def rows(self, game: int, after: int = 0, until: int | None = None) -> Iterator[JournalRow]:
        most = (1 << 62) if until is None else until
        while some := self.found(
            "where game = %s and seq > %s and seq <= %s order by seq limit %s", (game, after, most, READ_AT_ONCE)
        ):
            yield from some
            after = some[-1].seq

    def rows_of(self, game: int, ids: Sequence[str]) -> dict[str, list[JournalRow]]:
        return by_id(self.found("where game = %s and id = any(%s) order by seq", (game, list(ids))))

    def base(self, game: int) -> tuple[int, dict[str, bytes]] | None:
        seq = self.run("select max(seq) from bases where game = %s", (game,)).fetchone()[0]
        if seq is None:
            return None
        parts = self.run("select part, content from bases where game = %s and seq = %s", (game, seq))
        return int(seq), {part: bytes(content) for part, content in parts.fetchall()}

    def rebase(
        self,
        game: int,
        rows: list[JournalRow],
        base: dict[str, bytes],
        erased: Iterable[int] = (),
        go: tuple[int, list[int]] | None = None,
    ) -> int:
        gone = 0
        try:
            with self.asking(), self.connection.transaction():
                self.strike_out(game, list(erased))
                if go is not None:
                    gone = self.run(
                        "delete from journal where game = %s and seq <= %s and seq <> all(%s)", (game, *go)
                    ).rowcount
                heads = self.insert([(game, row) for row in rows])
                self.run("delete from bases where game = %s", (game,))
                for part, content in base.items():
                    self.run("insert into bases values (%s, %s, %s, %s)", (game, rows[-1].seq, part, content))
        except self.library.Error as error:
            self.undo(error)
        self.heads.update(heads)
        return int(gone)

    def carry(self, game: int, rows: list[Any], name: str | None, base: tuple[int, dict[str, bytes]] | None) -> None:
        try:
            with self.asking(), self.connection.transaction():
                if name is not None:
                    self.run("insert into games values (%s, %s)", (game, name))
                new = zip(*[(game, *row) for row in rows], strict=True)
                self.connection.execute(INSERT, [list(column) for column in new])
                seq, parts = base or (0, {})
                for part, content in parts.items():
                    self.run("insert into bases values (%s, %s, %s, %s)", (game, seq, part, content))
        except self.library.Error as error:
            self.undo(error)
        self.heads.pop(game, None)

    def last_before(self, game: int, at: int) -> int:
        query = "select coalesce(max(seq), 0) from journal where game = %s and at < %s"
        return int(self.run(query, (game, at)).fetchone()[0])

    def strike_out(self, game: int, seqs: list[int]) -> None:
        """Remove content and salts of rows, as part of a transaction; their commitments stay."""
        query = f"select {FIELDS}, salt, commitment, head from journal where game = %s and seq = any(%s)"  # noqa: S608
        found = self.run(query, (game, seqs)).fetchall()
        for seq, digest in erased_rows(found, self.makers):
            self.run(
                "update journal set record = null, answer = null, guess = null, chance = null, seed = null, "
                "salt = null, commitment = %s where game = %s and seq = %s",
                (digest, game, seq),
            )

    def predictions_after(self, game: int, seq: int) -> int:
        query = "select count(*) from journal where game = %s and seq > %s and kind = %s"
        return int(self.run(query, (game, seq, PREDICT)).fetchone()[0])

    def wipe(self) -> None:
        """Write the tables anew. PostgreSQL's own log, its standbys and backups are not ours to change."""
        try:
            self.connection.execute("set statement_timeout = 0")
            try:
                for table in ("journal", "bases"):
                    self.connection.execute(f"vacuum full {table}")
            finally:
                if not self.lost:
                    self.connection.execute(f"set statement_timeout = {1000 * PATIENCE}")
        except self.library.errors.LockNotAvailable as error:
            raise JournalBusy(
                f"somebody reads the journal in PostgreSQL: end that, and erase again: {error}"
            ) from error
        except self.library.Error as error:
            self.undo(error)

    def copy(self, folder: Path) -> None:
        raise JournalError("a journal in PostgreSQL is copied by PostgreSQL: pg_dump, or a base backup")

    def close(self) -> None:
        self.connection.close()


def words(error: Any) -> str:
    """An error of PostgreSQL in one line."""
    return " ".join(str(error).split()) or type(error).__name__
