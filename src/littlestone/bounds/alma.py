"""The theorem of ALMA (Gentile 2001), in the form of a sum that its every update adds to.

With steps s_k = C/sqrt(k), N_k >= 1 what the weights are divided by after update k, and rho_k = s_k/(N_k .. N_K), the
last weights are the sum of rho_k y x. So for every u with hinge losses l_k(u)

    sum of rho_k (1 - l_k(u))  <=  <u, w>  <=  |u|.

And N_k^2 <= 1 + A/k with A = 2 (1 - alpha) B C + C^2 R^2, because the margin was at most (1 - alpha) B/sqrt(k), so that
sum of rho_k >= S_K, where S_k = (S_(k-1) + s_k)/sqrt(1 + A/k) and S_0 = 0: it grows as 2 C sqrt(K)/(A + 1) does.
"""

from __future__ import annotations

from math import sqrt
from typing import Any

import numpy as np

from ..bound import SLACK, Certificate, not_fresh
from ..ledger import Ledger
from .competitors import best_competitor, hinge
from .sums import weighted_sum
from .updates_kept import Kept, UpdatesKept

ROUNDING = 1e-6  # what many steps may have lost of a length
EXACT = 20_000  # updates that are counted one by one
MOST = 1e9  # the root of more updates than anybody makes


class ALMABound(UpdatesKept):
    """K updates, mistakes among them, with S_K <= |u| + sum of rho_k l_k(u) for every u.

    If y <u, x> >= gamma for a unit vector wherever it learned, K is the largest with S_K <= 1/gamma: about
    ((A + 1)/(2 C gamma))^2, which for Gentile's B = sqrt(8)/alpha is his 2 (2/alpha - 1)^2/gamma^2 or a little less.
    """

    statement = "ALMA: M <= K, S_K <= |u| + sum rho_k l_k(u), S_K ~ 2 C sqrt(K)/(2 (1 - alpha) B C + C^2 R^2 + 1)"

    def matters(self, y: float, guess: float, mistaken: bool) -> bool:
        return y * guess <= 1.0

    def certificate(self, learner: Any, ledger: Ledger) -> Certificate:
        theorem = self.statement + self.shortened()
        if broken := not_fresh(ledger) or self.late():
            return Certificate(theorem, len(self.guesses), None, broken, "")
        kept = self.kept(learner)
        whole = kept.squares > 0.0
        if not whole.all():
            theorem += ", and the rounds without features"
        sizes = np.abs(self.rows.batch().values)  # as they came: a length that has no square cannot be divided out
        sizes = sizes[sizes > 0.0]
        if not np.all((sizes > 1e-50) & (sizes < 1e50)):
            odd = "some examples are too long or too short for their square to be a number; scale the features"
            return Certificate(theorem, len(self.guesses), None, odd, "")
        empty = int(np.count_nonzero(~whole & kept.mistaken))
        kept = kept.part(whole)
        K = kept.batch.rows
        if K == 0:
            return Certificate(theorem, empty, float(empty), None, "")
        rho, length = shares(learner, kept)
        failure = self.failure(learner, kept, rho, length) if self.rows.complete else None
        radius = sqrt(float(kept.squares.max()))
        found = best_competitor(
            kept.batch,
            radius,
            learner.embedded_weights(kept.batch.width),
            lambda size, margins: size + float(rho @ hinge(margins)),
        )
        allowed = most_updates(learner, radius, found.allowed * (1 + SLACK))
        if failure is None and allowed < K:
            failure = "more updates than the theorem allows"
        teaches = f"no unit vector has a margin above {1 / float(rho.sum()):.4g} wherever it learned"
        return Certificate(theorem, K + empty, float(allowed + empty), None, teaches, failure)

    def failure(self, learner: Any, kept: Kept, rho: Any, length: float) -> str | None:
        """The invariant that does not hold, if any: then the rule is not ALMA's, whatever the data."""
        w = weighted_sum(kept.batch, rho * np.asarray(kept.batch.labels))
        played = learner.embedded_weights(len(w))
        w = np.concatenate((w, np.zeros(len(played) - len(w))))
        if not np.linalg.norm(w - played) <= ROUNDING:
            return "the weights are not the sum of the steps, scaled back to length one"
        if abs(float(np.linalg.norm(w)) - length) > ROUNDING:
            return "the guesses are not the products with the weights of their time"
        return None


def shares(learner: Any, kept: Kept) -> tuple[Any, float]:
    """rho of every update, and the length of the weights, as the guesses and the lengths of the examples say."""
    k = np.arange(1, kept.batch.rows + 1)
    margins = np.asarray(kept.batch.labels) * kept.guesses * (1.0 - learner.alpha) * learner.B / np.sqrt(k)
    steps = learner.C / np.sqrt(k)
    square, divisors = 0.0, []
    for step, margin, size in zip(steps.tolist(), margins.tolist(), kept.squares.tolist(), strict=True):
        square = max(0.0, square + 2.0 * step * margin + step * step * size)
        divisors.append(max(1.0, sqrt(square)))
        square = min(1.0, square)
    logs = np.log(divisors)
    return steps * np.exp(-np.cumsum(logs[::-1])[::-1]), sqrt(square)


def most_updates(learner: Any, radius: float, reach: float) -> int:
    """The largest K with S_K at most `reach`; past EXACT, a little more than that.

    If S_n >= c sqrt(n), it is so for ever, provided that c (A + 1) <= C (sqrt(1 + A/k) + sqrt(1 - 1/k)) for all k > n.
    The right side is concave in 1/k, so that its least value is at one of the ends.
    """
    C = learner.C
    A = 2.0 * (1.0 - learner.alpha) * learner.B * C + (C * radius) ** 2
    total = 0.0
    for k in range(1, EXACT + 1):
        total = (total + C / sqrt(k)) / sqrt(1.0 + A / k)
        if total > reach:
            return k - 1
    end = 1.0 / (EXACT + 1)
    c = min(total / sqrt(EXACT), C * min(2.0, sqrt(1.0 + A * end) + sqrt(1.0 - end)) / (A + 1.0))
    return max(EXACT, int(min(reach / c, MOST) ** 2))
