"""For theorems about learners that also learn when they were right: the rounds they learned from, kept."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ..bound import Bound
from ..errors import StateError
from ..evidence import Evidence
from ..learner import RowLearner, State, under
from ..row import Batch, Row
from ..watcher import Watcher
from .sums import embedded, entry_rows, some_rows

LIMIT = 1_000_000  # entries of examples that a bound keeps until a game says otherwise


class Kept(NamedTuple):
    """Rounds as the rule saw them: the examples with labels, the guesses, and who was mistaken."""

    batch: Batch
    guesses: Any
    mistaken: Any
    squares: Any  # |x|^2 of every row

    @property
    def mistakes(self) -> int:
        """How many of them were mistakes."""
        return int(np.count_nonzero(self.mistaken))

    def part(self, chosen: Any) -> Kept:
        """Some of them."""
        if chosen.all():
            return self
        rows = np.flatnonzero(chosen)
        return Kept(some_rows(self.batch, rows), self.guesses[rows], self.mistaken[rows], self.squares[rows])


class UpdatesKept(Bound, Watcher):
    """A bound that keeps a copy of every round its learner learned from, as many entries as the game keeps.

    A subclass says in `matters` which rounds these are. Past the limit nothing more is kept, and the theorem is
    certified for the beginning of the game.
    """

    def __init__(self) -> None:
        self.rows = Evidence(RowLearner(), LIMIT)  # as they came: the learner that embeds them is known only later
        self.guesses: list[float] = []
        self.mistaken: list[bool] = []

    def begin(self, learner: Any, keep: int) -> None:
        self.rows.limit = keep

    def matters(self, y: float, guess: float, mistaken: bool) -> bool:
        """Is a round with this guess one that the theorem is about?"""
        raise NotImplementedError(f"{type(self).__name__} must say which rounds it is about")

    def see(self, number: int, x: Row, y: float, guess: float, mistaken: bool, late: int) -> None:
        if self.matters(y, guess, mistaken):
            self.rows.see(number, x, y, guess, True, late)
            if self.rows.complete:
                self.guesses.append(guess)
                self.mistaken.append(mistaken)

    def kept(self, learner: RowLearner) -> Kept:
        """The kept rounds with the constant coordinate and the lengths that this learner gives its examples."""
        batch = embedded(learner, self.rows.batch())
        with np.errstate(over="ignore"):  # infinity is an answer: the bound will say that the example is too long
            squares = np.bincount(entry_rows(batch), weights=np.asarray(batch.values) ** 2, minlength=batch.rows)
        return Kept(batch, np.array(self.guesses), np.array(self.mistaken, dtype=bool), squares)

    def shortened(self) -> str:
        """What to add to a theorem that is certified for the beginning of the game only."""
        if self.rows.complete:
            return ""
        return f", over the first {self.rows.count:,} of {self.rows.total:,} rounds it learned from"

    def late(self) -> str | None:
        """The premise that a late label breaks: that the learner steps away from the guess it made."""
        if not self.rows.first_late:
            return None
        return f"the label of round {self.rows.first_late} came after other updates, and the theorem is for prompt ones"

    def state(self) -> State:
        rows = {f"rows/{name}": value for name, value in self.rows.state().items()}
        return {**rows, "guesses": np.array(self.guesses), "mistaken": np.array(self.mistaken, dtype=bool)}

    def restore(self, state: State) -> None:
        guesses = np.asarray(state["guesses"], dtype=np.float64)
        mistaken = np.asarray(state["mistaken"])
        self.rows.restore(under(state, "rows/"))
        if not guesses.shape == mistaken.shape == (self.rows.count,) or mistaken.dtype != bool:
            raise StateError("the kept rounds have not one guess each, and whether it was a mistake")
        self.guesses = guesses.tolist()
        self.mistaken = mistaken.tolist()

    def __reduce__(self) -> tuple[Any, ...]:
        return revive, (type(self), self.parameters(), self.state())


def revive(kind: type[UpdatesKept], parameters: dict[str, Any], state: State) -> UpdatesKept:
    """The bound of these settings in that state: how copy and pickle put one together."""
    bound = kind(**parameters)
    bound.restore(state)
    return bound
