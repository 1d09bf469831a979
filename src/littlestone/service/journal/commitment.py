# cython: boundscheck=False, wraparound=False
# mypy: disable-error-code="attr-defined,name-defined"
"""Commitments to rows: a salted hash of everything in a row, which can stay when the row's content is erased.

    commitment = BLAKE2b-256(seq, time, kind, maker, lengths, fields), salt of 16 bytes, personalised "littlestone row1"

Every row that is written is hashed, so BLAKE2b (RFC 7693) is compiled here: a call of `hashlib` costs several times
what it computes on a row of a hundred bytes. `commitment`, in a few lines of `hashlib`, is the same function, and is
what a stranger would write to check a journal.
"""

from __future__ import annotations

import sys
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
FULL = (1 << 64) - 1
LITTLE = sys.byteorder == "little"
PERSON = b"littlestone row1"
HEADER = Struct("<qqq16s6i")  # seq, time, kind, the digest of the maker, lengths of six fields, -1 where there is none


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
    found = bytearray(SIZE * count)
    state = Blake2b(salts)
    last: Any = None
    who = NOBODY
    for k in range(count):
        row = rows[k][1]
        maker = row[8]
        if maker is not last:
            last, who = maker, makers.get(maker, NOBODY)
        state.commit(row, who, SALT * k)
        state.put(found, SIZE * k)
    return bytes(found)


class Blake2b:
    """BLAKE2b with 32 bytes of output, personalised for rows; compiled only, on a processor of either byte order."""

    def __init__(self, salts: bytes) -> None:
        self.salts = salts

    def commit(self, row: Any, who: bytes, salt: int) -> None:
        """Hash one row, of ten fields, with the salt that lies there."""
        seq, id, kind, record, answer, guess, chance, seed, _, at = row
        name = None if id is None else id.encode()
        self.begin(salt)
        self.number(seq)
        self.number(at)
        self.number(kind)
        self.take(who)
        self.number(length_of(name) | length_of(record) << 32)
        self.number(length_of(answer) | length_of(guess) << 32)
        self.number(length_of(chance) | length_of(seed) << 32)
        self.take(name)
        self.take(record)
        self.take(answer)
        self.take(guess)
        self.take(chance)
        self.take(seed)
        self.compress(True)

    def begin(self, salt: int) -> None:
        """Begin with the salt that lies there: the parameters of RFC 7693, digest 32, fanout and depth 1."""
        self.h[0] = 0x6A09E667F3BCC908 ^ 0x01010020
        self.h[1] = 0xBB67AE8584CAA73B
        self.h[2] = 0x3C6EF372FE94F82B
        self.h[3] = 0xA54FF53A5F1D36F1
        self.h[4] = 0x510E527FADE682D1 ^ word_at(self.salts, salt)
        self.h[5] = 0x9B05688C2B3E6C1F ^ word_at(self.salts, salt + 8)
        self.h[6] = 0x1F83D9ABFB41BD6B ^ word_at(PERSON, 0)
        self.h[7] = 0x5BE0CD19137E2179 ^ word_at(PERSON, 8)
        self.taken = self.filled = 0

    def number(self, value: int) -> None:
        """Take in a number of eight bytes, the lowest first, which has room in the block."""
        store(self.buffer, self.filled, value)
        self.filled += 8

    def take(self, data: bytes | None) -> int:
        """Take in some bytes, if there are any: eight at a time as long as there are so many, and room for them."""
        if data is None:
            return 0
        text = cython.cast("const unsigned char*", data)
        size, k = len(data), 0
        while k < size:
            if self.filled == 128:
                self.compress(False)
            if size - k >= 8 and self.filled <= 120:
                store(self.buffer, self.filled, word_at(text, k))
                self.filled += 8
                k += 8
            else:
                self.buffer[self.filled] = text[k]
                self.filled += 1
                k += 1
        return 0

    def compress(self, last: bool) -> None:
        """Stir a block into the state: twelve rounds of eight steps."""
        self.taken += self.filled
        while self.filled < 128:
            self.buffer[self.filled] = 0
            self.filled += 1
        for k in range(16):
            self.m[k] = word_at(self.buffer, 8 * k)
        stir(self.h, self.m, self.taken, FULL if last else 0)  # noqa: F821 - machine_blake2
        self.filled = 0

    def put(self, found: bytearray, at: int) -> None:
        """Put the result there."""
        for k in range(4):
            store(found, at + 8 * k, self.h[k])


def length_of(field: Any) -> int:
    """The length of a field as a number of 32 bits, all of them set where there is none."""
    return 0xFFFFFFFF if field is None else len(field)


def store(place: Any, at: int, word: int) -> None:
    """Put eight bytes there, the lowest first."""
    if LITTLE:
        cython.cast("unsigned long long*", place + at)[0] = word
    else:
        for k in range(8):
            place[at + k] = (word >> (8 * k)) & 255


def word_at(data: Any, at: int) -> int:
    """Eight bytes as a word, the lowest first."""
    if LITTLE:
        return cython.cast("const unsigned long long*", data + at)[0]  # type: ignore[no-any-return]
    word = 0
    for k in range(8):
        byte = data[at + k]
        word |= byte << (8 * k)
    return word
