"""`IdRuns`: which rows an id has, of rows that are no longer known in memory: an index of hashes, in runs.

A tree of ids would be changed all over by ids that come in no order, a page of the disk for almost every one of them.
So all that is new is written as one run, and nothing that is there changes; when there are `FACTOR` runs of a level
they become one of the next (O'Neil et al., The log-structured merge-tree, 1996). A run is a table of hashes in parts:
which part a hash is in is computed. Two ids may have one hash, so who asks has to look at the rows.

Small runs become one at once, in the transaction that makes one too many of them. Large ones do so a slice at a time,
a range of hashes in a transaction of its own, between other work: a look-up asks fewer runs then.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator
from typing import Any, Literal, NamedTuple

import numpy as np

from ..http.contract import encode
from .known_ids import BloomFilter, IdHash

SCHEMA = """
create table runs (  -- where the rows of ids are, of rows up to those of `indexed`; those that became one are dead
    number integer primary key, game integer not null, level integer not null, size integer not null,
    parts integer not null, dead integer not null default 0
);
create table parts (  -- of a run: key is its number * 2^24 + the part; hashes of ids in order, then seqs of rows
    key integer primary key, entries blob not null
);
"""
PARTS = 1 << 24  # that a run may have
HELD = 200  # entries of a part, more or less: it fits into a page
FACTOR = 8  # runs that become one
LARGEST = 1_000_000  # entries that become one run at once: more would take more than a moment
LARGEST_IN_SLICES = 32_000_000  # and those that do so a slice at a time
SLICE = 64  # parts that are written at a time
READ_AT_ONCE = 1000  # parts
NO_IDS = IdHash(bytes(16))  # a filter of hashes hashes nothing itself
SIDES: tuple[Literal["left"], Literal["right"]] = "left", "right"


class Run(NamedTuple):
    """A run by its number: of level 0 if it was written as it came, else made of `FACTOR` runs of the level before."""

    number: int
    level: int
    size: int
    parts: int

    def part(self, hash: int) -> int:
        """The key of the part that a hash is in: hashes are below 2^63, and spread evenly."""
        return self.number * PARTS + (hash >> 31) * self.parts // (1 << 32)


class Merging:
    """A run that is made of others, a slice at a time; until it is complete it is dead, and those are asked.

    at      the part that is written next; if that is the last one, the others are removed, part by part
    slice   the hashes of the slice that is being written
    filter  which hashes may be in the run, as far as it goes
    """

    def __init__(self, game: int, made: Run, of: list[Run]) -> None:
        self.game, self.made, self.of = game, made, of
        self.at = 0
        self.slice: Any = np.empty(0, np.int64)
        self.filter = BloomFilter(NO_IDS)
        self.left = [run.number for run in of]

    @property
    def complete(self) -> bool:
        """Is the run written?"""
        return self.at == self.made.parts

    @property
    def until(self) -> int:
        """The part after the slice that is written next."""
        return min(self.at + SLICE, self.made.parts)


class IdRuns:
    """The index in a file of SQLite, written by one connection and read by another, or by the same.

    `add` is part of a transaction; when that is written, `took_effect` has to be called, and until then nothing is
    changed for those who ask: a run that became part of another stays on disk until the next transaction.
    """

    def __init__(self, connection: sqlite3.Connection, reader: sqlite3.Connection) -> None:
        self.connection, self.reader = connection, reader
        self.games: dict[int, list[Run]] = {}
        self.filters: dict[int, BloomFilter] = {}  # of runs by number, of the hashes in each
        self.dead: list[int] = []  # numbers of runs that can be removed
        self.next = 1
        self.merging: Merging | None = None
        self.grown = True  # may there be large runs to be merged?
        self.coming: tuple[dict[int, list[Run]], list[int]] = {}, []  # what is so after the transaction
        found = connection.execute("select number, game, level, size, parts, dead from runs order by number")
        for number, game, level, size, parts, dead in found:
            self.next = number + 1
            if dead:
                self.dead.append(number)
            else:
                self.games.setdefault(game, []).append(Run(number, level, size, parts))

    def begin(self) -> None:
        """Begin a transaction: runs are removed that were dead before it."""
        run = self.connection.execute
        for number in self.dead:
            run("delete from parts where key >= ? and key < ?", (number * PARTS, (number + 1) * PARTS))
            run("delete from runs where number = ?", (number,))
        self.coming = {}, []

    def add(self, game: int, hashes: Any, seqs: Any) -> None:
        """Add the rows of a game with these hashes of their ids and these seqs."""
        coming, dead = self.coming
        runs, level = [*self.games.get(game, ()), self.write(game, 0, hashes, seqs)], 0
        while len(some := [run for run in runs if run.level == level and run.size * FACTOR <= LARGEST]) >= FACTOR:
            level += 1
            merged = self.write(game, level, *self.entries(some))
            self.connection.executemany("update runs set dead = 1 where number = ?", [(run.number,) for run in some])
            dead.extend(run.number for run in some)
            runs = [*(run for run in runs if run not in some), merged]
        coming[game] = runs

    def took_effect(self) -> None:
        """The transaction is written."""
        coming, self.dead = self.coming
        self.games.update(coming)
        for number in self.dead:
            self.filters.pop(number, None)
        self.coming = {}, []
        self.grown = True

    # Large runs: `may_merge`, then `merge` in a transaction, then `has_merged` when that is written, and so on.

    def may_merge(self) -> bool:
        """Is there a run that is made of others, or should there be one?"""
        if self.merging is None and self.grown:
            self.merging = self.next_merging()
            self.grown = self.merging is not None
        return self.merging is not None

    def next_merging(self) -> Merging | None:
        """`FACTOR` large runs of one level, if there are so many."""
        for game, runs in self.games.items():
            for level in sorted({run.level for run in runs}):
                some = [run for run in runs if run.level == level and run.size * FACTOR > LARGEST][:FACTOR]
                size = sum(run.size for run in some)
                if len(some) == FACTOR and size <= LARGEST_IN_SLICES:
                    self.next += 1
                    return Merging(game, Run(self.next - 1, level + 1, size, -(-size // HELD)), some)
        return None

    def merge(self) -> None:
        """Write the next slice, or remove some of what became one, as part of a transaction."""
        merging, run = self.merging, self.connection.execute
        assert merging is not None, "may_merge() comes first"
        made = merging.made
        if merging.complete:
            number = merging.left[0]
            some = "select key from parts where key >= ? and key < ? limit ?"
            where = (number * PARTS, (number + 1) * PARTS, 4 * SLICE)
            if run(f"delete from parts where key in ({some})", where).rowcount < 4 * SLICE:  # noqa: S608
                run("delete from runs where number = ?", (number,))
            return
        if merging.at == 0:
            self.enter(merging.game, made, dead=True)
        low, high = (-(-(k << 32) // made.parts) for k in (merging.at, merging.until))
        pairs = [self.between(each, low, high) for each in merging.of]
        merging.slice, seqs = (np.concatenate(each) for each in zip(*pairs, strict=True))
        self.put(made, merging.slice, seqs, merging.at, merging.until)
        if merging.until == made.parts:
            run("update runs set dead = 0 where number = ?", (made.number,))
            run(f"update runs set dead = 1 where number in ({', '.join(map(str, merging.left))})")  # noqa: S608

    def has_merged(self) -> None:
        """The transaction is written: the new run takes the place of the others when it is complete."""
        merging = self.merging
        assert merging is not None
        if merging.complete:
            number = merging.left[0]
            if not self.connection.execute("select 1 from runs where number = ?", (number,)).fetchone():
                del merging.left[0]
            if not merging.left:
                self.merging = None
            return
        merging.filter.add(merging.slice)
        merging.at = merging.until
        if merging.complete:
            runs = self.games[merging.game]
            self.games[merging.game] = [*(run for run in runs if run not in merging.of), merging.made]
            self.filters[merging.made.number] = merging.filter
            for number in merging.left:
                self.filters.pop(number, None)

    def between(self, run: Run, low: int, high: int) -> tuple[Any, Any]:
        """The hashes and seqs of a run whose hashes are in a range: of the first 32 of their 63 bits."""
        first, last = (run.number * PARTS + (k * run.parts >> 32) for k in (low, high - 1))
        hashes, seqs = self.read(first, last + 1)
        inside = (hashes >> 31 >= low) & (hashes >> 31 < high)
        return hashes[inside], seqs[inside]

    def remove(self, game: int) -> None:
        """Remove all runs of a game, as part of a transaction; nobody asks for that game any more."""
        for (number,) in self.connection.execute("select number from runs where game = ?", (game,)).fetchall():
            between = number * PARTS, (number + 1) * PARTS
            self.connection.execute("delete from parts where key >= ? and key < ?", between)
        self.connection.execute("delete from runs where game = ?", (game,))
        self.games.pop(game, None)
        if self.merging is not None and self.merging.game == game:
            self.merging = None

    def write(self, game: int, level: int, hashes: Any, seqs: Any) -> Run:
        """Write a run."""
        size = len(hashes)
        made = Run(self.next, level, size, -(-size // HELD))
        self.next += 1
        self.enter(game, made)
        self.put(made, hashes, seqs, 0, made.parts)
        return made

    def enter(self, game: int, run: Run, *, dead: bool = False) -> None:
        """Enter a run."""
        self.connection.execute(
            "insert into runs values (?, ?, ?, ?, ?, ?)", (run.number, game, run.level, run.size, run.parts, dead)
        )

    def put(self, run: Run, hashes: Any, seqs: Any, first: int, until: int) -> None:
        """Write some parts of a run, which are made of these."""
        order = np.argsort(hashes)
        hashes, seqs = hashes[order].astype("<i8", copy=False), seqs[order].astype("<i8", copy=False)
        part = (hashes >> 31) * run.parts // (1 << 32)
        ends = np.searchsorted(part, np.arange(first, until), "right").tolist()
        new, start = [], 0
        for k, end in enumerate(ends, first):
            if end > start:
                entries = hashes[start:end].tobytes() + seqs[start:end].tobytes()
                new.append((run.number * PARTS + k, bytearray(entries)))
            start = end
        self.connection.executemany("insert into parts values (?, ?)", new)

    def entries(self, runs: Iterable[Run]) -> tuple[Any, Any]:
        """All hashes and seqs of runs, as the transaction sees them."""
        pairs = [self.read(run.number * PARTS, (run.number + 1) * PARTS) for run in runs]
        hashes, seqs = zip(*pairs, strict=True)
        return np.concatenate(hashes), np.concatenate(seqs)

    def read(self, first: int, until: int) -> tuple[Any, Any]:
        """The hashes and seqs of the parts with these keys, as the transaction sees them."""
        query = "select entries from parts where key >= ? and key < ?"
        found = self.connection.execute(query, (first, until)).fetchall()
        pairs = [np.frombuffer(some, "<i8").reshape(2, -1) for (some,) in found]
        return tuple(np.concatenate([np.empty(0, "<i8"), *(pair[k] for pair in pairs)]) for k in (0, 1))  # type: ignore[return-value]

    def seqs(self, game: int, hashes: Iterable[int]) -> dict[int, list[int]]:
        """The seqs of rows whose id has one of these hashes, by hash."""
        asked: dict[int, list[int]] = {}
        wanted = list(set(hashes))
        for run in self.games.get(game, ()):
            for hash in self.filter_of(run).hashes_among(wanted):
                asked.setdefault(run.part(hash), []).append(hash)
        found: dict[int, list[int]] = {}
        if not asked:
            return found
        query = "select key, entries from parts where key in (select value from json_each(?))"
        for key, entries in self.reader.execute(query, (encode(list(asked)).decode(),)):
            there, seqs = np.frombuffer(entries, "<i8").reshape(2, -1)
            firsts, ends = (there.searchsorted(asked[key], side).tolist() for side in SIDES)
            for hash, first, end in zip(asked[key], firsts, ends, strict=True):
                if first < end:
                    found.setdefault(hash, []).extend(seqs[first:end].tolist())
        return found

    def filter_of(self, run: Run) -> BloomFilter:
        """Which hashes may be in a run: so that an id costs one part of one run, however many runs there are."""
        found = self.filters.get(run.number)
        if found is None:
            found = BloomFilter(NO_IDS)
            for hashes in self.hashes_in(run):
                found.add(hashes)
            self.filters[run.number] = found  # when it is complete: a reading may fail
        return found

    def all_hashes(self, game: int) -> Iterator[Any]:
        """The hashes of a game, some at a time, and most of them once."""
        runs = self.games.get(game, ())
        there = {run.number for each in self.games.values() for run in each}
        self.filters = {number: each for number, each in self.filters.items() if number in there}
        for run in runs:
            made = None if run.number in self.filters else BloomFilter(NO_IDS)
            for hashes in self.hashes_in(run):
                if made is not None:
                    made.add(hashes)
                yield hashes
            if made is not None:
                self.filters[run.number] = made

    def hashes_in(self, run: Run) -> Iterator[Any]:
        """The hashes of a run, some at a time, and most of them once."""
        query = "select entries from parts where key >= ? and key < ?"
        found = self.reader.execute(query, (run.number * PARTS, (run.number + 1) * PARTS))
        while some := found.fetchmany(READ_AT_ONCE):
            hashes = np.concatenate([np.frombuffer(entries, "<i8").reshape(2, -1)[0] for (entries,) in some])
            yield hashes[np.diff(hashes, prepend=-1) != 0]  # they are in order
