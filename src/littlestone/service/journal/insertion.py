"""Many rows of the journal by one statement of SQLite, which cuts them out of one blob. Compiled, as `rounds`.

Every value that is bound costs time under the interpreter's lock, texts and blobs the most, and what SQLite does costs
none of it. So all texts and blobs of a group are bound as one, and of each row only whole numbers: where its fields lie
in there. Every statement is a chance for another thread to take the interpreter: that is why there is only one.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

ROOM = 1 << 40  # rows that one game may have: the key of a row is its game times that, and its seq
# A statement is kept for each of these sizes, and for any below the first of them; the rows that are missing to one
# have the key 0.
SIZES = (128, 192, 256, 384, 512, 768, 1024, 1536, 2048)
LARGE = 1 << 26  # bytes of a blob that is not made any larger, if it holds more than one row
WIDTH = 10  # numbers of a row: key, kind, maker and time, then where six fields lie
SALT = 16  # bytes of a salt; those of all rows are the first of the blob, so a statement knows where they lie
HEAD = 32  # bytes of a head
PLACE = 31  # a field is at n >> PLACE, counted from 1, and has the length of the last PLACE bits; 0: it is missing
FIRST = 2  # where the first of all lies
KIND = 8  # the kind of a row is in so many bits; in front of them is where its head lies, if it has one


def insertions(
    rows: list[Any], salts: bytes, heads: dict[int, bytes], first: int = 0
) -> Iterator[tuple[str, list[Any]]]:
    """The statements that insert rows, (number of the game, row), and their values.

    salts   of all rows, one after the other; none for a measurement of rows without a chain
    heads   of the rows that carry one, by their place, the first row being at `first`
    """
    for start in range(0, len(rows), SIZES[-1]):
        some = rows[start : start + SIZES[-1]]
        own = salts[SALT * start : SALT * (start + len(some))]
        size = len(some) if len(some) < SIZES[0] else SIZES[bisect_left(SIZES, len(some))]
        values = values_of(some, size, own, heads, first + start)
        if len(values[0]) > LARGE and len(some) > 1:
            del values
            half = len(some) // 2
            yield from insertions(some[:half], own[: SALT * half], heads, first + start)
            yield from insertions(some[half:], own[SALT * half :], heads, first + start + half)
        else:
            yield statement(size, bool(own)), values


@lru_cache(2 * (SIZES[0] + len(SIZES)))
def statement(size: int, salted: bool = True) -> str:
    """The statement that inserts so many rows, or fewer; all of them have salts, or none has."""
    cut = "iif({0}, substr(?1, {0} >> %d, {0} & %d), null)" % (PLACE, (1 << PLACE) - 1)  # noqa: UP031 - braces stay
    id, *others = (cut.format(f"column{k}") for k in range(5, WIDTH + 1))
    salt = f"substr(?1, column{WIDTH + 1}, {SALT})" if salted else "null"
    head = f"iif(column2 >> {KIND}, substr(?1, column2 >> {KIND}, {HEAD}), null)"
    numbers = ", ".join(WIDTH * "?")
    rows = ", ".join(f"({numbers}, {FIRST + SALT * k})" if salted else f"({numbers})" for k in range(size))
    return (
        f"insert into journal select column1, column1 / {ROOM}, cast({id} as text), column2 & {(1 << KIND) - 1}, "  # noqa: S608
        f"{', '.join(others)}, column3, column4, {salt}, null, {head} from (values {rows}) where column1 > 0"
    )


class Blob:
    """Fields, one after the other, behind a byte: what is cut out of nothing would be missing, and not empty."""

    def __init__(self) -> None:
        self.fields: list[bytes] = [b" "]
        self.at = FIRST  # where the next one lies

    def add(self, field: bytes | None) -> int:
        """Where this one lies."""
        if field is None:
            return 0
        length = len(field)
        place = self.at << PLACE | length
        self.fields.append(field)
        self.at += length
        return place


def values_of(rows: list[Any], size: int, salts: bytes, heads: dict[int, bytes], first: int) -> list[Any]:
    """What is bound: the blob, then the numbers of each row; zeros stand for the rows that are missing to `size`."""
    values: list[Any] = [None]
    blob = Blob()
    if salts:
        blob.add(salts)
    room = ROOM
    for game, row in rows:
        seq, id, kind, record, answer, guess, chance, seed, maker, at = row
        values.append(game * room + seq)
        values.append(kind)
        values.append(maker)
        values.append(at)
        values.append(0 if id is None else blob.add(id.encode()))
        values.append(blob.add(record))
        values.append(blob.add(answer))
        values.append(blob.add(guess))
        values.append(blob.add(chance))
        values.append(blob.add(seed))
    for place, head in heads.items():
        if first <= place < first + len(rows):
            values[WIDTH * (place - first) + 2] |= blob.add(head) >> PLACE << KIND
    if len(rows) < size:
        values.extend([0] * (WIDTH * (size - len(rows))))
    values[0] = b"".join(blob.fields)
    return values
