"""`Predictions`: every round of a game on file, a line each, in the format that the name of the file says."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable
from types import TracebackType
from typing import Any, Self, TypeVar

from ..features.labels import Outcome, TwoClass
from ..rows.game import Game
from ..rows.round import Round
from .guarded import found_in
from .rows_out import ParquetRows, TextRows, kind_of, rows_to
from .saved import writing

T = TypeVar("T")


class Predictions:
    """A file with a line for every round; without a path nothing is written.

    path      the file, by its suffix CSV (.csv and any other), JSON lines (.jsonl) or Parquet, and compressed (.gz,
              .bz2, .xz, .zst); "-" is standard output
    told      are truths written?
    lines     is every line a JSON object, whatever the suffix says?
    index     the column of the table that numbers its lines, or says their time, if there is one: it comes first
    flush     is every line out before the next round? else when `flush` is called, and in the end
    """

    def __init__(
        self,
        path: str | None,
        game: Game,
        *,
        told: bool = True,
        lines: bool = False,
        index: str = "",
        flush: bool = False,
    ) -> None:
        self.path = path
        self.game = game
        self.kind = "csv" if path is None else kind_of(path, lines, flush)
        self.index = index
        self.at_once = flush
        names = columns_of(game)[: None if told else -1]
        self.names = [index, *(name for name in names if name != index)] if index else names
        self.rows: TextRows | ParquetRows | None = None
        self.headed = False  # is the header written? It waits until there is something to write below it

    def __enter__(self) -> Self:
        if self.path is not None:
            with writing(self.path):
                self.rows = rows_to(self.path, self.names, self.kind)
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        if self.rows is None or self.path is None:
            return
        with writing(self.path):
            if kind is None:
                self.head()
            self.rows.close()

    def head(self) -> None:
        """Write the header, once."""
        if not self.headed and self.rows is not None:
            self.rows.head()
            self.headed = True

    def write(self, move: Round, y: Any, stamp: str = "") -> None:
        """Write down a round; `stamp` is what the table has in its index."""
        if self.rows is None or self.path is None:
            return
        with writing(self.path):
            self.head()
            written: Callable[[float], Any] = repr if self.kind == "csv" else float
            self.rows.write(said_of(self.game, move, y, self.names, self.index, stamp, written))
            if self.at_once:
                self.rows.flush()

    def flush(self) -> None:
        """Write out what is still held back."""
        if self.rows is not None and self.path is not None:
            with writing(self.path):
                self.rows.flush()

    def flushed(self, pieces: Iterable[T]) -> Generator[T, None, None]:
        """The pieces, with everything written out before the next is waited for."""
        for piece in pieces:
            yield piece
            self.flush()


def columns_of(game: Game) -> list[str]:
    """What there is to say of a round; the truth comes last."""
    around = found_in(game, "intervals") is not None
    if isinstance(game.labels, Outcome):
        return ["round", "guess", *(["low", "high"] if around else []), "truth"]
    chance = ["chance"] if game.learner.has_chances or found_in(game, "calibrated") else []
    guess = ["guess"] if isinstance(game.labels, TwoClass) else []
    return ["round", "act", *guess, *chance, *(["set"] if around else []), "label"]


def said_of(
    game: Game,
    move: Round,
    y: Any,
    names: list[str],
    index: str,
    stamp: str,
    written: Callable[[float], Any] = float,
) -> list[Any]:
    """These columns of a round. The guess at a number is what it stands for: e^guess where that is the mean.

    Of many classes the chance is that of the class predicted, where numbers are `written`, or else a dict of all.
    """
    guess = float(move.act if game._numbers else move.guess)
    known = {"round": move.number, "act": move.act, "guess": written(guess), "label": y, "truth": y, index: stamp}
    if "chance" in names:
        chance: Any = move.chance
        one = chance.get(move.act, 0.0) if game._by_class and written is not float else chance
        known["chance"] = one if written is float else written(one)
    if "low" in names:
        known |= {"low": written(move.interval.low), "high": written(move.interval.high)}
    elif "set" in names:
        found = move.interval.labels
        known["set"] = found if written is float else " ".join(map(str, found))
    return [known[name] for name in names]
