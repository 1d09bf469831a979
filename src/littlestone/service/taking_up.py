"""A hosted game from the journal: where its replay begins, and how its rows are played, those about its players too."""

from __future__ import annotations

import gc
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from ..errors import BadParameter, LittlestoneError
from .hosted import Hosted, first_row, later_game, skip_round
from .hosted_actions import HostedActions, host
from .http.contract import decode_any
from .journal.chain import digest_of_parts
from .journal.journal import BASE, PREDICT, PROMOTE, SETTINGS, SHADOW, Journal, JournalError
from .journal.snapshots import Snapshots, revived
from .making import Player, read_settings

PROMOTION = ("promote_when", "promote_by", "promote_clip")
AROUND = (
    "label_timeout",
    "default_label",
    "default_reward",
    "keep_days",
    "keep_rows",
    "frozen",
    *PROMOTION,
)  # settings around a game
STEP = 50  # blocks of rows that are read by one query
DEEP = 5_000  # calls in one another, of which a record within a record takes a few


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
    """Play all rows after the last one that was played; raises where they are not what the chain was made of."""

    def about_game(row: Any) -> None:
        change_game(journal, hosted, row)

    after = hosted.seq
    check = journal.check_from(hosted.name, hosted.number, after)
    try:
        with no_collector():
            for some in in_steps(journal.chained, hosted.number, check.seq):
                check.take(some)
                if check.broken:
                    break
                hosted.replay([(row[0], row[1], row[2], row[3], row[9]) for row in some if row[0] > after], about_game)
    except Exception as error:
        raise not_replayed(hosted, error) from error
    check.end()
    if check.broken:
        raise JournalError(f"the chain of the journal is broken: {check.broken[0]}; `littlestone audit` says more")


def not_replayed(hosted: Hosted, error: Exception) -> JournalError:
    """The error for a game with a row that cannot be played again."""
    said = f"{type(error).__name__}: {error}".removesuffix(": ")
    return JournalError(f"row {hosted.seq + 1} of {hosted.name!r} cannot be replayed: {said}")


def in_steps(read: Callable[[int, int], Iterator[list[Any]]], number: int, after: int = 0) -> Iterator[list[Any]]:
    """The rows of a game, many at a time; a new query now and then, as a long one keeps the file from shrinking."""
    while True:
        for blocks, some in enumerate(read(number, after), 1):
            yield some
            after = some[-1][0]
            if blocks == STEP:
                break
        else:
            return


@contextmanager
def no_collector() -> Iterator[None]:
    """Without the garbage collector: a replay makes many objects and no cycles, and it would look at all of them.

    And with room for records in one another as deep as earlier releases took them.
    """
    was_on, depth = gc.isenabled(), sys.getrecursionlimit()
    gc.disable()
    sys.setrecursionlimit(max(depth, DEEP))
    try:
        yield
    finally:
        sys.setrecursionlimit(depth)
        if was_on:
            gc.enable()


def begun(journal: Journal, name: str, number: int) -> Hosted:
    """The game where its replay begins: its base, or nothing played at all."""
    base = journal.base(number)
    if base is not None:
        check_base(journal, name, number, *base)
        return revived(name, number, base[1])
    return host(name, number, first_row(journal.rows(number, 0, 1)))


def check_base(journal: Journal, name: str, number: int, seq: int, parts: dict[str, bytes]) -> None:
    """Raise if a base is not the one that its row, a link of the chain, tells of."""
    row = next(iter(journal.rows(number, seq - 1, seq)), None)
    told = decode_any(row.record or b"{}") if row is not None and row.kind == BASE else {}
    if told.get("base", digest := digest_of_parts(parts)) != digest:
        raise JournalError(f"the base of {name!r} at row {seq} is not the one that was written")


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
        hosted.answer_by(hosted.answering, seq)
    elif kind == PROMOTE:
        hosted.answer_by(told["name"], seq)
    elif kind == SETTINGS:
        before, after = hosted.settings, read_settings(told)
        hosted.settings = after
        hosted.frozen = after.frozen
        if played_by(before) != played_by(after):
            hosted.players[hosted.answering] = alone(journal, hosted, after.player(), seq, begun)
            hosted.take_settings()
            hosted.answer_by(hosted.answering, seq)
        elif any(getattr(before, name) != getattr(after, name) for name in PROMOTION) or (
            (before.default_reward is None) != (after.default_reward is None)
        ):
            hosted.try_anew(seq)
    hosted.seq = seq


def played_by(settings: Any) -> dict[str, Any]:
    """The settings that a game is played by: all but those of the service around it."""
    return {key: value for key, value in settings.as_dict().items() if key not in AROUND}


def alone(journal: Journal, hosted: Hosted, player: Player, before: int, begun: Hosted | None = None) -> Any:
    """The game of one player who has seen all rows before that seq; records that were erased are rounds skipped."""
    check_whole(journal, hosted.number)
    lone = begun
    if lone is None:
        game = later_game(hosted.settings, player, hosted.made)
        lone = host(hosted.name, hosted.number, hosted.made, lone=game)
    play_alone(journal, lone, before - 1)
    return lone.game


def check_whole(journal: Journal, number: int) -> None:
    """Raise if rows of a game were removed: a new player could not see them."""
    if (pruned := journal.pruned(number)) is not None:
        raise BadParameter(
            f"a new player has to see all rows, and those up to {pruned['seq']} were removed by retention: "
            "begin a new game"
        )


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

    read = lone.rows_as_drawn(journal) if isinstance(lone, HostedActions) else journal.plays
    with no_collector():
        for some in in_steps(read, lone.number, lone.seq):
            if until is not None and some[-1][0] > until:
                lone.replay([row for row in some if row[0] <= until], about_game, failed)
                break
            lone.replay(some, about_game, failed)
