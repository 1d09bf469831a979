"""What holds of every learner whose weights are e^(-eta L), whatever the data: its totals and its weights are right."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ..bound import SLACK

if TYPE_CHECKING:
    from ..expert_ledger import ExpertLedger


def first_sleep(ledger: ExpertLedger) -> int:
    """The first round in which an expert slept, of all that were ever heard; 0 if none did, or it was not kept."""
    rows = ledger.rows
    short = np.flatnonzero(np.asarray(rows.sizes)[: rows.count] < ledger.n)
    return int(rows.numbers[short[0]]) if len(short) else 0


def miscounted(learner: Any, ledger: ExpertLedger) -> str | None:
    """The totals must be what the experts lost, where nobody slept and every round was kept to see that."""
    if not ledger.rows.complete or first_sleep(ledger) or learner.gradient or learner.n != ledger.n:
        return None
    counted, lost = np.asarray(learner.totals), ledger.expert_losses
    if np.all(np.abs(counted - lost) <= SLACK * (1.0 + np.abs(lost).max(initial=0.0))):
        return None
    return "the learner's totals are not what the experts have lost"


def misweighed(learner: Any) -> str | None:
    """The weights must be what the rate makes of the totals."""
    w, totals = learner.weights, np.asarray(learner.totals)
    if not learner.updates or not len(w) or not np.any(np.asarray(learner.state()["w"]) > 0.0):
        return None  # all so far behind a newcomer that their weights are zero; they are weighed anew when needed
    behind = totals - totals.min()
    due = (behind == 0.0).astype(float) if learner.eta == np.inf else np.exp(-learner.eta * behind)
    if np.allclose(w, due / due.sum(), rtol=1e-6, atol=1e-12):
        return None
    return "the learner's weights are not those of its totals"
