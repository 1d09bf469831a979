"""Playing from the command line: the loop, with the bar, the interruption, the late labels, the predictions on file."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from time import monotonic
from types import TracebackType
from typing import TYPE_CHECKING, Any, Protocol, Self

from ..errors import BadAdvice, InputError, NotBoolean
from ..features.batches import one_by_one, row_weights
from ..features.labels import Outcome
from ..formats.named_source import weighed_rows_of
from ..loss import Loss
from ..row import Batch
from ..rows.game import Game
from ..rows.ledger import Ledger
from ..rows.number_ledger import NumberLedger
from ..rows.round import Round
from ..support.words import counted
from .clock import Clock
from .post import Post, as_label
from .predictions import Predictions
from .rhythm import PATIENCE, Doubling, Every, Standing, cut, since
from .stop import Stop, closed
from .stream import Stream, in_steps
from .timetable import Timetable

if TYPE_CHECKING:
    from rich.progress import Progress

ADVICE: dict[type, str] = {  # what to do about an example that a game refuses
    NotBoolean: "; in tables, --boolean takes every number above zero as 1",
    BadAdvice: "; --skip-bad leaves such lines out, and counts them",
}
EVERY = 0.1  # seconds between two looks of the bar at the game, or two words about a search


class Way(Protocol):
    """Something that perhaps knows how far it has come."""

    @property
    def progress(self) -> float | None:
        """The part done so far, from 0 to 1, if it is known."""
        ...


class Place(Way, Protocol):
    """Something with a name, that knows where its examples stand."""

    name: str

    def place(self, number: int) -> str:
        """Where round `number`, the last that was read, stands."""
        ...


class Rounds:
    """How far a game of so many rounds is played."""

    def __init__(self, game: Any, rounds: int) -> None:
        self.game = game
        self.rounds = rounds

    @property
    def progress(self) -> float:
        """The part of the rounds that is over, from 0 to 1."""
        return float(self.game.ledger.rounds / self.rounds)


class Source(Place, Protocol):
    """What can be played: pairs (x, y), with a name and perhaps a notion of how far it is read."""

    def moves(self) -> Iterator[tuple[Any, Any]]:
        """The pairs, with labels of earlier examples between them."""
        ...

    def at_hand(self) -> Any:
        """The source that reads the file that is being read: it counts bad lines, and knows ids and times."""
        ...


class Bar:
    """How far the game is, on standard error: a bar, or lines in Vowpal Wabbit's rhythm if that is no terminal."""

    def __init__(self, game: Any, source: Way, limit: int | None, shown: bool) -> None:
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
        done = self.source.progress
        if self.limit:
            done = max(done or 0.0, (self.game.ledger.rounds - self.before) / self.limit)
        self.bar.update(self.task, description=self.words(now), total=1.0 if done else None, completed=done or 0.0)
        self.bar.refresh()

    def line(self) -> str:
        """How the game stands, for a line of its own."""
        return self.words(monotonic())

    def words(self, now: float) -> str:
        """Rounds, rate, what was paid, and what a theorem can say without looking anything up."""
        ledger = self.game.ledger
        rate = (ledger.rounds - self.before) / max(now - self.begun, 1e-9)
        live = next(filter(None, (bound.live(ledger) for bound in ledger.bounds)), "")
        words = [counted(ledger.rounds, "round"), f"{rate:,.0f}/s", *paid(ledger, self.game)]
        return ", ".join([*words, live] if live else words)


class GameBar(Bar):
    """The bar of a game of examples or advice, whose lines say what was paid since the last one."""

    def __init__(self, game: Game, source: Way, limit: int | None, shown: bool) -> None:
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
    return price.of_constant(ledger.positives, ledger.labelled - ledger.positives)


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


def play_table(
    game: Game,
    source: Source | Stream,
    *,
    delay: int = 0,
    limit: int | None = None,
    out: Predictions | None = None,
    bar: bool = True,
    told: bool = True,
    after: Every | None = None,
    post: Post | None = None,
    clock: Clock | None = None,
) -> bool:
    """Play the table to its end, its `limit` or Ctrl-C, with every label `delay` rounds late; was it interrupted?

    A `Stream` is played by batches where nothing has to be done between two rounds. A round whose label is missing,
    or not `told`, is predicted and forgotten, unless another `post` says when labels are told. What still waits when
    the table ends is told. Predictions go `out` before the next line of a pipe is waited for. What is to be done
    `after` every so many rounds is done between two. The `clock` is told what is reading and what is playing.
    """
    before = game.ledger.rounds
    post = Post(delay, told) if post is None else post
    whole = isinstance(source, Stream) and plays_batches(game) and not delay and out is None and told
    out = out or Predictions(None, game)
    with Stop() as stop, out, GameBar(game, source, limit, bar) as shown, closed(post), ExitStack() as opened:
        if isinstance(source, Stream):
            batches = source.batches()
            if whole:
                cuts = cut(batches, None if after is None else after.rounds, shown.rhythm is not None)
                pieces: Any = in_steps(cuts)
            else:
                pieces = weighed_rows_of(out.flushed(batches))
        else:
            pieces = opened.enter_context(closed(source.moves()))
            pieces = up_to(limit, pieces, lambda: game.ledger.rounds - before)
        for piece in stop.examples(pieces if clock is None else clock.waiting(pieces)):
            if isinstance(post, Timetable):
                post.play(game, piece)
            elif whole:
                play_piece(game, piece, source, before)
            else:
                x, y, *given = piece
                y = as_label(game, y)
                weight = source.at_hand().event.weight if not isinstance(source, Stream) else given[0]
                try:
                    if x is None:
                        post.later(game, y, source)
                        continue
                    post.before(game, source)
                    move = predict(game, x, y if told else None, source, before)
                except InputError as error:
                    if isinstance(source, Stream):
                        raise
                    source.at_hand().refuse(error)
                    continue
                out.write(move, y, stamp_of(source))
                post.after(game, move, y, source, weight)
                if getattr(source, "drained", False):
                    out.flush()
            shown.tick()
            if after is not None:
                after.played(game.ledger.rounds - before)
        steps = post.rest(game)
        while not stop.wanted and next(steps, stop) is None:
            pass
    return stop.wanted


def plays_batches(game: Any) -> bool:
    """Does the game play a batch in one go, and can its guarantees follow?"""
    return bool(game.follows_batches)


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


def play_piece(game: Game, batch: Batch, source: Place, before: int) -> None:
    """Play a batch; if something is wrong with it, row by row, up to the one that is wrong."""
    begun = game.ledger.rounds
    try:
        game.play_batch(batch)
    except InputError as error:
        if game.ledger.rounds > begun:
            raise type(error)(f"{source.place(game.ledger.rounds + 1 - before)}: {error}") from None
        for (x, sign), weight in zip(one_by_one(batch), row_weights(batch), strict=True):
            y = as_label(game, sign)
            move = predict(game, x, y, source, before)
            if y is None:
                game.forget(move.number)
            else:
                game.label(move.number, y, weight)


def predict(game: Game, x: Any, y: Any, source: Place, before: int = 0) -> Round:
    """The first move; what is wrong with an example, or with its truth, is said with its place in the table."""
    try:
        if y is not None:
            game.labels.check(y)
        return game.predict(x)
    except InputError as error:
        skipped = getattr(source, "skip_bad", False)
        advice = "" if skipped else next((words for kind, words in ADVICE.items() if isinstance(error, kind)), "")
        raise type(error)(f"{source.place(game.ledger.rounds + 1 - before)}: {error}{advice}") from None
