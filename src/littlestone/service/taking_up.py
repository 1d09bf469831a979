"""A hosted game from the journal: where its replay begins, and how its rows are played, those about its players too."""

from __future__ import annotations

import gc
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from ..errors import LittlestoneError
from .hosted import Hosted, first_row, later_game, skip_round
from .http.contract import decode_any
from .journal.journal import PREDICT, PROMOTE, SETTINGS, SHADOW, Journal
from .journal.snapshots import Snapshots, revived
from .making import Player, read_settings

AROUND = ("label_timeout", "default_label", "frozen")  # settings of the service around a game
STEP = 50  # blocks of rows that are read by one query


def load(journal: Journal, name: str, number: int, snapshots: Snapshots | None = None) -> Hosted:
    """The game as its rows left it: from a snapshot if there is a good one, else from its base or its first row."""
    base = journal.base(number)
    last = journal.last(number)
    hosted = None if snapshots is None else snapshots.read(name, number, 1 if base is None else base[0], last)
    if hosted is None:
        hosted = begun(journal, name, number)
    else:
        hosted.begun_at = hosted.seq
    replay(journal, hosted)
    return hosted


def replay(journal: Journal, hosted: Hosted) -> None:
    """Play all rows after the last one that was played."""

    def about_game(row: Any) -> None:
        change_game(journal, hosted, row)

    with no_collector():
        for some in in_steps(journal, hosted.number, hosted.seq):
            hosted.replay(some, about_game)


def in_steps(journal: Journal, number: int, after: int = 0) -> Iterator[list[Any]]:
    """The rows of a game, many at a time; a new query now and then, as a long one keeps the file from shrinking."""
    while True:
        for blocks, some in enumerate(journal.plays(number, after), 1):
            yield some
            after = some[-1][0]
            if blocks == STEP:
                break
        else:
            return


@contextmanager
def no_collector() -> Iterator[None]:
    """Without the garbage collector: a replay makes many objects and no cycles, and it would look at all of them."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


def begun(journal: Journal, name: str, number: int) -> Hosted:
    """The game where its replay begins: its base, or nothing played at all."""
    base = journal.base(number)
    if base is not None:
        return revived(name, number, base[1])
    return Hosted(name, number, first_row(journal.rows(number, 0, 1)))


def change_game(journal: Journal, hosted: Hosted, row: Sequence[Any], begun: Hosted | None = None) -> None:
    """Play a row about the game itself: its making, a shadow, another player who answers, other settings.

    A new player plays all rows before this one, so it is as if it had been there from the beginning; `begun` is one
    who has played some of them already.
    """
    seq, kind = row[0], row[2]
    told = decode_any(row[3] or b"{}")
    if kind == SHADOW:
        player = Player(told.get("learner"), told.get("settings", {}))
        hosted.players[told["name"]] = alone(journal, hosted, player, seq, begun)
        hosted.answer_by(hosted.answering)
    elif kind == PROMOTE:
        hosted.answer_by(told["name"])
    elif kind == SETTINGS:
        before, after = hosted.settings, read_settings(told)
        hosted.settings = after
        hosted.frozen = after.frozen
        if played_by(before) != played_by(after):
            hosted.players[hosted.answering] = alone(journal, hosted, after.player(), seq, begun)
            hosted.answer_by(hosted.answering)
    hosted.seq = seq


def played_by(settings: Any) -> dict[str, Any]:
    """The settings that a game is played by: all but those of the service around it."""
    return {key: value for key, value in settings.as_dict().items() if key not in AROUND}


def alone(journal: Journal, hosted: Hosted, player: Player, before: int, begun: Hosted | None = None) -> Any:
    """The game of one player who has seen all rows before that seq; records that were erased are rounds skipped."""
    lone = begun
    if lone is None:
        game = later_game(hosted.settings, player, hosted.made)
        lone = Hosted(hosted.name, hosted.number, hosted.made, lone=game)
    play_alone(journal, lone, before - 1)
    return lone.game


def play_alone(journal: Journal, lone: Hosted, until: int | None = None) -> None:
    """Let a lone player play the rows of a journal after the last one it played, up to that seq.

    What it cannot take, a record or a label, is a round that it never had; `complaint` is why, `skipped` counts them.
    """

    def about_game(row: Any) -> None:
        """What others changed does not concern it."""
        lone.seq = row[0]

    def failed(row: Any, error: LittlestoneError) -> None:
        lone.complaint = lone.complaint or str(error)
        if row[2] == PREDICT:
            skip_round(lone.game)
            lone.skipped += 1
            lone.seq = row[0]
        else:
            lone.forget(row[1], row[0])

    with no_collector():
        for some in in_steps(journal, lone.number, lone.seq):
            if until is not None and some[-1][0] > until:
                lone.replay([row for row in some if row[0] <= until], about_game, failed)
                break
            lone.replay(some, about_game, failed)
