"""The ledger of a game whose labels are numbers."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Self

from ..account import Account
from ..errors import StateError
from ..learner import Learner, State
from ..loss import FARTHEST, Loss
from ..row import Row
from ..state import Held
from ..support.settings import counted
from ..truth import NUMBERS

if TYPE_CHECKING:
    from ..bound import Bound


class NumberLedger(Account):
    """Sums the losses of a regression, and keeps mean and spread of the labels for the best constant guess.

    `mean` and `scatter`, the sum of (y - mean)^2, are updated by Welford's (1962) method, without loss of digits.
    """

    _COUNTS = Account._COUNTS
    _SUMS = (*Account._SUMS, "mean", "_scatter", "least", "most")

    def __init__(
        self,
        learner: Learner,
        loss: Loss,
        bounds: Sequence[Bound] = (),
        keep: int = 1_000_000,
        labels: Any = None,
    ) -> None:
        super().__init__(learner, loss, bounds)
        self.mean = 0.0
        self._scatter = 0.0
        self.least = math.inf
        self.most = -math.inf

    def _record(
        self, number: int, x: Row, y: float, guess: float, act: float, chance: float, cost: float, delay: int
    ) -> None:
        self._enter(number, cost, delay)
        away = y - self.mean
        self.mean += away / self.labelled
        self._scatter += away * (y - self.mean)
        self.least = min(self.least, y)
        self.most = max(self.most, y)
        if self.weights is not None:
            self.weights.enter(cost, False, 0.0)

    def _add_tallies(self, state: State) -> None:
        """Mean and scatter of two parts together, by the method of Chan, Golub and LeVeque (1979)."""
        here, there = self.labelled, int(state["labelled"])
        super()._add_tallies(state)
        if there:
            away = float(state["mean"]) - self.mean
            self.mean += away * there / (here + there)
            self._scatter += float(state["scatter"]) + away * away * here * there / (here + there)
            self.least, self.most = min(self.least, float(state["least"])), max(self.most, float(state["most"]))

    @property
    def best_constant_loss(self) -> float | None:
        """The loss of the best constant guess; None if mean and spread do not give it."""
        return self._scatter if self.price.name == "square" else None

    @property
    def rmse(self) -> float | None:
        """The root of the mean square loss; None for other losses."""
        return math.sqrt(max(0.0, self.loss) / self.labelled) if self.price.name == "square" and self.labelled else None

    def _check_tallies(self, held: Held) -> None:
        super()._check_tallies(held)
        seen = [abs(held[name]) <= FARTHEST for name in ("mean", "least", "most")]
        names = ("mean", "scatter", "least", "most")
        if not (seen[0] and (all(seen) or not held["labelled"]) and 0.0 <= held["scatter"] < math.inf):
            raise StateError(
                f"'mean', 'least' and 'most' are of truths, which are numbers up to {FARTHEST:g}, and 'scatter' is a "
                f"sum of squares; they are {', '.join(str(held[name]) for name in names)}"
            )

    def _like_this(self) -> Self:
        return type(self)(self.learner, self.price)

    def as_dict(self, theorems: str = "quick") -> dict[str, Any]:
        """The ledger as a dict for JSON."""
        return {
            "rounds": self.rounds,
            "labelled": self.labelled,
            "open": self.open,
            "forgotten": self.forgotten,
            "loss": {"name": self.price.full_name, "total": self.loss},
            "rmse": self.rmse,
            "best_constant_loss": self.best_constant_loss,
            "truths": {"mean": self.mean, "least": self.least, "most": self.most} if self.labelled else None,
            "updates": self.updates,
            "longest_delay": self.longest_delay,
            "total_delay": self._total_delay,
            **self._metrics_as_dict(),
            **self._guarantees_as_dict(),
            **self._both_orders(),
            **self._named_learner(),
            "certificates": self._certificates_as_dicts(theorems),
        }

    def __str__(self) -> str:
        mean = f", {self.loss / self.labelled:,.6g} a round" if self.labelled else ""
        root = f", rmse {self.rmse:,.6g}" if self.rmse is not None else ""
        best = self.best_constant_loss
        constant = "" if best is None else f"; the best constant guess loses {best:,.6g}"
        lines = [
            self.learner.in_short(),
            f"{counted(self.rounds, 'round')}, {counted(self.updates, 'update')}; "
            f"{self.price.full_name} loss {self.loss:,.6g}{mean}{root}{constant}",
        ]
        return "\n".join([*lines, *self._waiting(), *self._receipt()])

    def __repr__(self) -> str:
        return f"NumberLedger({self.rounds} rounds, {self.price.full_name} loss {self.loss:.6g})"


NUMBERS.ledger = NumberLedger
