"""The theorem of ROMMA (Li and Long 2002).

A vector u with y <u, x> >= 1 on every example learned from is never cut off, and w is the shortest vector that is not,
so |w| <= |u|. An update moves w by at least (1 - y guess)/|x| and away from the origin, so that

    sum of ((1 - y guess)/|x|)^2  <=  |w|^2  <=  |u|^2 = 1/gamma^2,

and a mistake is worth at least 1/R^2.
"""

from __future__ import annotations

from math import sqrt

import numpy as np

from ..bound import Certificate, not_fresh
from ..learners.linear.linear import LinearLearner
from ..ledger import Ledger
from .comparators import largest_margin
from .sums import products, some_rows
from .updates_kept import Kept, UpdatesKept

ROUNDING = 1e-6  # what many steps may have lost of a length
CLEAR = 1e-4  # a margin, relative to the longest example, with which the steps are far from dividing by zero


class ROMMABound(UpdatesKept):
    """M <= (R/gamma)^2 if some unit vector has y <u, x> >= gamma on every mistaken example."""

    theorem = "ROMMA: M <= (R/gamma)^2"

    def matters(self, y: float, guess: float, mistaken: bool) -> bool:
        return mistaken

    def certificate(self, learner: LinearLearner, ledger: Ledger) -> Certificate:
        kept, numbers = self.kept(learner), np.asarray(self.rows.numbers)
        theorem = self.theorem + self.shortened()
        paid = kept.mistakes
        if broken := not_fresh(ledger) or self.late():
            return Certificate(theorem, paid, None, broken, "")
        if not kept.batch.rows:
            return Certificate(theorem, 0, 0.0, None, "")
        if not np.all((kept.squares == 0.0) | ((kept.squares > 1e-100) & (kept.squares < 1e100))):
            odd = "some examples are too long or too short for their square to be a number; scale the features"
            return Certificate(theorem, paid, None, odd, "")
        found = largest_margin(kept.batch)
        if found.clash is not None:
            broken = found.refusal(f"the examples up to round {numbers[found.clash]}")
            return Certificate(theorem, paid, None, broken, "")
        if not found.margin > 0:
            return Certificate(theorem, paid, None, None, "no separator was found and none ruled out")
        longest = float(kept.squares[kept.mistaken].max(initial=0.0))
        allowed = (sqrt(longest) / found.margin) ** 2
        failure = self.failure(learner, kept, found.margin, allowed)
        teaches = f"the largest margin is at most {1 / sqrt(self.way(kept)):.4g}"
        return Certificate(theorem, paid, allowed, None, teaches, failure)

    def way(self, kept: Kept) -> float:
        """The sum of the squared moves that the rule cannot have made shorter."""
        shortfalls = 1.0 - np.asarray(kept.batch.labels) * kept.guesses
        return float((shortfalls**2 / kept.squares).sum())

    def failure(self, learner: LinearLearner, kept: Kept, margin: float, allowed: float) -> str | None:
        """What does not hold although a vector separates the examples, and clearly: then the rule is another one."""
        if margin < CLEAR * sqrt(float(kept.squares.max())):
            return None
        if kept.mistakes > allowed * (1 + ROUNDING):
            return "more mistakes than the theorem allows"
        if not self.rows.complete:
            return None
        w = learner.embedded_weights(kept.batch.width)
        length = float(np.linalg.norm(w))
        if length > (1 + ROUNDING) / margin:
            return "the weights are longer than a vector that fits"
        if length * (1 + ROUNDING) < sqrt(self.way(kept)):
            return "the weights are shorter than the moves that made them"
        last = some_rows(kept.batch, np.array([kept.batch.rows - 1]))
        if abs(float(products(last, w[: last.width])[0]) - 1.0) > ROUNDING * (1.0 + length * sqrt(kept.squares[-1])):
            return "the last example learned from is not right by one"
        return None


class AggressiveROMMABound(ROMMABound):
    """M <= (R/gamma)^2 if some unit vector has y <u, x> >= gamma on every example learned from; R is of mistakes."""

    theorem = "aggressive ROMMA: M <= (R/gamma)^2"

    def matters(self, y: float, guess: float, mistaken: bool) -> bool:
        return mistaken or y * guess < 1.0
