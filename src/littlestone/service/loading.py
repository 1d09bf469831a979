"""A hosted game from the journal: where its replay begins, and how its rows are played, those about its players too."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from ..errors import LittlestoneError
from .hosted import Hosted, first_row, skip_round
from .http.contract import decode_any
from .journal.journal import BASE, GAME, PREDICT, PROMOTE, SETTINGS, SHADOW, Journal, JournalRow
from .journal.snapshots import Snapshots, revived
from .making import Player, make_game, read_settings
from .rounds import replay_run


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
    """Play all rows after the last one that was played; the two moves, most of them, in runs."""

    def other(row: Any) -> None:
        seq, id, kind, record, at = row
        play_row(journal, hosted, JournalRow(seq, id, kind, record, at=at))

    with no_collector():
        for some in journal.plays(hosted.number, hosted.seq):
            replay_run(hosted, some, other)


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


def play_row(journal: Journal, hosted: Hosted, row: JournalRow) -> Any:
    """Play one row, whatever it is about; returns what it computed."""
    if row.id is not None:
        return hosted.play(row)
    if row.kind not in (GAME, BASE):
        change_players(journal, hosted, row)
    hosted.seq = row.seq
    return None


def change_players(journal: Journal, hosted: Hosted, row: JournalRow) -> None:
    """Play a row that adds a shadow, lets another player answer, or changes the settings.

    A new player plays all rows before this one, so it is as if it had been there from the beginning.
    """
    told = decode_any(row.record or b"{}")
    if row.kind == SHADOW:
        player = Player(told.get("learner"), told.get("settings", {}))
        hosted.players[told["name"]] = alone(journal, hosted, player, row.seq)
        hosted.answer_by(hosted.answering)
    elif row.kind == PROMOTE:
        hosted.answer_by(told["name"])
    elif row.kind == SETTINGS:
        before, after = hosted.settings, read_settings(told)
        hosted.settings = after
        if played_by(before) != played_by(after):
            hosted.players[hosted.answering] = alone(journal, hosted, after.player(), row.seq)
            hosted.answer_by(hosted.answering)


def played_by(settings: Any) -> dict[str, Any]:
    """The settings that a game is played by: all but those of the service around it."""
    return {key: value for key, value in settings.as_dict().items() if key not in ("label_timeout", "default_label")}


def alone(journal: Journal, hosted: Hosted, player: Player, before: int) -> Any:
    """The game of one player who has seen all rows before that seq; records that were erased are rounds skipped."""
    lone = Hosted(hosted.name, hosted.number, hosted.made, lone=make_game(hosted.settings, player, hosted.made.seed))
    play_alone(journal, lone, before - 1)
    return lone.game


def play_alone(journal: Journal, lone: Hosted, until: int | None = None) -> int:
    """Let a lone player play the rows of a journal up to that seq; returns how many records it did not have.

    What it cannot take, a record or a label, is a round that it never had; `complaint` is why.
    """
    skipped = 0

    def other(row: Any) -> None:
        nonlocal skipped
        seq, id, kind, record, at = row
        if id is not None:
            lone.play(JournalRow(seq, id, kind, record, at=at))
            skipped += kind == PREDICT  # it was erased

    def failed(row: Any, error: LittlestoneError) -> None:
        nonlocal skipped
        lone.complaint = lone.complaint or str(error)
        if row[2] == PREDICT:
            skip_round(lone.game)
            skipped += 1
        else:
            lone.forget(row[1], row[0])

    with no_collector():
        for some in journal.plays(lone.number):
            if until is not None and some[-1][0] > until:
                replay_run(lone, [row for row in some if row[0] <= until], other, failed)
                break
            replay_run(lone, some, other, failed)
    return skipped
