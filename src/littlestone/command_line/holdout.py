"""Examples that are held out of all passes over a file: --holdout."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Annotated, Any

import numpy as np
import typer

from ..errors import BadParameter
from ..features.batches import taken
from ..moves import is_ours
from ..row import Batch
from ..rows.still import stilled
from ..store import from_bytes, to_bytes

PATIENCE = 3  # passes that may be no better than the best before them
HOLDOUT = "--holdout"

HeldOut = Annotated[
    int | None,
    typer.Option(
        HOLDOUT,
        min=2,
        metavar="N",
        help="Learn nothing from every Nth example, and guess at these after each of the --passes: when three in a row "
        "were no better, no more are played. The game is that after the best pass.",
    ),
]


class Holdout:
    """The examples that are held out, what guesses at them cost after every pass, and the game after the best one."""

    def __init__(self, game: Any, every: int) -> None:
        self.game, self.every = game, every
        self.held: list[Batch] = []
        self.losses: list[float] = []  # a round, after each pass
        self.best = b""  # the game after the best pass

    def without(self, batches: Iterable[Batch], first: bool) -> Iterator[Batch]:
        """The batches of a pass, without those that are held out, which the first pass keeps."""
        read = 0
        for batch in batches:
            rows = np.arange(read, read + len(batch))
            read += len(batch)
            out = rows % self.every == self.every - 1
            if first and out.any():
                self.held.append(taken(batch, np.flatnonzero(out)))
            if not out.all():
                yield taken(batch, np.flatnonzero(~out))

    def goes_on(self) -> bool:
        """A pass is over: guess at what is held out. Is another pass to be played?"""
        still = stilled(self.game)
        for batch in self.held:
            still.play_batch(batch)
        if not still.ledger.labelled:
            raise BadParameter(f"of the examples that {HOLDOUT} {self.every} holds out none has a label")
        loss = still.ledger.loss / still.ledger.labelled
        if not self.losses or loss < min(self.losses):
            self.best = to_bytes(self.game)
        self.losses.append(loss)
        return len(self.losses) - self.best_pass < PATIENCE

    @property
    def best_pass(self) -> int:
        """Which pass was the best, the first is 1."""
        return 1 + int(np.argmin(self.losses))

    def best_game(self) -> Any:
        """The game after the best pass; as it is, if none came to its end."""
        if not self.best:
            return self.game
        own = None if is_ours(self.game.learner) else type(self.game.learner)
        return from_bytes(self.best, learner=own)

    def account(self) -> dict[str, Any]:
        """What the receipt says of it, for JSON too."""
        if not self.losses:
            return {}
        loss = self.game.ledger.price.name
        held = {"every": self.every, "examples": sum(map(len, self.held)), "loss": loss, "losses": self.losses}
        return {"passes": self.best_pass, "held_out": held | {"best_pass": self.best_pass}}


def holding(game: Any, every: int | None, passes: int, others: dict[str, bool]) -> Holdout | None:
    """What is held out of the passes, if anything is."""
    if every is None:
        return None
    if passes == 1:
        raise BadParameter(f"{HOLDOUT} decides how many passes are played: give --passes N, the most there may be")
    if given := [option for option, there in others.items() if there]:
        raise BadParameter(f"{HOLDOUT} begins passes anew and gives back an earlier game: leave out {given[0]}")
    return Holdout(game, every)


def held_line(held: dict[str, Any]) -> str:
    """What the receipt says of what was held out."""
    best, losses = held["best_pass"], held["losses"]
    lost = f"{held['loss']} loss {losses[best - 1]:.4g} a round after pass {best}, the best of {len(losses)}"
    return f"every {held['every']}th example, {held['examples']:,} in all: {lost}"
