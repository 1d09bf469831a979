"""When something is due in a long game: a line about it after 1, 2, 4, 8, ... rounds, a saved game after every N."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable
from time import monotonic
from typing import Any, NamedTuple

from ..features.batches import taken
from ..features.labels import Outcome
from ..row import Batch
from ..support.words import counted

PATIENCE = 3.0  # seconds after which there are lines about a file; of a pipe there are from the beginning


class Standing(NamedTuple):
    """How a game stands: rounds, those judged, and what was paid in them."""

    rounds: int
    judged: int
    paid: float

    @classmethod
    def of(cls, game: Any) -> Standing:
        """That of this game."""
        ledger = game.ledger
        return cls(ledger.rounds, ledger.labelled, ledger.loss if in_losses(game) else ledger.mistakes)


def in_losses(game: Any) -> bool:
    """Is what is paid a loss, and not mistakes?"""
    return isinstance(game.labels, Outcome)


class Doubling:
    """After how many rounds there is something to say: 1, 2, 4, 8, ..., as Vowpal Wabbit does."""

    def __init__(self, rounds: int, silence: float) -> None:
        self.begun = rounds
        self.next = 1
        self.speaks = monotonic() + silence

    def due(self, rounds: int) -> bool:
        """Is there something to say, and has the game lasted long enough?"""
        if rounds - self.begun < self.next:
            return False
        while self.next <= rounds - self.begun:
            self.next *= 2
        return monotonic() >= self.speaks


def since(game: Any, begun: Standing, last: Standing) -> str:
    """What was paid since the game went on, and since the last line, in words."""
    now = Standing.of(game)
    words = f"round {now.rounds - begun.rounds:,}"
    judged, lately = now.judged - begun.judged, now.judged - last.judged
    if not lately:
        return words
    paid, recent = now.paid - begun.paid, now.paid - last.paid
    if in_losses(game):
        words += f": {game.ledger.price.name} loss {paid / judged:,.4g} a round"
        return words + (f", {recent / lately:,.4g} in the last {lately:,}" if lately < judged else "")
    words += f": {counted(int(paid), 'mistake')} ({100 * paid / judged:.2f} %)"
    return words + (
        f", {int(recent):,} of the last {lately:,} ({100 * recent / lately:.2f} %)" if lately < judged else ""
    )


class Every:
    """Does something after every so many rounds, such as saving the game."""

    def __init__(self, rounds: int, act: Callable[[], object]) -> None:
        self.rounds = rounds
        self.act = act

    def played(self, rounds: int) -> None:
        """So many rounds have been played."""
        if rounds and rounds % self.rounds == 0:
            self.act()


def cut(batches: Iterable[Batch], every: int | None, doubling: bool) -> Generator[Batch, None, None]:
    """Batches in pieces that end where something is due: after every so many rows, or after 1, 2, 4, 8, ... rows."""
    done = 0
    for batch in batches:
        start = 0
        while start < len(batch):
            left = [len(batch) - start]
            if every is not None:
                left.append(every - done % every)
            if doubling:
                left.append((1 << done.bit_length()) - done)
            size = min(left)
            yield batch if size == len(batch) else taken(batch, slice(start, start + size))
            start, done = start + size, done + size
