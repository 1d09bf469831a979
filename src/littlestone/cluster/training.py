"""Training on shards: in every epoch each is played from the same weights, then the weights are averaged.

The average is taken in the order of the shards, whoever played them and whenever they were done: the result is the same
to the last bit with any number of workers, on any engine, and after workers were lost.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Executor
from hashlib import sha256
from itertools import pairwise
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import numpy as np

from ..errors import BadParameter, WorkerLost
from ..features.arrays import as_batch
from ..features.batches import with_truths
from ..learner import RowLearner, State
from ..learners import LEARNERS, make_learner
from ..row import Batch
from ..rows.evidence import Evidence
from ..rows.game import Game
from ..support.settings import counted, whole
from ..truth import CLASSES, SIGNS
from .engine_names import as_engine
from .engines import Engine
from .handing_out import done_by
from .own_rules import rule_of
from .shards import BEGUN, Played, Shard, bounds_of, play_shard
from .shared_rows import SharedRows
from .states import write_state

MIXES = ("uniform", "updates")


class Epoch(NamedTuple):
    """What an epoch came to: mistakes (or loss) of all shards and by share, and how many updates there were."""

    number: int
    paid: float
    by_share: float
    updates: int


class Training:
    """Averages a learner over shards of the same rows; `game` is new, and has all rounds of all shards in the end.

    shards    how many parts the rows are cut into, each a run of rows
    mix       "uniform" for shares of 1/S, or "updates" for shares in proportion to the updates of a shard
    """

    def __init__(self, rows: SharedRows, game: Game, *, shards: int, mix: str = "uniform") -> None:
        learner, count = checked_learner(game.learner), len(rows)
        if mix not in MIXES:
            raise BadParameter(f"mix is one of {', '.join(map(repr, MIXES))}, not {mix!r}")
        if whole("shards", shards, "a number of shards", least=1) > count:
            raise BadParameter(f"{counted(count, 'row')} cannot be cut into {shards:,} shards: give fewer")
        if game.ledger.rounds:
            raise BadParameter("a training begins with a new game, and this one has been played")
        self.rows, self.game, self.mix, self.shards = rows, game, mix, shards
        self.cuts = [k * count // shards for k in range(shards + 1)]
        self.rule = rule_of(learner)
        self.epochs = 0  # that are over
        self.entries = 0  # of mistakes that are kept so far
        learner.widen(rows.width)

    def tasks(self, filed: bool = False) -> list[Shard]:
        """The shards of the next epoch; `filed` if workers are to write what comes of them into the folder."""
        game, learner = self.game, self.game.learner
        left = max(0, game._keep - self.entries)
        common = self.epochs, self.rule, learner.parameters(), game.price.full_name, game.labels.setting(), left
        folder = str(self.rows.folder)
        return [Shard(folder, k, cut, *common, filed) for k, cut in enumerate(pairwise(self.cuts))]

    def run(self, engine: Engine, epochs: int) -> Iterator[Epoch]:
        """Play so many epochs, or fewer if there is one without updates: nothing would change any more."""
        for _ in range(whole("epochs", epochs, "a number of epochs", least=1)):
            if self.epochs:
                write_state(self.rows.folder / BEGUN.format(self.epochs), self.game.learner.state())
            played = played_by(engine, self.tasks(engine.here), self.epochs + 1)
            epoch = self.take([one.unfiled(self.rows.folder) for one in played])
            yield epoch
            if not epoch.updates:
                break

    def take(self, played: Sequence[Played]) -> Epoch:
        """Average what the shards of an epoch have learned, and enter their rounds."""
        game, ledger = self.game, self.game.ledger
        before = game.learner.updates
        updates = [int(one.learner["updates"]) - before for one in played]
        shares = shares_of(updates, self.mix)
        state = mixed_state(game.learner, [one.learner for one in played], shares)
        numbers = self.epochs * self.cuts[-1] + np.array(self.cuts[:-1])
        paid = [float(one.tallies["mistakes" if "mistakes" in one.tallies else "loss"]) for one in played]
        for one in played:
            ledger._add_tallies(one.tallies)
        self.keep([(one.kept, *more) for one, *more in zip(played, shares, numbers.tolist(), strict=True)])
        game.learner.restore(state)
        self.epochs += 1
        ledger._settle()
        by_share = sum(share * one for share, one in zip(shares, paid, strict=True))
        return Epoch(self.epochs, sum(paid), by_share, sum(updates))

    def keep(self, parts: Sequence[tuple[State | None, float, int]]) -> None:
        """Add the evidence of all shards to that of the game, each with its share and the rounds before it."""
        ledger: Any = self.game.ledger
        new = [(state, share, first) for state, share, first in parts if state is not None]
        if not new:
            return
        self.entries += sum(len(state["values"]) for state, _, _ in new)
        if self.epochs and not ledger.kept.complete:  # cut off, so that only counts change
            for state, share, _ in new:
                weight, _ = weighed(state)
                ledger.kept.count_more(int(state["counts"][2]), share * weight, 0.0, float(state["largest"]))
        else:
            before = [(ledger.kept.state(), 1.0, 0)] if self.epochs else []
            ledger.kept = gathered([*before, *new], self.game._keep)


def checked_learner(learner: Any) -> Any:
    """The learner, if its weights may be averaged."""
    if learner.mixes:
        return learner
    known = ", ".join(name for name, kind in LEARNERS.items() if kind.mixes)
    raise BadParameter(
        f"the weights of {learner.title} alone are not all it has learned, so that it has no mean over "
        f"shards; these have: {known}"
    )


def new_game(learner: Any, rows: SharedRows, shards: int, promises: Mapping[str, float], **settings: Any) -> Game:
    """A new game that is to have the rounds of all shards, with the theorems about averaged weights."""
    if learner.truths == CLASSES:  # all shards number the classes alike
        settings["labels"] = list(dict.fromkeys(y for y in rows.truths() if y is not None))
    return Game(learner, bounds=bounds_of(learner, shards, **promises), **settings)


def train(
    X: Any,
    y: Any = None,
    *,
    learner: str | RowLearner = "perceptron",
    shards: int = 8,
    epochs: int = 5,
    mix: str = "uniform",
    labels: Any = None,
    loss: str | None = None,
    promises: Mapping[str, float] | None = None,
    executor: Executor | str = "processes",
    workers: int | None = None,
) -> Game:
    """Average one learner over shards of the rows, which are played at the same time; a game that goes on as any other.

        in every epoch   w_i <- the weights after shard i, begun with w;   w <- mu_1 w_1 + ... + mu_S w_S

    which is called iterative parameter mixing (McDonald, Hall and Mann 2010). The Perceptron makes at most (R/gamma)^2
    mistakes by share, mu_i for one in shard i, if the rows have a margin gamma: see `sharded_perceptron_theorems`. For
    other learners no theorem is known, and the certificate is open.

    X, y        the examples, as `as_batch` takes them, or a `Batch` with labels
    learner     one whose weights may be averaged, or its name
    mix         "uniform", mu_i = 1/S, or "updates", in proportion to the updates of the shard in that epoch
    labels      the two classes in y, negative first, if they are not -1 and +1
    promises    what you vouch for, such as {"margin": 0.1}
    executor    "processes", "dask://host:port", "spark", or any `concurrent.futures.Executor`

    >>> from littlestone.cluster import train
    >>> X, y = [[0, 1], [1, 0], [1, 1], [0, 2]] * 20, [-1, 1, 1, -1] * 20
    >>> game = train(X, y, shards=4, epochs=10, workers=1)
    >>> certificate = game.ledger.certificates[0]
    >>> certificate.verdict, certificate.paid <= certificate.allowed
    ('holds', True)
    """
    player = checked_learner(make_learner(learner) if isinstance(learner, str) else learner)
    if isinstance(X, Batch):
        batch = X
    elif player.truths == SIGNS:
        batch = as_batch(X, y, labels=(-1, 1) if labels is None else tuple(labels))
    else:
        batch = with_truths(as_batch(X), list(y))
    with TemporaryDirectory() as folder:
        rows = SharedRows.write(batch, None, folder)
        game = new_game(player, rows, shards, promises or {}, loss=loss, labels=labels)
        training = Training(rows, game, shards=shards, mix=mix)
        engine = as_engine(executor, workers)
        try:
            for _ in training.run(engine, epochs):
                pass
        finally:
            if engine is not executor and engine.inner is not executor:  # who made it shuts it down
                engine.shutdown(cancel_futures=True)
    return game


def shares_of(updates: Sequence[int], mix: str) -> list[float]:
    """What each shard contributes to the mean.

    >>> shares_of([3, 1], "uniform"), shares_of([3, 1], "updates"), shares_of([0, 0], "updates")
    ([0.5, 0.5], [0.75, 0.25], [0.5, 0.5])
    """
    total = sum(updates)
    if mix == "updates" and total:
        return [one / total for one in updates]
    return [1.0 / len(updates)] * len(updates)


def mixed_state(learner: Any, states: Sequence[State], shares: Sequence[float]) -> State:
    """The mean of states, taken in their order; what they count is added to what the learner had counted."""
    mixed = {name: array for name, array in states[0].items() if name not in learner.not_mixed}
    for name in learner.mixes:
        shape = np.max([np.shape(state[name]) for state in states], axis=0)
        mean, part = np.zeros(shape), np.empty(shape)
        for state, share in zip(states, shares, strict=True):
            array = np.asarray(state[name], dtype=np.float64)
            room: Any = (*(slice(0, size) for size in array.shape), ...)  # a class not yet met has zeros
            mean[room] += np.multiply(array, share, out=part[room])
        mixed[name] = mean
    for name, had in (("updates", learner.updates), ("lessons", learner.lessons)):
        mixed[name] = np.int64(had + sum(int(state[name]) - had for state in states))
    if "classes" in mixed:
        mixed["classes"] = np.int64(max(int(state["classes"]) for state in states))
    return mixed


def gathered(parts: Sequence[tuple[State, float, int]], limit: int) -> Evidence:
    """The evidence of several games as one: each with its share, which its weights are multiplied by.

    It is cut where the limit is reached, as that of one game is.
    """
    columns, values, sizes, labels, numbers, weights = ([] for _ in range(6))
    total, entries, complete, weight, largest = 0, 0, True, 0.0, 0.0
    for state, share, before in parts:
        told, own = weighed(state)
        total += int(state["counts"][2])
        weight += share * told
        largest = max(largest, float(state["largest"]))
        if not complete:
            continue
        ends = np.cumsum(state["sizes"])
        fit = int(np.searchsorted(ends, limit - entries, side="right"))
        stop = int(ends[fit - 1]) if fit else 0
        complete = bool(state["counts"][1]) and fit == len(ends)
        entries += stop
        columns.append(state["columns"][:stop])
        values.append(state["values"][:stop])
        sizes.append(state["sizes"][:fit])
        labels.append(state["labels"][:fit])
        numbers.append(np.asarray(state["numbers"][:fit]) + before)
        weights.append(share * own[:fit])
    arrays = {"columns": columns, "values": values, "sizes": sizes, "labels": labels, "numbers": numbers}
    joined = {name: np.concatenate(each) if each else np.zeros(0) for name, each in arrays.items()}
    heavy = np.concatenate(weights) if weights else np.zeros(0)
    width = int(joined["columns"].max(initial=-1)) + 1
    evidence = Evidence(limit)
    evidence.adopt(
        joined
        | {
            "counts": np.array([limit, complete, total, width], dtype=np.int64),
            "largest": np.float64(largest),
            "weights": heavy,
            "weight": np.array([max(weight, heavy.max(initial=0.0)), heavy.max(initial=0.0)]),
        }
    )
    return evidence


def weighed(state: State) -> tuple[float, Any]:
    """What the rounds of a saved evidence weigh together, and each that is kept."""
    weights = np.asarray(state.get("weights", np.ones(len(state["sizes"]))), dtype=np.float64)
    return float(state["weight"][0] if "weight" in state else state["counts"][2]), weights


def played_by(engine: Engine, tasks: Sequence[Shard], epoch: int) -> list[Played]:
    """What all shards have made of their rows, in the order of the shards.

    A shard whose worker was lost is given to another one; raises if that does not help, or if a shard is short.
    """
    found: list[Played] = done_by(engine, play_shard, tasks, lambda number: f"shard {number + 1} of epoch {epoch}")
    for number, (task, one) in enumerate(zip(tasks, found, strict=True)):
        rounds = task.rows[1] - task.rows[0]
        if one.number != number or one.rounds != rounds:
            raise WorkerLost(
                f"epoch {epoch} is short: shard {number + 1} has {counted(rounds, 'row')}, and {one.rounds:,} were "
                f"played"
            )
    return found


def digest_of(game: Game) -> str:
    """A number for what was learned and counted: equal games have equal ones, to the last bit."""
    known = sha256()
    for part in (game.learner.state(), game.ledger._tallies()):
        for name in sorted(part):
            known.update(f"{name}{np.shape(part[name])}".encode())
            known.update(np.ascontiguousarray(part[name], dtype="<f8").tobytes())
    return known.hexdigest()[:16]
