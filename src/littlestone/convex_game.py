"""The convex game: the learner plays a point, nature reveals what points cost."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from .bound import Bound
from .convex_ledger import ConvexLedger
from .convex_loss import ConvexLoss, find_convex_loss
from .errors import BadParameter
from .learners.convex.point import PointLearner, frozen
from .moves import Moves


class PointRound(NamedTuple):
    """One round of a convex game: its number, and the point played, which nobody can change."""

    number: int
    guess: Any
    updates: int


class ConvexGame(Moves):
    """A learner of points plays; the ledger keeps the account.

    `predict` opens a round and commits the point, `label` closes it with what nature reveals: nobody can look ahead.

    learner     who plays
    loss        what a point costs: "linear", "square", "wealth", or a ConvexLoss
    bounds      the theorems to watch; None takes all that the learner has
    keep        how many revealed numbers to keep for the best fixed point in hindsight; 0 for none
    """

    if TYPE_CHECKING:
        ledger: ConvexLedger

    def __init__(
        self,
        learner: PointLearner,
        *,
        loss: str | ConvexLoss = "linear",
        bounds: Sequence[Bound] | None = None,
        keep: int = 1_000_000,
    ) -> None:
        if not isinstance(learner, PointLearner):
            raise BadParameter(f"a convex game is played by a learner of points, not by {learner!r}")
        self.learner = learner
        self.price = find_convex_loss(loss)
        learner.price = self.price
        watched = [theorem() for theorem in learner.theorems] if bounds is None else list(bounds)
        super().__init__(self.account(watched, keep))
        self.keep = keep

    def account(self, bounds: Sequence[Bound], keep: int) -> ConvexLedger:
        """The empty ledger of a game of this kind."""
        return ConvexLedger(self.learner, self.price, bounds, keep)

    def predict(self, x: Any = None) -> PointRound:
        """The first move: commit to a point. There is nothing to look at; x is what a nature asks, and ignored."""
        number = self.ledger.rounds + 1
        move = PointRound(number, frozen(self.learner.predict()), self.learner.updates)
        self.open[number] = move
        self.ledger.rounds = number
        return move

    def label(self, number: int, y: Any) -> None:
        """The second move: what nature reveals about round `number`. The point pays, then the learner learns."""
        z = self.price.turned(y, self.learner.d)
        move = self.open.get(number)
        if move is None:
            raise self.complaint(number)
        ledger, learner = self.ledger, self.learner
        cost = self.price.value(move.guess, z)
        late, delay = learner.updates - move.updates, ledger.rounds - number
        elsewhere = learner.updates != ledger.updates_seen
        learner.learn(z, move.guess)
        if elsewhere:
            ledger.outside += 1
        del self.open[number]
        ledger.judged(number, move.guess, z, cost, late, delay)
