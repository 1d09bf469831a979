"""Migration: a journal of format 2, without a chain and with weaker hashes of ids, becomes one of format 3.

It is one transaction: if the machine fails, the journal is as it was. The rows that were there are chained as they are
found, so their chain says what they were on the day of the migration, and nothing of the time before it. The row that
tells of a base gets its digest, which releases before had not written.
"""

from __future__ import annotations

import sqlite3
from os import urandom
from typing import Any

from ..http.contract import decode_any, encode
from .chain import beginning, digest_of_parts, digests_of, head_after
from .commitment import SALT, commitments
from .insertion import ROOM
from .journal import BASE

FORMER = 2  # the format that is brought up to the one of today
AT_ONCE = 1000  # rows that become one group
STEPS = (
    *(f"alter table journal add column {name} blob" for name in ("salt", "commitment", "head")),
    "delete from runs",
    "delete from parts",
    "delete from indexed",
    "drop table about",
    "create table about (format integer not null, salt blob not null)",
    "insert into about values (3, randomblob(16))",
)
FIELDS = "id, kind, record, answer, guess, chance, seed, maker, at"


def migrate(connection: sqlite3.Connection) -> None:
    """Bring a journal in SQLite up to format 3."""
    run = connection.execute
    try:
        run("begin immediate")
        for step in STEPS:
            run(step)
        makers = digests_of(run("select number, maker from makers").fetchall())
        for number, name in run("select number, name from games").fetchall():
            tell_of_base(connection, number)
            chain_game(connection, number, name, makers)
        run("commit")
    except sqlite3.Error:
        if connection.in_transaction:
            run("rollback")
        raise


def tell_of_base(connection: sqlite3.Connection, game: int) -> None:
    """Let the row of a base have its digest."""
    (seq,) = connection.execute("select max(seq) from bases where game = ?", (game,)).fetchone()
    if seq is not None:
        parts = dict(connection.execute("select part, content from bases where game = ? and seq = ?", (game, seq)))
        row = connection.execute("select record from journal where key = ? and kind = ?", (game * ROOM + seq, BASE))
        for (record,) in row.fetchall():
            new = telling_of(record, parts)
            connection.execute("update journal set record = ? where key = ?", (new, game * ROOM + seq))


def telling_of(record: bytes | None, parts: dict[str, bytes]) -> bytes:
    """The record of the row of a base, with the digest of its parts."""
    return encode({"base": digest_of_parts(parts), **decode_any(record or b"{}")})


def chain_game(connection: sqlite3.Connection, game: int, name: str, makers: dict[int, bytes]) -> None:
    """Chain the rows of a game that have none."""
    head, after, start = beginning(name), 0, game * ROOM
    query = f"select key - ?, {FIELDS} from journal where key > ? and key < ? order by key limit ?"  # noqa: S608
    while rows := connection.execute(query, (start, start + after, start + ROOM, AT_ONCE)).fetchall():
        salts, head, new = chained_rows(rows, head, makers)
        values: list[Any] = [(salt, own, start + row[0]) for row, salt, own in zip(rows, salts, new, strict=True)]
        connection.executemany("update journal set salt = ?, head = ? where key = ?", values)
        after = rows[-1][0]


def chained_rows(
    rows: list[Any], head: bytes, makers: dict[int, bytes]
) -> tuple[list[bytes], bytes, list[bytes | None]]:
    """The salts of rows that become a group, its head, and what each of them carries of it."""
    drawn = urandom(SALT * len(rows))
    head = head_after(head, commitments([(0, row) for row in rows], drawn, makers))
    salts = [drawn[SALT * k : SALT * (k + 1)] for k in range(len(rows))]
    carried: list[bytes | None] = [None] * (len(rows) - 1)
    return salts, head, [*carried, head]
