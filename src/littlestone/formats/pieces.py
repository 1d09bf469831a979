"""Pieces of a source in a game: a batch in one go, or row by row up to one that is wrong, said with its place."""

from __future__ import annotations

from typing import Any, NamedTuple

from ..errors import BadAdvice, InputError, NotBoolean, Setting
from ..features.batches import one_by_one, row_weights
from ..natures.late_labels import as_label
from ..row import Batch
from ..rows.game import Game
from ..rows.round import Round


class Advice(NamedTuple):
    """What to do about an example that a game refuses."""

    before: str
    setting: Setting
    after: str


ADVICE: dict[type, Advice] = {
    NotBoolean: Advice("in tables, ", Setting("boolean", "", "boolean=True"), " takes every number above zero as 1"),
    BadAdvice: Advice("", Setting("skip_bad", "", "skip_bad=True"), " leaves such lines out, and counts them"),
}


def play_piece(game: Game, batch: Batch, source: Any, before: int) -> None:
    """Play a batch; if something is wrong with it, row by row, up to the one that is wrong."""
    begun = game.ledger.rounds
    try:
        game.play_batch(batch)
    except InputError as error:
        if game.ledger.rounds > begun:
            raise error.said(f"{source.place(game.ledger.rounds + 1 - before)}: {error}") from None
        for (x, sign), weight in zip(one_by_one(batch), row_weights(batch), strict=True):
            y = as_label(game, sign)
            move = predict(game, x, y, source, before)
            if y is None:
                game.forget(move.number)
            else:
                game.label(move.number, y, weight)


def predict(game: Game, x: Any, y: Any, source: Any, before: int = 0) -> Round:
    """The first move; what is wrong with an example, or with its truth, is said with its place in the table."""
    try:
        if y is not None:
            game.labels.check(y)
        return game.predict(x)
    except InputError as error:
        skipped = getattr(source, "skip_bad", False)
        advice = None if skipped else next((one for kind, one in ADVICE.items() if isinstance(error, kind)), None)
        words = "" if advice is None else f"; {advice.before}{advice.setting}{advice.after}"
        told = error.said(f"{source.place(game.ledger.rounds + 1 - before)}: {error}{words}")
        raise told.naming(*error.settings, *(() if advice is None else (advice.setting,))) from None
