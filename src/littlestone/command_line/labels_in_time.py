"""Labels that come in their own order: from a second file, or when they became known."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ..errors import BadParameter
from ..features.schema import Door, made
from ..formats.named_source import NamedSource
from ..formats.source import Source
from ..rows.game import Game
from .post import EventPost, Post
from .reading import Reading
from .second_file import SecondFile
from .timetable import Timetable

OF_LABELS = ("label", "positive", "labels", "id", "known_at", "weight")  # what of a door is said about the second file


class Nothing(NamedSource):
    """No examples: only labels come."""

    name = "no examples"

    def __iter__(self) -> Iterator[Any]:
        return iter(())


def labels_in(path: str, reading: Reading, truths: str, game: Game | None) -> Source:
    """The second file, of which only ids, labels and times are read; a saved game says what they are called."""
    known = reading if game is None or not game.door_given else reading.agreed(game)
    if known.id is None:
        raise BadParameter(f"--labels-from {path} needs --id COLUMN, which says whose label it is, in both files")
    if (known.asked_at is None) != (known.known_at is None):
        raise BadParameter("--asked-at is of the examples and --known-at of their labels: give both, or none")
    given = {name: getattr(known, name) for name in (*OF_LABELS, "skip_bad")}
    source = Reading(path, **given).open(truths)
    if not source.columnar:
        raise BadParameter(f"labels by id are read from a table or from records, such as CSV, and {path} is none")
    source.bare = True
    source.innermost().alone = game is None
    return source


def door_for(examples: Source, labels: Source) -> Door:
    """The door of a game whose labels come from a second file: as if they stood in a column of the first."""
    own, second = examples.door.settings(), labels.door.settings()
    drop = [name for name in own.get("drop", ()) if name not in [second.get(role) for role in OF_LABELS]]
    kept = {name: value for name, value in own.items() if name not in OF_LABELS}
    return made({**kept, "drop": drop, **{name: second[name] for name in OF_LABELS if name in second}})


def id_of(source: Source) -> str:
    """What the ids of examples are called in their file, for that of the predictions; "" if they have none."""
    return source.door.id or ("id" if source.at_hand().events else "")


def post_for(
    game: Game, source: Source, labels: Source | None, option: dict[str, bool], singly: bool = False
) -> Post | None:
    """When labels are told, if examples have ids or times or labels a file of their own; None if not.

    `option` says of the options that do not go with that which were given; `singly` that something is to be done
    between two rounds.
    """
    door, events = source.door, source.at_hand().events
    if not door.timed and labels is None and not events:
        return None
    for name, given in option.items():
        if given:
            raise BadParameter(f"{name} is for examples without ids and times, whose labels may be told in any order")
    if labels is not None:
        return SecondFile(game, labels, door.asked_at, labels.door.known_at)
    if events:
        return EventPost(game)
    if (door.asked_at is None) != (door.known_at is None):
        missing, there = ("--asked-at", "--known-at") if door.asked_at is None else ("--known-at", "--asked-at")
        raise BadParameter(f"{there} without {missing}: a label is told when it is known, to whom is asked later")
    if not singly and source.times(0, 0) is not None:
        return Timetable(source)
    return EventPost(game, door.asked_at, door.known_at)
