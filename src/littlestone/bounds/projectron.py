"""The theorem of the Projectron.

Its weights w are the sum of y P x over the mistakes, P the projection at the time. With D the sum of what was cut off,
|x - P x|, and L the hinge losses of any vector u on the mistakes,

    M - L <= sum of y <u, x> <= <u, w> + |u| D <= |u| (|w| + D),   and   |w|^2 <= M R^2,

because P x is no longer than x and <w, P x> = <w, x>, which on a mistake has not the sign of y. So M is at most
c + b sqrt(M) with c = L + |u| D and b = R |u|, and that is at most c + b^2/2 + b sqrt(c + b^2/4).
"""

from __future__ import annotations

from math import sqrt

import numpy as np

from ..bound import SLACK
from ..evidence import Evidence
from ..row import Batch
from .comparators import hinge_comparators
from .kernel import InSpace, KernelMistakes
from .sums import weighted_sum


class ProjectronBound(KernelMistakes):
    """M <= c + R^2|u|^2/2 + R|u| sqrt(c + R^2|u|^2/4), c = L + |u| D, for every vector u of the kernel's space.

    D is the sum of the distances that were cut off, L the hinge losses of u on the mistakes, R^2 the largest K(x, x).
    As for the Perceptron, the vector shown is the one with the smallest L + R^2 |u|^2, or u = 0, which says M <= M.
    """

    def statement(self) -> str:
        return "Projectron: M <= c + R^2|u|^2/2 + R|u| sqrt(c + R^2|u|^2/4), c = L + |u| D"

    def judged(self, learner: InSpace, kept: Evidence, batch: Batch) -> tuple[float | None, str | None, str]:
        cut = float(learner.learner.cut)
        radius = self.radius(kept)
        sums = ((loss + (radius * u) ** 2, loss, u) for loss, u in hinge_comparators(batch, radius) if u)
        total, loss, length = min(sums, default=(np.inf, 0.0, 0.0))
        if not total < kept.count * (1 - SLACK):
            loss, length = float(kept.count), 0.0
        c, b = loss + length * cut, radius * length
        w = sqrt(max(0.0, learner.played()[0]))
        teaches = f"every vector u has hinge loss at least {kept.count} - {w + cut:.4g} |u| on the mistakes"
        return c + b * b / 2.0 + b * sqrt(c + b * b / 4.0), None, teaches

    def failure(self, learner: InSpace, kept: Evidence, batch: Batch) -> str | None:
        if not kept.complete:
            return None
        square, inner = learner.played()
        total = weighted_sum(batch, batch.labels)
        scale = SLACK * kept.largest * max(1, kept.count) ** 2
        if square - 2.0 * inner + total @ total > learner.learner.cut**2 + scale:
            return "the weights are further from the sum of the mistakes than what was cut off"
        if square > self.radius(kept) ** 2 * kept.count + scale:
            return "|w|^2 exceeds M R^2"
        return None
