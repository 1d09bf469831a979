"""Base classes of adversaries."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from ...concepts.concept_class import ConceptClass
from ...concepts.finite_class import FiniteClass, Space
from ...nature import Label
from ...row import Row

if TYPE_CHECKING:
    from ...rows.round import Round


class Adversary:
    """Base class of adversaries, which reveal labels at once. A subclass implements `question` and `say`."""

    def question(self) -> Any:
        """The next example, or None when no more mistakes can be forced."""
        raise NotImplementedError(f"{type(self).__name__} must implement question()")

    def say(self, guess: float) -> Any:
        """The label of the last example, -1 or +1 of two classes, chosen after the guess."""
        raise NotImplementedError(f"{type(self).__name__} must implement say()")

    def ask(self, last: Round | None) -> Any:
        """The next example."""
        return self.question()

    def answer(self, number: int, guess: float) -> Iterable[Label]:
        """The label, at once."""
        return (Label(number, self.say(guess)),)

    def close(self) -> Iterable[Label]:
        """Nothing: all labels were revealed at once."""
        return ()


def against(guess: float) -> int:
    """The label opposite to the guess; for a randomised guess, the less likely one."""
    return -1 if guess > 0 else 1


class SpaceAdversary(Adversary):
    """An adversary with a finite class, of two labels or more: the version space of all it has said.

    `target` is one of its concepts. A subclass chooses the next point in `strike`, and what it says of it in `say`.
    """

    def __init__(self, concepts: FiniteClass) -> None:
        self.concepts = concepts
        self.space: Space = concepts.full
        self.rows = concepts.examples()
        self.point = -1

    @property
    def target(self) -> int:
        """The number of a concept that agrees with all that was said."""
        return self.concepts.target(self.space)

    def strike(self) -> int | None:
        """The next point, or None to end the game."""
        raise NotImplementedError(f"{type(self).__name__} must implement strike()")

    def question(self) -> Row | None:
        point = self.strike()
        if point is None:
            return None
        self.point = point
        return self.rows.row(point)


class ClassAdversary(SpaceAdversary):
    """An adversary with a class of two labels; a subclass chooses the label in `choose`."""

    concepts: ConceptClass

    def choose(self, guess: float) -> int:
        """The label to give; some concept of the version space must have it."""
        return against(guess)

    def say(self, guess: float) -> int:
        y = self.choose(guess)
        self.space = self.concepts.split(self.space, self.point)[y > 0]
        return y
