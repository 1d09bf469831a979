"""What the regret theorems of learners from advice share."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..bound import SLACK, Bound, Certificate, not_fresh

if TYPE_CHECKING:
    from ..expert_ledger import ExpertLedger

FINEST = 1e-140  # squares of numbers much smaller than this are none


class RegretBound(Bound):
    """The learner pays at most so much more than the best expert.

    A theorem says its formula in `theorem`, the number it allows in `allows`, which premise of its own failed in
    `premise`, and which invariant of the learner's state failed, whatever the data, in `failure`.
    """

    def theorem(self, learner: Any) -> str:
        """The bound as it would stand on the board."""
        raise NotImplementedError(f"{type(self).__name__} must say its theorem")

    def allows(self, learner: Any, ledger: ExpertLedger) -> float | None:
        """The most regret against the best expert that the theorem allows now; None if it allows no number."""
        raise NotImplementedError(f"{type(self).__name__} must say what it allows")

    def premise(self, learner: Any, ledger: ExpertLedger) -> str | None:
        """The premise that failed, and when."""
        return None

    def failure(self, learner: Any, ledger: ExpertLedger) -> str | None:
        """The invariant that failed although it holds whatever the data."""
        return None

    def broken(self, learner: Any, ledger: ExpertLedger) -> str | None:
        """The premise that failed, of those that all these theorems have and of its own."""
        late = f"the truth of round {ledger.first_late} came after other updates" if ledger.latest else None
        bent = None if ledger.price.convex or ledger.price.classes else f"the {ledger.price.name} loss is not convex"
        return not_fresh(ledger) or late or bent or too_fine(learner) or self.premise(learner, ledger)

    def allowance(self, learner: Any, ledger: ExpertLedger) -> float | None:
        return None if self.broken(learner, ledger) else self.allows(learner, ledger)

    def certificate(self, learner: Any, ledger: ExpertLedger) -> Certificate:
        paid = ledger.best_regret
        theorem = self.theorem(learner)
        if broken := self.broken(learner, ledger):
            return Certificate(theorem, paid, None, broken, "")
        allowed = self.allows(learner, ledger)
        failure = self.failure(learner, ledger)
        # Chances are rounded next to 1, however little they cost; what else is lost may be counted in any unit.
        size = ledger.price.chances + abs(ledger.own) + abs(allowed or 0.0)
        if failure is None and allowed is not None and paid > allowed + SLACK * size:
            failure = "more regret than the theorem allows"
        teaches = ""
        if allowed is not None and ledger.n:
            least = ledger.own - max(ledger.missed) - allowed  # who slept is held to the rounds it was awake in
            teaches = f"no expert has lost less than {least:,.6g}" if least > 0 else ""
        return Certificate(theorem, paid, allowed, None, teaches, failure)

    def live(self, learner: Any, ledger: ExpertLedger) -> str:
        """What the theorem allows by now."""
        allowed = self.allowance(learner, ledger)
        return "" if allowed is None else f"regret <= {allowed:,.4g}"


def too_fine(learner: Any) -> str | None:
    """The premise of all arithmetic, if it is broken: squares of losses are numbers."""
    if not 0.0 < learner.spread < FINEST:
        return None
    return f"the losses of a round lie {learner.spread:.3g} apart at most, too little to be squared; scale them up"


def round_number(ledger: ExpertLedger, update: int) -> int:
    """The number of the round that this update of the learner was about: other rounds may have been forgotten."""
    rows = ledger.rows
    return int(rows.numbers[update - 1]) if update <= rows.count else update
