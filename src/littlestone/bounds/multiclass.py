"""The theorems of the Perceptron and of the passive-aggressive learners for many classes, by Kesler's construction.

While no class is known nothing can be guessed. A mistake of that time, the first of every game, teaches only that there
is a class, and is not counted here. An update adds to one class what it takes from another, so the weights of all
classes sum to zero: a class that has not come yet would have a score of zero, not above the best.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..bound import Certificate
from ..learners.multiclass.matrix import MatrixLearner
from ..ledger import Ledger
from ..row import Row
from .kesler import Expanded, expanded
from .margin import HingeBound, MarginBound, PerceptronBound, restated
from .passive_aggressive import SHORTEST, AggressiveBound, PA1Bound, PA2Bound, PABound
from .updates_kept import Kept, UpdatesKept

NAME = "Multiclass Perceptron, once a class is known"


class MistakenPairs(UpdatesKept, PerceptronBound):
    """A theorem of the Perceptron about the mistakes among many classes, each with the class it was taken for."""

    keeps_mistakes = False

    def matters(self, y: float, guess: float, mistaken: bool) -> bool:
        return mistaken and guess >= 0.0

    def certificate(self, learner: MatrixLearner, ledger: Ledger) -> Certificate:
        kept = self.kept(learner)
        z = expanded(learner, kept, kept.guesses, np.zeros(kept.batch.rows))
        return self.certified(z, ledger, restated(self.rows, z.kept.batch, z.kept.squares.max(initial=0.0)))


class MulticlassMarginBound(MistakenPairs, MarginBound):
    """M <= 2 (R/gamma)^2 if a matrix U of length one has <u_y - u_c, x> >= gamma on every mistake (y taken for c).

    As for the Perceptron of two classes, `margin` is a gamma the user vouches for; without it the largest is sought.
    """

    def __init__(self, margin: float | None = None) -> None:
        UpdatesKept.__init__(self)
        MarginBound.__init__(self, margin)

    def statement(self) -> str:
        how = "in hindsight" if self.margin is None else "as promised"
        return f"{NAME}, margin {how}: M <= 2 (R/gamma)^2"


class MulticlassHingeBound(MistakenPairs, HingeBound):
    """M <= L + r |U| sqrt(L) + r^2 |U|^2, r^2 = 2 R^2, for every matrix U with losses L on the mistakes.

    The loss of U on an x of class y that was taken for c is max(0, 1 - <u_y - u_c, x>). The data may be any.
    """

    def statement(self) -> str:
        return f"{NAME}, any data: M <= L + r|U| sqrt(L) + r^2|U|^2, r^2 = 2 R^2"


class AggressivePairs(AggressiveBound):
    """A theorem of the passive-aggressive learners about pairs of classes: the true one and its best rival.

    The rival and the lead over it at the time of learning are no part of a round, so every round is kept, and the
    rule is played again over them when the certificate is asked for.
    """

    def matters(self, y: float, guess: float, mistaken: bool) -> bool:
        return True

    def certificate(self, learner: Any, ledger: Ledger) -> Certificate:
        z, failure = self.replayed(learner)
        certificate = super().certificate(z, ledger)
        if failure and self.rows.complete and certificate.verdict == "holds":
            certificate = certificate._replace(violated=failure)
        return certificate

    def kept(self, learner: Any) -> Kept:
        return learner.kept if isinstance(learner, Expanded) else super().kept(learner)

    def replayed(self, learner: Any) -> tuple[Expanded, str | None]:
        """The rounds with a loss as pairs of classes, and what the learner did otherwise than its rule, if anything."""
        kept = self.kept(learner)
        rows = self.rows.batch()
        twin = MatrixLearner(bias=learner.bias or None, normalise=learner.normalise)
        rivals = np.full(rows.rows, -1)
        leads = np.ones(rows.rows)
        failure = None
        for t in range(rows.rows):
            x = rows.row(t)
            if twin.predict(x) != kept.guesses[t]:
                failure = "a guess is not the class with the largest score"
            rivals[t], leads[t] = self.learned(learner, twin, x, rows.labels[t])
        lost = np.flatnonzero((rivals >= 0) & (leads < 1.0))
        some = kept.part((rivals >= 0) & (leads < 1.0))
        return expanded(learner, some, rivals[lost], leads[lost]), None if self.rows.latest else failure

    def learned(self, learner: Any, twin: MatrixLearner, x: Row, y: float) -> tuple[int, float]:
        """Teach the twin one round by the rule of the theorem; the rival, and the lead over it before."""
        truth = twin.meet(x, y)
        rival = twin.rival(x, truth)
        if rival < 0:
            return rival, 1.0
        lead = twin.lead(truth, rival)
        square = 2.0 * twin.squared_norm(x)
        if lead < 1.0 and square > SHORTEST:
            step = float(self.step(learner, 1.0 - lead, square))
            twin.add(x, truth, step)
            twin.add(x, rival, -step)
            twin.updates += 1
        return rival, lead


class MulticlassPABound(AggressivePairs, PABound):
    """The squared losses of PA among many classes, of which every mistake has at least one: R^2 becomes 2 R^2.

    The loss l of a round is 1 less the lead of the true class over the best other one, that of a matrix U on the
    same pair of classes; theorem 2 of Crammer et al. (2006), where U leads by one everywhere, and with losses of U.
    """

    rule = (
        "Multiclass PA, once a class is known: M <= sum of l^2 <= r^2 (B + sqrt(B^2 + |U|^2))^2, "
        "r^2 = 2 R^2, B^2 = sum of l(U)^2/(2|x|^2)"
    )


class MulticlassPA1Bound(AggressivePairs, PA1Bound):
    """M <= max(2 R^2, 1/C) (|U|^2 + 2 C L) for every matrix U, L its losses over the rounds learned from."""

    rule = "Multiclass PA-I, once a class is known: M <= max(2 R^2, 1/C) (|U|^2 + 2 C L)"


class MulticlassPA2Bound(AggressivePairs, PA2Bound):
    """The sum of l^2 is at most (2 R^2 + 1/(2C)) (|U|^2 + 2 C Q) for every matrix U, Q its squared losses."""

    rule = "Multiclass PA-II, once a class is known: M <= sum of l^2 <= (2 R^2 + 1/(2C)) (|U|^2 + 2 C Q)"
