# cython: boundscheck=False, wraparound=False
"""The account of an alarm: the evidence that something happens more often than it should."""

from __future__ import annotations

from math import isfinite
from typing import NamedTuple, Self

import numpy as np

from ..errors import StateError
from ..learner import State
from .doubles import Doubles

BETS = (0.05, 0.1, 0.2, 0.4, 0.8)  # as shares of 1/level, the largest bet that cannot be ruined


class Sounded(NamedTuple):
    """An alarm: the round whose label raised it, how many labels had come with that one, and the evidence."""

    round: int
    label: int
    evidence: float


class AlarmLedger:
    """Evidence that values from 0 to 1 are larger on average than `level`, by betting on it from every round on:

        M <- (1 + lam (X - level)) (M + 1)           for five rates lam; the evidence is the mean of the five

    Each M is the sum, over all rounds a change may have begun at, of the wealth of one who began to bet then. While no
    value is above `level` on average, given those before, M - t is a supermartingale: hence on average it takes
    `run_length` rounds or more until the evidence reaches that number. Then there is an alarm, and all begins anew.
    """

    _unordered = 0
    _terms = ""
    weights = None
    learner = None

    def __init__(self, run_length: float, level: float, keep: int = 100_000) -> None:
        self.run_length = run_length
        self.level = level
        self.keep = keep
        self.rates = np.array([bet / level for bet in BETS])
        self.wealth = np.zeros(len(BETS))
        self.evidence = 0.0
        self.highest = 0.0  # the most evidence since the last alarm, that which raised it left out
        self.labelled = 0
        self.since = 0  # labels since the last alarm
        self.total = 0.0
        self.kept = Doubles()  # the values since the last alarm
        self.alarms: list[Sounded] = []

    def record(self, number: int, value: float) -> bool:
        """Enter a value from 0 to 1; is there an alarm?"""
        excess = value - self.level
        total = 0.0
        for k in range(self.rates.shape[0]):
            self.wealth[k] = (1.0 + self.rates[k] * excess) * (self.wealth[k] + 1.0)
            total += self.wealth[k]
        self.evidence = total / self.rates.shape[0]
        self.labelled += 1
        self.since += 1
        self.total += value
        if self.since <= self.keep:
            self.kept.append(value)
        if self.evidence < self.run_length:
            if self.evidence > self.highest:
                self.highest = self.evidence
            return False
        self.alarms.append(Sounded(number, self.labelled, self.evidence))
        for k in range(self.rates.shape[0]):
            self.wealth[k] = 0.0
        self.since, self.highest = 0, 0.0
        self.kept = Doubles()
        return True

    @property
    def in_order(self) -> Self:
        """The same account: values are of the guesses as given, in the order of their labels."""
        return self

    @property
    def now(self) -> float:
        """The evidence since the last alarm."""
        return self.evidence if self.since else 0.0

    def state(self) -> State:
        """Everything in the account, as named arrays."""
        return {
            "wealth": np.array(self.wealth),
            "counts": np.array([self.labelled, self.since], dtype=np.int64),
            "sums": np.array([self.evidence, self.highest, self.total]),
            "kept": self.kept.array(),
            "alarms": np.array(self.alarms, dtype=np.float64).reshape(-1, 3),
        }

    def restore(self, state: State) -> None:
        """Restore the account from its `state`."""
        wealth = np.array(state["wealth"], dtype=np.float64)
        labelled, since = (int(each) for each in state["counts"])
        kept = np.asarray(state["kept"], dtype=np.float64)
        if wealth.shape != (len(BETS),) or not np.isfinite(wealth).all() or (wealth < 0.0).any():
            raise StateError(f"an alarm has {len(BETS)} bets of wealth 0 or more")
        if not 0 <= since <= labelled or kept.shape != (min(since, self.keep),):
            raise StateError("an alarm keeps a value for each label since the last")
        self.evidence, self.highest, self.total = (float(each) for each in state["sums"])
        if not isfinite(self.evidence + self.highest + self.total):
            raise StateError("the evidence of an alarm is a number")
        self.wealth, self.labelled, self.since = wealth, labelled, since
        self.kept = Doubles(kept)
        self.alarms = [
            Sounded(int(number), int(label), evidence) for number, label, evidence in state["alarms"].tolist()
        ]
