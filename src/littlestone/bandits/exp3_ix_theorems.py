"""EXP3-IX's theorem, which holds with a chance that is named."""

from __future__ import annotations

from typing import Any

from ..bound import Bound, Case, Open
from ..errors import BadParameter
from ..support.elementary import log
from ..support.settings import real
from .estimated_regret_theorems import rates
from .expected_regret_theorems import came_late, floor


class EXP3IXBound(Bound):
    """R <= ln(K) sum 1/eta + ln(2K/delta)/eta_T + K sum eta_t + ln(2/delta), with chance 1 - delta over the coins.

    With eta = 2 gamma = sqrt(2 ln(K)/(K T)) that is 2 sqrt(2 K T ln K) + (sqrt(K T/(2 ln K)) + 1) ln(2/delta), a little
    less than Neu's theorem 1 (2015), whose proof it is. Estimates with gamma are too small in a way that adds up: for
    any a_t(i) from 0 to 2 gamma_t the sum of a_t(i) (estimate - loss) exceeds ln(1/delta) with chance delta at most.
    (For z = 2 gamma loss/p, z/(1 + z/2) <= ln(1 + z), hence E exp(sum_i a(i) estimate(i)) <= 1 + sum a(i) loss(i), and
    the product over the rounds is a supermartingale.) Taken once with a = eta_t, and for every action once with a =
    eta_T, in the inequality that holds on every path, where <p, estimate> = loss - gamma sum of the estimates and p
    estimate <= 1. The sum of 1/eta is over the parts of a doubling; without doubling it is 1/eta_T. It holds against
    losses that depend on all that was done before, at any number of rounds that is fixed beforehand.

    delta       the chance that the bound fails
    """

    promise = "delta"
    cheap = True

    def __init__(self, delta: float = 0.05) -> None:
        self.delta = real("delta", delta, "a chance")
        if not 0.0 < self.delta < 1.0:
            raise BadParameter(f"delta is the chance that the bound fails, above 0 and below 1, not {delta!r}")

    def parameters(self) -> dict[str, Any]:
        return {"delta": self.delta}

    def statement(self, case: Case) -> str:
        return (
            f"EXP3-IX, with chance {1.0 - self.delta:g}, T fixed beforehand: "
            f"R <= 2 ln(K)/eta_T + K sum eta + (1/eta_T + 1) ln(2/delta), K = {case.learner.K}"
            + (", ln(K) sum 1/eta in place of one ln(K)/eta" if case.learner.schedule.horizon == "doubling" else "")
        )

    def unmeasurable(self, case: Case) -> str | None:
        if case.ledger._floor:
            return "no chance is below a floor, and this package has the theorem without one"
        return came_late(case)

    def against(self, case: Any) -> str:
        return "the best action"

    def paid(self, case: Case) -> float:
        regret = case.ledger.regret
        return float(case.ledger.estimated_regret if regret is None else regret)

    def allowed(self, case: Case) -> float:
        K = case.learner.K
        total, ends, last = rates(case.learner, case.ledger.labelled)
        allowed = log(K) * ends + log(2.0 * K / self.delta) / last + K * total + log(2.0 / self.delta)
        if case.ledger.regret is None:
            raise Open(
                "only the rewards of what was done are known, and what was paid is an estimate",
                f"with chance {1.0 - self.delta:g} no action loses less than {floor(case, allowed):,.6g}",
            )
        if self.paid(case) > allowed:
            raise Open(
                f"this run regrets more than {allowed:,.6g}: it is one of those, {self.delta:g} of all at most, in "
                f"which the bound fails"
            )
        return float(allowed)
