"""`ConvexGame`: the learner plays a point, then nature reveals the loss function."""

from __future__ import annotations

from collections.abc import Sequence
from math import isfinite
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ..bound import Bound
from ..errors import BadLabel, BadParameter, InputError, StateError
from ..learner import State
from ..losses.point_losses import ConvexLoss, find_convex_loss
from ..moves import Moves, theorems_for
from ..support.settings import whole
from .convex_ledger import ConvexLedger, Judged
from .point import PointLearner, frozen


class PointRound(NamedTuple):
    """One round of a convex game: its number, and the point played, a read-only array."""

    number: int
    guess: Any
    lessons: int


class ConvexGame(Moves):
    """A learner of points plays; the ledger keeps the account.

    `predict` opens a round and commits the point, `label` closes it with what nature reveals: nobody can look ahead.
    Labels may come at once, later, in any order, or never, as in every game.

    learner     who plays
    loss        what a point costs: "linear", "gain", "square" or "wealth" where nature reveals a vector, "hinge", "log"
                or "squared-error" where it reveals a pair (x, y), or a ConvexLoss; None: what the learner usually plays
    bounds      the theorems to watch; None takes all that the learner has
    keep        how many revealed numbers to keep for the best fixed point in hindsight; 0 for none
    """

    if TYPE_CHECKING:
        ledger: ConvexLedger
        learner: PointLearner

    _kind = "convex"

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
        self._keep = whole("keep", keep, "a number of numbers")
        self.price = find_convex_loss(learner.usual_loss if loss is None else loss)
        learner.plays_for(self.price)
        super().__init__(learner, self._account(learner, theorems_for(learner, bounds, keep)))

    def _account(self, learner: PointLearner, bounds: Sequence[Bound]) -> ConvexLedger:
        """The empty ledger of a game of this kind."""
        return ConvexLedger(learner, self.price, bounds, self._keep)

    def predict(self, x: Any = None) -> PointRound:
        """The first move: commit to a point. x, what a nature asks, is ignored."""
        number = self.ledger.rounds + 1
        move = PointRound(number, self._point(), self.learner.lessons)
        self.open[number] = move
        self.ledger.rounds = number
        return move

    def _point(self) -> Any:
        """The point that the learner plays now."""
        point = frozen(self.learner.predict())
        if point.shape != (self.learner.d,) or not np.isfinite(point).all():
            raise InputError(f"a point has {self.learner.d} finite numbers; {self.learner!r} played {point}")
        return point

    def _check(self, y: Any) -> None:
        self.price.turned(y, self.learner.d)

    def _close(self, move: PointRound, y: Any) -> None:
        z = self.price.turned(y, self.learner.d)
        late = move.lessons != self.learner.lessons and self.learner.asked_again
        self._judge(move.number, move.guess, z, late, self.ledger.rounds - move.number)

    def _judge(self, number: int, point: Any, z: Any, late: bool, delay: int) -> None:
        """Learn a round and record it: see `Game._judge`. The loss is recorded before the learner learns."""
        ledger, learner = self.ledger, self.learner
        now = self._point() if late else point
        cost = self._cost_of(point, z)
        cost_now = self._cost_of(now, z) if late else cost
        gradient = self.price.gradient(now, z) if ledger._point_watchers else None
        elsewhere = ledger._is_behind()
        learner.learn(z, now)
        learner.lessons += 1
        ledger._outside += elsewhere
        if late and ledger._ordered is None:
            ledger._part()
        if ledger._ordered is not None:
            ledger.in_order._record(number, now, z, cost_now, 0)
        ledger._record(number, point, z, cost, delay)
        del self.open[number]
        for watcher in ledger._point_watchers:
            watcher.see(ledger.in_order, Judged(number, now, z, cost_now, gradient))

    def _cost_of(self, point: Any, z: Any) -> float:
        """The loss of the point; raises if it is not finite."""
        cost = self.price.value(point, z)
        if not isfinite(cost):
            raise BadLabel(f"a loss is a finite number; {point} costs {cost} when nature reveals {z!r:.60}")
        return cost

    def _arguments(self) -> dict[str, Any]:
        return {"loss": self.price, "bounds": self.ledger.bounds, "keep": self._keep}

    def _open_state(self) -> State:
        moves = list(self.open.values())
        return {
            "numbers": np.array([move.number for move in moves], dtype=np.int64),
            "lessons": np.array([move.lessons for move in moves], dtype=np.int64),
            "points": np.array([move.guess for move in moves]).reshape(len(moves), self.learner.d),
        }

    def _reopen(self, state: State) -> None:
        points = state["points"]
        if points.ndim != 2 or points.shape[1] != self.learner.d:
            raise StateError(
                f"its open rounds have points of shape {points.shape[1:]}, not of {self.learner.d} numbers"
            )
        numbers, lessons = np.array(state["numbers"], dtype=np.int64), self._lessons_of(state)
        if numbers.shape != (len(points),) or len(lessons) != len(points):
            raise StateError("every open round needs a number, a point and a count of lessons")
        if not np.isfinite(points).all():
            raise StateError("its open rounds have points with coordinates that are no finite numbers")
        for number, point, had in zip(numbers.tolist(), points, lessons, strict=True):
            self.open[number] = PointRound(number, frozen(point), had)
