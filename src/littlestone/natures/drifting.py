"""A world that changes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from ..errors import BadParameter
from ..nature import Label, Nature

if TYPE_CHECKING:
    from ..door.features import Features
    from ..games.rows import Round


class Drifting:
    """One nature after another in one game: the learner is not told when the world changes.

    Each nature sees the game as if it began with its own first question, only that the rounds are numbered on. What
    one has still to tell when its time is over comes with the next answer.

    natures    which, in their order
    rounds     how many questions each may ask: one number for all, or one for each; None is as many as it has

    >>> from littlestone import Game, Perceptron
    >>> from littlestone.natures import Analysts, Drifting
    >>> crash = Drifting([Analysts(9, 3, rounds=200, seed=1), Analysts(9, 3, rounds=200, seed=2)])
    >>> Game(Perceptron()).play(crash).rounds
    400
    """

    def __init__(self, natures: Iterable[Nature], *, rounds: int | Sequence[int | None] | None = None) -> None:
        self.natures = tuple(natures)
        limits = list(rounds) if isinstance(rounds, Sequence) else len(self.natures) * [rounds]
        if len(limits) != len(self.natures):
            raise BadParameter(f"{len(self.natures)} natures need as many numbers of rounds, not {len(limits)}")
        if not all(limit is None or limit >= 0 for limit in limits):
            raise BadParameter(f"rounds is a number of questions, 0 or more, not {rounds}")
        self.limits = limits
        self.now = 0  # which nature's turn it is
        self.asked = 0  # how many questions it has asked
        self.left: list[Label] = []  # what the ones before had still to tell

    @property
    def features(self) -> Features | None:
        """The columns, as the first nature that knows any knows them."""
        known = (getattr(nature, "features", None) for nature in self.natures)
        return next((features for features in known if features is not None), None)

    def ask(self, last: Round | None) -> Any:
        """What the nature whose turn it is asks; it has seen no round but its own."""
        while self.now < len(self.natures):
            nature, limit = self.natures[self.now], self.limits[self.now]
            x = nature.ask(last if self.asked else None) if limit is None or self.asked < limit else None
            if x is not None:
                self.asked += 1
                return x
            self.left.extend(nature.close())
            self.now += 1
            self.asked = 0
        return None

    def answer(self, number: int, guess: float) -> Iterable[Label]:
        """What that nature answers, after what the ones before had still to tell."""
        left, self.left = self.left, []
        return [*left, *self.natures[self.now].answer(number, guess)]

    def close(self) -> Iterable[Label]:
        """What the last one had still to tell."""
        left, self.left = self.left, []
        return left
