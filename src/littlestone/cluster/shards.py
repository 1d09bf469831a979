"""One shard of a training: its rows, played once from the weights that all shards begin with."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from ..bounds.mixing import NoMixingBound
from ..errors import StateError
from ..learner import State
from ..learners.table import make_learner
from ..support.version import VERSION, core
from .shared_rows import SharedRows

BEGUN = "epoch{}.npz"  # the state that all shards of an epoch begin with, in the folder of the rows


class Shard(NamedTuple):
    """A part of the rows to be played, in plain values, so that any process can be given it.

    rows       from which row to before which
    epoch      how many epochs were played before
    keep       how many entries of mistaken examples may be kept for the theorems
    """

    folder: str
    number: int
    rows: tuple[int, int]
    epoch: int
    learner: str
    parameters: dict[str, Any]
    loss: str | None = None
    labels: Any = None
    keep: int = 0
    version: str = VERSION


class Played(NamedTuple):
    """What a shard has made of its rows: the state of the learner, the account, and the mistakes that were kept."""

    number: int
    rounds: int
    learner: State
    tallies: State
    kept: State | None


@lru_cache(maxsize=2)
def rows_in(folder: str) -> SharedRows:
    """The rows of a folder, mapped once a process."""
    return SharedRows(folder)


@lru_cache(maxsize=1)
def state_in(folder: str, epoch: int) -> State:
    """The state that all shards of an epoch begin with, read once a process and epoch."""
    with np.load(rows_in(folder).folder / BEGUN.format(epoch)) as state:
        return dict(state)


def bounds_of(learner: Any, shards: int = 1, **promises: Any) -> list[Any]:
    """The theorems about a learner that is averaged over so many shards, or one that says that there is none."""
    if not learner.mixed_theorems:
        return [NoMixingBound()]
    return [
        theorem(shards=shards, **({theorem.promise: promises[theorem.promise]} if theorem.promise in promises else {}))
        for theorem in learner.mixed_theorems
    ]


def play_shard(shard: Shard) -> Played:
    """Play the rows of a shard, in their order."""
    if shard.version != VERSION:
        raise StateError(
            f"this worker has littlestone {VERSION} ({core()}), and the training was begun with {shard.version}: "
            f"install the same version everywhere"
        )
    rows = rows_in(shard.folder)
    learner = make_learner(shard.learner, shard.parameters)
    learner.widen(rows.batch.width)
    if shard.epoch:
        learner.restore(state_in(shard.folder, shard.epoch))
    game = rows.game(learner, loss=shard.loss, labels=shard.labels, bounds=bounds_of(learner), keep=shard.keep)
    game.play_batch(rows.piece(*shard.rows))
    ledger = game.ledger
    kept = getattr(ledger, "kept", None)
    return Played(
        shard.number, ledger.rounds, learner.state(), ledger.tallies(), None if kept is None else kept.state()
    )
