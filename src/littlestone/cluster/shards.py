"""One shard of a training: its rows, played once from the weights that all shards begin with."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from ..errors import StateError
from ..learner import State, under
from ..linear.sharded_perceptron_theorems import NoMixingBound
from ..support.loading import VERSION, core
from .own_rules import Rule
from .row_parts import open_rows
from .shared_rows import SharedRows
from .states import read_state, write_state

BEGUN = "epoch{}.state"  # the state that all shards of an epoch begin with, in the folder of the rows
ENDED = "shard{}.state"  # the state that a shard has ended with, and what it has kept
LEARNED, KEPT = "learned.", "kept."  # before their names in that file


class Shard(NamedTuple):
    """A part of the rows to be played, in plain values, so that any process can be given it.

    rows       from which row to before which
    epoch      how many epochs were played before
    keep       how many entries of mistaken examples may be kept for the theorems
    filed      is the outcome to be written into the folder, for whoever is on the same machine?
    """

    folder: str
    number: int
    rows: tuple[int, int]
    epoch: int
    learner: str | Rule
    parameters: dict[str, Any]
    loss: str | None = None
    labels: Any = None
    keep: int = 0
    filed: bool = False
    version: str = VERSION

    def after(self, before: Played) -> Shard:
        """The same after another one before it: what is kept of both has to fit."""
        return self._replace(keep=min(self.keep, before.room))


class Played(NamedTuple):
    """What a shard has made of its rows: the state of the learner, the account, and the mistakes that were kept.

    Where it is `filed`, the folder of the rows has the state and the mistakes.

    room    how many entries of mistakes could still be kept after it
    """

    number: int
    rounds: int
    learner: State
    tallies: State
    kept: State | None
    room: int = 0
    filed: bool = False

    def unfiled(self, folder: Path) -> Played:
        """The same, with what is in the folder."""
        if not self.filed:
            return self
        state = read_state(folder / ENDED.format(self.number))
        return self._replace(learner=under(state, LEARNED), kept=under(state, KEPT) or None, filed=False)


@lru_cache(maxsize=2)
def rows_in(folder: str) -> SharedRows:
    """The rows of a folder, mapped once a process."""
    return open_rows(folder)


@lru_cache(maxsize=1)
def state_in(folder: str, epoch: int) -> State:
    """The state that all shards of an epoch begin with, read once a process and epoch."""
    return read_state(Path(folder) / BEGUN.format(epoch))


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
    rule = Rule(shard.learner) if isinstance(shard.learner, str) else shard.learner
    learner = rule.learner(shard.parameters)
    learner.widen(rows.width)
    if shard.epoch:
        learner.restore(state_in(shard.folder, shard.epoch))
    game = rows.game(learner, loss=shard.loss, labels=shard.labels, bounds=bounds_of(learner), keep=shard.keep)
    for piece in rows.pieces(*shard.rows):
        game.play_batch(piece)
    ledger = game.ledger
    evidence = getattr(ledger, "kept", None)
    learned, kept = learner.state(), None if evidence is None else evidence.state()
    room = shard.keep - evidence.entries if evidence is not None and evidence.complete else 0
    if not shard.filed:
        return Played(shard.number, ledger.rounds, learned, ledger._tallies(), kept, room)
    parts = {LEARNED: learned, KEPT: kept or {}}
    state = {start + name: value for start, part in parts.items() for name, value in part.items()}
    write_state(Path(shard.folder) / ENDED.format(shard.number), state)
    return Played(shard.number, ledger.rounds, {}, ledger._tallies(), None, room, filed=True)
