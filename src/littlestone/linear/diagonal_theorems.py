"""The theorems of AROW and NAROW with a diagonal covariance; see `diagonal` for the proof."""

from __future__ import annotations

from functools import cached_property
from typing import Any, ClassVar

import numpy as np

from ..bound import SLACK, Open
from ..receipts.exact_text import vector
from ..rows.updates_kept import UpdatesCase, UpdatesKept
from .diagonal_descent import DiagonalSums, Shown, astray, best_comparator, replay_diagonal


class DiagonalCase(UpdatesCase):
    """The updates, replayed, and the vector that the theorem is shown for."""

    @cached_property
    def sums(self) -> DiagonalSums:
        """The sums that the updates make."""
        kept, setting = self.kept, self.bound.setting
        known = {setting: getattr(self.learner, setting)}
        return replay_diagonal(kept.batch, kept.guesses, kept.mistaken, **known)

    @cached_property
    def best(self) -> Shown:
        """The vector that the theorem is shown for."""
        return best_comparator(self.sums, self.kept.batch, self.effort)

    @property
    def variances(self) -> Any:
        """The learner's S, in the order of the columns as the rule sees them."""
        S = np.asarray(self.learner.state()["S"])
        return S if self.learner.bias != 0.0 else S[1:]


class DiagonalAROWBound(UpdatesKept):
    """M <= (|u|^2 + G(u) + 2 sum of s l(u) - V)/h for every vector u, with a diagonal covariance.

    s is the step of an update and l(u) the hinge loss of u there, G(u) what the growth of the metric 1/S adds to
    |u - w|^2, h the mean over the mistakes of s (2 (1 - m) - s <x, S x>), m the margin before, and V the sum of that
    over the other updates. It is descent in a metric that grows, and holds whatever the data: `diagonal` has the proof.
    """

    looks_at = DiagonalCase
    mistakes = True
    setting: ClassVar[str] = "r"
    rule: ClassVar[str] = "AROW"

    def matters(self, y: float, guess: float, mistaken: bool) -> bool:
        return y * guess < 1.0

    def statement(self, case: DiagonalCase) -> str:
        return f"{self.rule}, diagonal: M <= (|u|^2 + G(u) + 2 sum s l(u) - V)/h"

    def unmeasurable(self, case: DiagonalCase) -> str | None:
        if case.learner.full:
            raise Open("this theorem is about the diagonal covariance, and the learner's is full")
        if cut := super().unmeasurable(case):
            return cut
        if case.sums.measurable:
            return None
        return "some examples are too long for the variances to be numbers; scale the features"

    def paid(self, case: DiagonalCase) -> float:
        self.known()
        return sum(self.mistaken)

    def invariant(self, case: DiagonalCase) -> str | None:
        """What is wrong if the weights, variances or guesses are not those of these updates."""
        kept = case.kept
        width = kept.batch.width
        variances = np.pad(case.variances, (0, max(0, width - len(case.variances))), constant_values=1.0)
        return astray(case.sums, case.played, variances, kept.guesses, np.asarray(kept.batch.labels))

    def allowed(self, case: DiagonalCase) -> float:
        return case.best.allowed if self.mistaken else 0.0

    def slack(self, case: DiagonalCase, paid: float, allowed: float) -> float:
        return SLACK * case.best.size if self.mistaken else 0.0

    def witness(self, case: DiagonalCase) -> dict[str, Any]:
        """The vector, and the rounds with a loss, if all were kept."""
        if self.cut() or not any(self.mistaken):
            return {} if self.cut() else {"u": "", "updates": self.lines()}
        return {"u": vector(case.best.u), "updates": self.lines()}

    def lesson(self, case: DiagonalCase, allowed: float | None) -> str:
        if not any(self.mistaken):
            return ""
        best = case.best
        return f"shown for a vector u of length {np.linalg.norm(best.u):.4g} with losses {best.loss:.4g} on the updates"


class DiagonalNAROWBound(DiagonalAROWBound):
    """M <= (|u|^2 + G(u) + 2 sum of s l(u) - V)/h for every vector u: as for AROW, with NAROW's steps.

    The margin required of u is the larger of 1 and 1/b; l(u) is what it falls short of that.
    """

    setting: ClassVar[str] = "b"
    rule: ClassVar[str] = "NAROW"

    def witness(self, case: DiagonalCase) -> dict[str, Any]:
        """None yet."""
        return {}
