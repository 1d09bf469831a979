"""How far a long game is, on standard error: a bar, or lines after 1, 2, 4, 8, ... rounds."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic
from types import TracebackType
from typing import TYPE_CHECKING, Any, NamedTuple, Self

from ..features.labels import Outcome
from ..loss import Loss
from ..rows.game import Game
from ..rows.ledger import Ledger
from ..rows.number_ledger import NumberLedger
from ..support.settings import counted

if TYPE_CHECKING:
    from rich.progress import Progress

BESIDE = 22  # columns of a terminal that the bar, the time that remains and the spaces between them take
EVERY = 0.1  # seconds between two looks of the bar at the game, or two words about a search
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


class Bar:
    """How far the game is, on standard error: a bar, or lines in Vowpal Wabbit's rhythm if that is no terminal.

    game      what is played; a subclass says in `words` how it stands
    source    what is read, if that is a file, whose `progress` is how far
    limit     so many rounds at most; None if nobody knows
    """

    def __init__(self, game: Any, source: Any, limit: int | None, shown: bool) -> None:
        self.game = game
        self.source = source
        self.limit = limit
        self.before = game.ledger.rounds if game is not None else 0
        self.bar: Progress | None = None
        self.begun = monotonic()
        self.due = self.begun + EVERY
        if shown and sys.stderr.isatty():
            from rich.console import Console
            from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

            self.bar = Progress(
                BarColumn(bar_width=12),
                TimeRemainingColumn(compact=True),
                TextColumn("{task.description}", markup=False),
                console=Console(stderr=True),
                auto_refresh=False,
                transient=True,
            )
            self.task = self.bar.add_task("", total=None)
        self.rhythm: Doubling | None = None
        if shown and game is not None and not self.bar:
            self.rhythm = Doubling(self.before, 0.0 if getattr(source, "piped", False) else PATIENCE)

    def __enter__(self) -> Self:
        if self.bar:
            self.bar.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        if self.bar:
            self.bar.stop()

    def tick(self) -> None:
        """A round was played; now and then the bar shows it."""
        now = monotonic()
        if self.rhythm and self.rhythm.due(self.game.ledger.rounds):
            print(self.line(), file=sys.stderr, flush=True)
        if self.bar is None or now < self.due:
            return
        self.due = now + EVERY
        done = self.source.progress if self.source is not None else None
        if self.limit:
            done = max(done or 0.0, (self.game.ledger.rounds - self.before) / self.limit)
        words = fitted(self.words(now), self.bar.console.width - BESIDE)
        self.bar.update(self.task, description=words, total=1.0 if done else None, completed=done or 0.0)
        self.bar.refresh()

    def line(self) -> str:
        """How the game stands, for a line of its own."""
        return self.words(monotonic())

    def words(self, now: float) -> str:
        """Rounds, rate, what was paid, and what a theorem can say without looking anything up."""
        ledger = self.game.ledger
        rate = (ledger.rounds - self.before) / max(now - self.begun, 1e-9)
        live = next(filter(None, (bound.live(ledger) for bound in ledger.bounds)), "")
        words = [counted(ledger.rounds, "round"), *paid(ledger, self.game), f"{rate:,.0f}/s"]
        return ", ".join([*words, live] if live else words)


def fitted(words: str, width: int) -> str:
    """As many of the parts between commas as fit into this width, in their order: the first, the last, then the others.

    >>> fitted("9 rounds, 2 mistakes, best constant 4, 10/s, M <= 5", 36)
    '9 rounds, 2 mistakes, 10/s, M <= 5'
    """
    parts = words.split(", ")
    kept: set[int] = set()
    for k in (0, len(parts) - 1, *range(1, len(parts) - 1)):
        if len(", ".join(parts[i] for i in sorted(kept | {k}))) <= width:
            kept.add(k)
    return ", ".join(parts[i] for i in sorted(kept))[: max(0, width)]


class GameBar(Bar):
    """The bar of a game of examples or advice, whose lines say what was paid since the last one."""

    def __init__(self, game: Game, source: Any, limit: int | None, shown: bool) -> None:
        super().__init__(game, source, limit, shown)
        self.start = self.last = Standing.of(game)

    def line(self) -> str:
        words = since(self.game, self.start, self.last)
        self.last = Standing.of(self.game)
        return words


def paid(ledger: Any, game: Any) -> Iterator[str]:
    """Mistakes or loss so far, beside those of the best constant answer."""
    judged = max(1, ledger.labelled)
    if isinstance(game.labels, Outcome):
        yield f"{ledger.price.name} loss {ledger.loss / judged:,.4g} a round"
        best = best_constant_loss(ledger)
        if best is not None:
            yield f"best constant {best / judged:,.4g}"
        return
    rate = 100 * ledger.mistakes / judged
    yield f"{counted(ledger.mistakes, 'mistake')} ({rate:.2f} %)"
    if hasattr(ledger, "best_constant"):
        yield f"best constant {100 * ledger.best_constant / judged:.2f} %"
    if ledger.price.name != "mistake":
        yield f"{ledger.price.name} loss {ledger.loss / judged:,.4g} a round"


def best_constant_loss(ledger: Any) -> float | None:
    """The least that one guess for all rounds would have lost; None if nobody can tell."""
    if isinstance(ledger, NumberLedger):
        return ledger.best_constant_loss
    if type(ledger) is not Ledger:
        return None
    price: Loss = ledger.price
    return price.of_constant(ledger._positives, ledger.labelled - ledger._positives)


@contextmanager
def saying(words: str, shown: bool = True) -> Iterator[Callable[[str], None]]:
    """Show on standard error what takes its time; the function says how far it is. Nothing if that is no terminal."""
    if not shown or not sys.stderr.isatty():
        yield lambda words: None
        return
    from rich.console import Console

    due = monotonic() + EVERY
    with Console(stderr=True).status(words) as status:

        def say(words: str) -> None:
            nonlocal due
            if monotonic() >= due:
                due = monotonic() + EVERY
                status.update(words)

        yield say
