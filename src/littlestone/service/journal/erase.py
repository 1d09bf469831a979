"""Erasing: the records of rounds are removed, their rows stay with a digest, and replays begin at a base after them."""

from __future__ import annotations

from hashlib import sha256
from time import time_ns

from ..hosted import Hosted
from ..http.contract import encode
from ..taking_up import load, replay
from .journal import BASE, ERASE, PREDICT, Journal, JournalError, JournalRow
from .snapshots import Snapshots, parts_of


def erase(journal: Journal, snapshots: Snapshots, name: str, ids: list[str]) -> int:
    """Remove what was said about these rounds; returns the seq at which replays begin from now on.

    What the learner has learned from a record stays learned: the game goes on to the bit as it was. Open rounds among
    them are forgotten.
    """
    number, hosted = loaded(journal, snapshots, name)
    rows: list[JournalRow] = []
    for id in ids:
        about = {row.kind: row for row in journal.about(number, id)}
        if PREDICT not in about:
            raise JournalError(f"no round of {name!r} has the id {id!r}; nothing was erased")
        if ERASE in about:
            continue
        record = about[PREDICT].record or b""
        digest = encode({"sha256": sha256(record).hexdigest()})
        row = JournalRow(hosted.seq + 1, id, ERASE, digest, maker=journal.maker, at=time_ns() // 1000)
        hosted.play(row.seq, id, ERASE, digest, row.at)
        rows.append(row)
    if not rows:
        return hosted.seq
    journal.rebase(number, rows, parts_of(hosted), [row.id for row in rows if row.id is not None])
    snapshots.drop(number)
    return hosted.seq


def rebase(journal: Journal, snapshots: Snapshots, name: str) -> int:
    """Let replays begin at the game as it is now; returns the seq of the row that says so."""
    _, hosted = loaded(journal, snapshots, name)
    return begin_at(journal, snapshots, hosted)


def take_over(journal: Journal, snapshots: Snapshots, name: str) -> int | None:
    """Let replays begin at a game as the snapshot of another release has it, and the rows since as this one plays them.

    Returns the seq of that snapshot, None if there is none.
    """
    number = journal.number_of(name)
    base = journal.base(number)
    hosted = snapshots.read(name, number, 1 if base is None else base[0], journal.last(number), foreign=True)
    if hosted is None:
        return None
    seq = int(hosted.seq)
    replay(journal, hosted)
    begin_at(journal, snapshots, hosted)
    return seq


def begin_at(journal: Journal, snapshots: Snapshots, hosted: Hosted) -> int:
    """Let replays begin at this game; returns the seq of the row that says so."""
    number = hosted.number
    record = encode({"digest": hosted.digest()})
    row = JournalRow(hosted.seq + 1, None, BASE, record, maker=journal.maker, at=time_ns() // 1000)
    hosted.seq = row.seq
    journal.rebase(number, [row], parts_of(hosted))
    snapshots.drop(number)
    return hosted.seq


def loaded(journal: Journal, snapshots: Snapshots, name: str) -> tuple[int, Hosted]:
    """A game by name, as it is now."""
    number = journal.number_of(name)
    return number, load(journal, name, number, snapshots)
