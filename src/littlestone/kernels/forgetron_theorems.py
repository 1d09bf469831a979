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

from functools import cached_property
from math import sqrt
from typing import Any

import numpy as np

from ..bound import SLACK
from ..solvers.best_vector import best_pair
from .kernel_perceptron_theorems import KernelCase, KernelMistakes, same

DAMAGE = 15.0 / 32.0
ROUNDING = 1e-6  # relative rounding of a coefficient, a product of many factors


class ForgetronCase(KernelCase):
    """The mistakes in the space of a kernel, and what a replay of them leaves."""

    @cached_property
    def replayed(self) -> tuple[Any, float, float]:
        """The replay: the final coefficients, the damage D done by forgetting, and S."""
        K, budget = self.matrix, self.learner.budget
        a, damage, shrunk = np.array(self.rows.labels), 0.0, 0.0
        for last in range(budget, len(a)):
            oldest = last - budget
            support = slice(oldest, last + 1)
            s, m = abs(a[oldest]), float(np.sign(a[oldest]) * (K[oldest, support] @ a[support]))
            f = largest_factor(s, m, DAMAGE * (last + 1) - damage)
            a[support] *= f
            damage += (f * s) ** 2 + 2.0 * f * s - 2.0 * f * s * f * m
            shrunk += (1.0 - f) / (1.0 + f)
        return a[max(0, len(a) - budget) :], damage, shrunk

    @cached_property
    def best(self) -> tuple[float, float]:
        """Hinge loss and length of the vector with the smallest (1 + S) |u|^2 + 2 L."""
        return best_pair(self.batch, self.radius, self.w, self.total, self.effort)

    def total(self, loss: float, length: float) -> float:
        """(1 + S) |u|^2 + 2 L."""
        return (1.0 + self.replayed[2]) * length * length + 2.0 * loss


class ForgetronBound(KernelMistakes):
    """M <= (1 + S) |u|^2 + 2 L + D for every u, if no K(x, x) exceeds 1; L its hinge losses on the mistakes.

    D <= 15/32 M is the damage done by forgetting and S the sum of (1 - f)/(1 + f) over all times that the weights were
    shrunk by f: both are found by replaying the mistakes.
    """

    looks_at = ForgetronCase

    def statement(self, case: ForgetronCase) -> str:
        return "Forgetron: M <= (1 + S)|u|^2 + 2 L + D, D <= 15/32 M"

    def premise(self, case: ForgetronCase) -> str | None:
        sizes = np.diag(case.matrix)
        long = np.flatnonzero(sizes > 1 + SLACK)
        if not len(long):
            return None
        first = int(long[0])
        return f"K(x, x) is {sizes[first]:.4g} in round {case.told.numbers[first]}, and the theorem is for 1 at most"

    def invariant(self, case: ForgetronCase) -> str | None:
        learner, kept, support, told = case.learner, case.kept, case.support, case.told.batch()
        if not case.told.complete:
            return None
        first = told.rows - min(told.rows, learner.budget)
        if support.rows != told.rows - first or not all(
            same(support.row(i), told.row(first + i)) for i in range(support.rows)
        ):
            return "the support is not the last mistakes"
        if case.broken or not kept.complete:
            return None  # rounding grows with the size of the kernel
        a, damage, _ = case.replayed
        if not learner.damage <= DAMAGE * kept.count * (1 + SLACK):
            return "forgetting has done more damage than 15/32 of the mistakes"
        rounding = ROUNDING + case.blur * kept.count
        if not np.abs(learner.coefficients - a).max(initial=0.0) <= rounding:
            return "the coefficients are not those of the last mistakes, shrunk as often"
        if not abs(learner.damage - damage) <= rounding * max(1, kept.count):
            return "the damage done by forgetting is not what it was"
        return None

    def allowed(self, case: ForgetronCase) -> float:
        return case.total(*case.best) + case.replayed[1]

    def lesson(self, case: ForgetronCase, allowed: float | None) -> str:
        if allowed is None or not case.kept.count:
            return ""
        _, damage, shrunk = case.replayed
        least = f"{(case.kept.count - damage) / 2:.4g} - {(1 + shrunk) / 2:.4g} |u|^2"
        return f"every vector u has hinge loss at least {least} on the mistakes"


def largest_factor(s: float, m: float, spare: float) -> float:
    """The largest f up to 1 with (s^2 - 2 s m) f^2 + 2 s f <= spare."""
    square, line = s * s - 2.0 * s * m, 2.0 * s
    if square + line <= spare or s == 0.0:
        return 1.0  # forgetting a coefficient of zero costs nothing
    root = sqrt(max(0.0, line * line + 4.0 * square * spare))
    return min(1.0, max(0.0, 2.0 * spare / (line + root)))  # (root - line)/(2 square), without cancellation
