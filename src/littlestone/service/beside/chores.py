"""What a process beside the writer does: reads a game, tells its rows, plays them with another learner."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec import UNSET, Struct, UnsetType

from ... import store
from ..hosted import Made, later_game
from ..hosted_actions import host
from ..http.contract import encode
from ..importing import imported
from ..journal.journal import Journal
from ..journal.snapshots import parts_of
from ..making import Player, read_settings
from ..row_events import events_between
from ..taking_up import check_whole, play_alone
from ..views import seen
from .followed import Followed

NEAR = 1000  # rows that are few enough to be caught up by the writer
PASSES = 10  # over rows that came meanwhile, at most: a learner that is slower than they come never arrives


class Task(Struct):
    """What is to be done: one of `TASKS`, of the game of this name and number, with what that takes."""

    what: str
    name: str
    number: int
    told: dict[str, Any]


class Done(Struct):
    """What came out: the seq that it is about, an answer as bytes, or a game in parts; or a refusal.

    noted       what the writer should know of it, for its curves
    """

    seq: int = 0
    body: bytes | UnsetType = UNSET
    parts: dict[str, bytes] | UnsetType = UNSET
    noted: dict[str, Any] | UnsetType = UNSET
    refused: tuple[int, str, str] | UnsetType = UNSET


def look_at(followed: Followed, task: Task) -> Done:
    """One of the views of a game."""
    hosted = followed.game(task.name, task.number)
    found = seen(task.told["view"], hosted, followed.journal, task.told["numbers"])
    noted: Any = hosted.curve.noted() if task.told["view"] == "certificates" else UNSET
    return Done(found.seq, encode(found), noted=noted)


def tell_rows(followed: Followed, task: Task) -> Done:
    """Some of the rows of a game, as events; `seq` is that of the last one."""
    found = events_between(followed.journal, task.number, task.told["after"], task.told["until"])
    return Done(*(found or (task.told["after"], b"")))


def play_again(followed: Followed, task: Task) -> Done:
    """The game of another learner who plays all rows, alone: its parts, and the seq up to which it has them."""
    told, journal = task.told, followed.journal
    check_whole(journal, task.number)
    made = Made(told["made"], told["seed"], told["rounds"])
    settings, player = read_settings(told["settings"]), Player(told["learner"], told["parameters"])
    lone = host(task.name, task.number, made, lone=later_game(settings, player, made))
    for _ in range(PASSES):
        play_alone(journal, lone, last := last_row(journal, task.number))
        if last_row(journal, task.number) - last < NEAR:
            break
    return Done(lone.seq, parts=parts_of(lone))


def last_row(journal: Journal, number: int) -> int:
    """The seq of the last row that is written."""
    return journal.last(number)


def save_game(followed: Followed, task: Task) -> Done:
    """A game as a file: the player who answers."""
    hosted = followed.game(task.name, task.number)
    return Done(hosted.seq, store.to_bytes(hosted.game))


def take_up(followed: Followed, task: Task) -> Done:
    """What a saved game was made of, and how many rounds it has played: a bad file ends at most this process."""
    settings, rounds = imported(task.told["model"])
    return Done(rounds, encode(settings))


TASKS: dict[str, Callable[[Followed, Task], Done]] = {
    "view": look_at,
    "rows": tell_rows,
    "again": play_again,
    "model": save_game,
    "import": take_up,
}
