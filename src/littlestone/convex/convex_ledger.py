"""The ledger of a convex game: the losses of the points played and of the best fixed point."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, Self

import numpy as np

from ..account import Account
from ..errors import BadParameter, StateError
from ..loss import Loss
from ..losses.loss_names import find_loss
from ..losses.pair_losses import PairLoss
from ..losses.point_losses import ConvexLoss
from ..losses.series import Series
from ..state import Flag, Growing, Held, Part, Vector, fields, lacks
from ..support.settings import counted
from .loss_sum import KeptSum, check_revealed, loss_sum

if TYPE_CHECKING:
    from ..bound import Bound
    from .point import PointLearner


class Judged(NamedTuple):
    """A finished round: the point played, what nature revealed, the loss, and its gradient at the point."""

    number: int
    point: Any
    z: Any
    cost: float
    gradient: Any


class PointWatcher:
    """Base class of observers of a convex game, such as some bounds: `see` is called once per finished round."""

    def see(self, ledger: ConvexLedger, judged: Judged) -> None:
        """Called after a round was learned and entered in the ledger, the one in the order of the labels."""


class ConvexLedger(Account):
    """Sums the losses of the points played and, as a function, of every fixed point.

    `losses` is F, the total loss of a fixed point as a function of it. For linear losses and squared distances it takes
    constant memory; for others it keeps everything revealed. All `points` and what was `revealed` are kept too, one
    array each, up to `keep` numbers.
    """

    _tallied = fields(Flag("complete", "_complete"), Growing("points"))
    _saved = fields(
        Growing("revealed", missing=None, when=lambda own: not isinstance(own.losses, KeptSum)),
        Vector(
            "numbers",
            "_numbers()",
            dtype=np.int64,
            least=1,
            missing=lambda held: 1 + np.arange(len(held["tallies"]["points"])),  # 0.1.0 saved none
        ),
        Part("losses/", "losses"),
    )

    def __init__(
        self, learner: PointLearner, loss: ConvexLoss, bounds: Sequence[Bound] = (), keep: int = 1_000_000
    ) -> None:
        super().__init__(learner, loss, bounds)
        self._player = learner
        self._domain = learner.domain
        self._keep = keep
        self.losses = loss_sum(loss, learner.d)
        self.points = Series()
        self.revealed = self.losses.revealed if isinstance(self.losses, KeptSum) else Series()
        self._numbers: list[int] = []  # of the rounds that were kept
        self._complete = True
        self._point_watchers = [bound for bound in bounds if isinstance(bound, PointWatcher)]
        self._sought: tuple[int, Any] = (
            -1,
            None,
        )  # cache of the best fixed point: after how many rounds, and the point

    def _like_this(self) -> Self:
        twin = type(self)(self._player, self.price, keep=self._keep)
        # shared by both accounts, and entered once
        twin.losses, twin.revealed, twin._numbers = self.losses, self.revealed, self._numbers
        return twin

    def _record(self, number: int, point: Any, z: Any, cost: float, delay: int) -> None:  # type: ignore[override]
        """Enter a finished round; `delay` is the number of predictions between its point and what was revealed."""
        self._enter(number, cost, delay)
        self._complete = self._complete and (len(self.points) + 1) * self._domain.d <= self._keep
        if self._complete:
            self.points.append(point)
        if self._ordered is not None:
            return
        if self._complete or not isinstance(self.losses, KeptSum):
            self.losses.add(z)
        if self._complete:
            self._numbers.append(number)
            if not isinstance(self.losses, KeptSum):
                self.revealed.append(z)

    def _cut(self) -> str | None:
        """A message if `keep` was too small for all rounds, else None."""
        if self._complete:
            return None
        of = counted(self.labelled, "round")
        return f"only the first {len(self.points):,} of {of} were kept; give the game a larger keep"

    @property
    def best(self) -> Any:
        """The fixed point with the smallest total loss; None if too little was kept to find it, or none exists.

        None exists for a linear loss on all of R^d.
        """
        if self.losses.count != self.labelled:
            return None
        if self._sought[0] != self.labelled:
            try:
                self._sought = self.labelled, self.losses.minimise(self._domain)
            except BadParameter:
                self._sought = self.labelled, None
        return self._sought[1]

    @property
    def regret(self) -> float | None:
        """The loss minus that of the best fixed point; None if there is no such point."""
        best = self.best
        return None if best is None else self.loss - self.losses.value(best)

    def judged_by(self, loss: str | Loss) -> float:
        """What the points played would pay, as linear predictors, by another loss: "mistake", "ramp", "margin:0.5".

        For games of pairs (x, y); to judge by a loss is not to learn from it, so it need not be convex.
        """
        if not isinstance(self.price, PairLoss):
            raise BadParameter(
                f"points are judged by their guesses of pairs (x, y); the {self.price.name} loss has none"
            )
        if not self._complete:
            raise BadParameter(f"not all points can be judged: {self._cut()}")
        judge = find_loss(loss)
        if not self.labelled:
            return 0.0
        pairs = self.revealed.array()
        guesses = (self.points.array() * pairs[:, :-1]).sum(axis=1)
        said = np.where(guesses >= 0.0, 1.0, -1.0) if judge.classes else guesses
        return float(judge.values(pairs[:, -1], said).sum())

    def _check_tallies(self, held: Held) -> None:
        super()._check_tallies(held)
        points = held["points"]
        if len(points) and points.shape[1:] != (self._domain.d,):
            raise StateError(f"the kept points need {self._domain.d} coordinates each")
        if not np.isfinite(points).all():
            raise StateError("the coordinates of the kept points must be finite numbers")

    def _put_tallies(self, held: Held) -> None:
        super()._put_tallies(held)
        self._sought = (-1, None)

    def _check_state(self, held: Held) -> None:
        super()._check_state(held)
        revealed = held["losses/"]["revealed"] if isinstance(self.losses, KeptSum) else held["revealed"]
        if revealed is None:
            raise lacks(self, "revealed")
        check_revealed(revealed, self.price, self._domain.d)
        tallies = held["tallies"]
        accounts = [tallies] if held["in_order/"] is None else [tallies, held["in_order/"][1]]
        kept = [len(account["points"]) for account in accounts]
        if len(held["numbers"]) != kept[0]:
            raise StateError(f"the {kept[0]} kept rounds need one number each, 1 or more")
        if any(points != len(revealed) for points in kept) or (tallies["complete"] and kept[0] != tallies["labelled"]):
            raise StateError(
                f"of {tallies['labelled']} rounds {kept[0]} points were kept, and what {len(revealed)} revealed"
            )

    def _take_up(self, held: Held) -> None:
        super()._take_up(held)
        self._numbers[:] = held["numbers"].tolist()  # in place: both accounts share it

    def as_dict(self, theorems: str = "quick") -> dict[str, Any]:
        best = self.best
        return {
            "rounds": self.rounds,
            "labelled": self.labelled,
            "open": self.open,
            "forgotten": self.forgotten,
            "updates": self.updates,
            "loss": {"name": self.price.name, "total": self.loss},
            "best_fixed_point": None if best is None else best.tolist(),
            "regret": self.regret,
            "longest_delay": self.longest_delay,
            "total_delay": self._total_delay,
            **self._both_orders(),
            **self._named_learner(),
            "certificates": self._certificates_as_dicts(theorems),
        }

    def __str__(self) -> str:
        regret = self.regret
        against = "no fixed point is best" if regret is None else f"regret {regret:,.6g} against the best fixed point"
        lines = [
            self.learner.in_short(),
            f"{counted(self.rounds, 'round')}, {self.price.name} loss {self.loss:,.6g}, "
            f"{counted(self.updates, 'update')}; {against}",
        ]
        return "\n".join([*lines, *self._waiting(), *self._receipt()])

    def __repr__(self) -> str:
        return f"ConvexLedger({self.rounds} rounds, loss {self.loss:.6g}, {self.updates} updates)"
