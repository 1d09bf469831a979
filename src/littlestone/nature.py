"""Natures: the environment a learner plays against, which gives examples and reveals labels."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, Self

if TYPE_CHECKING:
    from .rows.round import Round


class Label(NamedTuple):
    """The label of one round; None if it will never be known, which closes the round."""

    number: int
    y: Any


class WeighedLabel(Label):
    """The label of one round, and its `weight`: how much it counts."""

    weight: float

    def __new__(cls, number: int, y: Any, weight: float) -> Self:
        label = super().__new__(cls, number, y)
        label.weight = weight
        return label


class Nature(Protocol):
    """The protocol of natures: recorded data, a generator, an adversary.

    It may use all past rounds to choose an example, and the learner's guess to choose its label; it never sees the
    coin of a round before its label is revealed. A label may come late, out of order, or never.
    """

    def ask(self, last: Round | None) -> Any:
        """The next example, or None when the game is over. `last` is the round before, None at the first."""
        ...

    def answer(self, number: int, guess: float) -> Iterable[Label]:
        """The labels revealed after the guess of round `number`: of this round, of earlier ones, or none.

        The guess is -1 or +1, or in between for a randomised learner, whose chance of +1 is (1 + guess)/2.
        """
        ...

    def close(self) -> Iterable[Label]:
        """The labels still to be revealed after the last example."""
        ...
