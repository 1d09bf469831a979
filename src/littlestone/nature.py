"""The world a learner plays against: it asks, hears a guess, and sooner or later tells the truth."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

if TYPE_CHECKING:
    from .games.rows import Round


class Label(NamedTuple):
    """The truth about one round; None if it will never be known, so that the round need not wait for it."""

    number: int
    y: Any


class Nature(Protocol):
    """Asks questions and answers them: recorded data, a generator, an adversary.

    It may look at everything that was played before it asks, and at the guess before it answers; it never
    sees the coin of a round it has yet to answer. A label may come late, out of order, or never.
    """

    def ask(self, last: Round | None) -> Any:
        """The next example, or None when the game is over. `last` is the round before, None at the first."""
        ...

    def answer(self, number: int, guess: float) -> Iterable[Label]:
        """The labels revealed now that round `number` has its guess: of this round, of earlier ones, or none.

        The guess is where on the line of the labels the learner has committed itself: -1 or +1, or in
        between for a learner whose chance of +1 is (1 + guess)/2.
        """
        ...

    def close(self) -> Iterable[Label]:
        """The labels still to be revealed when the questions are over."""
        ...
