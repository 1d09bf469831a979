"""The theorem of ALMA (Gentile 2001), in the form of a sum that its every update adds to.

With steps s_k = C/sqrt(k), N_k >= 1 what the weights are divided by after update k, and rho_k = s_k/(N_k .. N_K), the
last weights are the sum of rho_k y x. So for every u with hinge losses l_k(u)

    sum of rho_k (1 - l_k(u))  <=  <u, w>  <=  |u|.

And N_k^2 <= 1 + A/k with A = 2 (1 - alpha) B C + C^2 R^2, because the margin was at most (1 - alpha) B/sqrt(k), so that
sum of rho_k >= S_K, where S_k = (S_(k-1) + s_k)/sqrt(1 + A/k) and S_0 = 0: it grows as 2 C sqrt(K)/(A + 1) does.
"""

from __future__ import annotations

from functools import cached_property
from math import sqrt
from typing import Any

import numpy as np

from ..bound import SLACK
from ..rows.updates_kept import Kept, UpdatesCase, UpdatesKept
from ..solvers.best_vector import best_vector
from ..solvers.competitors import Competitor, hinge
from ..solvers.sums import apart, weighted_sum
from ..support import elementary
from ..support.linear_algebra import squared

ROUNDING = 1e-6  # rounding of a length after many steps
EXACT = 20_000  # updates up to which S_K is computed one by one
FAINT = 1e-290  # a smaller share adds nothing, and subnormal numbers are slow
MOST = 1e9  # the square root of a number of updates that no game reaches


class ALMACase(UpdatesCase):
    """The rounds that ALMA learned from, those with features, and the share of each in the weights."""

    @cached_property
    def whole(self) -> Any:
        """Which rounds have features."""
        return self.kept.squares > 0.0

    @cached_property
    def learned(self) -> Kept:
        """Those."""
        return self.kept.part(self.whole)

    @property
    def empty(self) -> int:
        """The number of mistakes without features."""
        return int(np.count_nonzero(~self.whole & self.kept.mistaken))

    @cached_property
    def shares(self) -> tuple[Any, float]:
        """rho of every update, and the length of the weights."""
        return shares(self.learner, self.learned)

    @cached_property
    def best(self) -> Competitor:
        """The vector with the smallest |u| + sum of rho_k l_k(u)."""
        rho, _ = self.shares
        return best_vector(
            self.learned.batch,
            self.radius,
            self.played,
            lambda size, margins: size + float(rho @ hinge(margins)),
            effort=self.effort,
        )

    @property
    def radius(self) -> float:
        """R."""
        return sqrt(float(self.learned.squares.max(initial=0.0)))


class ALMABound(UpdatesKept):
    """K updates, mistakes among them, with S_K <= |u| + sum of rho_k l_k(u) for every u.

    If y <u, x> >= gamma for a unit vector wherever it learned, K is the largest with S_K <= 1/gamma: about
    ((A + 1)/(2 C gamma))^2, which for Gentile's B = sqrt(8)/alpha is his 2 (2/alpha - 1)^2/gamma^2 or a little less.
    """

    looks_at = ALMACase
    mistakes = True
    excess = "more updates than the theorem allows"

    def matters(self, y: float, guess: float, mistaken: bool) -> bool:
        return y * guess <= 1.0

    def statement(self, case: ALMACase) -> str:
        return "ALMA: M <= K, S_K <= |u| + sum rho_k l_k(u), S_K ~ 2 C sqrt(K)/(2 (1 - alpha) B C + C^2 R^2 + 1)"

    def details(self, case: ALMACase) -> str:
        return "" if case.whole.all() else ", and the rounds without features"

    def unmeasurable(self, case: ALMACase) -> str | None:
        return super().unmeasurable(case) or case.odd(1e-100, 1e100)

    def paid(self, case: ALMACase) -> float:
        self.known()
        return case.learned.batch.rows + case.empty

    def invariant(self, case: ALMACase) -> str | None:
        """What is wrong if the weights are not the sum of the shares, or the guesses are not made with them."""
        rho, length = case.shares
        w = weighted_sum(case.learned.batch, rho * np.asarray(case.learned.batch.labels))
        if not apart(w, case.played) <= ROUNDING:
            return "the weights are not the sum of the steps, scaled back to length one"
        if not abs(float(np.linalg.norm(w)) - length) <= ROUNDING:
            return "the guesses are not the products with the weights of their time"
        return None

    def allowed(self, case: ALMACase) -> float:
        if not case.learned.batch.rows:
            return float(case.empty)
        reach = case.best.allowed * (1 + SLACK)
        return float(most_updates(case.learner, case.radius, reach) + case.empty)

    def lesson(self, case: ALMACase, allowed: float | None) -> str:
        rho, _ = case.shares
        return f"no unit vector has a margin above {1 / float(rho.sum()):.4g} wherever it learned" if len(rho) else ""


def shares(learner: Any, kept: Kept) -> tuple[Any, float]:
    """rho of every update, and the length of the weights, from the guesses and the lengths of the examples."""
    k = np.arange(1, kept.batch.rows + 1)
    margins = np.asarray(kept.batch.labels) * kept.guesses * (1.0 - learner.alpha) * learner.B / np.sqrt(k)
    steps = learner.C / np.sqrt(k)
    square, divisors = 0.0, []
    for step, margin, size in zip(steps.tolist(), margins.tolist(), kept.squares.tolist(), strict=True):
        square = max(0.0, square + 2.0 * step * margin + step * step * size)
        divisors.append(max(1.0, sqrt(square)))
        square = min(1.0, square)
    logs = elementary.logs(divisors)
    rho = steps * elementary.exps(-np.cumsum(logs[::-1])[::-1])
    return np.where(rho > FAINT, rho, 0.0), sqrt(square)


def most_updates(learner: Any, radius: float, reach: float) -> int:
    """The largest K with S_K at most `reach`; above EXACT, a slightly larger number.

    If S_n >= c sqrt(n), it is so for ever, provided that c (A + 1) <= C (sqrt(1 + A/k) + sqrt(1 - 1/k)) for all k > n.
    The right side is concave in 1/k, so that its least value is at one of the ends.
    """
    C = learner.C
    A = 2.0 * (1.0 - learner.alpha) * learner.B * C + squared(C * radius)
    total = 0.0
    for k in range(1, EXACT + 1):
        total = (total + C / sqrt(k)) / sqrt(1.0 + A / k)
        if total > reach:
            return k - 1
    end = 1.0 / (EXACT + 1)
    c = min(total / sqrt(EXACT), C * min(2.0, sqrt(1.0 + A * end) + sqrt(1.0 - end)) / (A + 1.0))
    return max(EXACT, int(min(reach / c, MOST) ** 2))
