"""Erasing: what was said about rounds is removed, their rows stay with their commitments, and replays begin after them.

The chain stays whole: it was made of commitments, which are left, and the salts are removed, so that nobody can find
out by trying what a row had said.
"""

from __future__ import annotations

from time import time_ns
from typing import Any, NamedTuple

from ...errors import StateError
from ..hosted import Hosted
from ..http.contract import encode
from ..taking_up import load, replay
from .chain import digest_of_parts
from .journal import BASE, ERASE, PREDICT, Journal, JournalError, JournalFull, JournalRow, JournalTight
from .scrubbing import numbers_of, players_with_examples, players_with_numbers, scrubbed
from .snapshots import Copy, Snapshots, copied, revived


class UnknownRound(JournalError):
    """There is no round of an id that is to be erased."""


class NoBase(JournalError):
    """Replays cannot begin at a game whose numbers have become too large: nothing takes it up again."""


class Erased(NamedTuple):
    """What came of it: the seq at which replays begin from now on, and by which players something is kept.

    examples    those whose learners have examples as they came: kernels, voted hypotheses, leaves of trees
    numbers     those among whose learned numbers is one of the records: a scale may be, or a weight
    """

    seq: int
    examples: list[str]
    numbers: list[str]


class Erasure(NamedTuple):
    """What is to be erased: the rows of these rounds, the records in them, and the rounds' numbers in the game."""

    rows: list[JournalRow]
    told: dict[str, list[list[int]]]
    records: list[bytes]
    rounds: set[int]


def erase(
    journal: Journal, snapshots: Snapshots | None, name: str, ids: list[str], hosted: Hosted | None = None
) -> Erased:
    """Remove what was said about these rounds.

    What the learner has learned from a record stays learned. Open rounds among them are forgotten. Raises if somebody
    reads the journal and does not stop: then it is written that they are erased, but bytes of them may still be in the
    files, and who asks has to ask again.

    hosted  the game, if it is in memory; it is not as it was afterwards
    """
    number = journal.number_of(name)
    if hosted is None:
        hosted = load(journal, name, number, snapshots)
    erasure = sought(journal, hosted, ids)
    examples: list[str] = []
    numbers: list[str] = []
    if erasure.told:
        at = time_ns() // 1000
        new = []
        for id, rows in erasure.told.items():
            row = JournalRow(hosted.seq + 1, id, ERASE, encode({"rows": rows}), maker=journal.maker, at=at)
            hosted.play(row.seq, id, ERASE, row.record, row.at)
            new.append(row)
        seqs = {row.seq for row in erasure.rows}
        copy = scrubbed(journal, hosted, erasure.records, erasure.rounds, seqs)
        examples = players_with_examples(copy)
        numbers = players_with_numbers(copy, numbers_of(hosted, erasure.records))
        write_base(journal, hosted, copy, new, erasure.rows, journal.pruned(number))
    if snapshots is not None:
        snapshots.drop(number)
    try:
        journal.wipe()
    except JournalFull as error:
        raise JournalTight(
            "what was erased is out of the rows, but bytes of it stay in the files, as there is no room to write them "
            f"anew, which takes as much as they have ({error}): make room, and erase the same ids again"
        ) from error
    return Erased(hosted.seq, examples, numbers)


def sought(journal: Journal, hosted: Hosted, ids: list[str]) -> Erasure:
    """What has to be erased for these ids; raises if one of them has no round."""
    found = Erasure([], {}, [], set())
    for id in dict.fromkeys(ids):
        rows = journal.about(hosted.number, id)
        kinds = {row.kind for row in rows}
        if PREDICT not in kinds:
            raise UnknownRound(f"no round of {hosted.name!r} has the id {id!r}; nothing was erased")
        if ERASE in kinds:
            continue
        found.rows.extend(rows)
        found.told[id] = [[row.seq, row.kind, row.at] for row in rows]
        found.records.extend(row.record for row in rows if row.kind == PREDICT and row.record is not None)
        found.rounds.add(hosted.game.ledger.rounds - journal.predictions_after(hosted.number, rows[0].seq))
    return found


def rebase(journal: Journal, snapshots: Snapshots, name: str) -> int:
    """Let replays begin at the game as it is now; returns the seq of the row that says so."""
    hosted = load(journal, name, journal.number_of(name), snapshots)
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
    write_base(journal, hosted, copied(hosted), [], [], journal.pruned(number))
    snapshots.drop(number)
    return hosted.seq


def write_base(
    journal: Journal,
    hosted: Hosted,
    copy: Copy,
    rows: list[JournalRow],
    erased: list[JournalRow],
    pruned: dict[str, Any] | None = None,
    stay: list[int] | None = None,
) -> int:
    """Write rows and one more that tells of a base, with the base, and erase others: a link of the chain as any.

    pruned  up to where rows are removed, all but those that `stay`, or were before
    Returns how many rows were removed.
    """
    hosted.seq += 1
    try:
        copy.about["seq"] = hosted.seq
        parts = copy.parts()
        check_taken_up(hosted, parts)
        told: dict[str, Any] = {"digest": hosted.digest(), "base": digest_of_parts(parts)}
        if pruned is not None:
            told["pruned"] = pruned
        base = JournalRow(hosted.seq, None, BASE, encode(told), maker=journal.maker, at=time_ns() // 1000)
        go = None if pruned is None or stay is None else (pruned["seq"], stay)
        return journal.rebase(hosted.number, [*rows, base], parts, [row.seq for row in erased], go)
    except BaseException:
        hosted.seq -= 1  # there is no such row
        raise


def check_taken_up(hosted: Hosted, parts: dict[str, bytes]) -> None:
    """Raise if the parts of a base cannot be taken up: then the rows are all that makes the game again."""
    try:
        revived(hosted.name, hosted.number, parts)
    except StateError as error:
        raise NoBase(
            f"replays of {hosted.name!r} have to go on beginning where they do, as its state cannot be taken up "
            f"({error.__cause__ or error}): a learner has numbers that became too large. Nothing was erased; "
            "remove the game, or play its rows without the record into a new one"
        ) from error
