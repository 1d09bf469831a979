"""A nature with concept drift: several natures one after another."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from ..errors import BadParameter
from ..nature import Label, Nature

if TYPE_CHECKING:
    from ..features.features import Features
    from ..rows.round import Round


class Drifting:
    """Plays one nature after another in one game, without telling the learner when they change.

    Each nature sees the game as if it began with its own first example, but for the numbers of the rounds. Labels that
    one still owes when its turn ends come with the next answer.

    natures    the natures, in their order
    rounds     how many examples to take from each: one number for all, or one for each; None takes all

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
        self.now = 0  # the index of the current nature
        self.asked = 0  # how many examples it has given
        self.left: list[Label] = []  # labels that the ones before still owed

    @property
    def features(self) -> Features | None:
        """The columns of the first nature that knows them."""
        known = (getattr(nature, "features", None) for nature in self.natures)
        return next((features for features in known if features is not None), None)

    def ask(self, last: Round | None) -> Any:
        """The next example of the current nature, which sees only its own rounds."""
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
        """The labels of the current nature, after those that the ones before still owed."""
        left, self.left = self.left, []
        return [*left, *self.natures[self.now].answer(number, guess)]

    def close(self) -> Iterable[Label]:
        """The labels that the last nature still owed."""
        left, self.left = self.left, []
        return left
