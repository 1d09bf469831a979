"""The theorem of the Forgetron (Dekel, Shalev-Shwartz and Singer 2008)."""

from __future__ import annotations

from math import log, sqrt

import numpy as np

from ..bound import SLACK
from ..evidence import Evidence
from ..row import Batch
from .comparators import hinge_comparators
from .kernel import InSpace, KernelMistakes

LEAST_BUDGET = 83  # the theorem is for budgets from here on
DAMAGE = 15.0 / 32.0


class ForgetronBound(KernelMistakes):
    """M <= 2 |u|^2 + 4 L for every u up to (1/4) sqrt((B + 1)/ln(B + 1)) long, if no K(x, x) exceeds 1 and B >= 83.

    L are the hinge losses of u on the mistakes. A mistake moves w towards u, shrinking takes it back by little if u is
    not too long, and forgetting does at most 15/32 of damage a mistake in all: the learner sees to that.
    """

    def statement(self) -> str:
        return "Forgetron: M <= 2|u|^2 + 4 L, |u| <= sqrt((B + 1)/ln(B + 1))/4"

    def judged(self, learner: InSpace, kept: Evidence, batch: Batch) -> tuple[float | None, str | None, str]:
        budget = learner.learner.budget
        if budget < LEAST_BUDGET:
            return None, f"the budget is {budget}, and the theorem is for {LEAST_BUDGET} and more", ""
        if kept.largest > 1 + SLACK:
            return None, f"K(x, x) is {kept.largest:.4g} for a mistake, and the theorem is for 1 at most", ""
        if kept.latest:
            return None, f"the label of round {kept.first_late} came after other updates", ""
        longest = sqrt((budget + 1) / log(budget + 1)) / 4.0
        pairs = [(loss, u) for loss, u in hinge_comparators(batch, self.radius(kept)) if u <= longest]
        least = min(4.0 * loss + 2.0 * u * u for loss, u in pairs)  # u = 0 is among them
        teaches = f"every vector u up to {longest:.4g} long has hinge loss at least {kept.count}/4 - |u|^2/2"
        return least, None, teaches

    def failure(self, learner: InSpace, kept: Evidence, batch: Batch) -> str | None:
        one = learner.learner
        if not kept.complete:
            return None
        if one.damage > DAMAGE * kept.count * (1 + SLACK):
            return "forgetting has done more damage than 15/32 of the mistakes"
        a = one.coefficients
        if len(a) != min(one.budget, kept.count) or np.any(
            np.sign(a) * np.asarray(batch.labels)[kept.count - len(a) :] < 0
        ):
            return "the support is not the last mistakes"
        if np.any(np.diff(np.abs(a)) < 0) or (len(a) and abs(a[-1]) > 1):
            return "an older example has shrunk less than a newer one"
        return None
