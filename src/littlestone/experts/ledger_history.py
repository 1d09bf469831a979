"""Snapshots of a ledger during a game, ever further apart, so that a long game takes little memory."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..errors import StateError
from ..learner import State, a_count

MOST = 128  # snapshots; when there are as many, every other one is dropped


class History:
    """Takes a snapshot of losses, weights and bounds whenever the number of labelled rounds is `due`.

    `room` is how many numbers the snapshots may hold; if that is not enough for sixteen of them, none are taken.
    """

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
        self.experts.append(np.array(ledger.totals) + np.array(ledger.missed))
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

    def state(self) -> State:
        """The snapshots, as named arrays: the vectors concatenated, and their lengths."""
        return {
            "counts": np.array([self.room, self.every, self.due], dtype=np.int64),
            "times": np.array(self.times, dtype=np.int64),
            "losses": np.array(self.losses),
            "regrets": np.array(self.regrets),
            "allowed": np.array(self.allowed),
            "sizes": np.array([[len(each) for each in rows] for rows in (self.experts, self.weights)], dtype=np.int64),
            "experts": np.concatenate([np.zeros(0), *self.experts]),
            "weights": np.concatenate([np.zeros(0), *self.weights]),
        }

    def restore(self, state: State) -> None:
        """Restore the history from its `state`."""
        room, every, due = state["counts"]
        self.room, self.every, self.due = int(room), a_count("every", every), a_count("due", due)
        self.times = [int(time) for time in state["times"]]
        self.losses = [float(loss) for loss in state["losses"]]
        self.regrets = [float(regret) for regret in state["regrets"]]
        self.allowed = [float(number) for number in state["allowed"]]
        experts, weights = np.cumsum(state["sizes"], axis=1)
        if np.ndim(state["experts"]) != 1 or np.ndim(state["weights"]) != 1:
            raise StateError("the snapshots of the losses and the weights lie end to end, in one vector each")
        self.experts = np.split(np.array(state["experts"]), experts)[:-1]
        self.weights = np.split(np.array(state["weights"]), weights)[:-1]


def allowed_by(ledger: Any) -> float:
    """The first bound that is known now, plus the cost of late labels; NaN if none is."""
    for bound in ledger.bounds:
        allowed = bound.allowance(ledger)
        if allowed is not None:
            return float(allowed) if ledger.ordered is None else float(allowed + ledger.own - ledger.in_order.own)
    return np.nan
