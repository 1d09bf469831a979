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


class MistakeLedger(Account):
    """Base of the ledgers that count mistakes.

    `mistakes` counts wrong predictions, and `expected` sums the probability of each, which is the same number for a
    deterministic learner.
    """

    _COUNTS = (*Account._COUNTS, "_positives", "mistakes", "_false_positives")
    _SUMS = (*Account._SUMS, "expected")
    _saved = fields(Part("kept/", "kept"))

    def __init__(
        self,
        learner: Learner,
        loss: Loss,
        bounds: Sequence[Bound] = (),
        keep: int = 1_000_000,
        labels: Any = None,
    ) -> None:
        super().__init__(learner, loss, bounds)
        self._labels = labels
        self.kept: Evidence | None = None
        if isinstance(learner, RowLearner) and any(bound.keeps_mistakes for bound in bounds):
            self.kept = Evidence(keep)
            self._keeps = True
        self._positives = 0
        self.mistakes = 0
        self._false_positives = 0
        self.expected = 0.0

    def _record(
        self, number: int, x: Row, y: float, guess: float, act: float, chance: float, cost: float, delay: int
    ) -> None:
        self._enter(number, cost, delay)
        if y > 0.0:
            self._positives += 1
        mistaken = act != y
        if mistaken:
            self.mistakes += 1
            if y < 0.0:
                self._false_positives += 1
        self.expected += chance
        if self.weights is not None:
            self.weights.enter(cost, mistaken, chance)
            if self.kept is not None:
                self.kept.importance = self.weights.now
        if self.kept is not None and self._ordered is None:
            self.kept.see(number, x, y, guess, mistaken)

    def _like_this(self) -> Self:
        twin = type(self)(self.learner, self.price, labels=self._labels)
        twin.kept = self.kept
        return twin

    @property
    def _paid(self) -> Paid:
        return Paid(self.loss, self.mistakes, self.expected)

    @property
    def _false_negatives(self) -> int:
        """Mistakes on positive labels."""
        return self.mistakes - self._false_positives

    @property
    def best_constant(self) -> int:
        """Mistakes of the better constant prediction: what a learner must beat to be worth running."""
        return min(self._positives, self.labelled - self._positives)

    def _add_tallies(self, state: State) -> None:
        super()._add_tallies(state)
        self.expected += float(state["expected"])

    def _check_tallies(self, held: Held) -> None:
        super()._check_tallies(held)
        if not 0.0 <= held["expected"] <= MOST:
            raise StateError(f"'expected' is a number of mistakes, from 0 to 2^53, not {held['expected']}")

    def _paid_as_dict(self) -> dict[str, Any]:
        return {"mistakes": self.mistakes, "expected_mistakes": self.expected, "loss": self.loss}

    def _split(self) -> str:
        if self.learner.randomised:
            parts = [f"{paid.expected:,.6g}" for paid in (self._paid, self.in_order._paid, self.lateness)]
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
            "false_positives": self._false_positives,
            "false_negatives": self._false_negatives,
            "best_constant_mistakes": self.best_constant,
            "updates": self.updates,
            "loss": {"name": self.price.name, "total": self.loss},
            "longest_delay": self.longest_delay,
            "total_delay": self._total_delay,
            **self._metrics_as_dict(),
            **self._guarantees_as_dict(),
            **self._both_orders(),
            **self._named_learner(),
            "certificates": self._certificates_as_dicts(theorems),
        }

    def __str__(self) -> str:
        rate = f" ({100 * self.mistakes / self.labelled:.2f} %)" if self.labelled else ""
        lines = [
            self.learner.in_short(),
            f"{counted(self.rounds, 'round')}, {counted(self.mistakes, 'mistake')}{rate}, "
            f"{counted(self.updates, 'update')}; "
            f"the best constant answer makes {self.best_constant:,}",
        ]
        if self.learner.randomised:
            lines.append(f"{self.expected:,.6g} mistakes expected over the coin")
        lines += self._waiting()
        if self.price.name != "mistake":
            lines.append(f"{self.price.name} loss {self.loss:,.6g}")
        return "\n".join([*lines, *self._receipt()])

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.rounds} rounds, {self.mistakes} mistakes, {self.updates} updates)"


class Ledger(MistakeLedger):
    """The ledger of a game with two classes: mistakes on either of them."""

    @property
    def false_positives(self) -> int:
        """Mistakes on negative labels."""
        return self._false_positives

    @property
    def false_negatives(self) -> int:
        """Mistakes on positive labels."""
        return self._false_negatives


SIGNS.ledger = Ledger
