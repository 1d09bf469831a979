# cython: boundscheck=False, wraparound=False
"""Commitments to rows: a salted hash of everything in a row, which can stay when the row's content is erased.

    commitment = BLAKE2b-256(seq, time, kind, maker, lengths, fields), salt of 16 bytes, personalised "littlestone row1"

Every row that is written is hashed, so BLAKE2b (RFC 7693) is compiled here: a call of `hashlib` costs several times what
it computes on a row of a hundred bytes. `commitment`, in a few lines of `hashlib`, is the same function, and is what a
stranger would write to check a journal.
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
SIGMA = bytes.fromhex(
    "000102030405060708090a0b0c0d0e0f0e0a0408090f0d06010c00020b070503"
    "0b080c0005020f0d0a0e030607010904070903010d0c0b0e0206050a04000f08"
    "0900050702040a0f0e010b0c0608030d020c060a000b0803040d07050f0e0109"
    "0c05010f0e0d040a000706030902080b0d0b070e0c01030905000f040806020a"
    "060f0e090b0300080c020d0701040a050a020804070601050f0b090e030c0d00"
    "000102030405060708090a0b0c0d0e0f0e0a0408090f0d06010c00020b070503"
)  # the order in which each of twelve rounds takes the sixteen words of a block


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
    for k in range(count):
        row = rows[k][1]
        state.commit(row, makers.get(row[8], NOBODY), SALT * k)
        state.put(found, SIZE * k)
    return bytes(found)


class Blake2b:
    """BLAKE2b with 32 bytes of output, personalised for rows; compiled only, on a processor of either byte order."""

    def __init__(self, salts: bytes) -> None:
        self.salts = salts
        self.sigma = SIGMA

    def commit(self, row: Any, who: bytes, salt: int) -> None:
        """Hash one row with the salt that lies there."""
        id = row[1]
        name = None if id is None else id.encode()
        fields = (name, row[3], row[4], row[5], row[6], row[7])
        self.begin(salt)
        self.number(row[0])
        self.number(row[9])
        self.number(row[2])
        self.take(who)
        for k in range(0, 6, 2):
            self.number(length_of(fields[k]) | length_of(fields[k + 1]) << 32)
        for field in fields:
            if field is not None:
                self.take(field)
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

    def take(self, data: bytes) -> None:
        """Take in some bytes: eight at a time as long as there are so many, and room for them."""
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

    def compress(self, last: bool) -> None:
        """Stir a block into the state: twelve rounds of eight steps."""
        self.taken += self.filled
        while self.filled < 128:
            self.buffer[self.filled] = 0
            self.filled += 1
        for k in range(16):
            self.m[k] = word_at(self.buffer, 8 * k)
        for k in range(8):
            self.v[k] = self.h[k]
        self.v[8] = 0x6A09E667F3BCC908
        self.v[9] = 0xBB67AE8584CAA73B
        self.v[10] = 0x3C6EF372FE94F82B
        self.v[11] = 0xA54FF53A5F1D36F1
        self.v[12] = 0x510E527FADE682D1 ^ self.taken
        self.v[13] = 0x9B05688C2B3E6C1F
        self.v[14] = 0x1F83D9ABFB41BD6B ^ (FULL if last else 0)
        self.v[15] = 0x5BE0CD19137E2179
        twelve_rounds(self.v, self.m, self.sigma)
        for k in range(8):
            self.h[k] ^= self.v[k] ^ self.v[k + 8]
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
        return cython.cast("const unsigned long long*", data + at)[0]
    word = 0
    for k in range(8):
        byte = data[at + k]
        word |= byte << (8 * k)
    return word


def turned(word: int, places: int) -> int:
    """A word, turned to the right."""
    return word >> places | word << (64 - places)


def step(v: Any, a: int, b: int, c: int, d: int, x: int, y: int) -> None:
    """One step: two words of the block are stirred into four of the state."""
    v[a] = v[a] + v[b] + x
    v[d] = turned(v[d] ^ v[a], 32)
    v[c] = v[c] + v[d]
    v[b] = turned(v[b] ^ v[c], 24)
    v[a] = v[a] + v[b] + y
    v[d] = turned(v[d] ^ v[a], 16)
    v[c] = v[c] + v[d]
    v[b] = turned(v[b] ^ v[c], 63)


def twelve_rounds(v: Any, m: Any, sigma: Any) -> None:
    """Twelve rounds: columns, then diagonals."""
    for r in range(12):
        s = 16 * r
        step(v, 0, 4, 8, 12, m[sigma[s]], m[sigma[s + 1]])
        step(v, 1, 5, 9, 13, m[sigma[s + 2]], m[sigma[s + 3]])
        step(v, 2, 6, 10, 14, m[sigma[s + 4]], m[sigma[s + 5]])
        step(v, 3, 7, 11, 15, m[sigma[s + 6]], m[sigma[s + 7]])
        step(v, 0, 5, 10, 15, m[sigma[s + 8]], m[sigma[s + 9]])
        step(v, 1, 6, 11, 12, m[sigma[s + 10]], m[sigma[s + 11]])
        step(v, 2, 7, 8, 13, m[sigma[s + 12]], m[sigma[s + 13]])
        step(v, 3, 4, 9, 14, m[sigma[s + 14]], m[sigma[s + 15]])
