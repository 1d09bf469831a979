"""Someone who sees every judged round of a game: a bound, a log, a plot."""

from __future__ import annotations

from .learner import State
from .row import Row


class Watcher:
    """Sees each round once, after its label was learned. A subclass keeps what it needs, and can write it down."""

    def see(self, number: int, x: Row, y: float, guess: float, mistaken: bool, late: int) -> None:
        """Round `number` was judged: `late` updates lay between its guess and its label."""

    def state(self) -> State:
        """All that was seen and kept, as named arrays."""
        return {}

    def restore(self, state: State) -> None:
        """Become the watcher whose `state` this was."""
