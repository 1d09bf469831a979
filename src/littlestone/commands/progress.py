"""Playing a table from the command line: the bar, the interruption, the late labels, the predictions on file."""

from __future__ import annotations

import csv
import os
import signal
import sys
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import islice
from time import monotonic
from types import FrameType, TracebackType
from typing import IO, TYPE_CHECKING, Any, Protocol, Self

from ..data.labels import TwoClass
from ..errors import BadFile, BadParameter, InputError, NotBoolean
from ..game import Game, Round
from ..words import counted

if TYPE_CHECKING:
    from rich.progress import Progress

EVERY = 0.1  # seconds between two looks of the bar at the game


class Way(Protocol):
    """Something that perhaps knows how far it has come."""

    @property
    def progress(self) -> float | None:
        """The part done so far, from 0 to 1, if it is known."""
        ...


class Source(Way, Protocol):
    """What can be played: pairs (x, y), with a name and perhaps a notion of how far it is read."""

    name: str

    def place(self, number: int) -> str:
        """Where round `number`, the last that was read, stands."""
        ...

    def __iter__(self) -> Iterator[tuple[Any, Any]]: ...


class Stop:
    """Ctrl-C between two rounds, never within one: the account of an interrupted game stays exact.

    While the next example is being waited for, an interruption takes effect at once; while a round is being
    played it is noted, and the round is finished first.
    """

    def __init__(self) -> None:
        self.wanted = False
        self.waiting = False

    def __enter__(self) -> Self:
        self.before = signal.signal(signal.SIGINT, self.note)
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        signal.signal(signal.SIGINT, self.before)

    def note(self, number: int, frame: FrameType | None) -> None:
        """The interruption came."""
        self.wanted = True
        if self.waiting:
            raise KeyboardInterrupt

    def examples(self, pairs: Iterator[Any]) -> Iterator[Any]:
        """The pairs until they end or the interruption comes."""
        while not self.wanted:
            try:
                self.waiting = True
                pair = next(pairs, None)
                self.waiting = False
            except KeyboardInterrupt:
                return
            if pair is None:
                return
            yield pair


class Bar:
    """How far the game is, on standard error; nothing if that is no terminal."""

    def __init__(self, game: Any, source: Way, limit: int | None, shown: bool) -> None:
        self.game = game
        self.source = source
        self.limit = limit
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
        if self.bar is None or now < self.due:
            return
        self.due = now + EVERY
        done = self.source.progress
        if self.limit:
            done = max(done or 0.0, self.game.ledger.rounds / self.limit)
        self.bar.update(self.task, description=self.words(now), total=1.0 if done else None, completed=done or 0.0)
        self.bar.refresh()

    def words(self, now: float) -> str:
        """Rounds, rate, what was paid, and what a theorem can say without looking anything up."""
        ledger = self.game.ledger
        rate = ledger.rounds / max(now - self.begun, 1e-9)
        live = next(filter(None, (bound.live(self.game.learner, ledger) for bound in ledger.bounds)), "")
        paid = counted(ledger.mistakes, "mistake")
        if not of_classes(self.game):
            paid = f"{ledger.price.name} loss {ledger.loss / max(1, ledger.labelled):,.4g} a round"
        words = f"{counted(ledger.rounds, 'round')}, {rate:,.0f}/s, {paid}"
        return f"{words}, {live}" if live else words


@contextmanager
def saying(words: str, shown: bool) -> Iterator[None]:
    """Show what takes its time while it does, on standard error; nothing if that is no terminal."""
    if not shown or not sys.stderr.isatty():
        yield
        return
    from rich.console import Console

    with Console(stderr=True).status(words):
        yield


@contextmanager
def predictions(path: str | None, classes: bool) -> Iterator[Any]:
    """A function that writes down a round, for a file of one line a round; without a path it writes nothing."""
    if path is None:
        yield lambda move, y: None
        return
    try:
        file: IO[str] = open(path, "w", newline="", encoding="utf-8")  # noqa: SIM115  closed below, errors named
    except OSError as error:
        raise BadFile(f"cannot write {path}: {error.strerror}") from None
    with file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(("round", "act", "guess", "label") if classes else ("round", "guess", "truth"))
        if classes:
            yield lambda move, y: writer.writerow((move.number, move.act, repr(float(move.guess)), y))
        else:
            yield lambda move, y: writer.writerow((move.number, repr(float(move.guess)), y))


def of_classes(game: Game) -> bool:
    """Is the truth one of two classes in this game, and not a number?"""
    return isinstance(game.labels, TwoClass)


def play_table(
    game: Game, source: Source, *, delay: int = 0, limit: int | None = None, path: str | None = None, bar: bool = True
) -> bool:
    """Play the table to its end, its `limit` or Ctrl-C, with every label `delay` rounds late; was it interrupted?

    A round whose label is missing is predicted and forgotten. What still waits when the table ends is told.
    """
    if (
        path is not None
        and os.path.exists(path)
        and os.path.exists(source.name)
        and os.path.samefile(path, source.name)
    ):
        raise BadParameter(f"the predictions would overwrite {source.name}; give them another name")
    waiting: deque[tuple[int, Any]] = deque()
    with Stop() as stop, predictions(path, of_classes(game)) as write, Bar(game, source, limit, bar) as shown:
        for x, y in stop.examples(islice(iter(source), limit)):
            move = predict(game, x, y, source)
            write(move, y)
            if y is None:
                game.forget(move.number)
            else:
                waiting.append((move.number, y))
            while waiting and waiting[0][0] + delay <= move.number:
                game.label(*waiting.popleft())
            shown.tick()
        while waiting and not stop.wanted:
            game.label(*waiting.popleft())
    return stop.wanted


def predict(game: Game, x: Any, y: Any, source: Source) -> Round:
    """The first move; what is wrong with an example, or with its truth, is said with its place in the table."""
    try:
        if y is not None:
            game.labels.inside(y)
        return game.predict(x)
    except InputError as error:
        where = source.place(game.ledger.rounds + 1)
        if isinstance(error, NotBoolean):
            name, value = next(entry for entry in x.items() if entry[1] not in (0, 1))
            raise NotBoolean(
                f"{where}: {game.learner.name} plays with 0 and 1, but {name!r} is {value:g}; "
                f"give --boolean to take every number above zero as 1"
            ) from None
        raise type(error)(f"{where}: {error}") from None
