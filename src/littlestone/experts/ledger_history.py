"""Snapshots of a ledger during a game, ever further apart, so that a long game takes little memory."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..errors import StateError
from ..state import Counts, Held, Listed, Saved, Table, Vector, fields

MOST = 128  # snapshots; when there are as many, every other one is dropped


class History(Saved):
    """Takes a snapshot of losses, weights and bounds whenever the number of labelled rounds is `due`.

    `room` is how many numbers the snapshots may hold; if that is not enough for sixteen of them, none are taken.
    """

    saved = fields(
        Counts("counts", "room", "every", "due"),
        Listed("times", dtype=np.int64),
        Listed("losses", like="times"),
        Listed("regrets", like="times"),
        Listed("allowed", like="times"),
        Table(
            "sizes",
            lambda own: [[*map(len, own.experts)], [*map(len, own.weights)]],
            shape=(2, None),
            dtype=np.int64,
            least=0,
        ),
        Vector("experts", lambda own: np.concatenate([np.zeros(0), *own.experts])),
        Vector("weights", lambda own: np.concatenate([np.zeros(0), *own.weights])),
    )

    def __init__(self, room: int) -> None:
        self.room = room
        self.every = 1
        self.due = 1
        self.times: list[int] = []
        self.losses: list[float] = []
        self.regrets: list[float] = []  # against the best expert at that time
        self.allowed: list[float] = []  # the first bound that is known; NaN if none is
        self.experts: list[Any] = []  # the loss of each expert, charged the learner's loss while it slept
        self.weights: list[Any] = []

    def take(self, ledger: Any) -> None:
        """Take a snapshot of an `ExpertLedger`, and set when the next one is due."""
        n = ledger.n
        if 2 * n * 16 > self.room:
            self.due = 0
            return
        self.times.append(ledger.labelled)
        self.losses.append(ledger.own)
        self.regrets.append(ledger.best_regret)
        self.allowed.append(allowed_by(ledger))
        self.experts.append(np.array(ledger._totals) + np.array(ledger._missed))
        self.weights.append(ledger.learner.weights)
        if len(self.times) >= min(MOST, self.room // max(1, 2 * n)):
            self.every *= 2
            for kept in (self.times, self.losses, self.regrets, self.allowed, self.experts, self.weights):
                del kept[::2]
        self.due = ledger.labelled + self.every

    def now(self, ledger: Any) -> History:
        """A history with one snapshot, of now; empty if the last one was just taken."""
        now = History(ledger.n * 2 * 16)
        if ledger.labelled not in self.times[-1:]:
            now.take(ledger)
        return now

    def check_state(self, held: Held) -> None:
        super().check_state(held)
        ends = held["sizes"].sum(axis=1).tolist()
        if held["sizes"].shape[1] != len(held["times"]) or ends != [len(held["experts"]), len(held["weights"])]:
            raise StateError(
                "'sizes' are not those of the snapshots: of 'experts' and 'weights', at each of the 'times'"
            )

    def take_up(self, held: Held) -> None:
        super().take_up(held)
        experts, weights = np.cumsum(held["sizes"], axis=1)
        self.experts = np.split(held["experts"], experts)[:-1]
        self.weights = np.split(held["weights"], weights)[:-1]


def allowed_by(ledger: Any) -> float:
    """The first bound that is known now, plus the cost of late labels; NaN if none is."""
    for bound in ledger.bounds:
        allowed = bound.allowance(ledger)
        if allowed is not None:
            return float(allowed) if ledger._ordered is None else float(allowed + ledger.own - ledger.in_order.own)
    return np.nan
