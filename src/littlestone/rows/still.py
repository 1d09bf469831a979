"""A learner that learns no more."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..learner import RowLearner
from ..row import Row
from ..truth import Truth
from .game import Game
from .guarantee import Guarantee


class Still(RowLearner):
    """Guesses as another learner does, and learns nothing, whatever it is told."""

    def __init__(self, learner: RowLearner) -> None:
        super().__init__()
        self.learner = learner
        self.at_zero = learner.at_zero
        vars(self).update(name=learner.name, kind=learner.kind, boolean=learner.boolean, randomised=learner.randomised)

    def parameters(self) -> dict[str, Any]:
        return self.learner.parameters()

    @property
    def title(self) -> str:
        return self.learner.title

    @property
    def truths(self) -> Truth:
        return self.learner.truths

    @property
    def weights(self) -> Any:
        """The weights of that learner."""
        return self.learner.weights  # type: ignore[attr-defined]

    def predict(self, x: Row) -> float:
        return self.learner.predict(x)

    def act(self, guess: float) -> float:
        return self.learner.act(guess)

    def chance_of(self, guess: float) -> float | None:
        return self.learner.chance_of(guess)

    def class_chances(self, x: Row) -> list[float] | None:
        return self.learner.class_chances(x)

    @property
    def has_chances(self) -> bool:
        return self.learner.has_chances

    def learn(self, x: Row, y: float, guess: float) -> None:
        """Nothing."""


def stilled(game: Game, metrics: str | None = None, guarantees: Sequence[Guarantee] | None = None) -> Game:
    """A new game that learns nothing, with the learner of another, its columns and labels, and its metrics or these.

    It has the guarantees of the other, as far as they have come, or these.
    """
    labels = game.labels.setting()
    still = Game(
        Still(game.learner),
        loss=game.price,
        labels=labels,
        bounds=[],
        seed=game.coin.seed,
        keep=0,
        features=game.features,
        metrics=list(game.ledger.metrics) if metrics is None else metrics,
        guarantees=[each.anew() for each in game.guarantees] if guarantees is None else guarantees,
    )
    still.labels.restore(game.labels.state())
    if guarantees is None:
        for each, other in zip(still.guarantees, game.guarantees, strict=True):
            each.restore(other.state())
    return still
