"""What the account of every game has, whatever is played: rounds, delays, what was paid, and the theorems."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from .errors import StateError
from .learner import Learner, State, under
from .row import Row
from .watcher import Watcher
from .words import counted

if TYPE_CHECKING:
    from .bound import Bound, Certificate


class Account:
    """Counts every round once, when its truth is known: `rounds` were predicted, `labelled` of them judged.

    A kind of game has its own account; `COUNTS` and `SUMS` name what it adds up, so that it can be written down.
    """

    COUNTS: ClassVar[tuple[str, ...]] = (
        "updates_before",
        "updates_seen",
        "outside",
        "rounds",
        "forgotten",
        "labelled",
        "longest_delay",
        "total_delay",
        "latest",
        "first_late",
    )
    SUMS: ClassVar[tuple[str, ...]] = ("loss",)

    def __init__(self, learner: Learner, price: Any, bounds: Sequence[Bound] = ()) -> None:
        self.learner = learner
        self.price = price
        self.bounds = tuple(bounds)
        self.watchers: list[Watcher] = [bound for bound in bounds if isinstance(bound, Watcher)]
        self.updates_before = learner.updates
        self.updates_seen = learner.updates  # how many there were when the last round was judged
        self.outside = 0  # rounds before which the learner had learned something else
        self.rounds = 0
        self.forgotten = 0
        self.labelled = 0
        self.longest_delay = 0
        self.total_delay = 0
        self.latest = 0  # most updates between a guess and its truth
        self.first_late = 0  # the first round where there were any
        self.loss = 0.0

    def record(
        self, number: int, x: Row, y: float, guess: float, act: float, chance: float, cost: float, late: int, delay: int
    ) -> None:
        """Enter a judged round with all that is known of it: see `Game.judge`."""
        raise NotImplementedError(f"{type(self).__name__} must say what it enters")

    def enter(self, number: int, cost: float, late: int, delay: int) -> None:
        """Enter a judged round: `late` updates and `delay` predictions lay between its guess and its truth."""
        self.updates_seen = self.learner.updates
        if number > self.rounds:
            self.rounds = number
        self.labelled += 1
        if late > 0:
            self.latest = max(self.latest, late)
            if self.first_late == 0:
                self.first_late = number
        if delay:
            self.total_delay += delay
            self.longest_delay = max(self.longest_delay, delay)
        self.loss += cost

    @property
    def open(self) -> int:
        """Rounds still waiting for their label."""
        return self.rounds - self.labelled - self.forgotten

    @property
    def updates(self) -> int:
        """How often the learner changed its mind in this game."""
        return self.learner.updates - self.updates_before

    @property
    def certificates(self) -> list[Certificate]:
        """What every theorem of this learner says now. Some look for the best comparator in hindsight, on demand."""
        return [bound.certificate(self.learner, self) for bound in self.bounds]

    def state(self) -> State:
        """Everything in the account, as named arrays."""
        state: State = {name: np.int64(getattr(self, name)) for name in self.COUNTS}
        state |= {name: np.float64(getattr(self, name)) for name in self.SUMS}
        for number, bound in enumerate(self.bounds):
            state |= {f"bound{number}/{name}": value for name, value in bound.state().items()}
        return state

    def restore(self, state: State) -> None:
        """Become the account whose `state` this was."""
        for name in self.COUNTS:
            if int(state[name]) < 0:
                raise StateError(f"{name!r} is a count, 0 or more, not {int(state[name])}")
        self.rounds = int(state["rounds"])
        self.forgotten = int(state["forgotten"])
        self.labelled = int(state["labelled"])
        self.longest_delay = int(state["longest_delay"])
        self.total_delay = int(state["total_delay"])
        self.latest = int(state["latest"])
        self.first_late = int(state["first_late"])
        self.updates_before = int(state["updates_before"])
        self.updates_seen = int(state["updates_seen"])
        self.outside = int(state["outside"])
        self.loss = float(state["loss"])
        for number, bound in enumerate(self.bounds):
            bound.restore(under(state, f"bound{number}/"))

    def waiting(self) -> list[str]:
        """What there is to say of truths that are missing or came late, in lines."""
        lines = []
        if self.open:
            lines.append(f"{counted(self.open, 'round')} still without a label")
        if self.longest_delay:
            mean = self.total_delay / self.labelled
            lines.append(f"labels came up to {counted(self.longest_delay, 'round')} late, {mean:.4g} on average")
        return lines

    def as_dict(self) -> dict[str, Any]:
        """The account as plain values, for JSON."""
        raise NotImplementedError(f"{type(self).__name__} must say what is in it")
