"""Moving a game: its rows, as they are, into another journal, where they are replayed and audited as before.

Salts and commitments come along, and of the same name the heads of the chain too. Another name begins another chain:
its heads are computed from the commitments that are there, of rows without a content as well.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import zip_longest
from typing import Any

from .chain import ChainCheck, beginning, digests_of, head_after
from .commitment import SIZE
from .journal import Journal, JournalError


def move(source: Journal, target: Journal, name: str, called: str) -> int:
    """Copy all rows of a game into another journal, under this name; returns the seq of the last one.

    A copy that was interrupted goes on where it ended; one of another game of that name is refused. The rows of the
    source stay: whoever moves a game removes them when the copy is good.
    """
    number = source.number_of(name)
    base = source.base(number)
    there, after = begun(source, target, number, called)
    makers = {each: target.maker_of(text) for each, text in source.makers.items()}
    chain = None if name == called or source.pruned(number) is not None else Renamed(source, target, there, called)
    for group in groups(source, number, after):
        rows = group if chain is None else chain.relinked(group)
        rows = [(*row[:8], makers[row[8]], *row[9:]) for row in rows]
        here = base is not None and rows[0][0] <= base[0] <= rows[-1][0]  # where replays begin, there as here
        target.carry(there, rows, called if not after else None, base if here else None)
        after = rows[-1][0]
    return source.last(number)


def begun(source: Journal, target: Journal, number: int, called: str) -> tuple[int, int]:
    """The number of the game in the target, and the seq of the last row there; raises if that is another game."""
    games = target.games()
    if called not in games:
        return max([*games.values(), *target.gone()], default=0) + 1, 0
    there = games[called]
    last = target.last(there)
    ours = (row for some in source.chained(number) for row in some if row[0] <= last)
    theirs = (row for some in target.chained(there) for row in some)
    if any(sealed(our) != sealed(their) for our, their in zip_longest(ours, theirs)):
        raise JournalError(f"there is another game {called!r} in the target; give the game a new name there, --as NAME")
    return there, last


def sealed(row: Any) -> Any:
    """What makes a row the same in two journals: its seq, with the salt and the commitment, which nobody has twice."""
    return None if row is None else (row[0], row[10], row[11])


def groups(source: Journal, number: int, after: int) -> Iterator[list[Any]]:
    """The rows after one, many at a time, with what chains them: whole groups."""
    rest: list[Any] = []
    for some in source.chained(number, after):
        rest += some
        end = next((k for k in range(len(rest), 0, -1) if rest[k - 1][12] is not None), 0)
        if end:
            yield rest[:end]
            rest = rest[end:]
    if rest:
        yield rest  # its head is missing here, and an audit finds that there too


class Renamed:
    """The chain of a game under another name: the same groups and commitments, from another beginning."""

    def __init__(self, source: Journal, target: Journal, there: int, called: str) -> None:
        seq, head = target.head_at(there)
        self.head = head if seq else beginning(called)
        self.check = ChainCheck(called, digests_of(source.makers.items()), self.head)

    def relinked(self, rows: list[Any]) -> list[Any]:
        """These rows with the heads of this chain, in place of theirs."""
        digests = self.check.commitments_of(rows)
        if self.check.broken:
            raise JournalError(f"the chain of the journal is broken: {self.check.broken[0]}; nothing more was copied")
        found, start = [], 0
        for place, row in enumerate(rows, 1):
            if row[12] is not None:
                self.head = head_after(self.head, digests[SIZE * start : SIZE * place])
                start = place
            found.append((*row[:12], None if row[12] is None else self.head))
        return found
