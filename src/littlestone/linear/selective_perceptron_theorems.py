"""The theorem of the selective-sampling Perceptron, in a form that holds in every game, not only on average."""

from __future__ import annotations

from functools import cached_property

import numpy as np

from ..bound import SLACK
from ..row import Row
from ..rows.updates_kept import Kept, UpdatesCase, UpdatesKept
from ..solvers.best_vector import best_vector
from ..solvers.competitors import Competitor, hinge
from ..solvers.sums import apart, weighted_sum
from ..state import Count, Listed, fields
from ..support.linear_algebra import squared


class SelectiveCase(UpdatesCase):
    """The mistakes that the learner asked about."""

    @cached_property
    def kept(self) -> Kept:
        kept = self.seen
        if self.learner.labels == "asked":
            return kept
        pairs = zip(self.bound.guesses, self.bound.tosses, strict=True)
        return kept.part(np.array([self.learner.asks(guess, toss) for guess, toss in pairs], dtype=bool))

    @property
    def longest(self) -> float:
        """R^2."""
        return float(self.kept.squares.max(initial=0.0))

    @cached_property
    def best(self) -> Competitor:
        """The vector with the smallest bound."""
        b = self.learner.b
        a = b + self.longest / 2
        return best_vector(
            self.kept.batch,
            self.longest**0.5,
            self.played,
            lambda length, margins: a / b * float(hinge(margins).sum()) + squared(a * length) / (2 * b),
            effort=self.effort,
        )

    @property
    def way(self) -> float:
        """The total distance that the weights moved."""
        return float(np.sqrt(self.kept.squares).sum())


class SelectiveBound(UpdatesKept):
    """Sum of 1 + |guess|/b over the mistakes it asked about <= (a/b) L + a^2 |u|^2/(2b), a = b + R^2/2, for every u.

    Such a mistake moves w by y x, and |a u - w|^2/2 falls by a <u, y x> + |guess| - |x|^2/2 >= a (1 - l(u)) + |guess| -
    R^2/2: add up. L and R are those of the mistakes it asked about. A mistake is asked about with chance
    b/(b + |guess|), so on average over the coin the left side is the number of all mistakes, asked about or not, and
    with L and R of all rounds this is the theorem of Cesa-Bianchi, Gentile and Zaniboni (2006). Where labels are hidden
    unless it asks, it asks by the guess given: then nothing is known of labels that come late.
    """

    looks_at = SelectiveCase
    excess = "the mistakes it asked about weigh more than the theorem allows"
    saved = fields(Count("rounds"), Listed("tosses", like="guesses", dtype=np.int64))

    def __init__(self) -> None:
        super().__init__()
        self.rounds = 0  # labels seen: the k-th toss decides whether the k-th is asked for
        self.tosses: list[int] = []  # for every kept round, the number of its label

    def matters(self, y: float, guess: float, mistaken: bool) -> bool:
        return mistaken

    def see(self, number: int, x: Row, y: float, guess: float, mistaken: bool) -> None:
        self.rounds += 1
        super().see(number, x, y, guess, mistaken)
        if len(self.guesses) > len(self.tosses):
            self.tosses.append(self.rounds)

    def statement(self, case: SelectiveCase) -> str:
        return "selective Perceptron: sum of 1 + |guess|/b over mistakes asked about <= (a/b) L + a^2 |u|^2/(2b)"

    def fresh(self, case: SelectiveCase) -> str | None:
        if unfresh := super().fresh(case):
            return unfresh
        # a label that is not asked for is no update, but uses a toss
        return "the learner also learned outside this game" if case.learner.rounds > self.rounds else None

    def unmeasurable(self, case: SelectiveCase) -> str | None:
        if case.learner.labels == "asked" and case.ledger is not case.given:
            return "labels came late, which it asked for by the guess given: no theorem is known for that"
        return super().unmeasurable(case) or case.odd(1e-50, 1e50)

    def paid(self, case: SelectiveCase) -> float:
        self.known()
        return float(np.sum(1.0 + np.abs(case.kept.guesses) / case.learner.b))

    def invariant(self, case: SelectiveCase) -> str | None:
        """What is wrong if the weights are not the sum of these mistakes, or the guesses not made with them."""
        kept = case.kept
        if case.learner.rounds != self.rounds:
            return "it has not counted the labels that it was told"
        w = weighted_sum(kept.batch, kept.batch.labels)
        if not apart(w, case.played) <= SLACK * case.way:
            return "the weights are not the sum of the mistaken examples that it asked about"
        grown = float(2.0 * np.asarray(kept.batch.labels) @ kept.guesses + kept.squares.sum())
        if not abs(w @ w - grown) <= SLACK * case.way**2:
            return "the guesses are not the products with the weights of their time"
        return None

    def allowed(self, case: SelectiveCase) -> float:
        return case.best.allowed

    def slack(self, case: SelectiveCase, paid: float, allowed: float) -> float:
        return super().slack(case, paid, allowed) + SLACK

    def lesson(self, case: SelectiveCase, allowed: float | None) -> str:
        learner = case.learner
        asked = f"it asked for {learner.queries:,} of {learner.rounds:,} labels"
        return f"{asked}; an unbiased estimate of all its mistakes is {self.paid(case):.4g}"
