"""Retention: rows that are older than wanted are removed; replays begin at the game as it is, and the file is smaller.

Rows about the game itself, and those of rounds that wait for their labels, stay. The row of the base, a link of the
chain, says up to where rows were removed, which head stood there, and what stays of them.
"""

from __future__ import annotations

from hashlib import blake2b
from time import time_ns
from typing import Any

from ..hosted import Hosted
from ..taking_up import load
from .erase import write_base
from .journal import Journal
from .snapshots import Snapshots, copied

DAY = 86_400_000_000  # microseconds


def prune(
    journal: Journal,
    snapshots: Snapshots | None,
    name: str,
    keep_rows: int | None,
    keep_days: float | None,
    hosted: Hosted | None = None,
) -> int:
    """Remove the rows of a game that are neither among the last `keep_rows` nor younger than `keep_days`.

    Of both, the one that keeps more counts. Returns how many rows were removed, whole groups of them.

    hosted  the game, if it is in memory
    """
    number = journal.number_of(name)
    if hosted is None:
        hosted = load(journal, name, number, snapshots)
    until, head = journal.head_at(number, last_to_go(journal, hosted, keep_rows, keep_days))
    before = journal.pruned(number)
    if until <= (before["seq"] if before else 1):
        return 0
    waiting = {each.seq for each in hosted.open.values()}
    stay = [row for some in journal.chained(number) for row in some if row[0] <= until and stays(row, waiting)]
    told = {"seq": until, "head": head.hex(), "kept": digest_of_kept(journal, name, stay)}
    removed = write_base(journal, hosted, copied(hosted), [], [], told, [row[0] for row in stay])
    if snapshots is not None:
        snapshots.drop(number)
    return removed


def last_to_go(journal: Journal, hosted: Hosted, keep_rows: int | None, keep_days: float | None) -> int:
    """The seq of the last row that need not be kept."""
    found = []
    if keep_rows is not None:
        found.append(hosted.seq - keep_rows)
    if keep_days is not None:
        found.append(journal.last_before(hosted.number, time_ns() // 1000 - int(keep_days * DAY)))
    return max(0, min(found, default=0))


def stays(row: Any, waiting: set[int]) -> bool:
    """Is a row kept, however old it is?"""
    return row[1] is None or row[0] in waiting


def digest_of_kept(journal: Journal, name: str, rows: list[Any]) -> str:
    """A digest of the rows that stay, by their commitments."""
    check = journal.check_from(name, 0, 0)
    return blake2b(b"".join([check.one(row) for row in rows]), digest_size=32).hexdigest()
