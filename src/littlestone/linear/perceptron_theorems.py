"""The two theorems of the Perceptron: with a margin, and without.

Both follow from what the weights are, the sum of y x over the mistakes. For any vector u, with L the sum
of its hinge losses max(0, 1 - y <u, x>) over the mistaken examples,

    M - L <= sum of y <u, x> = <u, w> <= |u| |w|,   and   |w|^2 <= M R^2,

because on a mistake y <w, x> <= 0. Where rounds have weights, w is the sum of h y x. Count mistakes and losses by
weight: M - L <= <u, w> is the same, and |w|^2 <= sum of h^2 R^2 <= h M R^2 for the largest weight h of a mistake. So
both theorems hold by weight with sqrt(h) R in the place of R.
"""

from __future__ import annotations

from functools import cached_property
from math import sqrt
from typing import Any, ClassVar

import numpy as np

from ..bound import SLACK, Bound, Case, Open
from ..errors import BadParameter
from ..receipts.exact_text import vector
from ..row import Batch
from ..rows.evidence import Evidence
from ..rows.updates_kept import ODD
from ..solvers.best_vector import best_scaled, best_vector
from ..solvers.competitors import hinge
from ..solvers.dual_descent import running_squares
from ..solvers.margin import Scaled, first_clash, largest_margin
from ..solvers.separator import Separator
from ..solvers.sums import apart, first_rows, weighted_sum
from ..support.linear_algebra import squared
from ..support.settings import real

LARGE, SMALL = 1e200, 1e-200  # sums of squared lengths above this are close to overflow


class MistakesCase(Case):
    """The mistaken examples of a game, as the rule saw them."""

    @property
    def told(self) -> Evidence:
        """The evidence as it was kept."""
        assert self.ledger.kept is not None
        return self.ledger.kept  # type: ignore[no-any-return]

    @cached_property
    def kept(self) -> Evidence:
        """The evidence as the rows that the theorem is about."""
        return self.told

    @cached_property
    def batch(self) -> Batch:
        """The mistakes that were kept, as labelled rows."""
        return self.kept.batch()

    @property
    def counts_by_weight(self) -> bool:
        """Are mistakes counted by weight?"""
        return self.by_weight

    @cached_property
    def row_weights(self) -> Any:
        """The weight of each."""
        return self.kept.row_weights() if self.counts_by_weight else np.ones(self.kept.count)

    @property
    def weight(self) -> float:
        """The number of mistakes, by weight."""
        return float(self.kept.weight if self.counts_by_weight else self.kept.total)

    @property
    def heaviest(self) -> float:
        """The largest weight of a mistake."""
        return float(self.kept.heaviest) if self.by_weight else 1.0

    @cached_property
    def w(self) -> Any:
        """The sum of y x over them, by weight."""
        return weighted_sum(self.batch, np.asarray(self.batch.labels) * self.row_weights)

    @cached_property
    def played(self) -> Any:
        """The weights that the learner has now."""
        return self.learner.embedded_weights(0)

    @property
    def length(self) -> float:
        """|w|, of the weights that the learner has now."""
        return float(np.linalg.norm(self.played))

    @property
    def radius(self) -> float:
        """R: the length of the longest mistaken example; sqrt(h) R where mistakes weigh up to h."""
        return sqrt(self.kept.largest * self.heaviest)


class MistakesBound(Bound):
    """Base of theorems that are about the mistaken examples only."""

    keeps_mistakes = True
    mistakes = True
    looks_at: ClassVar[type[Case]] = MistakesCase

    def unmeasurable(self, case: Any) -> str | None:
        kept = case.kept
        if not SMALL < kept.largest * kept.total < LARGE and (kept.largest > 0.0 or np.any(case.batch.values)):
            return ODD
        cut = case.told.cut()
        return None if cut and self.premise(case) else cut  # a premise refuted by the first mistakes is refuted

    def paid(self, case: Any) -> float:
        return int(case.kept.total)


class PerceptronBound(MistakesBound):
    """Base of the two theorems: the invariants."""

    weighted = True

    def paid(self, case: Any) -> float:
        return case.weight if case.counts_by_weight else int(case.kept.total)

    def scope(self, case: Any) -> str:
        scope = super().scope(case)
        return f"{scope}, by weight, R^2 times h = {case.heaviest:g}" if case.by_weight else scope

    def invariant(self, case: Any) -> str | None:
        """What is wrong if the weights are not the sum of the mistakes."""
        kept = case.kept
        if kept.complete and not apart(case.w, case.played) <= SLACK * case.radius * max(1, case.weight):
            return "the weights are not the sum of the mistaken examples"
        if not case.length <= (1 + SLACK) * case.radius * sqrt(case.weight):
            return "|w|^2 exceeds M R^2"
        return None


class MarginCase(MistakesCase):
    """The mistakes and their largest margin, which is computed on first access."""

    @cached_property
    def found(self) -> Separator:
        """The separator of largest margin, or a proof that there is none."""
        return largest_margin(self.batch, self.effort)

    @property
    def widest(self) -> float:
        """|w|/M: no margin is larger, because <w, u> >= M gamma for a unit vector u of margin gamma."""
        return (float(np.linalg.norm(self.w)) if self.kept.complete else self.length) / self.weight


class HingeCase(MistakesCase):
    """The mistakes and the vector that explains them best."""

    @property
    def best(self) -> tuple[float, float]:
        """Hinge loss and length of the vector with the smallest L + R^2 |u|^2; zero only where none found is better."""
        return self.found[:2]

    @cached_property
    def found(self) -> Scaled:
        """That vector, with its hinge loss and length."""
        radius = self.radius

        def total(loss: float, length: float) -> float:
            return loss + squared(radius * length)

        if self.counts_by_weight:
            found = self.best_by_weight(radius)
        else:
            found = best_scaled(self.batch, radius, self.w, total, self.effort)
        zero = Scaled(float(self.row_weights.sum()), 0.0, 0.0, np.zeros(self.batch.width))
        return found if total(*found[:2]) < total(*zero[:2]) else zero

    def best_by_weight(self, radius: float) -> Scaled:
        """The same, losses counted by weight."""
        weights = self.row_weights
        found = best_vector(
            self.batch,
            radius,
            self.w,
            lambda length, margins: float(weights @ hinge(margins)) + squared(radius * length),
            effort=self.effort,
        )
        u = np.zeros(self.batch.width) if found.u is None else found.u
        return Scaled(float(weights @ hinge(found.margins)), found.length, 1.0, u)


class MarginBound(PerceptronBound):
    """M <= (R/gamma)^2 if some unit vector has y <u, x> >= gamma on every mistaken example (Novikoff 1962).

    `margin` is a gamma the user vouches for, of a unit vector, or of one of that `length`: then it is
    M <= (R |u|/gamma)^2, and u need not be scaled. Without a promise the largest margin is found in hindsight, the
    distance from the origin to the convex hull of the vectors y x. The premise counts as broken only when it is proved
    that there is no such margin: none as large as promised, or none above R/10^9, which would allow 10^18 mistakes.
    On very many examples in very many columns the search may end with neither a margin nor a proof. Then nothing
    is known to be broken, no number is allowed, and the certificate says how large a margin there can be at most.
    """

    promise = "margin"
    beside_promise: ClassVar[tuple[str, ...]] = ("length",)
    looks_at = MarginCase

    def __init__(self, margin: float | None = None, length: float | None = None) -> None:
        self.margin = None if margin is None else above_zero("margin", margin, "a distance above 0")
        self.length = None if length is None else above_zero("length", length, "that of a vector, above 0")
        if self.length is not None and self.margin is None:
            raise BadParameter("length is that of the vector whose margin is promised: promise its margin, too")

    @property
    def gamma(self) -> float | None:
        """The promised margin of the unit vector."""
        return self.margin if self.length is None or self.margin is None else self.margin / self.length

    @property
    def promised(self) -> str:
        """What was promised, in words."""
        of = "" if self.length is None else f" of a vector of length {self.length:g}"
        return f"the promised margin {self.margin:g}{of}"

    def parameters(self) -> dict[str, Any]:
        return {"margin": self.margin, **({} if self.length is None else {"length": self.length})}

    def statement(self, case: MarginCase) -> str:
        how = "in hindsight" if self.margin is None else "as promised"
        form = (
            "(R/gamma)^2" if self.length is None else f"(R |u|/gamma)^2, |u| = {self.length:g}, gamma = {self.margin:g}"
        )
        return f"Perceptron, margin {how}: M <= {form}"

    def live(self, ledger: Any) -> str:
        """The bound if a margin was promised; else the largest margin that is still possible."""
        kept = ledger.in_order.kept
        if kept is None or kept.total == 0 or ledger._updates_before or ledger.weights is not None:
            return ""
        if self.gamma is not None:
            return f"M <= {square(sqrt(kept.largest) / self.gamma):,.0f}"
        return f"margin <= {float(np.linalg.norm(ledger.learner.embedded_weights(0))) / kept.total:.3g}"

    def unmeasurable(self, case: Any) -> str | None:
        unclear = super().unmeasurable(case)
        # a promised margin needs no search: the count of mistakes and the longest example are enough
        return None if self.margin is not None and unclear == case.told.cut() else unclear

    def premise(self, case: MarginCase) -> str | None:
        if self.margin is not None:
            return self.refuted(case)
        if not case.batch.rows:
            return None
        found = case.found
        if found.clash is None:
            return None
        return found.refusal(f"the mistakes up to round {case.kept.numbers[found.clash]}")

    def refuted(self, case: MarginCase) -> str | None:
        """The first round whose mistake leaves no unit vector with the promised margin, if there is one.

        Wolfe's algorithm finds it unless there are too many examples. M gamma > |w| is a proof that needs no search and
        comes before more mistakes than allowed are made: the premise is refuted before the bound is exceeded.
        """
        gamma = self.gamma
        assert gamma is not None
        batch = case.batch
        clash = first_clash(batch, gamma, case.effort) if batch.rows else None
        rows = batch.rows if clash is None else clash
        signed, counts = np.asarray(batch.labels) * case.row_weights, np.cumsum(case.row_weights)
        lengths = np.sqrt(np.maximum(0.0, running_squares(batch, signed)[:rows]))
        short = counts[:rows] * gamma > lengths * (1 - SLACK)  # up to rounding of the sums
        for t in np.flatnonzero(short).tolist():
            w = weighted_sum(first_rows(batch, t + 1), signed[: t + 1])
            if counts[t] * gamma > np.linalg.norm(w) * (1 + SLACK / 4):
                clash = t
                break
        if clash is not None:
            return f"no separator has {self.promised}: round {case.kept.numbers[clash]} refutes it"
        if not case.kept.complete and case.weight * gamma > case.length * (1 + SLACK / 4):
            return f"no separator has {self.promised}: none is above |w|/M = {case.widest:.4g}"
        return None

    def allowed(self, case: MarginCase) -> float:
        if not case.kept.total:
            return 0.0
        if self.gamma is not None:
            return square(case.radius / self.gamma)
        found = case.found
        if found.margin > 0:
            return square(case.radius / found.margin)
        most = min(case.widest, found.ceiling)
        raise Open("no separator was found and none ruled out", f"no margin is above {most:.4g}")

    def witness(self, case: MarginCase) -> dict[str, Any]:
        """The separator; a promised margin is nobody's to prove."""
        return {"u": vector(case.found.u)} if self.margin is None and case.kept.total else {}

    def lesson(self, case: MarginCase, allowed: float | None) -> str:
        if not case.kept.total or (allowed is None and self.margin is None):
            return ""
        lesson = f"no separator of length one has a margin above |w|/M = {case.widest:.4g}"
        if self.margin is not None:
            return lesson
        found = case.found
        if found.ceiling <= found.margin * (1 + 1e-6):
            return f"the largest margin of the mistakes is {found.margin:.4g}; {lesson}"
        least = min(case.widest, found.ceiling)
        return f"the mistakes have a margin of {found.margin:.4g} and none above {least:.4g}"


class HingeBound(PerceptronBound):
    """M <= L + R |u| sqrt(L) + R^2 |u|^2 for every vector u with hinge losses L on the mistakes.

    It has no premise about the data (Freund and Schapire 1999, in the form of Shalev-Shwartz and Singer), and any u
    makes it true. The smallest bound of all is that of u = 0, which says M <= M; so the certificate shows that
    of the vector that explains the mistakes best, with the smallest L + R^2 |u|^2, and that of u = 0 only where no
    other explains anything. Short multiples of w bring that sum below M, and R |u| sqrt(L) is half of it at most: no
    more than 3/2 M are allowed, and if w is zero no more than M.
    """

    looks_at = HingeCase

    def statement(self, case: HingeCase) -> str:
        return "Perceptron, any data: M <= L + R|u| sqrt(L) + R^2|u|^2"

    def allowed(self, case: HingeCase) -> float:
        if not case.kept.total:
            return 0.0
        (loss, length), radius = case.best, case.radius
        return loss + radius * length * (sqrt(loss) + radius * length)

    def witness(self, case: HingeCase) -> dict[str, Any]:
        """The vector that explains the mistakes best."""
        return {"u": vector(case.found.scale * case.found.u)} if case.kept.total else {}

    def lesson(self, case: HingeCase, allowed: float | None) -> str:
        if not case.kept.total:
            return ""
        loss, length = case.best
        found = f"the best found has {loss:.4g} at length {length:.4g}"
        best = found if length else "none found does better than u = 0"
        w = float(np.linalg.norm(case.w))  # M - L <= <u, w>
        most = case.kept.count if not case.counts_by_weight else f"{case.row_weights.sum():.6g}"
        return f"every vector u has hinge loss at least {most} - {w:.4g} |u| on the mistakes; {best}"


def above_zero(name: str, value: float, what: str) -> float:
    """Check and return a promised number."""
    found = real(name, value, what)
    if not found > 0:
        raise BadParameter(f"{name} is {what}, a finite number, not {value}")
    return found


def square(x: float) -> float:
    """x^2, or infinity if it overflows: a promised margin may be arbitrarily small."""
    return x * x


def restated(kept: Evidence, rows: Batch, largest: float) -> Evidence:
    """The same mistakes, or the first of them, with other rows; `complete` is as it was."""
    evidence = Evidence(kept.limit)
    complete = kept.complete and rows.rows == kept.count
    evidence.restore(
        {
            "sizes": np.diff(rows.starts),
            "columns": np.asarray(rows.columns),
            "values": np.asarray(rows.values),
            "labels": np.asarray(rows.labels),
            "numbers": np.asarray(kept.numbers)[: rows.rows],
            "counts": np.array([kept.limit, complete, kept.total, rows.width], dtype=np.int64),
            "largest": np.float64(largest),
            "weights": kept.row_weights()[: rows.rows],
            "weight": np.array([kept.weight, kept.heaviest]),
        }
    )
    return evidence
