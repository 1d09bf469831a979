"""A world that lies now and then."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from ..coin import Coin
from ..door.labels import TwoClass
from ..errors import BadParameter
from ..nature import Label, Nature

if TYPE_CHECKING:
    from ..door.features import Features
    from ..games.rows import Round


class Noisy:
    """Tells the labels of another nature, each turned round by `chance`.

    Which rounds are hit is a matter of the seed and the round's number alone, so a delay changes nothing about it.
    Of two such worlds around each other, each needs a seed of its own.

    nature    whose labels they are
    chance    of the wrong label, from 0 to 1
    seed      of the lies
    labels    the two classes as that nature writes them

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
        """The columns, if that nature knows them."""
        return getattr(self.nature, "features", None)

    def ask(self, last: Round | None) -> Any:
        """What that nature asks."""
        return self.nature.ask(last)

    def answer(self, number: int, guess: float) -> Iterator[Label]:
        """What that nature answers, or the contrary."""
        return self.spoilt(self.nature.answer(number, guess))

    def close(self) -> Iterator[Label]:
        """What that nature has still to tell, or the contrary."""
        return self.spoilt(self.nature.close())

    def spoilt(self, labels: Iterable[Label]) -> Iterator[Label]:
        """Labels, some of them turned round."""
        for number, y in labels:
            lie = y is not None and self.coin.toss(number) < self.chance
            yield Label(number, self.labels.outside(-self.labels.inside(y)) if lie else y)
