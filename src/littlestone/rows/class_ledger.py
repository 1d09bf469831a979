"""The ledger of a game with many classes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from ..errors import StateError
from ..features.labels import Classes
from ..learner import Learner, State
from ..loss import Loss
from ..row import Row
from ..state import MOST, Held, Table, Vector, fields
from ..support.settings import counted
from ..truth import CLASSES
from .evidence import longer
from .ledger import MistakeLedger

if TYPE_CHECKING:
    from ..bound import Bound

SHOWN = 5  # confusions shown in print, the most frequent ones


class ClassLedger(MistakeLedger):
    """Counts mistakes, how often every class came, and which class was predicted for which."""

    _tallied = fields(
        Vector("counts", "_counts", dtype=np.int64, least=0),
        Table(
            "taken",
            lambda own: np.array([(*pair, count) for pair, count in own._taken.items()], np.int64).reshape(-1, 3),
            shape=(None, 3),
            dtype=np.int64,
        ),
    )

    def __init__(
        self,
        learner: Learner,
        loss: Loss,
        bounds: Sequence[Bound] = (),
        keep: int = 1_000_000,
        labels: Classes | None = None,
    ) -> None:
        super().__init__(learner, loss, bounds, keep, Classes() if labels is None else labels)
        self._counts = np.zeros(8, dtype=np.int64)  # how often every class came
        self._taken: dict[tuple[int, int], int] = {}  # how often the first class was predicted as the second

    def _record(
        self, number: int, x: Row, y: float, guess: float, act: float, chance: float, cost: float, delay: int
    ) -> None:
        self._enter(number, cost, delay)
        truth = int(y)
        while truth >= self._counts.shape[0]:
            self._counts = longer(self._counts)
        self._counts[truth] += 1
        mistaken = act != y
        if mistaken:
            self.mistakes += 1
            pair = (truth, int(act))
            self._taken[pair] = self._taken.get(pair, 0) + 1
        self.expected += chance
        if self.weights is not None:
            self.weights.enter(cost, mistaken, chance)
            if self.kept is not None:
                self.kept.importance = self.weights.now
        if self.kept is not None and self._ordered is None:
            self.kept.see(number, x, y, guess, mistaken)

    @property
    def best_constant(self) -> int:
        """Mistakes of the best constant prediction: the most frequent class."""
        return int(self.labelled - np.asarray(self._counts).max())

    @property
    def classes(self) -> dict[Any, int]:
        """The user's labels of the classes, and how often each came."""
        return {label: int(count) for label, count in zip(self._labels.known, self._counts, strict=False)}

    @property
    def confusions(self) -> dict[tuple[Any, Any], int]:
        """The counts of (label, wrong prediction), most frequent first; the prediction None is no class at all."""
        pairs = sorted(self._taken.items(), key=lambda item: -item[1])
        return {(self._labels.outside(y), self._labels.outside(act)): count for (y, act), count in pairs}

    def _add_tallies(self, state: State) -> None:
        super()._add_tallies(state)
        counts = np.zeros(max(len(self._counts), len(state["counts"])), dtype=np.int64)
        counts[: len(self._counts)] = self._counts
        counts[: len(state["counts"])] += state["counts"]
        self._counts = counts
        for y, act, count in np.asarray(state["taken"]).tolist():
            self._taken[y, act] = self._taken.get((y, act), 0) + count

    def _check_tallies(self, held: Held) -> None:
        super()._check_tallies(held)
        if not len(held["counts"]) or (held["counts"] > MOST).any():
            raise StateError("'counts' are how often each class came, 0 or more")
        if (held["taken"][:, 2] < 0).any() or (held["taken"][:, 2] > MOST).any():
            raise StateError("'taken' are a class, what it was taken for, and how often, 0 or more")

    def _put_tallies(self, held: Held) -> None:
        super()._put_tallies(held)
        self._taken = {(y, act): count for y, act, count in held["taken"].tolist()}

    def as_dict(self, theorems: str = "quick") -> dict[str, Any]:
        account = super().as_dict(theorems)
        for name in ("false_positives", "false_negatives"):
            del account[name]
        account["classes"] = {str(label): count for label, count in self.classes.items()}
        account["confusions"] = [[y, act, count] for (y, act), count in self.confusions.items()]
        return account

    def _confused(self, most: int = SHOWN) -> str:
        """The most frequent confusions, as text."""
        pairs = list(self.confusions.items())
        words = [f"{y} for {'nothing' if act is None else act} {count:,}" for (y, act), count in pairs[:most]]
        return ", ".join(words) + (f" and {len(pairs) - most} more" if len(pairs) > most else "")

    def __str__(self) -> str:
        first, *rest = super().__str__().split("\n")
        lines = [
            first,
            f"{counted(len(self._labels.known), 'class')}" + (f"; taken: {self._confused()}" if self._taken else ""),
        ]
        return "\n".join([*lines, *rest])

    def __repr__(self) -> str:
        return f"ClassLedger({self.rounds} rounds, {len(self._labels.known)} classes, {self.mistakes} mistakes)"


CLASSES.ledger = ClassLedger
