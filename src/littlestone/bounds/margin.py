"""The two theorems of the Perceptron: with a margin, and without.

Both follow from what the weights are, the sum of y x over the mistakes. For any vector u, with L the sum
of its hinge losses max(0, 1 - y <u, x>) over the mistaken examples,

    M - L <= sum of y <u, x> = <u, w> <= |u| |w|,   and   |w|^2 <= M R^2,

because on a mistake y <w, x> <= 0. If a label comes only after t other updates, w has moved on by at most t
examples, y <w, x> <= t R^2, and R^2 becomes (1 + 2t) R^2: the theorems survive delay, at that price.
"""

from __future__ import annotations

from math import sqrt
from typing import Any

import numpy as np

from ..bound import SLACK, Bound, Certificate
from ..errors import BadParameter
from ..learners.linear.linear import LinearLearner
from ..ledger import Ledger
from ..mistakes import Mistakes
from ..row import Batch
from .comparators import hinge_comparators, largest_margin
from .sums import weighted_sum


class PerceptronBound(Bound):
    """What the two have in common: the mistakes, the radius that delay stretches, and the invariants."""

    keeps_mistakes = True

    def radius(self, kept: Mistakes) -> float:
        """R sqrt(1 + 2t): the longest mistaken example, stretched by the worst delay."""
        return sqrt(kept.largest * (1 + 2 * kept.latest))

    def failure(self, learner: LinearLearner, kept: Mistakes, batch: Batch) -> str | None:
        """The invariant that does not hold, if any: then the rule is not the Perceptron's, whatever the data."""
        if not kept.complete:
            return None
        w = weighted_sum(batch, np.asarray(batch.labels))
        played = learner.embedded_weights(batch.width)
        scale = sqrt(kept.largest) * max(1, kept.count)
        w = np.concatenate((w, np.zeros(len(played) - len(w))))
        if np.linalg.norm(w - played) > SLACK * scale:
            return "the weights are not the sum of the mistaken examples"
        if np.linalg.norm(w) > (1 + SLACK) * self.radius(kept) * sqrt(kept.count):
            return "|w|^2 exceeds M R^2"
        return None

    def lesson(self, learner: LinearLearner, kept: Mistakes, batch: Batch) -> str:
        """What the mistakes prove, with no solver: <w, u> >= M gamma for a unit u of margin gamma."""
        if not kept.complete or kept.count == 0:
            return ""
        longest = float(np.linalg.norm(learner.embedded_weights(batch.width))) / kept.count
        return f"no separator of length one has a margin above |w|/M = {longest:.4g}"


class MarginBound(PerceptronBound):
    """M <= (R/gamma)^2 if some unit vector has y <u, x> >= gamma on every mistaken example (Novikoff 1962).

    `margin` is a gamma the user vouches for; without it the largest margin is found in hindsight, the
    distance from the origin to the convex hull of the vectors y x.
    """

    promise = "margin"

    def __init__(self, margin: float | None = None) -> None:
        if margin is not None and not margin > 0:
            raise BadParameter(f"a margin is a number above 0, not {margin}")
        self.margin = margin

    def parameters(self) -> dict[str, Any]:
        return {"margin": self.margin}

    def certificate(self, learner: Any, ledger: Ledger) -> Certificate:
        kept = ledger.kept
        assert kept is not None
        batch = kept.batch()
        paid = kept.count
        how = "in hindsight" if self.margin is None else "as promised"
        theorem = f"Perceptron, margin {how}: M <= (R/gamma)^2"
        if kept.latest:
            theorem += f" (1 + 2 x {kept.latest}) for late labels"
        if not kept.complete:
            theorem += f", over the first {paid:,} of {kept.total:,} mistakes"
        failure = self.failure(learner, kept, batch)
        teaches = self.lesson(learner, kept, batch)
        if paid == 0:
            return Certificate(theorem, 0, 0.0, None, "", failure)
        if self.margin is None:
            margin, broken = self.found(kept, batch)
            if broken is None:
                teaches = f"the largest margin of the mistakes is {margin:.4g}; " + teaches
        else:
            margin, broken = self.margin, self.refuted(kept, batch)
        allowed = (self.radius(kept) / margin) ** 2 if broken is None else None
        if failure is None and allowed is not None and paid > allowed * (1 + SLACK):
            failure = "more mistakes than the margin allows"
        return Certificate(theorem, paid, allowed, broken, teaches, failure)

    def found(self, kept: Mistakes, batch: Batch) -> tuple[float, str | None]:
        """The largest margin in hindsight, or the round whose mistake left none."""
        margin = largest_margin(batch).margin
        if margin > 0:
            return margin, None
        low, high = 0, batch.rows  # the first `low` mistakes can be separated, the first `high` cannot
        while high - low > 1:
            middle = (low + high) // 2
            if largest_margin(beginning(batch, middle)).margin > 0:
                low = middle
            else:
                high = middle
        return 0.0, f"no separator through the origin fits the mistakes up to round {kept.numbers[high - 1]}"

    def refuted(self, kept: Mistakes, batch: Batch) -> str | None:
        """The round after which M gamma > |w|, if there is one: then no unit vector has the promised margin."""
        assert self.margin is not None
        w = np.zeros(batch.width)
        labels = np.asarray(batch.labels)
        for t in range(batch.rows):
            batch.row(t).add_to(w, labels[t])
            if (t + 1) * self.margin > np.linalg.norm(w) * (1 + SLACK):
                return f"no separator has the promised margin {self.margin:g}: round {kept.numbers[t]} refutes it"
        return None


class HingeBound(PerceptronBound):
    """M <= L + R |u| sqrt(L) + R^2 |u|^2 for every vector u with hinge losses L on the mistakes.

    It has no premise (Freund and Schapire 1999, in the form of Shalev-Shwartz and Singer). Any u makes it
    true; the certificate shows the smallest bound among the vectors of a soft-margin path.
    """

    def certificate(self, learner: Any, ledger: Ledger) -> Certificate:
        kept = ledger.kept
        assert kept is not None
        batch = kept.batch()
        theorem = "Perceptron, any data: M <= L + R|u| sqrt(L) + R^2|u|^2"
        if not kept.complete:
            theorem += f", over the first {kept.count:,} of {kept.total:,} mistakes"
        failure = self.failure(learner, kept, batch)
        radius = self.radius(kept)
        allowed, loss, length = min(
            (loss + radius * length * sqrt(loss) + (radius * length) ** 2, loss, length)
            for loss, length in hinge_comparators(batch, radius)
        )
        teaches = ""
        if kept.count:
            least = max(0.0, kept.count - radius * length * sqrt(kept.count))
            teaches = (
                f"every vector of length {length:.4g} has hinge loss at least {least:.4g} on the mistakes; "
                f"the best one found has {loss:.4g}"
            )
        if failure is None and kept.count > allowed * (1 + SLACK):
            failure = "more mistakes than the hinge losses allow"
        return Certificate(theorem, kept.count, allowed, None, teaches, failure)


def beginning(batch: Batch, rows: int) -> Batch:
    """The first rows of a batch."""
    entries = int(batch.starts[rows])
    return Batch(
        np.asarray(batch.starts)[: rows + 1],
        np.asarray(batch.columns)[:entries],
        np.asarray(batch.values)[:entries],
        batch.width,
        np.asarray(batch.labels)[:rows],
    )
