"""Someone who sees every judged round of a game: a bound, a log, a plot."""

from __future__ import annotations

from .learner import State
from .row import Row


class Watcher:
    """Sees each round once, after its label was learned. A subclass keeps what it needs, and can write it down."""

    def see(self, number: int, x: Row, y: float, guess: float, mistaken: bool) -> None:
        """Round `number` was learned: the row as the rule saw it, and what the learner said when its label came.

        Of a label that came late that is what it would have said then, which is what it learned from.
        """

    def state(self) -> State:
        """All that was seen and kept, as named arrays."""
        return {}

    def restore(self, state: State) -> None:
        """Become the watcher whose `state` this was."""
