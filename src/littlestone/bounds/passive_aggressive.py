"""The theorems of the passive-aggressive learners (Crammer et al. 2006).

All follow from one sum. With loss l, step s and any vector u whose loss in that round is l(u), an update changes
|w - u|^2 by at most s^2 |x|^2 - 2 s (l - l(u)), and it started at |u|^2 and ends at 0 or more:

    sum of s (2 l - s |x|^2)  <=  |u|^2 + 2 sum of s l(u),

which needs every round with a loss, not the mistakes alone, and a label that comes before the next update.
"""

from __future__ import annotations

from math import sqrt
from typing import Any

import numpy as np

from ..bound import SLACK, Certificate, not_fresh
from ..learners.linear.linear import LinearLearner
from ..ledger import Ledger
from .competitors import best_competitor, hinge
from .sums import weighted_sum
from .updates_kept import Kept, UpdatesKept

SHORTEST = 1e-200  # an example whose |x|^2 is not above that has no direction: it teaches nothing
LOG_RANGE = 230.0  # |x|^2 from 1e-100 to 1e100: then no square of a step overflows
ROUNDING = 1e-13  # of the squared way that the weights went: what adding up may have lost


class AggressiveBound(UpdatesKept):
    """What the three have in common: the rounds with a loss, the two invariants, and the best vector in hindsight."""

    rule = ""

    def matters(self, y: float, guess: float, mistaken: bool) -> bool:
        return y * guess < 1.0

    def step(self, learner: Any, losses: Any, squares: Any) -> Any:
        """The steps that the rule takes on examples with these losses and squared lengths."""
        raise NotImplementedError(f"{type(self).__name__} must say how long the steps are")

    def paid(self, learner: Any, kept: Kept, losses: Any) -> float:
        """What the theorem bounds, over these rounds with these losses."""
        raise NotImplementedError(f"{type(self).__name__} must say what it bounds")

    def allowed(self, learner: Any, kept: Kept, length: float, losses: Any) -> float:
        """What a vector of this length, with these losses, allows; no example is empty."""
        raise NotImplementedError(f"{type(self).__name__} must say what it allows")

    def lesson(self, learner: Any, taught: float) -> str:
        """The theorem read backwards, `taught` being the left side of the sum."""
        raise NotImplementedError(f"{type(self).__name__} must say what it teaches")

    def losses(self, learner: Any, kept: Kept) -> Any:
        """What the learner lost in these rounds."""
        return 1.0 - np.asarray(kept.batch.labels) * kept.guesses

    def best(self, learner: Any, kept: Kept, losses: Any, radius: float) -> float:
        """The least that any vector tried allows."""
        w = learner.embedded_weights(kept.batch.width)
        return best_competitor(
            kept.batch, radius, w, lambda length, margins: self.allowed(learner, kept, length, hinge(margins))
        ).allowed

    def certificate(self, learner: Any, ledger: Ledger) -> Certificate:
        kept = self.kept(learner)
        losses = self.losses(learner, kept)
        paid = self.paid(learner, kept, np.minimum(losses, 1e150))  # whose square is a number
        theorem = f"{self.rule}{self.shortened()}"
        if broken := not_fresh(ledger):
            return Certificate(theorem, paid, None, broken, "")
        whole = kept.squares > SHORTEST
        if empty := int(np.count_nonzero(~whole)):
            theorem += f", and what was lost on the {empty:,} without features"
        if not np.all(np.abs(np.log(kept.squares[whole])) < LOG_RANGE) or not np.all(losses < 1e50):
            odd = "some examples are too long or too short to add up the squares of the steps; scale the features"
            return Certificate(theorem, paid, None, odd, "")
        lost = self.paid(learner, kept.part(~whole), losses[~whole])
        kept, losses = kept.part(whole), losses[whole]
        steps = self.step(learner, losses, kept.squares)
        way = float(steps @ np.sqrt(kept.squares))
        failure = self.failure(learner, kept, steps, way)
        if broken := self.late():
            return Certificate(theorem, paid, None, broken, "", failure)
        radius = sqrt(float(kept.squares.max())) if len(kept.squares) else 1.0
        allowed = self.best(learner, kept, losses, radius) + lost
        if failure is None and paid > allowed * (1 + SLACK) + ROUNDING * (radius * way) ** 2:
            failure = "more was lost than the theorem allows"
        taught = float(steps @ (2.0 * losses - steps * kept.squares))
        return Certificate(theorem, paid, allowed, None, self.lesson(learner, taught) if taught > 0 else "", failure)

    def failure(self, learner: LinearLearner, kept: Kept, steps: Any, way: float) -> str | None:
        """The invariant that does not hold, if any: then the rule is not this one's, whatever the data."""
        if not self.rows.complete:
            return None
        signed = steps * np.asarray(kept.batch.labels)
        w = weighted_sum(kept.batch, signed)
        played = learner.embedded_weights(len(w))
        w = np.concatenate((w, np.zeros(len(played) - len(w))))
        if not np.linalg.norm(w - played) <= SLACK * way:
            return "the weights are not the sum of the steps"
        grown = float(signed @ (2.0 * kept.guesses) + steps**2 @ kept.squares)
        if not self.rows.latest and not abs(w @ w - grown) <= SLACK * way * way:
            return "the guesses are not the products with the weights of their time"
        return None


class PABound(AggressiveBound):
    """The squared losses of PA, of which every mistake has at least one, against those of any vector.

    sum of l^2 <= R^2 (B + sqrt(B^2 + |u|^2))^2,   B^2 the sum of (l(u)/|x|)^2

    where y <u, x> >= 1 in all rounds B is 0 and this is R^2 |u|^2, theorem 2 of the paper; for examples of length one
    it is a little sharper than its theorem 3, (|u| + 2 B)^2.
    """

    rule = "PA: M <= sum of l^2 <= R^2 (B + sqrt(B^2 + |u|^2))^2, B^2 = sum of (l(u)/|x|)^2"

    def step(self, learner: Any, losses: Any, squares: Any) -> Any:
        return losses / squares

    def paid(self, learner: Any, kept: Kept, losses: Any) -> float:
        return float(losses @ losses)

    def allowed(self, learner: Any, kept: Kept, length: float, losses: Any) -> float:
        b = float(losses @ (losses / kept.squares))
        return float(kept.squares.max(initial=0.0)) * (sqrt(b) + sqrt(b + length * length)) ** 2

    def lesson(self, learner: Any, taught: float) -> str:
        return f"no separator of length one has a margin above {1 / sqrt(taught):.4g}"


class PA1Bound(AggressiveBound):
    """M <= max(R^2, 1/C) (|u|^2 + 2 C L) for every vector u, L its hinge loss over the rounds learned from.

    R is the length of the longest mistaken example: theorem 4 of the paper.
    """

    rule = "PA-I: M <= max(R^2, 1/C) (|u|^2 + 2 C L)"

    def step(self, learner: Any, losses: Any, squares: Any) -> Any:
        return np.minimum(learner.C, losses / squares)

    def paid(self, learner: Any, kept: Kept, losses: Any) -> float:
        return float(kept.mistakes)

    def allowed(self, learner: Any, kept: Kept, length: float, losses: Any) -> float:
        if not kept.mistakes:
            return 0.0
        c = float(learner.C)
        longest = float(kept.squares[kept.mistaken].max())
        return max(longest, 1.0 / c) * (length * length + 2.0 * c * float(losses.sum()))

    def lesson(self, learner: Any, taught: float) -> str:
        return f"every vector u has |u|^2 + {2 * learner.C:.4g} L(u) >= {taught:.4g}"


class PA2Bound(AggressiveBound):
    """The sum of l^2 is at most (R^2 + 1/(2C)) (|u|^2 + 2 C Q) for every vector u, Q its squared hinge losses.

    Every mistake has a loss of at least one. Theorem 5 of the paper.
    """

    rule = "PA-II: M <= sum of l^2 <= (R^2 + 1/(2C)) (|u|^2 + 2 C Q)"

    def step(self, learner: Any, losses: Any, squares: Any) -> Any:
        return losses / (squares + 0.5 / learner.C)

    def paid(self, learner: Any, kept: Kept, losses: Any) -> float:
        return float(losses @ losses)

    def allowed(self, learner: Any, kept: Kept, length: float, losses: Any) -> float:
        if not kept.batch.rows:
            return 0.0
        c = float(learner.C)
        return (float(kept.squares.max()) + 0.5 / c) * (length * length + 2.0 * c * float(losses @ losses))

    def lesson(self, learner: Any, taught: float) -> str:
        return f"every vector u has |u|^2 + {2 * learner.C:.4g} Q(u) >= {taught:.4g}"
