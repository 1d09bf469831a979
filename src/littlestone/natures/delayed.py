"""A nature with delayed labels."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from heapq import heappop, heappush
from numbers import Integral
from typing import TYPE_CHECKING, Any

from ..coin import Coin
from ..errors import BadParameter
from ..nature import Label, Nature

if TYPE_CHECKING:
    from ..features.features import Features
    from ..rows.round import Round

Delay = int | tuple[int, int] | Callable[[int], int]


class Delayed:
    """Delays every label of another nature by some rounds; labels still due at the end of the game come at its close.

    A label of delay d is revealed when d more rounds have been predicted; 0 is at once. With unequal delays labels come
    out of order. The wrapped nature is not affected.

    nature    the nature to wrap
    delay     a number of rounds; or a pair (low, high), drawn uniformly; or a function of the round's number
    seed      of the random delays

    >>> from littlestone import Game, Perceptron
    >>> from littlestone.natures import Delayed, PlantedHalfspace
    >>> ledger = Game(Perceptron()).play(Delayed(PlantedHalfspace(5, margin=0.1, rounds=50), delay=(0, 10)))
    >>> ledger.rounds, ledger.labelled, ledger.longest_delay
    (50, 50, 10)
    """

    def __init__(self, nature: Nature, *, delay: Delay, seed: int = 0) -> None:
        self.nature = nature
        self.coin = Coin.apart(seed, "delayed")
        self.delay = delay
        self.last = 0  # the number of the last round predicted
        self.held: list[tuple[int, int, Label]] = []  # a heap of (round it is due, order it came, label)
        self.came = 0
        if not callable(delay):
            pair = delay if isinstance(delay, tuple) else (delay, delay)
            if (
                len(pair) != 2
                or not all(isinstance(rounds, Integral) for rounds in pair)
                or not 0 <= pair[0] <= pair[1]
            ):
                raise BadParameter(f"a delay is a number of rounds, 0 or more, or a rising pair of them, not {delay}")

    @property
    def features(self) -> Features | None:
        """The columns of the wrapped nature, if it knows them."""
        return getattr(self.nature, "features", None)

    def ask(self, last: Round | None) -> Any:
        """The next example of the wrapped nature."""
        return self.nature.ask(last)

    def answer(self, number: int, guess: float) -> list[Label]:
        """The labels that are due now."""
        self.last = number
        self.hold(self.nature.answer(number, guess))
        due = []
        while self.held and self.held[0][0] <= number:
            due.append(heappop(self.held)[2])
        return due

    def close(self) -> list[Label]:
        """All labels still held back, in the order they would have come."""
        self.hold(self.nature.close())
        rest = [label for _, _, label in sorted(self.held, key=lambda one: one[:2])]
        self.held = []
        return rest

    def hold(self, labels: Iterable[Label]) -> None:
        """Put labels on the heap, each with the round in which it is due."""
        for label in labels:
            heappush(self.held, (self.last + self.rounds(label.number), self.came, label))
            self.came += 1

    def rounds(self, number: int) -> int:
        """The delay of the label of round `number`."""
        if callable(self.delay):
            rounds = self.delay(number)
            if rounds < 0:
                raise BadParameter(f"a delay is a number of rounds, 0 or more, not {rounds} as for round {number}")
            return rounds
        low, high = self.delay if isinstance(self.delay, tuple) else (self.delay, self.delay)
        return low + int(self.coin.toss(number) * (high - low + 1))
