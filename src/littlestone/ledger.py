"""The account of a game: what was played, what was paid, and what the theorems say to it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from .learner import Learner, RowLearner, State, under
from .loss import Loss
from .mistakes import Mistakes
from .row import Row
from .watcher import Watcher
from .words import counted

if TYPE_CHECKING:
    from .bound import Bound, Certificate

COUNTS = (
    "updates_before",
    "updates_seen",
    "outside",
    "rounds",
    "forgotten",
    "labelled",
    "positives",
    "mistakes",
    "false_positives",
    "longest_delay",
    "total_delay",
)
SUMS = ("expected", "loss")


class Ledger:
    """Counts every round once, when its label is known, and lets the watchers see it.

    `rounds` were predicted, `labelled` of them judged; `mistakes` counts acts that were not the label and
    `expected` adds up the chance of each, which for a learner that tosses no coin is the same number.
    """

    def __init__(self, learner: Learner, loss: Loss, bounds: Sequence[Bound] = (), keep: int = 1_000_000) -> None:
        self.learner = learner
        self.price = loss
        self.bounds = tuple(bounds)
        self.kept: Mistakes | None = None
        if isinstance(learner, RowLearner) and any(bound.keeps_mistakes for bound in bounds):
            self.kept = Mistakes(learner, keep)
        self.watchers: list[Watcher] = [bound for bound in bounds if isinstance(bound, Watcher)]
        self.updates_before = learner.updates
        self.updates_seen = learner.updates  # how many there were when the last round was judged
        self.outside = 0  # rounds before which the learner had learned something else
        self.rounds = 0
        self.forgotten = 0
        self.labelled = 0
        self.positives = 0
        self.mistakes = 0
        self.false_positives = 0
        self.longest_delay = 0
        self.total_delay = 0
        self.expected = 0.0
        self.loss = 0.0

    def record(
        self, number: int, x: Row, y: float, guess: float, act: float, chance: float, cost: float, late: int, delay: int
    ) -> None:
        """Enter a judged round: `late` updates and `delay` predictions lay between its guess and its label."""
        self.updates_seen = self.learner.updates
        if number > self.rounds:
            self.rounds = number
        self.labelled += 1
        if y > 0.0:
            self.positives += 1
        mistaken = act != y
        if mistaken:
            self.mistakes += 1
            if y < 0.0:
                self.false_positives += 1
        if delay:
            self.total_delay += delay
            self.longest_delay = max(self.longest_delay, delay)
        self.expected += chance
        self.loss += cost
        if self.kept is not None:
            self.kept.see(number, x, y, guess, mistaken, late)

    @property
    def open(self) -> int:
        """Rounds still waiting for their label."""
        return self.rounds - self.labelled - self.forgotten

    @property
    def false_negatives(self) -> int:
        """Positives that were missed."""
        return self.mistakes - self.false_positives

    @property
    def updates(self) -> int:
        """How often the learner changed its mind in this game."""
        return self.learner.updates - self.updates_before

    @property
    def best_constant(self) -> int:
        """Mistakes of the better of the two constant answers: what a learner must beat to be worth running."""
        return min(self.positives, self.labelled - self.positives)

    @property
    def certificates(self) -> list[Certificate]:
        """What every theorem of this learner says now. Some look for the best comparator in hindsight, on demand."""
        return [bound.certificate(self.learner, self) for bound in self.bounds]

    def state(self) -> State:
        """Everything in the account, as named arrays."""
        state: State = {name: np.int64(getattr(self, name)) for name in COUNTS}
        state |= {name: np.float64(getattr(self, name)) for name in SUMS}
        for number, bound in enumerate(self.bounds):
            state |= {f"bound{number}/{name}": value for name, value in bound.state().items()}
        if self.kept:
            state |= {f"kept/{name}": value for name, value in self.kept.state().items()}
        return state

    def restore(self, state: State) -> None:
        """Become the ledger whose `state` this was."""
        self.rounds = int(state["rounds"])
        self.forgotten = int(state["forgotten"])
        self.labelled = int(state["labelled"])
        self.positives = int(state["positives"])
        self.mistakes = int(state["mistakes"])
        self.false_positives = int(state["false_positives"])
        self.longest_delay = int(state["longest_delay"])
        self.total_delay = int(state["total_delay"])
        self.updates_before = int(state["updates_before"])
        self.updates_seen = int(state["updates_seen"])
        self.outside = int(state["outside"])
        self.expected = float(state["expected"])
        self.loss = float(state["loss"])
        for number, bound in enumerate(self.bounds):
            bound.restore(under(state, f"bound{number}/"))
        if self.kept:
            self.kept.restore(under(state, "kept/"))

    def as_dict(self) -> dict[str, Any]:
        """The account as plain values, for JSON."""
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
            "learner": self.learner.name or type(self.learner).__name__,
            "parameters": self.learner.parameters(),
            "certificates": [certificate.as_dict() for certificate in self.certificates],
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
        if self.open:
            lines.append(f"{counted(self.open, 'round')} still without a label")
        if self.longest_delay:
            mean = self.total_delay / self.labelled
            lines.append(f"labels came up to {counted(self.longest_delay, 'round')} late, {mean:.4g} on average")
        if self.price.name != "mistake":
            lines.append(f"{self.price.name} loss {self.loss:,.6g}")
        return "\n".join([*lines, *map(str, self.certificates)])

    def __repr__(self) -> str:
        return f"Ledger({self.rounds} rounds, {self.mistakes} mistakes, {self.updates} updates)"
