"""A nature that hides the labels of what is not taken."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from ..nature import Label, Nature

if TYPE_CHECKING:
    from ..features.features import Features


class OneSided:
    """Hides the label of every round in which the learner says no: such rounds are forgotten.

    So a learner plays an orchard where an apple that is not bitten into tells nothing.
    `littlestone.guarantees.AppleTasting` hides labels itself, and keeps the account of them; this is for learners that
    have to do without it.

    nature      the nature to wrap

    >>> from littlestone import Game, Perceptron
    >>> from littlestone.natures import OneSided, PlantedHalfspace
    >>> ledger = Game(Perceptron()).play(OneSided(PlantedHalfspace(5, margin=0.1, rounds=100)))
    >>> ledger.forgotten + ledger.labelled
    100
    """

    def __init__(self, nature: Nature) -> None:
        self.nature = nature
        self.hides: set[int] = set()
        self.hidden = 0  # labels so far that nobody saw

    @property
    def features(self) -> Features | None:
        """The columns of the wrapped nature, if it knows them."""
        return getattr(self.nature, "features", None)

    def ask(self, last: Any) -> Any:
        """The next example of the wrapped nature."""
        return self.nature.ask(last)

    def answer(self, number: int, guess: float) -> Iterator[Label]:
        """The labels of the wrapped nature, but for those of rounds where the guess was no."""
        if guess <= 0.0:
            self.hides.add(number)
        return self.seen(self.nature.answer(number, guess))

    def close(self) -> Iterator[Label]:
        """The last labels, as far as they are seen."""
        return self.seen(self.nature.close())

    def seen(self, labels: Iterable[Label]) -> Iterator[Label]:
        """The labels, None in place of those that are hidden."""
        for label in labels:
            if label[0] in self.hides:
                self.hides.discard(label[0])
                self.hidden += 1
                yield Label(label[0], None)
            else:
                yield label
