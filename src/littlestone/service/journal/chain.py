"""The chain of a game: a hash over all of its rows, by which a journal is evidence.

Rows are written in groups, those of one commit. The last row of a group carries its head:

    head <- BLAKE2b-256(head of the group before, commitments of its rows), personalised "littlestone head"

and before the first group it is a hash of the game's name. There is no key in it, so that whoever holds a journal can
check it: rows that were changed, cut out, put in or swapped do not lead to the heads that stand there. Who can write
the file can compute another chain as well: a tail that was cut off, or a journal that was written anew, is found
against a head that somebody else holds, and by nothing else.
"""

from __future__ import annotations

import struct
from collections.abc import Iterable
from functools import lru_cache
from hashlib import blake2b
from typing import Any, NamedTuple

from .commitment import SALT, SIZE, WHO, commitments

HEAD, GAME, MAKER = b"littlestone head", b"littlestone game", b"littlestone make"
STRANGE = (TypeError, ValueError, OverflowError, AttributeError, struct.error)  # of fields of another type


class Broken(NamedTuple):
    """Where a chain breaks: a row of a game, and what is wrong there."""

    game: str
    seq: int
    what: str

    def __str__(self) -> str:
        return f"row {self.seq} of {self.game}: {self.what}"


def beginning(name: str) -> bytes:
    """The head before the first row of a game."""
    return blake2b(name.encode(), digest_size=SIZE, person=GAME).digest()


def head_after(before: bytes, digests: bytes) -> bytes:
    """The head of a group, from that before it and the commitments of its rows, one after the other."""
    return blake2b(before + digests, digest_size=SIZE, person=HEAD).digest()


@lru_cache(100)
def digest_of_maker(maker: str) -> bytes:
    """What a commitment says of who computed a row."""
    return blake2b(maker.encode(), digest_size=WHO, person=MAKER).digest()


def digest_of_parts(parts: dict[str, bytes]) -> str:
    """A digest of the parts of a base, whatever their order."""
    total = blake2b(digest_size=SIZE)
    for name, content in sorted(parts.items()):
        total.update(blake2b(name.encode(), digest_size=SIZE).digest())
        total.update(blake2b(content, digest_size=SIZE).digest())
    return total.hexdigest()


def linked(rows: list[Any], digests: bytes, heads: dict[int, bytes]) -> tuple[dict[int, bytes], dict[int, bytes]]:
    """The heads that a group has: by the places of the rows that carry them, and by games; a game has one in a group.

    rows        (number of the game, row)
    digests     the commitments to all of them
    heads       the last head of every game that is among them
    """
    if len(heads) == 1:
        (game,) = heads
        head = head_after(heads[game], digests)
        return {len(rows) - 1: head}, {game: head}
    own: dict[int, list[bytes]] = {game: [] for game in heads}
    last: dict[int, int] = {}
    for place, (game, _) in enumerate(rows):
        own[game].append(digests[SIZE * place : SIZE * (place + 1)])
        last[game] = place
    found = {game: head_after(heads[game], b"".join(each)) for game, each in own.items()}
    return {last[game]: head for game, head in found.items()}, found


class ChainCheck:
    """Checks the rows of a game, in order, from a head on; `broken` is what was found, the first of each kind of place.

    Rows come with all their fields: those of `JournalRow`, then salt, commitment and head.

    head, seq   those of the last group that was closed
    """

    def __init__(self, game: str, makers: dict[int, bytes], head: bytes, seq: int = 0) -> None:
        self.game, self.makers, self.head, self.seq = game, makers, head, seq
        self.last = seq  # the seq of the last row that came
        self.digests: list[bytes] = []  # commitments of the group that is not yet closed
        self.first = seq + 1  # the first row of that
        self.broken: list[Broken] = []
        self.erased: dict[int, tuple[Any, ...]] = {}  # rows without their content, by seq: id, kind and time

    def take(self, rows: list[Any]) -> None:
        """Check some rows."""
        digests = self.commitments_of(rows)
        start = 0
        for place, row in enumerate(rows):
            self.last += 1
            if row[0] != self.last:
                self.say(self.last, missing(self.last, row[0] - 1))
                self.last = row[0]
            if row[12] is not None:
                self.digests.append(digests[SIZE * start : SIZE * (place + 1)])
                self.close(row[0], row[12])
                start = place + 1
        self.digests.append(digests[SIZE * start :])

    def commitments_of(self, rows: list[Any]) -> bytes:
        """The commitments to rows: all at once if they are as they should be, else one after the other."""
        if any(row[10] is None or row[8] not in self.makers for row in rows):
            return b"".join([self.one(row) for row in rows])
        try:
            salts = b"".join([row[10] for row in rows])
            if len(salts) == SALT * len(rows):
                return commitments([(0, row[:10]) for row in rows], salts, self.makers)
        except STRANGE:
            pass
        return b"".join([self.one(row) for row in rows])

    def one(self, row: Any) -> bytes:
        """The commitment to a row, whatever is wrong with it; that of an erased one is what stands there."""
        _, id, kind, *fields, maker, at, salt, digest, _ = row
        try:
            if salt is None and digest is not None and len(digest) == SIZE:
                self.erased[row[0]] = (id, kind, at)
                if any(field is not None for field in fields):
                    self.say(row[0], "it has a content, and only the commitment of what was erased")
                return bytes(digest)
            if maker not in self.makers:
                self.say(row[0], f"nobody is known who has the number {maker} and computed it")
            elif salt is None or len(salt) != SALT:
                self.say(row[0], "it has no salt, and no commitment either")
            else:
                return commitments([(0, row[:10])], salt, self.makers)
        except STRANGE:
            self.say(row[0], "a field of it is nothing that a row has")
        return bytes(SIZE)

    def close(self, seq: int, head: bytes) -> None:
        """The row of that seq closes a group: its head has to follow."""
        computed = head_after(self.head, b"".join(self.digests))
        if computed != head:
            rows = f"rows {self.first} to {seq} are" if seq > self.first else "it is"
            self.say(seq, f"{rows} not what the chain was made of: something was changed, put in, cut out or swapped")
        self.head, self.seq, self.digests, self.first = head, seq, [], seq + 1

    def end(self) -> None:
        """There are no more rows."""
        if any(self.digests):
            self.say(
                self.last, f"rows {self.first} to {self.last} are not closed by a head: what came after is missing"
            )

    def say(self, seq: int, what: str) -> None:
        """Note what is wrong."""
        self.broken.append(Broken(self.game, seq, what))


def missing(first: int, last: int) -> str:
    """The words for rows that are not there, or that are there twice."""
    if last < first:
        return "rows are not in order"
    return "it is missing" if first == last else f"rows {first} to {last} are missing"


def digests_of(makers: Iterable[tuple[int, str]]) -> dict[int, bytes]:
    """The digests of makers by number."""
    return {number: digest_of_maker(maker) for number, maker in makers}
