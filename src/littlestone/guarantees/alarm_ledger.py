# cython: boundscheck=False, wraparound=False
"""The account of an alarm: the evidence that something happens more often than it should."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ..account import PlainAccount
from ..errors import StateError
from ..state import Counts, Held, Numbers, Table, Vector, fields
from .doubles import Doubles

BETS = (0.05, 0.1, 0.2, 0.4, 0.8)  # as shares of 1/level, the largest bet that cannot be ruined


class Sounded(NamedTuple):
    """An alarm: the round whose label raised it, how many labels had come with that one, and the evidence."""

    round: int
    label: int
    evidence: float


class AlarmLedger(PlainAccount):
    """Evidence that values from 0 to 1 are larger on average than `level`, by betting on it from every round on:

        M <- (1 + lam (X - level)) (M + 1)           for five rates lam; the evidence is the mean of the five

    Each M is the sum, over all rounds a change may have begun at, of the wealth of one who began to bet then. While no
    value is above `level` on average, given those before, M - t is a supermartingale: hence on average it takes
    `run_length` rounds or more until the evidence reaches that number. Then there is an alarm, and all begins anew.
    Values are of the guesses as given, in the order of their labels.
    """

    _saved = fields(
        Vector("wealth", size=len(BETS), least=0.0, finite=True),
        Counts("counts", "labelled", "since"),
        Numbers("sums", "evidence", "highest", "total"),
        Vector("kept", "kept.array()", size=lambda own, held: min(held["counts"][1], own.keep)),
        Table(
            "alarms", lambda own: np.array(own.alarms, dtype=np.float64).reshape(-1, 3), shape=(None, 3), finite=True
        ),
    )

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
    def now(self) -> float:
        """The evidence since the last alarm."""
        return self.evidence if self.since else 0.0

    def _check_state(self, held: Held) -> None:
        labelled, since = held["counts"]
        if since > labelled or not np.isfinite(held["sums"]).all():
            raise StateError("an alarm has its last labels among all, and its evidence is a number")

    def _take_up(self, held: Held) -> None:
        self.kept = Doubles(held["kept"])
        self.alarms = [
            Sounded(int(number), int(label), evidence) for number, label, evidence in held["alarms"].tolist()
        ]
