"""The theorem of the selective-sampling Perceptron, as it holds in every single game."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..bound import SLACK, Certificate, not_fresh
from ..errors import StateError
from ..learner import State
from ..ledger import Ledger
from ..row import Row
from .competitors import best_competitor, hinge
from .sums import weighted_sum
from .updates_kept import Kept, UpdatesKept


class SelectiveBound(UpdatesKept):
    """Sum of 1 + |guess|/b over the mistakes it asked about <= (a/b) L + a^2 |u|^2/(2b), a = b + R^2/2, for every u.

    Such a mistake moves w by y x, and |a u - w|^2/2 falls by a <u, y x> + |guess| - |x|^2/2 >= a (1 - l(u)) + |guess| -
    R^2/2: add up. L and R are those of the mistakes it asked about. A mistake is asked about with chance
    b/(b + |guess|), so on average over the coin the left side is the number of all mistakes, asked about or not, and
    with L and R of all rounds this is the theorem of Cesa-Bianchi, Gentile and Zaniboni (2006).
    """

    def __init__(self) -> None:
        super().__init__()
        self.rounds = 0  # labels seen: what is asked of the k-th is decided by the k-th toss
        self.tosses: list[int] = []  # for every kept round, which label it was

    def matters(self, y: float, guess: float, mistaken: bool) -> bool:
        return mistaken

    def see(self, number: int, x: Row, y: float, guess: float, mistaken: bool, late: int) -> None:
        self.rounds += 1
        super().see(number, x, y, guess, mistaken, late)
        if len(self.guesses) > len(self.tosses):
            self.tosses.append(self.rounds)

    def certificate(self, learner: Any, ledger: Ledger) -> Certificate:
        theorem = "selective Perceptron: sum of 1 + |guess|/b over mistakes asked about <= (a/b) L + a^2 |u|^2/(2b)"
        theorem += self.shortened()
        kept = self.kept(learner).part(self.asked(learner))
        paid = float(np.sum(1.0 + np.abs(kept.guesses) / learner.b))
        if broken := not_fresh(ledger):
            return Certificate(theorem, paid, None, broken, "")
        if not np.all((kept.squares == 0.0) | ((kept.squares > 1e-50) & (kept.squares < 1e50))):
            odd = "some examples are too long or too short for their square to be a number; scale the features"
            return Certificate(theorem, paid, None, odd, "")
        failure = self.failure(learner, kept) if self.rows.complete else None
        if broken := self.late():
            return Certificate(theorem, paid, None, broken, "", failure)
        longest = float(kept.squares.max(initial=0.0))
        a, b = learner.b + longest / 2, learner.b
        best = float(kept.batch.rows) * a / b
        if longest > 0.0:
            best = best_competitor(
                kept.batch,
                longest**0.5,
                learner.embedded_weights(kept.batch.width),
                lambda length, margins: a / b * float(hinge(margins).sum()) + (a * length) ** 2 / (2 * b),
            ).allowed
        if failure is None and paid > best * (1 + SLACK) + SLACK:
            failure = "the mistakes it asked about weigh more than the theorem allows"
        asked = f"it asked for {learner.queries:,} of {learner.rounds:,} labels"
        teaches = f"{asked}; an unbiased estimate of all its mistakes is {paid:.4g}"
        return Certificate(theorem, paid, best, None, teaches, failure)

    def asked(self, learner: Any) -> Any:
        """Which of the kept rounds the learner asked about."""
        if learner.labels == "asked":
            return np.ones(len(self.guesses), dtype=bool)
        pairs = zip(self.guesses, self.tosses, strict=True)
        return np.array([learner.asks(guess, toss) for guess, toss in pairs], dtype=bool)

    def failure(self, learner: Any, kept: Kept) -> str | None:
        """The invariant that does not hold, if any: then the rule is another one, whatever the data."""
        w = weighted_sum(kept.batch, kept.batch.labels)
        played = learner.embedded_weights(len(w))
        w = np.concatenate((w, np.zeros(len(played) - len(w))))
        if not np.linalg.norm(w - played) <= SLACK * float(np.sqrt(kept.squares).sum()):
            return "the weights are not the sum of the mistaken examples that it asked about"
        grown = float(2.0 * np.asarray(kept.batch.labels) @ kept.guesses + kept.squares.sum())
        if not self.rows.latest and not abs(w @ w - grown) <= SLACK * float(np.sqrt(kept.squares).sum()) ** 2:
            return "the guesses are not the products with the weights of their time"
        return None

    def state(self) -> State:
        return {**super().state(), "rounds": np.int64(self.rounds), "tosses": np.array(self.tosses, dtype=np.int64)}

    def restore(self, state: State) -> None:
        super().restore(state)
        self.rounds = int(state["rounds"])
        tosses = np.asarray(state["tosses"])
        if tosses.shape != (len(self.guesses),) or tosses.dtype.kind != "i":
            raise StateError("the kept rounds have not one toss each")
        self.tosses = tosses.tolist()
