"""`PostgresJournal`: the journal in a PostgreSQL database, which waits for the disk at every commit."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, LiteralString

from ...errors import MissingExtra
from .journal import Journal, JournalError, JournalFull, JournalRow, this_maker

FORMAT = 1
LOCK = 0x6C6974746C65  # of the database, for the one process that writes
READ_AT_ONCE = 5000  # rows that are fetched together
SCHEMA = """
create table about (format integer not null);
insert into about values (1);
create table makers (number integer primary key, maker text not null unique);
create table games (number integer primary key, name text not null unique);
create table journal (
    game integer not null, seq bigint not null, id text, kind smallint not null, record bytea, answer bytea,
    guess bytea, chance bytea, seed bytea, maker integer not null, at bigint not null, primary key (game, seq)
);
create unique index once on journal (game, id, kind) where id is not null;
create index structure on journal (game, seq) where id is null;
create table bases (
    game integer not null, seq bigint not null, part text not null, content bytea not null,
    primary key (game, seq, part)
);
"""
INSERT = """insert into journal select * from unnest(%s::integer[], %s::bigint[], %s::text[], %s::smallint[],
    %s::bytea[], %s::bytea[], %s::bytea[], %s::bytea[], %s::bytea[], %s::integer[], %s::bigint[])"""
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
        try:
            self.connection: Any = psycopg.connect(address, autocommit=True)
            if writes:
                self.set_up()
            found = self.run("select format from about").fetchone()
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
        return self.connection.execute(query, values, binary=True)

    def set_up(self) -> None:
        """Take the lock, see that commits wait for the disk, and make the tables if there are none."""
        if not self.run("select pg_try_advisory_lock(%s)", (LOCK,)).fetchone()[0]:
            raise JournalError("another process writes to this journal; only one may: stop it first")
        for setting, good in (("synchronous_commit", SAFE), ("fsync", ("on",))):
            if (value := self.run("select current_setting(%s)", (setting,)).fetchone()[0]) not in good:
                raise JournalError(
                    f"{setting} is {value!r} in this database: what is acknowledged could be lost; set it to on"
                )
        if self.run("select to_regclass('about')").fetchone()[0] is None:
            with self.connection.transaction():
                self.connection.execute(SCHEMA)

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
            "select seq, id, kind, record, answer, guess, chance, seed, maker, at from journal " + which,  # noqa: S608
            values,
        )
        return [JournalRow._make(row) for row in rows.fetchall()]

    def put(self, rows: list[tuple[int, JournalRow]], games: Iterable[tuple[int, str]] = ()) -> None:
        try:
            with self.connection.transaction():
                for number, name in games:
                    self.run("insert into games values (%s, %s)", (number, name))
                self.insert([(game, *row) for game, row in rows])
        except self.library.Error as error:
            self.undo(error)

    def insert(self, new: list[Any]) -> None:
        """Insert rows by one statement."""
        if new:
            self.connection.execute(INSERT, [list(column) for column in zip(*new, strict=True)])

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

    def known(self, game: int, ids: Sequence[str]) -> set[str]:
        found = self.run("select id from journal where game = %s and kind = 1 and id = any(%s)", (game, list(ids)))
        return {id for (id,) in found.fetchall()}

    def about(self, game: int, id: str) -> list[JournalRow]:
        return self.found("where game = %s and id = %s order by seq", (game, id))

    def base(self, game: int) -> tuple[int, dict[str, bytes]] | None:
        seq = self.run("select max(seq) from bases where game = %s", (game,)).fetchone()[0]
        if seq is None:
            return None
        parts = self.run("select part, content from bases where game = %s and seq = %s", (game, seq))
        return int(seq), {part: bytes(content) for part, content in parts.fetchall()}

    def rebase(self, game: int, rows: list[JournalRow], base: dict[str, bytes], erased: Iterable[str] = ()) -> None:
        try:
            with self.connection.transaction():
                self.run("update journal set record = null where game = %s and id = any(%s)", (game, list(erased)))
                self.insert([(game, *row) for row in rows])
                self.run("delete from bases where game = %s", (game,))
                for part, content in base.items():
                    self.run("insert into bases values (%s, %s, %s, %s)", (game, rows[-1].seq, part, content))
        except self.library.Error as error:
            self.undo(error)

    def copy(self, folder: Path) -> None:
        raise JournalError("a journal in PostgreSQL is copied by PostgreSQL: pg_dump, or a base backup")

    def close(self) -> None:
        self.connection.close()


def words(error: Any) -> str:
    """An error of PostgreSQL in one line."""
    return " ".join(str(error).split()) or type(error).__name__
