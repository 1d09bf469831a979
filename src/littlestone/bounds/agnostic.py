"""The agnostic theorem: little worse than the best concept, though none may fit."""

from __future__ import annotations

from math import log
from typing import Any

import numpy as np

from ..bound import SLACK, Bound, Certificate, not_fresh
from ..learner import State
from ..ledger import Ledger
from ..row import Batch, Row
from ..watcher import Watcher
from ..words import counted


class AgnosticBound(Bound, Watcher):
    """E[M] <= min_c M(c) + ln(N)/eta + eta t/8 after t of T rounds, N being the number of experts.

    With eta = sqrt(8 ln(N)/T) that is a regret of sqrt(T ln(N)/2) at the end. It holds whatever the labels, against the
    best concept in hindsight, which is sought among all; the premises are that there are no more than T rounds and that
    every label comes before the next prediction is learned from (Ben-David, Pal and Shalev-Shwartz 2009).
    """

    def __init__(self) -> None:
        self.counts: dict[bytes, list[int]] = {}  # per point, the columns that are on: how often -1 and how often +1
        self.late = 0

    def see(self, number: int, x: Row, y: float, guess: float, mistaken: bool, late: int) -> None:
        if late > 0:
            self.late = self.late or number
        point = np.asarray(x.columns)[x.values != 0].tobytes()
        self.counts.setdefault(point, [0, 0])[int(y > 0)] += 1

    def best(self, learner: Any) -> int:
        """The fewest mistakes that a concept of the class would have made on all rounds."""
        concepts = learner.concepts
        mistakes = np.zeros(concepts.size, dtype=np.int64)
        for point, (negative, positive) in self.counts.items():
            columns = np.frombuffer(point, dtype=np.int32)
            x = Batch([0, len(columns)], columns, np.ones(len(columns)), concepts.width).row(0)
            mistakes += np.where(concepts.table[:, concepts.point_of(x)], negative, positive)
        return int(mistakes.min())

    def certificate(self, learner: Any, ledger: Ledger) -> Certificate:
        theorem, paid = "Agnostic: E[M] <= best concept + ln(N)/eta + eta t/8", ledger.expected
        if learner.concepts is None:
            return Certificate(theorem, paid, None, None, "")
        best, t = self.best(learner), ledger.labelled
        regret = log(learner.experts) / learner.eta + learner.eta * t / 8 if t and learner.experts > 1 else 0.0
        allowed = best + regret
        broken = None
        if t > learner.rounds:
            broken = f"{counted(t, 'round')} were played, but the experts were made for {learner.rounds:,}"
        elif self.late:
            broken = f"the label of round {self.late} came after other updates"
        violated = None
        if not broken and learner.fewest > best:
            violated = f"no expert does as well as the best concept: {learner.fewest} mistakes, not {best}"
        elif not broken and paid > allowed + SLACK * max(1.0, allowed):
            violated = f"a regret of {paid - best:.6g} is more than {regret:.6g}"
        # Read backwards: whatever the labels, every concept makes at least E[M] - regret mistakes.
        least = max(0, int(np.ceil(paid - regret - SLACK * max(1.0, paid))))
        teaches = f"every concept errs at least {counted(least, 'time')}, the best of them {counted(best, 'time')}"
        if ledger.updates_before:
            broken, violated, teaches = not_fresh(ledger), None, ""
        return Certificate(theorem, paid, None if broken else allowed, broken, teaches if not broken else "", violated)

    def live(self, learner: Any, ledger: Ledger) -> str:
        """Among how many experts the learner chooses."""
        return f"{learner.experts:,} experts"

    def state(self) -> State:
        return {
            "columns": np.frombuffer(b"".join(self.counts), dtype=np.int32).copy(),
            "sizes": np.array([len(point) // 4 for point in self.counts], dtype=np.int64),
            "counts": np.array(list(self.counts.values()), dtype=np.int64).reshape(-1, 2),
            "late": np.int64(self.late),
        }

    def restore(self, state: State) -> None:
        self.counts = {}
        self.late = int(state["late"])
        ends = np.cumsum(state["sizes"])
        for t, (end, size) in enumerate(zip(ends, state["sizes"], strict=True)):
            point = np.asarray(state["columns"], dtype=np.int32)[end - size : end].tobytes()
            self.counts[point] = [int(count) for count in state["counts"][t]]
