"""The theorems of the Perceptron and of the passive-aggressive learners for many classes, by Kesler's construction.

Before the first label no class is known, so the first round of every game is a mistake; it changes no weights and is
not counted here. An update adds to one class what it takes from another, so the weights of all classes sum to zero:
a class that has not come yet would have a score of zero, not above the best.
"""

from __future__ import annotations

from functools import cached_property
from typing import Any

import numpy as np

from ..bound import SLACK
from ..linear.passive_aggressive_theorems import SHORTEST, AggressiveBound, AggressiveCase, PA1Bound, PA2Bound, PABound
from ..linear.perceptron_theorems import (
    HingeBound,
    HingeCase,
    MarginBound,
    MarginCase,
    MistakesCase,
    PerceptronBound,
    restated,
)
from ..row import Row
from ..rows.evidence import Evidence
from ..rows.updates_kept import Kept, UpdatesCase, UpdatesKept
from ..state import Held, Listed, fields
from .kesler import Expanded, check_classes, expanded

NAME = "Multiclass Perceptron, once a class is known"


class MistakenPairsCase(MistakesCase):
    """The mistakes of a game of many classes as vectors z, all positive."""

    @property
    def told(self) -> Evidence:
        return self.bound.rows  # type: ignore[no-any-return]

    @cached_property
    def pairs(self) -> Expanded:
        """The vectors z, of the true class and the one it was taken for."""
        kept = UpdatesCase(self.bound, self.given, self.effort).seen
        return expanded(kept, kept.guesses, np.zeros(kept.batch.rows))

    @cached_property
    def kept(self) -> Evidence:
        z, told = self.pairs.kept, self.told
        # the longest mistake of all may be one that was not kept; of two classes, |z|^2 = 2 |x|^2
        largest = z.squares.max(initial=0.0) if told.complete else 2.0 * told.largest
        return restated(told, z.batch, largest)

    @cached_property
    def played(self) -> Any:
        return self.pairs.weights(self.learner.matrix())


class MarginOfPairs(MistakenPairsCase, MarginCase):
    """The mistakes among many classes, and their largest margin."""


class LossOfPairs(MistakenPairsCase, HingeCase):
    """The mistakes among many classes, and the matrix that explains them best."""


class MistakenPairs(PerceptronBound, UpdatesKept):
    """A theorem of the Perceptron about the mistakes among many classes, each with the class it was taken for."""

    keeps_mistakes = False
    looks_at = MistakenPairsCase

    def matters(self, y: float, guess: float, mistaken: bool) -> bool:
        return mistaken and guess >= 0.0

    def check_state(self, held: Held) -> None:
        super().check_state(held)
        check_classes(self.learner, held)


class MulticlassMarginBound(MistakenPairs, MarginBound):
    """M <= 2 (R/gamma)^2 if a matrix U of length one has <u_y - u_c, x> >= gamma on every mistake (y taken for c).

    As for the Perceptron of two classes, `margin` is a gamma the user vouches for; without it the largest is sought.
    """

    looks_at = MarginOfPairs
    beside_promise = ()

    def __init__(self, margin: float | None = None) -> None:
        UpdatesKept.__init__(self)
        MarginBound.__init__(self, margin)

    def statement(self, case: MarginCase) -> str:
        how = "in hindsight" if self.margin is None else "as promised"
        return f"{NAME}, margin {how}: M <= 2 (R/gamma)^2"


class MulticlassHingeBound(MistakenPairs, HingeBound):
    """M <= L + r |U| sqrt(L) + r^2 |U|^2, r^2 = 2 R^2, for every matrix U with losses L on the mistakes.

    The loss of U on an x of class y that was taken for c is max(0, 1 - <u_y - u_c, x>). The data may be any.
    """

    looks_at = LossOfPairs

    def statement(self, case: HingeCase) -> str:
        return f"{NAME}, any data: M <= L + r|U| sqrt(L) + r^2|U|^2, r^2 = 2 R^2"


class AggressivePairsCase(AggressiveCase):
    """The rounds with a loss as vectors z, of the true class and its best rival, found by a replay of the rule."""

    @cached_property
    def replayed(self) -> Replay:
        """The replay of all rounds."""
        return Replay(self.bound, self.learner, self.seen)

    @cached_property
    def kept(self) -> Kept:
        return self.replayed.pairs.kept

    @cached_property
    def played(self) -> Any:
        return self.replayed.pairs.weights(self.learner.matrix())


class Replay:
    """A replay of the kept rounds by a copy of the rule, which sees them as the learner's rule did.

    The rival of a round, and the lead over it, are those that the learner found, if they are right up to rounding.
    """

    def __init__(self, bound: AggressivePairs, learner: Any, kept: Kept) -> None:
        self.bound = bound
        self.learner = learner
        self.twin = learner.plain_twin()
        self.way = 0.0  # how far the weights moved so far
        self.misguessed: str | None = None
        self.unsure = False  # could rounding have chosen another rival?
        batch = kept.batch
        rivals, leads = np.full(batch.rows, -1), np.ones(batch.rows)
        for t, square in enumerate(kept.squares.tolist()):
            x = batch.row(t)
            if not self.best(x, int(kept.guesses[t]), square):
                self.misguessed = "a guess is not the class with the largest score"
            found = bound.rivals[t], bound.leads[t]
            rivals[t], leads[t] = self.learned(x, batch.labels[t], square, float(kept.weights[t]), *found)
        lost = (rivals >= 0) & (leads < 1.0)
        self.pairs = expanded(kept.part(lost), rivals[lost], leads[lost])

    def nearly(self, lead: float, square: float) -> bool:
        """Can a lead of this size on an example of this squared length be rounding?"""
        return bool(lead <= SLACK * square**0.5 * self.way)

    def best(self, x: Row, guess: int, square: float) -> bool:
        """Does the predicted class have the largest score?"""
        best = int(self.twin.predict(x))
        if best < 0 or not 0 <= guess < self.twin.classes:
            return best == guess
        return self.nearly(self.twin.lead(best, guess), square)

    def learned(self, x: Row, y: float, square: float, weight: float, found: int, by: float) -> tuple[int, float]:
        """Learn one round in which the learner found this rival and lead; return the rival and the lead."""
        twin = self.twin
        truth = twin.meet(x, y)
        rival = twin.rival(x, truth)
        if rival < 0:
            return rival, 1.0
        others = [c for c in range(twin.classes) if c not in (truth, rival)] if found < 0 else []
        self.unsure = self.unsure or any(self.nearly(twin.lead(rival, c), square) for c in others)
        if 0 <= found < twin.classes and found != truth and self.nearly(twin.lead(rival, found), square):
            rival = found
        lead = twin.lead(truth, rival)
        lead = by if rival == found and self.nearly(abs(lead - by), square) else lead
        if lead < 1.0 and 2.0 * square > SHORTEST:
            step = float(self.bound.step(self.learner, 1.0 - lead, 2.0 * square, weight))
            twin.add(x, truth, step)
            twin.add(x, rival, -step)
            twin.updates += 1
            self.way += step * (2.0 * square) ** 0.5
        return rival, lead


class AggressivePairs(AggressiveBound):
    """A theorem of the passive-aggressive learners about pairs of classes: the true one and its best rival.

    The rival and the lead over it are not part of a round, so every round is kept with those that the learner found,
    and the rule is replayed when the certificate is asked for.
    """

    looks_at = AggressivePairsCase
    saved = fields(  # release 0.1.0 kept none of them
        Listed("rivals", like="guesses", dtype=np.int64, missing=lambda held: np.full(len(held["guesses"]), -1)),
        Listed("leads", like="guesses", missing=lambda held: np.full(len(held["guesses"]), -1.0)),
    )

    def __init__(self) -> None:
        super().__init__()
        self.rivals: list[int] = []
        self.leads: list[float] = []

    def matters(self, y: float, guess: float, mistaken: bool) -> bool:
        return True

    def see(self, number: int, x: Row, y: float, guess: float, mistaken: bool) -> None:
        super().see(number, x, y, guess, mistaken)
        if len(self.guesses) > len(self.rivals):
            truth = int(y)
            rival = -1 if self.learner is None else int(self.learner.best_but(truth))  # of the scores after learning
            self.rivals.append(rival)
            self.leads.append(1.0 if self.learner is None or rival < 0 else self.learner.lead(truth, rival))

    def invariant(self, case: Any) -> str | None:
        if case.replayed.unsure:
            return None
        return case.replayed.misguessed or super().invariant(case)

    def check_state(self, held: Held) -> None:
        super().check_state(held)
        check_classes(self.learner, held)


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
