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

from ..bound import SLACK, Bound, Certificate, not_fresh
from ..errors import BadParameter
from ..evidence import Evidence
from ..learner import RowLearner
from ..ledger import Ledger
from ..row import Batch
from ..settings import real
from .comparators import first_clash, hinge_comparators, largest_margin
from .descent import running_squares
from .separator import Separator
from .sums import first_rows, weighted_sum


class PerceptronBound(Bound):
    """What the two have in common: the mistakes, the radius that delay stretches, and the invariants."""

    keeps_mistakes = True

    def certificate(self, learner: Any, ledger: Ledger) -> Certificate:
        assert ledger.kept is not None
        return self.certified(learner, ledger, ledger.kept)

    def certified(self, learner: Any, ledger: Ledger, kept: Evidence) -> Certificate:
        """What the theorem says of these mistakes."""
        theorem = self.statement()
        if kept.latest:
            theorem += f", with R^2 (1 + 2 x {kept.latest}) for late labels"
        theorem += kept.shortened()
        if learned := not_fresh(ledger):
            return Certificate(theorem, kept.count, None, learned, "")
        batch = kept.batch()
        if not 1e-200 < kept.largest * (1 + 2 * kept.latest) * kept.count < 1e200 and np.any(batch.values):
            odd = "some examples are too long or too short for their square to be a number; scale the features"
            return Certificate(theorem, kept.count, None, odd, "")
        failure = self.failure(learner, kept, batch)
        if kept.count == 0:
            return Certificate(theorem, 0, 0.0, None, "", failure)
        allowed, broken, teaches = self.judged(learner, kept, batch)
        if failure is None and allowed is not None and kept.count > allowed * (1 + SLACK):
            failure = "more mistakes than the theorem allows"
        return Certificate(theorem, kept.count, allowed, broken, teaches, failure)

    def statement(self) -> str:
        """The theorem in one line."""
        raise NotImplementedError(f"{type(self).__name__} must say what it states")

    def judged(self, learner: Any, kept: Evidence, batch: Batch) -> tuple[float | None, str | None, str]:
        """What is allowed, which premise is broken, and what the mistakes teach; there is at least one."""
        raise NotImplementedError(f"{type(self).__name__} must say what it allows")

    def radius(self, kept: Evidence) -> float:
        """R sqrt(1 + 2t): the longest mistaken example, stretched by the worst delay."""
        return sqrt(kept.largest * (1 + 2 * kept.latest))

    def failure(self, learner: Any, kept: Evidence, batch: Batch) -> str | None:
        """The invariant that does not hold, if any: then the rule is not the Perceptron's, whatever the data."""
        if not kept.complete:
            return None
        w = weighted_sum(batch, batch.labels)
        played = learner.embedded_weights(batch.width)
        scale = sqrt(kept.largest) * max(1, kept.count)
        w = np.concatenate((w, np.zeros(len(played) - len(w))))
        if np.linalg.norm(w - played) > SLACK * scale:
            return "the weights are not the sum of the mistaken examples"
        if np.linalg.norm(w) > (1 + SLACK) * self.radius(kept) * sqrt(kept.count):
            return "|w|^2 exceeds M R^2"
        return None


class MarginBound(PerceptronBound):
    """M <= (R/gamma)^2 if some unit vector has y <u, x> >= gamma on every mistaken example (Novikoff 1962).

    `margin` is a gamma the user vouches for; without it the largest margin is found in hindsight, the
    distance from the origin to the convex hull of the vectors y x. The premise counts as broken only when it is proved
    that there is no such margin: none as large as promised, none at all, or none above R/10^9, which would allow 10^18
    mistakes; the certificate says which of them was proved.
    On very many examples in very many columns the search may end with neither a margin nor a proof. Then nothing
    is known to be broken, no number is allowed, and the certificate says how large a margin there can be at most.
    """

    promise = "margin"

    def __init__(self, margin: float | None = None) -> None:
        self.margin = None if margin is None else real("margin", margin, "a distance above 0")
        if self.margin is not None and not self.margin > 0:
            raise BadParameter(f"margin is a distance above 0, a finite number, not {margin}")

    def parameters(self) -> dict[str, Any]:
        return {"margin": self.margin}

    def statement(self) -> str:
        how = "in hindsight" if self.margin is None else "as promised"
        return f"Perceptron, margin {how}: M <= (R/gamma)^2"

    def live(self, learner: Any, ledger: Ledger) -> str:
        """At most this many, if a margin was promised; else the largest margin that the mistakes leave possible."""
        kept = ledger.kept
        if kept is None or kept.total == 0 or ledger.updates_before:
            return ""
        if self.margin is not None:
            return f"M <= {square(self.radius(kept) / self.margin):,.0f}"
        return f"margin <= {float(np.linalg.norm(learner.embedded_weights(0))) / kept.total:.3g}"

    def judged(self, learner: Any, kept: Evidence, batch: Batch) -> tuple[float | None, str | None, str]:
        most = float(np.linalg.norm(weighted_sum(batch, batch.labels))) / kept.count  # <w, u> >= M gamma for a unit u
        lesson = f"no separator of length one has a margin above |w|/M = {most:.4g}"
        if self.margin is not None:
            broken = self.refuted(kept, batch)
            return square(self.radius(kept) / self.margin) if broken is None else None, broken, lesson
        found = self.separator(batch)
        if found.clash is not None:
            return None, found.refusal(f"the mistakes up to round {kept.numbers[found.clash]}"), ""
        if found.margin > 0:
            allowed = square(self.radius(kept) / found.margin)
            if found.ceiling <= found.margin * (1 + 1e-6):
                return allowed, None, f"the largest margin of the mistakes is {found.margin:.4g}; {lesson}"
            least = min(most, found.ceiling)
            return allowed, None, f"the mistakes have a margin of {found.margin:.4g} and none above {least:.4g}"
        most = min(most, found.ceiling)
        return None, None, f"no separator was found and none ruled out; its margin could not be above {most:.4g}"

    def separator(self, batch: Batch) -> Separator:
        """What is found in hindsight."""
        return largest_margin(batch)

    def refuted(self, kept: Evidence, batch: Batch) -> str | None:
        """The first round whose mistake leaves no unit vector with the promised margin, if there is one.

        Wolfe's algorithm finds it unless there is too much to look through. M gamma > |w| is a proof always at hand,
        and one that comes before more mistakes than allowed are made: the premise falls before the bound does.
        """
        assert self.margin is not None
        clash = first_clash(batch, self.margin)
        rows = batch.rows if clash is None else clash
        lengths = np.sqrt(np.maximum(0.0, running_squares(batch)[:rows]))
        maybe = np.arange(1, rows + 1) * self.margin > lengths * (1 - SLACK)  # these sums have lost some digits
        for t in np.flatnonzero(maybe).tolist():
            w = weighted_sum(first_rows(batch, t + 1), batch.labels[: t + 1])
            if (t + 1) * self.margin > np.linalg.norm(w) * (1 + SLACK / 4):
                clash = t
                break
        if clash is None:
            return None
        return f"no separator has the promised margin {self.margin:g}: round {kept.numbers[clash]} refutes it"


class HingeBound(PerceptronBound):
    """M <= L + R |u| sqrt(L) + R^2 |u|^2 for every vector u with hinge losses L on the mistakes.

    It has no premise about the data (Freund and Schapire 1999, in the form of Shalev-Shwartz and Singer), and any u
    makes it true. The smallest bound of all is that of u = 0, which says M <= M; so the certificate shows that
    of the vector that explains the mistakes best, with the smallest L + R^2 |u|^2. That sum is M at most, the
    one of u = 0, and R |u| sqrt(L) half of it at most: no more than 3/2 M are ever allowed.
    """

    def statement(self) -> str:
        return "Perceptron, any data: M <= L + R|u| sqrt(L) + R^2|u|^2"

    def judged(self, learner: Any, kept: Evidence, batch: Batch) -> tuple[float | None, str | None, str]:
        radius = self.radius(kept)
        sums = ((loss + (radius * u) ** 2, loss, u) for loss, u in hinge_comparators(batch, radius) if u)
        total, loss, length = min(sums, default=(np.inf, 0.0, 0.0))
        best = f"the best found has {loss:.4g} at length {length:.4g}"
        if not total < kept.count * (1 - SLACK):
            loss, length, best = float(kept.count), 0.0, "none found does better than u = 0"
        w = float(np.linalg.norm(weighted_sum(batch, batch.labels)))  # M - L <= <u, w>
        teaches = f"every vector u has hinge loss at least {kept.count} - {w:.4g} |u| on the mistakes; {best}"
        return loss + radius * length * (sqrt(loss) + radius * length) if length else loss, None, teaches


def square(x: float) -> float:
    """x^2, or infinity: a promised margin may be as small as the user likes."""
    return x * x


def restated(kept: Evidence, rows: Batch, largest: float) -> Evidence:
    """The same mistakes, or the first of them, as other rows: late and complete as they were."""
    evidence = Evidence(RowLearner(), kept.limit)
    complete = kept.complete and rows.rows == kept.count
    counts = [kept.limit, complete, kept.total, rows.width, kept.latest, kept.first_late]
    evidence.restore(
        {
            "sizes": np.diff(rows.starts),
            "columns": np.asarray(rows.columns),
            "values": np.asarray(rows.values),
            "labels": np.asarray(rows.labels),
            "numbers": np.asarray(kept.numbers)[: rows.rows],
            "counts": np.array(counts, dtype=np.int64),
            "largest": np.float64(largest),
        }
    )
    return evidence
