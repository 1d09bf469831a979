"""The theorem of the Forgetron (Dekel, Shalev-Shwartz and Singer 2008), with the sums that it is made of.

Look at |w - u|^2, which begins as |u|^2, and let no K(x, x) exceed 1. A mistake takes at least 2 y <u, x> - 1 from it.
Shrinking w to f w gives back |u|^2 (1 - f)/(1 + f) at most. Forgetting an example whose coefficient is s gives back
2 s y <u, x> + s^2 - 2 s m, where m = y <w, x> before. What an example took less what it gives back of <u, x> is
2 (1 - s) y <u, x>, at least 2 (1 - s)(1 - l(u)), so that in all, with D the sum of s^2 + 2 s - 2 s m and S that of
(1 - f)/(1 + f),

    M <= (1 + S) |u|^2 + 2 L + D,

whatever the budget. The learner sees to it that D <= 15/32 M. The paper shows that for a budget B >= 83 and vectors up
to (1/4) sqrt((B + 1)/ln(B + 1)) long S |u|^2 is 1/32 M at most: then M <= 2 |u|^2 + 4 L.
"""

from __future__ import annotations

from math import sqrt
from typing import Any

import numpy as np

from ..bound import SLACK
from ..evidence import Evidence
from ..row import Batch
from .comparators import hinge_comparators
from .kernel import InSpace, KernelMistakes, gram

DAMAGE = 15.0 / 32.0
ROUNDING = 1e-6  # of a coefficient: each is a product of many factors


class ForgetronBound(KernelMistakes):
    """M <= (1 + S) |u|^2 + 2 L + D for every u, if no K(x, x) exceeds 1; L its hinge losses on the mistakes.

    D <= 15/32 M is the damage done by forgetting and S the sum of (1 - f)/(1 + f) over all times that the weights were
    shrunk by f: both are found by making the same mistakes again.
    """

    def statement(self) -> str:
        return "Forgetron: M <= (1 + S)|u|^2 + 2 L + D, D <= 15/32 M"

    def judged(self, learner: InSpace, kept: Evidence, batch: Batch) -> tuple[float | None, str | None, str]:
        if kept.largest > 1 + SLACK:
            return None, f"K(x, x) is {kept.largest:.4g} for a mistake, and the theorem is for 1 at most", ""
        if kept.latest:
            return None, f"the label of round {kept.first_late} came after other updates", ""
        _, damage, shrunk = replayed(learner)
        pairs = hinge_comparators(batch, self.radius(kept))
        least = min((1.0 + shrunk) * u * u + 2.0 * loss for loss, u in pairs) + damage  # u = 0 is among them
        teaches = (
            f"every vector u has hinge loss at least {(kept.count - damage) / 2:.4g} - {(1 + shrunk) / 2:.4g} |u|^2 "
            f"on the mistakes"
        )
        return least, None, teaches

    def failure(self, learner: InSpace, kept: Evidence, batch: Batch) -> str | None:
        one = learner.learner
        if not kept.complete:
            return None
        if one.damage > DAMAGE * kept.count * (1 + SLACK):
            return "forgetting has done more damage than 15/32 of the mistakes"
        a, damage, _ = replayed(learner)
        if len(one.coefficients) != len(a):
            return "the support is not the last mistakes"
        if not np.abs(one.coefficients - a).max(initial=0.0) <= ROUNDING:
            return "the coefficients are not those of the last mistakes, shrunk as often"
        if not abs(one.damage - damage) <= ROUNDING * kept.count:
            return "the damage done by forgetting is not what it was"
        support, last = one.support(), np.arange(kept.count - len(a), kept.count)
        alone = gram(one, support, support).diagonal() + gram(one, learner.rows, learner.rows).diagonal()[last]
        apart = alone - 2.0 * gram(one, support, learner.rows)[np.arange(len(a)), last]  # the squared distances
        return "the support is not the last mistakes" if (apart > ROUNDING * alone).any() else None


def replayed(learner: InSpace) -> tuple[Any, float, float]:
    """The coefficients that these mistakes leave, the damage D done by forgetting, and S."""
    one, labels = learner.learner, np.asarray(learner.rows.labels)
    K = gram(one, learner.rows, learner.rows)
    a, damage, shrunk = np.array(labels), 0.0, 0.0
    for last in range(one.budget, len(a)):
        oldest = last - one.budget
        support = slice(oldest, last + 1)
        s, m = abs(a[oldest]), float(np.sign(a[oldest]) * (K[oldest, support] @ a[support]))
        f = largest_factor(s, m, DAMAGE * (last + 1) - damage)
        a[support] *= f
        damage += (f * s) ** 2 + 2.0 * f * s - 2.0 * f * s * f * m
        shrunk += (1.0 - f) / (1.0 + f)
    return a[max(0, len(a) - one.budget) :], damage, shrunk


def largest_factor(s: float, m: float, spare: float) -> float:
    """The largest f up to 1 with (s^2 - 2 s m) f^2 + 2 s f <= spare."""
    square, line = s * s - 2.0 * s * m, 2.0 * s
    if square + line <= spare:
        return 1.0
    root = sqrt(max(0.0, line * line + 4.0 * square * spare))
    return min(1.0, max(0.0, 2.0 * spare / (line + root)))  # (root - line)/(2 square), without the difference
