"""One game of a sweep: a setting of a learner, over the rows in one order."""

from __future__ import annotations

import json
from functools import lru_cache
from time import process_time
from typing import Any, NamedTuple

import numpy as np

from ..cluster.shared_rows import SharedRows
from ..errors import LittlestoneError, StateError
from ..features.batches import taken, without_zeros
from ..learners import make_learner
from ..row import Batch
from ..support.loading import VERSION, core
from .grids import made_of

ROWS = 8192  # rows that are copied at once, in the order in which they are played


class Task(NamedTuple):
    """A game to be played, in plain values, so that any process can be given it.

    order       the seed of the order in which the rows are played; None is the order of the file
    rescaled    "standardised" or "max-scaled", if the learner inside sees rescaled rows; else ""
    own         the class of the learner, if it is one of the user's own; workers import it from where it is written
    """

    learner: str
    parameters: dict[str, Any]
    order: int | None = None
    passes: int = 1
    loss: str | None = None
    labels: Any = None
    metrics: tuple[str, ...] = ()
    rescaled: str = ""
    version: str = VERSION
    own: type[Any] | None = None

    @property
    def key(self) -> str:
        """What tells it from other games over the same rows."""
        return json.dumps(self._replace(own=None)._asdict() | {"own": self.own is not None}, sort_keys=True)

    def new_learner(self) -> Any:
        """The learner, which has learned nothing."""
        made = made_of(self.learner, self.parameters, self.own)
        return make_learner(self.rescaled, {"learner": made}) if self.rescaled else made


@lru_cache(maxsize=2)
def rows_in(folder: str) -> SharedRows:
    """The rows of a folder, mapped once a process."""
    return SharedRows(folder)


@lru_cache(maxsize=2)
def bare_rows(folder: str) -> Batch:
    """The same rows without numbers that are zero: those of the folder themselves, unless somebody wants zeros."""
    return without_zeros(rows_in(folder).batch)


def play(folder: str, task: Task) -> dict[str, Any]:
    """Play a game to its end; the result in plain values. What cannot be played has an `error` instead."""
    if task.version != VERSION:
        raise StateError(
            f"this worker has littlestone {VERSION} ({core()}), and the sweep was begun with {task.version}: "
            f"install the same version everywhere"
        )
    rows = rows_in(folder)
    named = {"learner": task.learner, "parameters": task.parameters, "order": task.order, "digest": rows.digest}
    begun = process_time()
    try:
        learner = task.new_learner()
        settings = {"loss": task.loss, "labels": task.labels, "metrics": task.metrics, "bounds": []}
        game = rows.game(learner, **settings)
        batch = rows.batch if learner.wants_zeros else bare_rows(folder)
        random = None if task.order is None else np.random.default_rng(task.order)
        for _ in range(task.passes):
            order = np.arange(len(batch)) if random is None else random.permutation(len(batch))
            for begin in range(0, len(order), ROWS):
                game.play_batch(taken(batch, order[begin : begin + ROWS]))
    except LittlestoneError as error:
        return {**named, "error": str(error)}
    ledger = game.ledger
    judged = max(1, ledger.labelled)
    found: dict[str, Any] = {"rounds": ledger.rounds, "labelled": ledger.labelled, "updates": ledger.updates}
    if hasattr(ledger, "mistakes"):
        found |= {"mistakes": ledger.mistakes, "mistake_rate": ledger.mistakes / judged}
    found["mean_loss"] = ledger.loss / judged
    if ledger.metrics:
        found |= {name: value for name, value in ledger.metrics.as_dict().items() if not isinstance(value, dict)}
    return {**named, **found, "seconds": process_time() - begun}
