"""What ridge regression and Vovk-Azoury-Warmuth pay against every linear combination of the experts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ..bound import SLACK, Certificate, not_fresh
from .own_account import heard_more
from .regret import RegretBound

if TYPE_CHECKING:
    from ..expert_ledger import ExpertLedger


class LeastSquaresBound(RegretBound):
    """The learner pays at most so much more than the least of ridge |u - c|^2 + sum (y - u x)^2, over all u.

    That least cost is the learner's `best`, known at every moment without the data; `paid` is what was paid more.
    """

    whose = "combination u of the experts"

    def allows(self, learner: Any, ledger: ExpertLedger) -> float | None:
        return float(self.largest(learner) ** 2 * learner.log_det)

    def largest(self, learner: Any) -> float:
        """The error that the theorem's square is of."""
        raise NotImplementedError(f"{type(self).__name__} must say which error it squares")

    def own(self, ledger: Any) -> float:
        """What the learner has paid."""
        return float(ledger.own)

    def failure(self, learner: Any, ledger: ExpertLedger) -> str | None:
        if not ledger.n:
            return None
        # Each expert by itself is one of the combinations: u is 1 in one place and 0 elsewhere.
        share = learner.share()
        distance = (1.0 - share) ** 2 + (learner.n - 1) * share**2
        alone = float(ledger.expert_losses.min()) + learner.ridge * distance
        if learner.best > alone + self.rounding(learner, ledger):
            return f"an expert alone costs {alone:.9g}, less than the best combination, {learner.best:.9g}"
        return None

    def certificate(self, learner: Any, ledger: ExpertLedger) -> Certificate:
        own = self.own(ledger)
        paid = own - learner.best
        theorem = self.theorem(learner)
        if broken := self.broken(learner, ledger):
            return Certificate(theorem, paid, None, broken, "")
        allowed = self.allows(learner, ledger) or 0.0
        failure = self.failure(learner, ledger)
        if failure is None and not paid <= allowed + SLACK * allowed + self.rounding(learner, ledger):
            failure = "more regret than the theorem allows"
        teaches = ""
        if own > allowed:
            teaches = f"no {self.whose} has lost less than {own - allowed:,.6g} - {learner.ridge:g} |u - c|^2"
        return Certificate(theorem, paid, allowed, None, teaches, failure)

    def rounding(self, learner: Any, ledger: Any) -> float:
        """How exact a cost can be: relative to the squares that it is the difference of."""
        return float(SLACK * (ledger.own + ledger.labelled * learner.largest**2 + np.abs(ledger.expert_losses).sum()))


class VovkAzouryWarmuthBound(LeastSquaresBound):
    """R(u) <= ridge |u - c|^2 + Y^2 ln det(A/ridge) for every u, Y the largest |y - c x|.

    A round costs (y - guess)^2 = z^2/(1 + q) + y^2 q/(1 + q) - guess^2 q, counted from c x, where z is the error of
    ridge regression and q = x A^-1 x: the first sums to the least cost of a u, and q/(1 + q) <= ln(1 + q) is what
    ln det A grows by (Vovk 2001, Azoury and Warmuth 2001; the identity is Forster's, 1999).
    """

    def theorem(self, learner: Any) -> str:
        start = "" if learner.centre == "zero" else " - mean x"
        return f"Vovk-Azoury-Warmuth: R(u) <= ridge |u - c|^2 + max (y{start})^2 ln det(A/ridge)"

    def largest(self, learner: Any) -> float:
        return float(learner.largest)


class RidgeBound(LeastSquaresBound):
    """R(u) <= ridge |u - c|^2 + E^2 ln det(A/ridge) for every u, E the largest error that was made.

    The sum of (y - guess)^2/(1 + q), q = x A^-1 x, is the least cost of a u, exactly (Azoury and Warmuth 2001; Zhdanov
    and Kalnishkan 2013), and q/(1 + q) <= ln(1 + q) is what ln det A grows by. Were guesses cut to [-Y, Y], E would be
    2 Y at most (Vovk 2001); they are not cut here, and E is what it was.
    """

    def theorem(self, learner: Any) -> str:
        return "Ridge: R(u) <= ridge |u - c|^2 + max (y - guess)^2 ln det(A/ridge)"

    def largest(self, learner: Any) -> float:
        return float(learner.worst)


class LinearVAWBound(VovkAzouryWarmuthBound):
    """R(u) <= ridge |u|^2 + Y^2 ln det(A/ridge) for every vector u, Y the largest |y|: the same of rows."""

    whose = "vector u"

    def theorem(self, learner: Any) -> str:
        return "Vovk-Azoury-Warmuth: R(u) <= ridge |u|^2 + max y^2 ln det(A/ridge)"

    def own(self, ledger: Any) -> float:
        return float(ledger.loss)

    def broken(self, learner: Any, ledger: Any) -> str | None:
        late = f"the truth of round {ledger.first_late} came after other updates" if ledger.latest else None
        price = ledger.price.name
        other = None if price == "square" else f"the theorem is about the square loss, and the game's is {price}"
        return not_fresh(ledger) or heard_more(ledger, learner.updates) or late or other

    def failure(self, learner: Any, ledger: Any) -> str | None:
        if learner.updates < ledger.labelled:
            return f"it has learned from {learner.updates:,} of {ledger.labelled:,} truths"
        if ledger.labelled and learner.largest != max(abs(ledger.least), abs(ledger.most)):
            return "the largest truth that was learned from is not the largest of the game"
        alone = ledger.scatter + ledger.labelled * ledger.mean**2  # of u = 0
        if learner.best > alone + self.rounding(learner, ledger):
            return f"u = 0 costs {alone:.9g}, less than the best vector, {learner.best:.9g}"
        return None

    def rounding(self, learner: Any, ledger: Any) -> float:
        return float(SLACK * (ledger.loss + ledger.labelled * learner.largest**2))
