"""What adversaries share: they ask in turn, and answer at once."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from ...concepts.concept_class import ConceptClass, Space
from ...nature import Label
from ...row import Row

if TYPE_CHECKING:
    from ...games.rows import Round


class Adversary:
    """A nature that answers as it likes, as long as some target fits. A subclass says what it asks and what it says."""

    def question(self) -> Any:
        """The next example, or None when nothing is left to be forced."""
        raise NotImplementedError(f"{type(self).__name__} must implement question()")

    def say(self, guess: float) -> int:
        """The label, -1 or +1, of the example asked last, now that the guess is known."""
        raise NotImplementedError(f"{type(self).__name__} must implement say()")

    def ask(self, last: Round | None) -> Any:
        """The next example."""
        return self.question()

    def answer(self, number: int, guess: float) -> Iterable[Label]:
        """The label, at once."""
        return (Label(number, self.say(guess)),)

    def close(self) -> Iterable[Label]:
        """Nothing is left to tell."""
        return ()


def against(guess: float) -> int:
    """The label that the guess is not: for a guess between the labels, the less likely one."""
    return -1 if guess > 0 else 1


class ClassAdversary(Adversary):
    """An adversary with a finite class, which keeps the concepts that agree with all it said.

    `target` is one of them; it is the target of the game once the game is over. A subclass says at which point to
    strike in `strike`, and how to answer there in `choose`.
    """

    def __init__(self, concepts: ConceptClass) -> None:
        self.concepts = concepts
        self.space: Space = concepts.full
        self.rows = concepts.examples()
        self.point = -1

    @property
    def target(self) -> int:
        """The number of a concept that agrees with everything said so far."""
        return self.concepts.target(self.space)

    def strike(self) -> int | None:
        """The point to ask next, or None."""
        raise NotImplementedError(f"{type(self).__name__} must implement strike()")

    def choose(self, guess: float) -> int:
        """The label to give, unless no concept has it."""
        return against(guess)

    def question(self) -> Row | None:
        point = self.strike()
        if point is None:
            return None
        self.point = point
        return self.rows.row(point)

    def say(self, guess: float) -> int:
        y = self.choose(guess)
        self.space = self.concepts.split(self.space, self.point)[y > 0]
        return y
