"""Journals that somebody has forged, one way or another: each a function of the open file, a draw, and the last row."""

from __future__ import annotations

import sqlite3
from typing import Any

from littlestone.service.journal.chain import digests_of
from littlestone.service.journal.insertion import ROOM
from littlestone.service.journal.migration import chain_game

COLUMNS = "game, id, kind, record, answer, guess, chance, seed, maker, at, salt, commitment, head"


def some_row(draw, last):
    """The key of a row that is neither the first nor the last."""
    return ROOM + draw.randrange(2, last)


def cut_out(file, draw, last):
    file.execute("delete from journal where key = ?", (some_row(draw, last),))


def cut_out_and_closed_up(file, draw, last):
    """A row is gone, and those after it are counted anew."""
    key = some_row(draw, last)
    file.execute("delete from journal where key = ?", (key,))
    for each in range(key + 1, ROOM + last + 1):
        file.execute("update journal set key = key - 1 where key = ?", (each,))


def cut_out_a_group(file, draw, last):
    """All rows between two heads."""
    heads = [key for (key,) in file.execute("select key from journal where head is not null order by key")]
    k = draw.randrange(len(heads) - 2)
    file.execute("delete from journal where key > ? and key <= ?", (heads[k], heads[k + 1]))
    gap = heads[k + 1] - heads[k]
    for each in range(heads[k + 1] + 1, ROOM + last + 1):
        file.execute("update journal set key = key - ? where key = ?", (gap, each))


def swapped(file, draw, last):
    one = some_row(draw, last)
    other = ROOM + 2 if one != ROOM + 2 else ROOM + 3
    file.execute("update journal set key = 1 where key = ?", (one,))
    file.execute("update journal set key = ? where key = ?", (one, other))
    file.execute("update journal set key = ? where key = 1", (other,))


def changed(column, value):
    def forge(file, draw, last):
        key = some_row(draw, last)
        (now,) = file.execute(f"select {column} from journal where key = ?", (key,)).fetchone()
        new = value(now, draw)
        file.execute(f"update journal set {column} = ? where key = ?", (new, key))

    forge.__name__ = f"changed_{column}"
    return forge


def inserted(file, draw, last):
    key = some_row(draw, last)
    for each in range(ROOM + last, key - 1, -1):
        file.execute("update journal set key = key + 1 where key = ?", (each,))
    file.execute(f"insert into journal (key, {COLUMNS}) select ?, {COLUMNS} from journal where key = ?", (key, key + 1))


def appended(file, draw, last):
    """A row at the end with a head of its own, as an honest one has."""
    file.execute(
        f"insert into journal (key, {COLUMNS}) select ?, {COLUMNS} from journal where key = ?",
        (ROOM + last + 1, ROOM + last),
    )


def foreign_maker(file, draw, last):
    """All rows are said to be somebody else's, whose bits cannot be compared."""
    file.execute("insert into makers values (99, 'littlestone 0.0.1, an abacus')")
    file.execute("update journal set maker = 99 where key > ?", (ROOM + 1,))


def makers_renamed(file, draw, last):
    file.execute("update makers set maker = 'littlestone 0.0.1, an abacus'")


def said_to_be_erased(file, draw, last):
    """The content is gone, and a commitment stands there that leads to the same head."""
    key = some_row(draw, last)
    row = file.execute(
        f"select key - {ROOM}, id, kind, record, answer, guess, chance, seed, maker, at, salt from journal "
        "where key = ?",
        (key,),
    ).fetchone()
    from littlestone.service.journal.commitment import commitments

    makers = digests_of(file.execute("select number, maker from makers").fetchall())
    digest = commitments([(1, row[:10])], row[10], makers)
    nothing = "record = null, answer = null, guess = null, chance = null, seed = null, salt = null"
    file.execute(f"update journal set {nothing}, commitment = ? where key = ?", (digest, key))


def rebased(file, draw, last):
    """A row that begins replays at another game."""
    file.execute(
        f"insert into journal (key, game, kind, record, maker, at) select {ROOM + last + 1}, 1, 10, '{{}}', maker, at "
        f"from journal where key = {ROOM + last}"
    )


def not_closed(file, draw, last):
    """The tail of a group is cut off, and with it its head."""
    file.execute("update journal set head = null where key = ?", (ROOM + last,))


def other_time(now: Any, draw: Any) -> Any:
    return now + draw.randrange(1, 10**9)


def other_bytes(now: Any, draw: Any) -> Any:
    return draw.randbytes(8) if now is None else bytes([now[0] ^ 1]) + bytes(now[1:])


FORGERIES = [
    cut_out,
    cut_out_and_closed_up,
    cut_out_a_group,
    swapped,
    inserted,
    appended,
    foreign_maker,
    makers_renamed,
    said_to_be_erased,
    rebased,
    not_closed,
    changed("at", other_time),
    changed("id", lambda now, draw: f"{now}'"),
    changed("kind", lambda now, draw: 5),
    *(changed(column, other_bytes) for column in ("record", "answer", "guess", "chance", "seed", "salt", "head")),
]


def tail_cut(file, draw, last):
    """Whole groups are gone from the end: what is left is a good chain."""
    heads = [key for (key,) in file.execute("select key from journal where head is not null order by key")]
    file.execute("delete from journal where key > ?", (draw.choice(heads[:-1]),))


def written_anew(file, draw, last):
    """A row is changed, and the chain is computed anew from there."""
    key = some_row(draw, last)
    file.execute("update journal set at = at + 1 where key = ?", (key,))
    file.execute("update journal set head = null")
    makers = digests_of(file.execute("select number, maker from makers").fetchall())
    chain_game(file, 1, "spam", makers)


AGAINST_A_HEAD = [tail_cut, written_anew]


def forge(path, how, draw):
    """Forge a journal, which nobody has open."""
    file = sqlite3.connect(path)
    last = file.execute("select max(key) from journal").fetchone()[0] - ROOM
    how(file, draw, last)
    file.commit()
    file.close()


def chain_again(folder):
    """Chain the rows of a journal anew, as who can write the file can: without a head held elsewhere it is good."""
    with sqlite3.connect(folder / "journal.sqlite") as file:
        file.execute("update journal set head = null")
        makers = digests_of(file.execute("select number, maker from makers").fetchall())
        for number, name in file.execute("select number, name from games").fetchall():
            chain_game(file, number, name, makers)
    file.close()
