"""Checks of a batch before a game plays its first row."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..errors import BadBatch, NotBoolean, StateError
from ..features.labels import Outcome
from ..moves import is_ours
from ..row import Batch, Row

WIDE = 1 << 22  # room for so many columns is no harm, whatever a file holds


def not_boolean_row(game: Any, x: Row) -> NotBoolean:
    """The error for a row with a number other than 0 and 1."""
    k = int(np.flatnonzero((x.values != 0) & (x.values != 1))[0])
    column = int(x.columns[k])
    name = repr(game.features.names[column]) if game.features.columns else f"column {column}"
    return NotBoolean(f"{type(game.learner).__name__} plays with Boolean features, 0 or 1; {name} is {x.values[k]:g}")


def checked_truths(game: Any, batch: Batch) -> Any:
    """The truths of a batch as the learner is told them; raises if the batch is wrong."""
    check_rows(game, batch)
    truths = np.require(batch.labels, requirements="W")  # those of a packed file are read-only
    if batch.classes is not None:
        return game.labels.named_column(truths, batch.classes)
    return game.labels.column(truths)


def lessons_in(game: Any, batch: Batch, truths: Any) -> tuple[Any, Any]:
    """The labels of a batch that a learner may refuse, and their weights; one of each class where all weigh 1."""
    if game.class_weights is None and not len(batch.weights) and not isinstance(game.labels, Outcome):
        met = game.labels.met()
        truths = np.arange(0.0, met) if met else np.array([-1.0, 1.0])
    weights = np.array(batch.weights) if len(batch.weights) else np.ones(len(truths))
    return truths, weights if game.class_weights is None else game.class_weights.ahead(truths, weights)


def check_rows(game: Any, batch: Any) -> None:
    """Raise if a game cannot play these rows."""
    if not isinstance(batch, Batch):
        raise BadBatch(f"play_batch plays a Batch; make one with as_batch(X, y), not {type(batch).__name__}")
    batch.check()
    if batch.rows and not len(batch.labels):
        raise BadBatch(f"{batch!r} has no labels to learn from; give Batch(..., labels=y)")
    game.features.check_batch(batch)
    if 0 < len(game.features) < batch.width:
        raise BadBatch(f"this game has {len(game.features)} named columns, but the batch is {batch.width} wide")
    if game.boolean:
        check_boolean(game.learner, batch)


def check_open(game: Any, rows: list[Row], acts: Any) -> None:
    """Say so if these cannot be the examples of rounds that are open, and what was said to them."""
    game.labels.check_acts(acts)
    widest = max((x.width for x in rows), default=0)
    if widest > WIDE and is_ours(game.learner) and game.learner.kind != "kernel":  # these make room for every column
        room = max(np.size(value) for value in game.learner.state().values())
        if widest > max(room, len(game.features)):
            raise StateError(f"a round is open that is {widest:,} columns wide, but nothing else in this game is")
    for x in rows:
        game.features.check(x)
        if game.boolean and not x.is_boolean():
            raise not_boolean_row(game, x)


def check_boolean(learner: Any, batch: Batch) -> None:
    """Raise if a batch has a number other than 0 and 1."""
    values = np.asarray(batch.values)
    wrong = np.flatnonzero((values != 0) & (values != 1))
    if len(wrong):
        row = int(np.searchsorted(np.asarray(batch.starts), wrong[0], side="right")) - 1
        raise NotBoolean(
            f"{type(learner).__name__} plays with Boolean features, 0 or 1; "
            f"row {row} has {values[wrong[0]]:g} in column {batch.columns[wrong[0]]}"
        )
