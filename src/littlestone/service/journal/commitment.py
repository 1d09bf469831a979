# cython: boundscheck=False, wraparound=False
# mypy: disable-error-code="attr-defined,name-defined"
"""Commitments to rows: a salted hash of everything in a row, which can stay when the row's content is erased.

    commitment = BLAKE2b-256(seq, time, kind, maker, lengths, fields), salt of 16 bytes, personalised "littlestone row1"

Every row that is written is hashed, so BLAKE2b (RFC 7693) is compiled here: a call of `hashlib` costs several times
what it computes on a row of a hundred bytes, and rows that are hashed together take a third of the time that they take
one after the other. `commitment`, in a few lines of `hashlib`, is the same function, and is what a stranger would write
to check a journal.
"""

from __future__ import annotations

from hashlib import blake2b
from struct import Struct
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ...support import uncompiled as cython
else:
    try:
        import cython
    except ImportError:
        from ...support import uncompiled as cython

SALT = 16  # bytes of a salt
SIZE = 32  # bytes of a commitment
WHO = 16  # bytes of the digest of a maker
NOBODY = bytes(WHO)  # that of one who is not known
NONE = (1 << 32) - 1  # the length of what is missing
ENOUGH = 1 << 16  # bytes of rows that are hashed together, at most
USUAL = 512  # bytes that a row takes while it is hashed, more or less
TOGETHER = 512  # and so many rows at most: as many as `Messages.sizes` has
ZEROS = bytes(128)
PERSON = b"littlestone row1"
HEADER = Struct("<qqq16s6i")  # seq, time, kind, the digest of the maker, lengths of six fields, -1 where there is none
HEADER_SIZE = HEADER.size


def commitment(row: Any, salt: bytes, who: bytes) -> bytes:
    """The commitment to one row; `who` is the digest of its maker."""
    seq, id, kind, record, answer, guess, chance, seed, _, at = row[:10]
    fields = (None if id is None else id.encode(), record, answer, guess, chance, seed)
    header = HEADER.pack(seq, at, kind, who, *(-1 if field is None else len(field) for field in fields))
    content = b"".join(field for field in fields if field is not None)
    return blake2b(header + content, digest_size=SIZE, salt=salt, person=PERSON).digest()


def one_by_one(rows: list[Any], salts: bytes, makers: dict[int, bytes]) -> bytes:
    """The same as `commitments`, by `hashlib`."""
    return b"".join(
        commitment(row, salts[SALT * k : SALT * (k + 1)], makers.get(row[8], NOBODY)) for k, (_, row) in enumerate(rows)
    )


def commitments(rows: list[Any], salts: bytes, makers: dict[int, bytes]) -> bytes:
    """The commitments to rows, (number of the game, row), one after the other.

    salts   of all rows, one after the other
    makers  digests of who computed rows, by number
    """
    if not cython.compiled:
        return one_by_one(rows, salts, makers)
    count = len(rows)
    if len(salts) < SALT * count:
        raise ValueError(f"{count} rows have as many salts of {SALT} bytes")
    messages = Messages(salts, bytearray(SIZE * count), min(ENOUGH, USUAL * count))
    last: Any = None
    who = NOBODY
    for k in range(count):
        row = rows[k][1]
        maker = row[8]
        if maker is not last:
            last, who = maker, makers.get(maker, NOBODY)
        messages.add(row, who)
    messages.hash()
    return bytes(messages.found)


def games_among(rows: list[Any]) -> dict[Any, None]:
    """The numbers of the games of rows, (number of the game, row): mostly one."""
    found: dict[Any, None] = {}
    last: Any = None
    for k in range(len(rows)):
        game = rows[k][0]
        if game is not last:
            last = game
            found[game] = None
    return found


class Messages:
    """Rows as they are hashed, one behind the other, each filled up to blocks of 128 bytes; compiled only.

    They wait until there are some, and are hashed together: several at a time, where the processor can. See
    machine_blake2.pxd.

    salts, found    of all rows: `hash` puts their commitments into `found`
    room            bytes that `text` has, where they wait
    first           the number of the first row that waits
    """

    def __init__(self, salts: bytes, found: bytearray, room: int) -> None:
        self.salts, self.found = salts, found
        self.take_room(room)
        self.first = self.waiting = self.end = 0

    def add(self, row: Any, who: bytes) -> int:
        """Write down one row, of ten fields."""
        seq, id, kind, record, answer, guess, chance, seed, _, at = row
        name, length = b"", -1
        if id is not None:
            name = utf8(id, cython.address(length))  # noqa: F821 - machine_blake2
        size = HEADER_SIZE + max(length, 0) + size_of(record) + size_of(answer)
        size += size_of(guess) + size_of(chance) + size_of(seed)
        self.make_room(size)
        self.sizes[self.waiting] = size
        self.waiting += 1
        place = self.begin + self.end
        place = number(place, seq)
        place = number(place, at)
        place = number(place, kind)
        place = take(place, who)
        place = number(place, (length & NONE) | said_of(record) << 32)
        place = number(place, said_of(answer) | said_of(guess) << 32)
        place = number(place, said_of(chance) | said_of(seed) << 32)
        place = copy(place, name, length)
        place = take(place, record)
        place = take(place, answer)
        place = take(place, guess)
        place = take(place, chance)
        place = take(place, seed)
        place = copy(place, ZEROS, -size & 127)
        self.end = place - self.begin
        return 0

    def make_room(self, size: int) -> int:
        """Have room for so many bytes, and the rest of their last block; what waits is hashed, if it is much."""
        if self.waiting == TOGETHER or self.end + size + 128 > self.room:
            self.hash()
        if size + 128 > self.room:
            self.take_room(size + 128)  # nothing waits, and this row alone is as large
        return 0

    def take_room(self, size: int) -> int:
        """Take so many bytes for what waits, which is nothing; `begin` is where they begin."""
        self.text, self.room = bytearray(size), size
        self.begin = cython.cast("unsigned char*", self.text)
        return 0

    def hash(self) -> int:
        """Hash what waits."""
        salt, place = SALT * self.first, SIZE * self.first
        salts, found = cython.cast("const unsigned char*", self.salts), cython.cast("unsigned char*", self.found)
        hash_each(self.text, self.sizes, self.waiting, salts + salt, found + place)  # noqa: F821 - machine_blake2
        self.first += self.waiting
        self.waiting = self.end = 0
        return 0


def number(place: Any, value: int) -> Any:
    """Write a number of eight bytes there, the lowest first; returns the place behind it."""
    put(place, value)  # noqa: F821 - machine_blake2
    return place + 8


def take(place: Any, field: bytes | None) -> Any:
    """Write a field there, if there is one; returns the place behind it."""
    return place if field is None else copy(place, field, len(field))


def copy(place: Any, data: Any, size: int) -> Any:
    """Write so many bytes there, if they are any; returns the place behind them."""
    if size <= 0:
        return place
    memcpy(place, data, size)  # noqa: F821 - C
    return place + size


def size_of(field: Any) -> int:
    """The bytes of a field, none of one that is missing."""
    return 0 if field is None else len(field)


def said_of(field: Any) -> int:
    """The length of a field as a number of 32 bits, all of them set where there is none."""
    return NONE if field is None else len(field)
