"""A nature with label noise."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from ..coin import Coin
from ..errors import BadParameter
from ..features.labels import TwoClass
from ..nature import Label, Nature

if TYPE_CHECKING:
    from ..features.features import Features
    from ..rows.round import Round


class Noisy:
    """Flips each label of another nature with probability `chance`.

    Which labels are flipped depends only on the seed and the round's number, so a delay does not change it. Of two such
    natures around each other, each needs its own seed.

    nature    the nature to wrap
    chance    the probability of a wrong label, from 0 to 1
    seed      of the noise
    labels    the two classes of that nature, negative first

    >>> from littlestone import Game, Winnow
    >>> from littlestone.bounds import DisjunctionBound
    >>> from littlestone.natures import Noisy, PlantedDisjunction
    >>> game = Game(Winnow(n=8), bounds=[DisjunctionBound(k=2)])
    >>> ledger = game.play(Noisy(PlantedDisjunction(8, 2, rounds=100), chance=0.2))
    >>> ledger.certificates[0].verdict
    'broken premise'
    """

    def __init__(self, nature: Nature, *, chance: float, seed: int = 0, labels: tuple[Any, Any] = (-1, 1)) -> None:
        if not 0 <= chance <= 1:
            raise BadParameter(f"chance is that of a wrong label, from 0 to 1, not {chance}")
        self.nature = nature
        self.chance = chance
        self.coin = Coin.apart(seed, "noisy")
        self.labels = TwoClass(*labels)

    @property
    def features(self) -> Features | None:
        """The columns of the wrapped nature, if it knows them."""
        return getattr(self.nature, "features", None)

    def ask(self, last: Round | None) -> Any:
        """The next example of the wrapped nature."""
        return self.nature.ask(last)

    def answer(self, number: int, guess: float) -> Iterator[Label]:
        """The labels of the wrapped nature, some flipped."""
        return self.spoilt(self.nature.answer(number, guess))

    def close(self) -> Iterator[Label]:
        """The last labels of the wrapped nature, some flipped."""
        return self.spoilt(self.nature.close())

    def spoilt(self, labels: Iterable[Label]) -> Iterator[Label]:
        """Flip some of the labels."""
        for number, y in labels:
            lie = y is not None and self.coin.toss(number) < self.chance
            yield Label(number, self.labels.outside(-self.labels.inside(y)) if lie else y)
