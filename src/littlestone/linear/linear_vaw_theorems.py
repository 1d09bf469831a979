"""The regret bound of Vovk-Azoury-Warmuth on rows, against every vector."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

import numpy as np

from ..bound import SLACK, Case
from ..experts.least_squares_theorems import WIDEST, VovkAzouryWarmuthBound, solved, too_large, too_small
from ..row import Batch


class LinearVAWBound(VovkAzouryWarmuthBound):
    """R(u) <= ridge |u|^2 + Y^2 ln det(A/ridge) for every vector u, Y the largest |y|: the same of rows."""

    looks_at = Case
    whose = "vector u"

    def statement(self, case: Any) -> str:
        return "Vovk-Azoury-Warmuth: R(u) <= ridge |u|^2 + max y^2 ln det(A/ridge)"

    def own(self, ledger: Any) -> float:
        return float(ledger.loss)

    def unmeasurable(self, case: Any) -> str | None:
        price = case.ledger.price.name
        other = None if price == "square" else f"the theorem is about the square loss, and the game's is {price}"
        return other or too_large(case.learner) or too_small(case.learner)

    def rounding(self, case: Any) -> float:
        return float(SLACK * (case.ledger.loss + case.ledger.labelled * case.learner.largest**2))

    def miscounted(self, case: Any) -> str | None:
        """Rows are not kept, so only the sum of the squared truths, which no rotation changes, is checked."""
        learner, ledger = case.learner, case.ledger
        if learner.largest != max(abs(ledger.least), abs(ledger.most)):
            return "the largest truth that was learned from is not the largest of the game"
        squares = ledger._scatter + ledger.labelled * ledger.mean**2
        if abs(solved(learner).squares - squares) > SLACK * squares:
            return "the squares of the truths are not those of the game"
        return None

    def mistaught(self, case: Any) -> str | None:
        """The same with a made-up row of typical size, since no rows are kept."""
        copy = deepcopy(case.learner)
        width = min(WIDEST, copy.triangle.n - 1)
        sizes = np.linalg.norm(solved(copy).F, axis=0)[1 : width + 1] / np.sqrt(case.ledger.labelled)
        x = Batch([0, width], np.arange(width), sizes * (-1.0) ** np.arange(width), width).check().row(0)
        z = np.zeros(copy.triangle.n)
        z[0], z[1 : width + 1] = copy.bias, x.values
        length = np.linalg.norm(z)
        return self.deviation(copy, x, copy.largest, z / length if copy.normalise and length else z, 0.0)
