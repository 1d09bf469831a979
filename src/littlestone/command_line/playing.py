"""The loop of every command that plays: a file in pieces, Ctrl-C between two rounds, late labels, rounds on file."""

from __future__ import annotations

import signal
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from time import monotonic
from types import FrameType, TracebackType
from typing import Any, Self, TypeVar

from ..errors import InputError
from ..features.batches import taken
from ..formats.named_source import weighed_rows_of
from ..formats.pieces import play_piece, predict
from ..formats.stream import Stream
from ..natures.late_labels import LabelsWhenKnown, LateLabels, as_label
from ..row import Batch
from ..rows.game import Game
from .predictions import Predictions
from .progress import GameBar

T = TypeVar("T")
PIECE = 256  # rows of the first piece
SOON = 0.05  # seconds that a piece should take about, so that the bar moves and Ctrl-C is heard
READING, PLAYING, THEOREMS = "reading", "playing", "theorems"


class Stop:
    """Ctrl-C, or SIGTERM, between two rounds, never within one: the account of an interrupted game stays exact.

    While the next example is being waited for, an interruption takes effect at once; while a round is being
    played it is noted, and the round is finished first.
    """

    def __init__(self) -> None:
        self.wanted = False
        self.waiting = False

    def __enter__(self) -> Self:
        self.before = [(kind, signal.signal(kind, self.note)) for kind in (signal.SIGINT, signal.SIGTERM)]
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        for number, handler in self.before:
            signal.signal(number, handler)

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


@contextmanager
def closed(one: T) -> Iterator[T]:
    """Close it in the end, if it can be closed."""
    try:
        yield one
    finally:
        getattr(one, "close", lambda: None)()


class Clock:
    """Seconds, by what they were spent on: `lap` says on what those since the lap before it."""

    def __init__(self) -> None:
        self.seconds = dict.fromkeys((READING, PLAYING, THEOREMS), 0.0)
        self.last = monotonic()

    def lap(self, what: str) -> None:
        """The time since the last lap was spent on this."""
        now = monotonic()
        self.seconds[what] += now - self.last
        self.last = now

    def waiting(self, pieces: Iterator[T]) -> Iterator[T]:
        """The pieces; the time until one comes is spent on reading, and all other on playing."""
        while True:
            self.lap(PLAYING)
            piece = next(pieces, None)
            self.lap(READING)
            if piece is None:
                return
            yield piece


def in_words(seconds: dict[str, float]) -> str:
    """Seconds, by what they were spent on, in a line."""
    return ", ".join(f"{what} {spent:.2f} s" for what, spent in seconds.items())


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


def in_steps(batches: Iterable[Batch], first: int = PIECE) -> Generator[Batch, None, None]:
    """Batches in pieces that take whoever plays them about as long as one may wait, found out on the way."""
    step = first
    for batch in batches:
        start = 0
        while start < len(batch):
            stop = min(start + step, len(batch))
            begun = monotonic()
            yield batch if stop - start == len(batch) else taken(batch, slice(start, stop))
            spent = monotonic() - begun
            if spent < SOON and stop - start == step:
                step *= 2
            elif spent > 4 * SOON:
                step = max(1, step // 2)
            start = stop


def play_table(
    game: Game,
    source: Any,
    *,
    delay: int = 0,
    limit: int | None = None,
    out: Predictions | None = None,
    bar: bool = True,
    told: bool = True,
    after: Every | None = None,
    telling: LateLabels | None = None,
    clock: Clock | None = None,
) -> bool:
    """Play the table to its end, its `limit` or Ctrl-C, with every label `delay` rounds late; was it interrupted?

    A `Stream` is played by batches where nothing has to be done between two rounds. A round whose label is missing,
    or not `told`, is predicted and forgotten, unless `telling` says when labels are told. What still waits when
    the table ends is told. Predictions go `out` before the next line of a pipe is waited for. What is to be done
    `after` every so many rounds is done between two. The `clock` is told what is reading and what is playing.
    """
    before = game.ledger.rounds
    whole = isinstance(source, Stream) and plays_batches(game) and not delay and out is None and told
    telling = LateLabels(delay, told) if telling is None else telling
    out = out or Predictions(None, game)
    with Stop() as stop, out, GameBar(game, source, limit, bar) as shown, closed(telling), ExitStack() as opened:
        if not isinstance(source, Stream):
            moves = opened.enter_context(closed(source.moves()))
            pieces: Any = up_to(limit, moves, lambda: game.ledger.rounds - before)
        elif whole:
            pieces = in_steps(cut(source.batches(), None if after is None else after.rounds, shown.rhythm is not None))
        else:
            pieces = weighed_rows_of(out.flushed(source.batches()))
        for piece in stop.examples(pieces if clock is None else clock.waiting(pieces)):
            if not whole:
                if not play_row(game, piece, source, telling, out, told, before):
                    continue
            elif isinstance(telling, LabelsWhenKnown):
                done = game.ledger.rounds - before
                telling.ask_batch(game, piece, *source.source.times(done, done + len(piece)))
            else:
                play_piece(game, piece, source, before)
            shown.tick()
            if after is not None:
                after.played(game.ledger.rounds - before)
        steps = telling.rest(game)
        while not stop.wanted and next(steps, stop) is None:
            pass
    return stop.wanted


def play_row(
    game: Game, piece: Any, source: Any, telling: LateLabels, out: Predictions, told: bool, before: int
) -> bool:
    """Ask an example and tell what labels are due; was it an example that could be played, and no label?"""
    x, y, *given = piece
    y = as_label(game, y)
    weight = given[0] if isinstance(source, Stream) else source.at_hand().event.weight
    try:
        if x is None:
            telling.later(game, y, source)
            return False
        telling.before(game, source)
        move = predict(game, x, y if told else None, source, before)
    except InputError as error:
        if isinstance(source, Stream):
            raise
        source.at_hand().refuse(error)
        return False
    out.write(move, y, stamp_of(source))
    telling.after(game, move, y, source, weight)
    if getattr(source, "drained", False):
        out.flush()
    return True


def plays_batches(game: Any) -> bool:
    """Does the game play a batch in one go, and can its guarantees follow?"""
    return bool(game._follows_batches)


def stamp_of(source: Any) -> str:
    """What the example that was read last is called in its file: its id, or its time."""
    return "" if isinstance(source, Stream) else getattr(source, "stamp", "") or source.at_hand().event.id or ""


def up_to(limit: int | None, pairs: Iterator[Any], played: Callable[[], int]) -> Iterator[Any]:
    """The pairs until they end or so many rounds are played."""
    while limit is None or played() < limit:
        pair = next(pairs, None)
        if pair is None:
            return
        yield pair
