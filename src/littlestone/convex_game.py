"""The convex game: the learner plays a point, nature reveals what points cost."""

from __future__ import annotations

from collections.abc import Sequence
from math import isfinite
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from .bound import Bound
from .convex_ledger import ConvexLedger, Judged
from .convex_loss import ConvexLoss, find_convex_loss
from .errors import BadLabel, BadParameter, InputError, StateError
from .game import checked, is_ours
from .learner import State, under
from .learners.convex.point import PointLearner, frozen
from .moves import Moves
from .settings import whole


class PointRound(NamedTuple):
    """One round of a convex game: its number, and the point played, which nobody can change."""

    number: int
    guess: Any
    updates: int


class ConvexGame(Moves):
    """A learner of points plays; the ledger keeps the account.

    `predict` opens a round and commits the point, `label` closes it with what nature reveals: nobody can look ahead.
    Labels may come at once, later, in any order, or never, as in every game.

    learner     who plays
    loss        what a point costs: "linear", "square", "wealth", or a ConvexLoss; None: what the learner usually plays
    bounds      the theorems to watch; None takes all that the learner has
    keep        how many revealed numbers to keep for the best fixed point in hindsight; 0 for none
    """

    if TYPE_CHECKING:
        ledger: ConvexLedger

    def __init__(
        self,
        learner: PointLearner,
        *,
        loss: str | ConvexLoss | None = None,
        bounds: Sequence[Bound] | None = None,
        keep: int = 1_000_000,
    ) -> None:
        if not isinstance(learner, PointLearner):
            raise BadParameter(f"a convex game is played by a learner of points, not by {learner!r}")
        self.keep = whole("keep", keep, "a number of numbers")
        self.learner = learner
        self.price = find_convex_loss(learner.plays_for if loss is None else loss)
        watched = [theorem() for theorem in learner.theorems] if bounds is None else checked(bounds)
        learner.plays(self.price)
        super().__init__(self.account(watched, keep))

    def account(self, bounds: Sequence[Bound], keep: int) -> ConvexLedger:
        """The empty ledger of a game of this kind."""
        return ConvexLedger(self.learner, self.price, bounds, keep)

    def predict(self, x: Any = None) -> PointRound:
        """The first move: commit to a point. There is nothing to look at; x is what a nature asks, and ignored."""
        number = self.ledger.rounds + 1
        point = frozen(self.learner.predict())
        if point.shape != (self.learner.d,) or not np.isfinite(point).all():
            raise InputError(f"a point has {self.learner.d} finite numbers; {self.learner!r} played {point}")
        move = PointRound(number, point, self.learner.updates)
        self.open[number] = move
        self.ledger.rounds = number
        return move

    def label(self, number: int, y: Any) -> None:
        """The second move: what nature reveals about round `number`. The point pays, then the learner learns.

        Whatever of the user's can raise, the loss and the learner, comes before anything is entered.
        """
        z = self.price.turned(y, self.learner.d)
        move = self.open.get(number)
        if move is None:
            raise self.complaint(number)
        ledger, learner = self.ledger, self.learner
        cost = self.price.value(move.guess, z)
        if not isfinite(cost):
            raise BadLabel(f"a loss is a finite number; {move.guess} costs {cost} when nature reveals {z!r:.60}")
        gradient = self.price.gradient(move.guess, z) if ledger.point_watchers else None
        late, delay = learner.updates - move.updates, ledger.rounds - number
        elsewhere = learner.updates != ledger.updates_seen
        learner.learn(z, move.guess)
        if elsewhere:
            ledger.outside += 1
        del self.open[number]
        ledger.judged(number, move.guess, z, cost, late, delay)
        for watcher in ledger.point_watchers:
            watcher.see_point(ledger, Judged(number, move.guess, z, cost, gradient))

    def settings(self) -> dict[str, Any]:
        """How this game was set up, as plain values."""
        return {
            "game": "convex",
            "learner": self.learner.name if is_ours(self.learner) else type(self.learner).__qualname__,
            "kind": self.learner.kind,
            "parameters": self.learner.parameters(),
            "loss": self.price.name,
            "bounds": [[type(bound).__name__, bound.parameters()] for bound in self.ledger.bounds],
            "keep": self.keep,
        }

    def state(self) -> State:
        """Where the game stands: learner, ledger and open rounds, as named arrays."""
        moves = list(self.open.values())
        return {
            **{f"learner/{name}": value for name, value in self.learner.state().items()},
            **{f"ledger/{name}": value for name, value in self.ledger.state().items()},
            "open/numbers": np.array([move.number for move in moves], dtype=np.int64),
            "open/updates": np.array([move.updates for move in moves], dtype=np.int64),
            "open/points": np.array([move.guess for move in moves]).reshape(len(moves), self.learner.d),
        }

    def restore(self, state: State) -> None:
        """Take up the game whose `state` this was."""
        points = state["open/points"]
        if points.ndim != 2 or points.shape[1] != self.learner.d:
            raise StateError(
                f"its open rounds have points of shape {points.shape[1:]}, not of {self.learner.d} numbers"
            )
        numbers, updates = (np.array(state[f"open/{name}"], dtype=np.int64) for name in ("numbers", "updates"))
        if numbers.shape != (len(points),) or updates.shape != (len(points),):
            raise StateError("its open rounds have not each a number, a point and a count of updates")
        self.learner.restore(under(state, "learner/"))
        self.ledger.restore(under(state, "ledger/"))
        self.open.clear()
        kept = numbers.tolist(), points, updates.tolist()
        for number, point, updates in zip(*kept, strict=True):
            self.open[number] = PointRound(number, frozen(point), updates)

    def __reduce__(self) -> tuple[Any, ...]:
        settings = {"loss": self.price, "bounds": self.ledger.bounds, "keep": self.keep}
        return revive, (self.learner, settings, self.state())

    def __repr__(self) -> str:
        return f"ConvexGame({self.learner!r}, {self.ledger!r})"


def revive(learner: PointLearner, settings: dict[str, Any], state: State) -> ConvexGame:
    """The game of these settings in that state: how copy and pickle put one together."""
    game = ConvexGame(learner, **settings)
    game.restore(state)
    return game
