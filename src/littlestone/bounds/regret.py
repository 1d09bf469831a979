"""What the regret theorems of learners from advice share."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..bound import SLACK, Bound, Case, Open

if TYPE_CHECKING:
    from ..expert_ledger import ExpertLedger

FINEST = 1e-140  # squares of numbers much smaller than this are none


class RegretBound(Bound):
    """The learner pays at most so much more than the best expert, on every sequence and at every moment."""

    cheap = True
    excess = "more regret than the theorem allows"

    def unmeasurable(self, case: Case) -> str | None:
        price = case.ledger.price
        if not (price.convex or price.classes):
            raise Open(f"no theorem is known for the {price.name} loss, which is not convex")
        return too_fine(case.learner)

    def paid(self, case: Case) -> float:
        return float(case.ledger.best_regret)

    def slack(self, case: Case, paid: float, allowed: float) -> float:
        # Chances are rounded next to 1, however little they cost; what else is lost may be counted in any unit.
        return SLACK * (case.ledger.price.chances + abs(case.ledger.own) + abs(allowed))

    def lesson(self, case: Case, allowed: float | None) -> str:
        ledger = case.ledger
        if allowed is None or not ledger.n:
            return ""
        least = ledger.own - max(ledger.missed) - allowed  # who slept is held to the rounds it was awake in
        return f"no expert has lost less than {least:,.6g}" if least > 0 else ""

    def live(self, ledger: ExpertLedger) -> str:
        """What the theorem allows by now."""
        allowed = self.allowance(ledger)
        return "" if allowed is None else f"regret <= {allowed:,.4g}"


def too_fine(learner: Any) -> str | None:
    """Why the losses cannot be measured, if they cannot: their squares are no numbers."""
    if not 0.0 < learner.spread < FINEST:
        return None
    return f"the losses of a round lie {learner.spread:.3g} apart at most, too little to be squared; scale them up"


def round_number(ledger: ExpertLedger, update: int) -> int:
    """The number of the round that this update of the learner was about: other rounds may have been forgotten."""
    rows = ledger.rows
    return int(rows.numbers[update - 1]) if update <= rows.count else update
