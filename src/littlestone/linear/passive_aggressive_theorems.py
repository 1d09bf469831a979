"""The theorems of the passive-aggressive learners (Crammer et al. 2006).

All follow from one sum. With loss l, step s and any vector u whose loss in that round is l(u), an update changes
|w - u|^2 by at most s^2 |x|^2 - 2 s (l - l(u)), and it started at |u|^2 and ends at 0 or more:

    sum of s (2 l - s |x|^2)  <=  |u|^2 + 2 sum of s l(u),

which needs every round with a loss, not the mistakes alone. In a round of weight h the cautious forms have h C in the
place of C: losses and mistakes are then counted by weight, and h |x|^2 takes the place of |x|^2 in R^2.
"""

from __future__ import annotations

from functools import cached_property
from math import sqrt
from typing import Any

import numpy as np

from ..bound import SLACK
from ..receipts.exact_text import vector
from ..rows.updates_kept import Kept, UpdatesCase, UpdatesKept
from ..solvers.best_vector import best_vector
from ..solvers.competitors import Competitor, hinge
from ..solvers.sums import apart, weighted_sum
from ..support import elementary
from ..support.linear_algebra import squared

SHORTEST = 1e-200  # an example with |x|^2 up to this counts as zero: nothing is learned from it
LOG_RANGE = 230.0  # |x|^2 from 1e-100 to 1e100: then no square of a step overflows
ROUNDING = 1e-13  # rounding, relative to the squared distance that the weights moved


class AggressiveCase(UpdatesCase):
    """The rounds with a loss, those of them that have features, and the steps that the rule takes there."""

    @cached_property
    def losses(self) -> Any:
        """The learner's loss in each of them."""
        return 1.0 - np.asarray(self.kept.batch.labels) * self.kept.guesses

    @cached_property
    def whole(self) -> Any:
        """Which of them have features."""
        return self.kept.squares > SHORTEST

    @cached_property
    def learned(self) -> Kept:
        """Those."""
        return self.kept.part(self.whole)

    @cached_property
    def lost(self) -> Any:
        """The learner's loss in each of those."""
        return self.losses[self.whole]

    @cached_property
    def steps(self) -> Any:
        """The steps that the rule takes in those."""
        return self.bound.step(self.learner, self.lost, self.learned.squares, self.learned.weights)

    @cached_property
    def way(self) -> float:
        """The total distance that the weights moved."""
        return float(self.steps @ np.sqrt(self.learned.squares))

    @cached_property
    def radius(self) -> float:
        """The length of the longest of those examples."""
        return sqrt(max(self.learned.squares, default=1.0))

    @cached_property
    def best(self) -> Competitor:
        """The vector with the smallest bound, over the rounds with features."""
        return self.bound.found(self)  # type: ignore[no-any-return]

    @property
    def earned(self) -> float:
        """The left side of the sum that all theorems follow from."""
        return float(self.steps @ (2.0 * self.lost - self.steps * self.learned.squares))


class AggressiveBound(UpdatesKept):
    """Base of the three: the rounds with a loss, the two invariants, and the best vector in hindsight."""

    rule = ""
    weighted = True
    looks_at = AggressiveCase
    excess = "more was lost than the theorem allows"

    def matters(self, y: float, guess: float, mistaken: bool) -> bool:
        return y * guess < 1.0

    def step(self, learner: Any, losses: Any, squares: Any, weights: Any) -> Any:
        """The steps that the rule takes on examples with these losses, squared lengths and weights."""
        raise NotImplementedError(f"{type(self).__name__} must say how long the steps are")

    def counted(self, case: Any, kept: Kept, losses: Any) -> float:
        """The quantity that the theorem bounds, over rounds with these losses."""
        raise NotImplementedError(f"{type(self).__name__} must say what it bounds")

    def bounded(self, case: Any, length: float, losses: Any) -> float:
        """The bound of a vector of this length and these losses, over the rounds with features."""
        raise NotImplementedError(f"{type(self).__name__} must say what it allows")

    def statement(self, case: Any) -> str:
        return self.rule + (", by weight, R^2 = max h|x|^2" if case.by_weight else "")

    def details(self, case: Any) -> str:
        empty = int(np.count_nonzero(~case.whole))
        return f", and what was lost on the {empty:,} without features" if empty else ""

    def unmeasurable(self, case: Any) -> str | None:
        if unclear := super().unmeasurable(case) or case.unscaled():
            return unclear
        if not np.all(np.abs(elementary.logs(case.learned.squares)) < LOG_RANGE) or not np.all(case.losses < 1e50):
            return "some examples are too long or too short to add up the squares of the steps; scale the features"
        return None

    def paid(self, case: Any) -> float:
        self.known()
        return self.counted(case, case.kept, np.minimum(case.losses, 1e150))  # whose square does not overflow

    def invariant(self, case: Any) -> str | None:
        """What is wrong if the weights are not the sum of its steps, or the guesses not made with them."""
        kept = case.learned
        signed = case.steps * np.asarray(kept.batch.labels)
        w = weighted_sum(kept.batch, signed)
        if not apart(w, case.played) <= SLACK * case.way:
            return "the weights are not the sum of the steps"
        grown = float(signed @ (2.0 * kept.guesses) + case.steps**2 @ kept.squares)
        if not abs(w @ w - grown) <= SLACK * case.way * case.way:
            return "the guesses are not the products with the weights of their time"
        return None

    def allowed(self, case: Any) -> float:
        empty = self.counted(case, case.kept.part(~case.whole), case.losses[~case.whole])
        return case.best.allowed + empty  # type: ignore[no-any-return]

    def found(self, case: Any) -> Competitor:
        """The vector with the smallest bound."""
        return best_vector(
            case.learned.batch,
            case.radius,
            case.played,
            lambda length, margins: self.bounded(case, length, hinge(margins)),
            effort=case.effort,
        )

    def slack(self, case: Any, paid: float, allowed: float) -> float:
        return super().slack(case, paid, allowed) + float(ROUNDING * squared(case.radius * case.way))

    def witness(self, case: Any) -> dict[str, Any]:
        """The vector, and the rounds with a loss, if all were kept."""
        if self.cut():
            return {}
        return {"u": "" if case.best.u is None else vector(case.best.u), "updates": self.lines()}

    def lesson(self, case: Any, allowed: float | None) -> str:
        return self.taught(case) if case.earned > 0 else ""

    def taught(self, case: Any) -> str:
        """The lesson: the theorem read backwards, where the left side of the sum is above zero."""
        raise NotImplementedError(f"{type(self).__name__} must say what it teaches")


class PABound(AggressiveBound):
    """The squared losses of PA, of which every mistake has at least one, against those of any vector.

    sum of l^2 <= R^2 (B + sqrt(B^2 + |u|^2))^2,   B^2 the sum of (l(u)/|x|)^2

    where y <u, x> >= 1 in all rounds B is 0 and this is R^2 |u|^2, theorem 2 of the paper; for examples of length one
    it is a little sharper than its theorem 3, (|u| + 2 B)^2.
    """

    rule = "PA: M <= sum of l^2 <= R^2 (B + sqrt(B^2 + |u|^2))^2, B^2 = sum of (l(u)/|x|)^2"

    def step(self, learner: Any, losses: Any, squares: Any, weights: Any) -> Any:
        return losses / squares

    def counted(self, case: Any, kept: Kept, losses: Any) -> float:
        return float(losses @ losses)

    def bounded(self, case: Any, length: float, losses: Any) -> float:
        squares = case.learned.squares
        b = float(losses @ (losses / squares))
        return float(max(squares, default=0.0)) * (sqrt(b) + sqrt(b + length * length)) ** 2

    def taught(self, case: Any) -> str:
        return f"no separator of length one has a margin above {1 / sqrt(case.earned):.4g}"


class PA1Bound(AggressiveBound):
    """M <= max(R^2, 1/C) (|u|^2 + 2 C L) for every vector u, L its hinge loss over the rounds learned from.

    R is the length of the longest mistaken example: theorem 4 of the paper.
    """

    rule = "PA-I: M <= max(R^2, 1/C) (|u|^2 + 2 C L)"
    mistakes = True
    excess = "more mistakes than the theorem allows"

    def step(self, learner: Any, losses: Any, squares: Any, weights: Any) -> Any:
        return np.minimum(weights * learner.C, losses / squares)

    def counted(self, case: Any, kept: Kept, losses: Any) -> float:
        return float(kept.weights[kept.mistaken].sum())

    def bounded(self, case: Any, length: float, losses: Any) -> float:
        kept = case.learned
        if not kept.mistakes:
            return 0.0
        c = float(case.learner.C)
        longest = float((kept.weights * kept.squares)[kept.mistaken].max())
        return max(longest, 1.0 / c) * (length * length + 2.0 * c * float((kept.weights * losses).sum()))

    def taught(self, case: Any) -> str:
        return f"every vector u has |u|^2 + {2 * case.learner.C:.4g} L(u) >= {case.earned:.4g}"


class PA2Bound(AggressiveBound):
    """The sum of l^2 is at most (R^2 + 1/(2C)) (|u|^2 + 2 C Q) for every vector u, Q its squared hinge losses.

    Every mistake has a loss of at least one. Theorem 5 of the paper.
    """

    rule = "PA-II: M <= sum of l^2 <= (R^2 + 1/(2C)) (|u|^2 + 2 C Q)"

    def step(self, learner: Any, losses: Any, squares: Any, weights: Any) -> Any:
        return losses / (squares + 0.5 / (weights * learner.C))

    def counted(self, case: Any, kept: Kept, losses: Any) -> float:
        return float((kept.weights * losses) @ losses)

    def bounded(self, case: Any, length: float, losses: Any) -> float:
        weights, squares = case.learned.weights, case.learned.squares
        if not len(squares):
            return 0.0
        c = float(case.learner.C)
        longest = float((weights * squares).max())
        return (longest + 0.5 / c) * (length * length + 2.0 * c * float((weights * losses) @ losses))

    def taught(self, case: Any) -> str:
        return f"every vector u has |u|^2 + {2 * case.learner.C:.4g} Q(u) >= {case.earned:.4g}"
