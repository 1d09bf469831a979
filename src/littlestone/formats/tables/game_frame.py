"""A frame as a game reads it: with its schema, its labels and its columns."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from ...errors import BadFeature, BadParameter
from ...features.batches import together
from ...features.label_column import CLASSES, NONE, NUMBERS
from ...features.labels import Outcome, TwoClass
from ...features.roles import listed
from ...features.schema import DEFAULTS
from ...row import Batch
from ...rows.game import Game
from ..opening import read
from ..pieces import play_piece
from ..source import Source

OF_ROUNDS = ("weight", "id", "asked_at", "known_at")  # columns about rounds, which are no features


def frame_for(
    game: Game, frame: Any, given: dict[str, Any], labelled: bool = True, without: Sequence[str] = ()
) -> Source:
    """The frame as a source that shares the columns of the game.

    given       settings of `read`; those of the game's schema, if it has one, need not be given, and have to agree
    labelled    is there a label? If not, rows are only guessed at, and a column that is one is left out
    without     further columns to leave out
    """
    if game._advised:
        raise BadParameter("a frame is played as examples; of advice there is Recorded(frame, y, advice=True)")
    if game.features.numbered and not game.features.hashing:
        raise BadFeature("this game has numbered columns, and those of a frame have names: give frame.to_numpy()")
    settings = {**agreed(game, given), "zeros": game.features.zeros}
    settings.pop("base", None)  # of numbered columns
    if not labelled:
        roles = [settings.pop(name, None) for name in ("label", *OF_ROUNDS)]
        settings.pop("positive", None)
        settings |= {"labels": NONE, "drop": [*listed(settings.get("drop", ())), *filter(None, roles), *without]}
    elif "positive" not in settings:
        settings.setdefault("labels", labels_of(game))
    source = read(frame, **settings)
    if labelled and not game._schema_given and not game.features.columns:
        game._take_schema(source.schema)
    source.take_columns(game.features)
    return source


def play_frame(game: Game, frame: Any, given: dict[str, Any]) -> Any:
    """Play the rows of a frame, thousands at a time; what is wrong with a row is said with its place."""
    before = game.ledger.rounds
    with as_before(game):
        source = frame_for(game, frame, given)
        for batch in source.passing():
            play_piece(game, batch, source, before)
    return game.ledger


def frame_batch(game: Game, frame: Any, given: dict[str, Any]) -> Batch:
    """The rows of a frame as one batch."""
    with as_before(game):
        return together(list(frame_for(game, frame, given).batches()))


@contextmanager
def as_before(game: Game) -> Iterator[None]:
    """A context in which an error before the first round leaves the columns and the schema as they were."""
    features, rounds = game.features, game.ledger.rounds
    before, shared, schema, was_given = len(features.columns), features.shared, game.schema, game._schema_given
    try:
        yield
    except BaseException:
        if game.ledger.rounds == rounds:
            features.forget(before)
            features.shared = shared
            features.take_schema(schema)
            game._schema_given = was_given
        raise


def agreed(game: Game, given: dict[str, Any]) -> dict[str, Any]:
    """The settings that were given, with those of the game's schema."""
    known = game.schema.settings()
    settings = {**known, **given}
    for name, value in given.items():
        if name in DEFAULTS and (known or game._schema_given) and plain(name, value) != known.get(name, DEFAULTS[name]):
            if name in ("label", "positive", "labels", "weight") and name not in known:
                continue
            raise BadParameter(
                f"{name}={value!r} is how this frame is to be read, but the schema of the game says "
                f"{known.get(name, DEFAULTS[name])!r}: leave it out"
            )
    pair = settings.get("labels")
    return {**settings, "labels": tuple(pair)} if isinstance(pair, list) else settings


def plain(name: str, value: Any) -> Any:
    """A setting as JSON has it; where there may be several names, one is a list of one."""
    value = listed(value) if DEFAULTS[name] == [] else value
    return list(value) if isinstance(value, tuple) else value


def labels_of(game: Game) -> Any:
    """How the labels of a frame are read, by those of the game."""
    if isinstance(game.labels, Outcome):
        return NUMBERS
    if not isinstance(game.labels, TwoClass):
        return CLASSES
    pair = game.labels.negative, game.labels.positive
    return None if pair == (-1, 1) else tuple(str(one).casefold() if isinstance(one, bool) else one for one in pair)
