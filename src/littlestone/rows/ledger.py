"""The ledger of a game with two classes: rounds, mistakes, losses and certificates."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Self

from ..account import Account, Paid
from ..errors import StateError
from ..learner import Learner, RowLearner, State
from ..loss import Loss
from ..row import Row
from ..state import MOST, Held, Part, fields
from ..support.settings import counted
from ..truth import SIGNS
from .evidence import Evidence

if TYPE_CHECKING:
    from ..bound import Bound


class Ledger(Account):
    """The ledger of a game with two classes.

    `mistakes` counts wrong predictions, and `expected` sums the probability of each, which is the same number for a
    deterministic learner.
    """

    COUNTS = (*Account.COUNTS, "positives", "mistakes", "false_positives")
    SUMS = (*Account.SUMS, "expected")
    saved = fields(Part("kept/", "kept"))

    def __init__(
        self,
        learner: Learner,
        loss: Loss,
        bounds: Sequence[Bound] = (),
        keep: int = 1_000_000,
        labels: Any = None,
    ) -> None:
        super().__init__(learner, loss, bounds)
        self.labels = labels
        self.kept: Evidence | None = None
        if isinstance(learner, RowLearner) and any(bound.keeps_mistakes for bound in bounds):
            self.kept = Evidence(keep)
            self.keeps = True
        self.positives = 0
        self.mistakes = 0
        self.false_positives = 0
        self.expected = 0.0

    def record(
        self, number: int, x: Row, y: float, guess: float, act: float, chance: float, cost: float, delay: int
    ) -> None:
        self.enter(number, cost, delay)
        if y > 0.0:
            self.positives += 1
        mistaken = act != y
        if mistaken:
            self.mistakes += 1
            if y < 0.0:
                self.false_positives += 1
        self.expected += chance
        if self.weights is not None:
            self.weights.enter(cost, mistaken, chance)
            if self.kept is not None:
                self.kept.importance = self.weights.now
        if self.kept is not None and self.ordered is None:
            self.kept.see(number, x, y, guess, mistaken)

    def like_this(self) -> Self:
        twin = type(self)(self.learner, self.price, labels=self.labels)
        twin.kept = self.kept
        return twin

    @property
    def paid(self) -> Paid:
        return Paid(self.loss, self.mistakes, self.expected)

    @property
    def false_negatives(self) -> int:
        """Mistakes on positive labels."""
        return self.mistakes - self.false_positives

    @property
    def best_constant(self) -> int:
        """Mistakes of the better constant prediction: what a learner must beat to be worth running."""
        return min(self.positives, self.labelled - self.positives)

    def add_tallies(self, state: State) -> None:
        super().add_tallies(state)
        self.expected += float(state["expected"])

    def check_tallies(self, held: Held) -> None:
        super().check_tallies(held)
        if not 0.0 <= held["expected"] <= MOST:
            raise StateError(f"'expected' is a number of mistakes, from 0 to 2^53, not {held['expected']}")

    def paid_as_dict(self) -> dict[str, Any]:
        return {"mistakes": self.mistakes, "expected_mistakes": self.expected, "loss": self.loss}

    def split(self) -> str:
        if self.learner.randomised:
            parts = [f"{paid.expected:,.6g}" for paid in (self.paid, self.in_order.paid, self.lateness)]
            return "{} mistakes expected of the guesses given = {} in order + {} for lateness".format(*parts)
        order, late = self.in_order.mistakes, self.lateness.mistakes
        return f"{counted(self.mistakes, 'mistake')} given = {order:,} in order + {late:,} for lateness"

    def as_dict(self, theorems: str = "quick") -> dict[str, Any]:
        """The ledger as a dict for JSON."""
        return {
            "rounds": self.rounds,
            "labelled": self.labelled,
            "open": self.open,
            "forgotten": self.forgotten,
            "mistakes": self.mistakes,
            "expected_mistakes": self.expected,
            "false_positives": self.false_positives,
            "false_negatives": self.false_negatives,
            "best_constant_mistakes": self.best_constant,
            "updates": self.updates,
            "loss": {"name": self.price.name, "total": self.loss},
            "longest_delay": self.longest_delay,
            "total_delay": self.total_delay,
            **self.metrics_as_dict(),
            **self.guarantees_as_dict(),
            **self.both_orders(),
            **self.named_learner(),
            "certificates": self.certificates_as_dicts(theorems),
        }

    def __str__(self) -> str:
        rate = f" ({100 * self.mistakes / self.labelled:.2f} %)" if self.labelled else ""
        lines = [
            f"{self.learner!r}",
            f"{counted(self.rounds, 'round')}, {counted(self.mistakes, 'mistake')}{rate}, "
            f"{counted(self.updates, 'update')}; "
            f"the best constant answer makes {self.best_constant:,}",
        ]
        if self.learner.randomised:
            lines.append(f"{self.expected:,.6g} mistakes expected over the coin")
        lines += self.waiting()
        if self.price.name != "mistake":
            lines.append(f"{self.price.name} loss {self.loss:,.6g}")
        return "\n".join([*lines, *self.receipt()])

    def __repr__(self) -> str:
        return f"Ledger({self.rounds} rounds, {self.mistakes} mistakes, {self.updates} updates)"


SIGNS.ledger = Ledger
