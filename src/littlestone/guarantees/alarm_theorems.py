"""Alarms: how long it takes on average until a false one."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..bound import SLACK, Bound, Case
from ..support import elementary
from ..support.settings import counted
from .alarm_ledger import BETS


class AlarmBound(Bound):
    """E(rounds until a false alarm) >= run length, while values are at most `level` on average given those before.

    An e-detector (Shin, Ramdas and Rinaldo 2023): E(M_t) <= M_{t-1} + 1 for each rate, so E(M) <= E(t) at the moment of
    the alarm, when M is at least the run length. It is a statement about the average over the chance of the world; of
    one run it can be said that the evidence is what the values make it, and that no alarm was left out. Both are
    checked, from the values that were kept: M_t is also the sum over all s <= t of the product of 1 + lam (X - level)
    from s to t.
    """

    excess = "there is more evidence than an alarm needs, and there was none"

    def unmeasurable(self, case: Case) -> str | None:
        return None if case.ledger.labelled else "no label has come yet"

    def statement(self, case: Case) -> str:
        ledger = case.ledger
        return (
            f"Alarm: E(rounds to a false one) >= {ledger.run_length:,.6g}, while the mean given the past is at most "
            f"{ledger.level:.4g}"
        )

    def paid(self, case: Case) -> float:
        return float(case.ledger.highest)

    def invariant(self, case: Case) -> str | None:
        ledger = case.ledger
        if ledger.since > ledger.keep:
            return None
        evidence = worked_out(np.array(ledger.kept), ledger.level)
        now = float(evidence[-1]) if len(evidence) else 0.0
        if abs(ledger.now - now) > 1e-6 * (1.0 + now):
            return f"the evidence is {ledger.now:.9g}, and {now:.9g} by the values since the last alarm"
        if len(evidence) and float(evidence.max()) > ledger.run_length * (1.0 + 1e-6):
            return f"the evidence was {float(evidence.max()):.6g}, and there was no alarm"
        return None

    def allowed(self, case: Case) -> float:
        return float(case.ledger.run_length)

    def slack(self, case: Case, paid: float, allowed: float) -> float:
        return SLACK * allowed

    def lesson(self, case: Case, allowed: float | None) -> str:
        ledger = case.ledger
        mean = f"the mean so far is {ledger.total / ledger.labelled:.4g}"
        return f"{counted(len(ledger.alarms), 'alarm')} in {counted(ledger.labelled, 'label')}; {mean}"


def worked_out(values: Any, level: float) -> Any:
    """The evidence after each of these values, by logarithms of the products."""
    total = np.zeros(len(values))
    for bet in BETS:
        logs = np.concatenate([[0.0], np.cumsum(elementary.log1ps(bet / level * (values - level)))])
        begun = np.logaddexp.accumulate(-logs[:-1]) if len(values) else logs[:-1]
        total += elementary.exps(logs[1:] + begun)
    return total / len(BETS)
