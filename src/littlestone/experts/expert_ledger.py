# cython: boundscheck=False, wraparound=False, initializedcheck=False
"""The ledger of a game with expert advice: the losses of the learner and of every expert, and the regret."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Self

import numpy as np

from ..account import Account
from ..errors import StateError
from ..features.features import Features
from ..loss import Loss
from ..row import Row
from ..rows.evidence import Evidence
from ..rows.ledger import MistakeLedger
from ..state import Held, Part, Vector, fields
from ..support.settings import counted
from .expert_pictures import plot_experts
from .extremes import least, most
from .ledger_history import History
from .regret import Regret, dense

if TYPE_CHECKING:
    from ..bound import Bound
    from .expert import ExpertLearner

MANY = 4096  # from so many experts on, numpy is faster than a loop


class ExpertLedger(MistakeLedger):
    """Sums the losses of the learner and of every expert, and keeps the rounds for comparators in hindsight.

    `own` is the learner's loss as theorems count it: the expected mistakes for two classes, else the loss of its
    guesses. A loss in a round of weight h is h times that loss, of the learner and of every expert, if the rule uses
    weights. An expert is compared with the learner on the rounds it was awake in.
    """

    if TYPE_CHECKING:
        learner: ExpertLearner

    _COUNTS = (*MistakeLedger._COUNTS, "_dearest_round", "_cheapest_round")
    _SUMS = (*MistakeLedger._SUMS, "_dearest", "_cheapest")
    _tallied = fields(
        Vector("totals", "_totals"),
        Vector("missed", "_missed", like="totals"),
        Vector("slept", "_slept", like="totals", dtype=np.int64),
    )
    _saved = fields(Part("rows/", "rows"), Part("history/", "_history"))

    def __init__(
        self,
        learner: ExpertLearner,
        loss: Loss,
        bounds: Sequence[Bound] = (),
        keep: int = 1_000_000,
        features: Features | None = None,
    ) -> None:
        super().__init__(learner, loss, bounds)
        self._paid_for = loss
        self.kept = None
        self._keeps = False  # every row is kept, as it came: see `rows`
        self.rows = Evidence(keep, every=True)
        self._features = features
        self._history = History(keep)
        self.n = 0
        self._prices = np.zeros(0)
        self._totals = np.zeros(0)  # the loss of every expert while awake
        self._missed = np.zeros(0)  # the learner's loss while that expert slept
        self._slept = np.zeros(0, dtype=np.int64)  # how many rounds it slept
        self._dearest = (
            -math.inf
        )  # the largest and the smallest loss of any expert in a round, and the first such round
        self._cheapest = math.inf
        self._dearest_round = 0
        self._cheapest_round = 0

    @property
    def own(self) -> float:
        """The learner's loss, as its theorems count it."""
        if self.weights is not None and self.learner.weighs:
            return self.weights.expected if self.price.classes else self.weights.loss
        return self.expected if self.price.classes else self.loss

    def _record(
        self, number: int, x: Row, y: float, guess: float, act: float, chance: float, cost: float, delay: int
    ) -> None:
        if x.width > self.n:
            self._widen(x.width)
        own = cost
        if self._paid_for.classes:
            MistakeLedger._record(self, number, x, y, guess, act, chance, cost, delay)
            own = chance
        else:
            self._enter(number, cost, delay)
            if self.weights is not None:
                self.weights.enter(cost, False, 0.0)
        prices = self._prices
        totals = self._totals
        self._paid_for.price(x, y, prices)
        batch = x.batch
        start = x.start
        whole = x.is_whole()
        if self.weights is not None:
            self.rows.importance = self.weights.now
            if self.weights.now != 1.0 and self.learner.weighs:
                own *= self.weights.now
                for k in range(start, x.stop):
                    prices[k - start if whole else batch.columns[k]] *= self.weights.now
        for k in range(start, x.stop):
            i = k - start if whole else batch.columns[k]
            totals[i] += prices[i]
        self._watch_extremes(number, x)
        if x.stop - x.start < self.n:
            for j in range(self.n):
                self._missed[j] += own
                self._slept[j] += 1
            for k in range(x.start, x.stop):
                self._missed[batch.columns[k]] -= own
                self._slept[batch.columns[k]] -= 1
        if self._ordered is None:  # both accounts share the evidence, so enter it once
            self.rows.see(number, x, y, guess, True)
        if self.labelled == self._history.due:
            self._history.take(self)

    def _watch_extremes(self, number: int, x: Row) -> None:
        """Update the largest and the smallest loss of any expert in a round, which some theorems need."""
        batch = x.batch
        prices = self._prices
        high = self._dearest
        low = self._cheapest
        if x.stop - x.start == self.n and self.n > MANY:
            high = max(high, float(np.asarray(prices).max()))
            low = min(low, float(np.asarray(prices).min()))
        elif x.stop > x.start and x.is_whole():
            high = max(high, most(prices, 0, x.stop - x.start))
            low = min(low, least(prices, 0, x.stop - x.start))
        else:
            for k in range(x.start, x.stop):
                price = prices[batch.columns[k]]
                high = max(high, price)
                low = min(low, price)
        if high > self._dearest:
            self._dearest = high
            self._dearest_round = number
        if low < self._cheapest:
            self._cheapest = low
            self._cheapest_round = number

    def _like_this(self) -> Self:
        twin = type(self)(self.learner, self.price, features=self._features)
        twin.rows = self.rows
        twin._history = History(0)  # the history is that of the predictions as they were made
        return twin

    def _widen(self, width: int) -> None:
        """Make room for new experts: they slept until now. Called before the round is entered."""
        totals, missed, slept = np.zeros(width), np.full(width, self.own), np.full(width, self.labelled, dtype=np.int64)
        totals[: self.n], missed[: self.n], slept[: self.n] = self._totals, self._missed, self._slept
        self._totals, self._missed, self._slept, self._prices = totals, missed, slept, np.zeros(width)
        self.n = width

    @property
    def heard(self) -> Any:
        """The number of rounds in which each expert was awake."""
        return self.labelled - np.asarray(self._slept)

    @property
    def expert_losses(self) -> Any:
        """The total loss of every expert, over the rounds it was awake in."""
        return np.array(self._totals)

    @property
    def expert_regrets(self) -> Any:
        """The learner's loss minus each expert's, over the rounds that expert was awake in."""
        return self.own - np.asarray(self._missed) - np.asarray(self._totals)

    @property
    def names(self) -> list[str]:
        """The experts' names, or their numbers if they have none."""
        names = self._features.names if self._features is not None else []
        return names + [str(i) for i in range(len(names), self.n)]

    @property
    def _titles(self) -> list[str]:
        """What the experts are called in a text: by their names, or as expert 0, 1, ..."""
        named = len(self._features.names) if self._features is not None else 0
        return [name if i < named else f"expert {name}" for i, name in enumerate(self.names)]

    @property
    def best_regret(self) -> float:
        """The regret against the best expert so far."""
        best = self._find_best()
        return self.own - self._missed[best] - self._totals[best] if self.labelled else 0.0

    @property
    def best_expert(self) -> str:
        """The name of the expert with the largest regret against it; "" before the first label."""
        return self.names[self.best] if self.labelled else ""

    @property
    def _best_title(self) -> str:
        """The best expert in words: by its name if it has one."""
        if not self.labelled:
            return "the best expert"
        title = self._titles[self.best]
        return f"the best, {title}" if title != self.best_expert else f"the best expert, {title}"

    @property
    def best(self) -> int:
        """The column of the best expert, among those that were ever awake."""
        return self._find_best()

    def _find_best(self) -> int:
        """The column of the expert with the largest regret against it, among those that were ever awake."""
        fewest = math.inf
        best = 0
        for i in range(self.n):
            lost = self._totals[i] + self._missed[i]
            if self._slept[i] < self.labelled and lost < fewest:
                fewest = lost
                best = i
        return best

    @property
    def regret(self) -> Regret:
        """The regret against the best expert, with methods for the best mixture and for switching experts."""
        return Regret(self)

    def advice(self) -> tuple[Any, Any]:
        """The labels and the advice of all rounds that were kept, one row per round, NaN where an expert slept."""
        batch = self.rows.batch()
        return np.array(batch.labels), dense(batch, self.n)

    @property
    def rmse(self) -> float:
        """The root of the mean square loss; NaN for other losses."""
        return (
            math.sqrt(max(0.0, self.loss) / self.labelled)
            if self.price.name == "square" and self.labelled
            else math.nan
        )

    def plot(self, path: Any = None, **settings: Any) -> Any:
        """Draw weights, losses and regret over time, with matplotlib: see `littlestone.plots.plot_experts`."""
        return plot_experts(self, path, **settings)

    def _check_state(self, held: Held) -> None:
        super()._check_state(held)
        kept, n = int(held["rows/"]["columns"].max(initial=-1)) + 1, len(held["tallies"]["totals"])
        if kept > n:
            raise StateError(f"the kept rounds are of {kept} experts, but the account is of {n}")

    def _put_tallies(self, held: Held) -> None:
        super()._put_tallies(held)
        self.n = len(held["totals"])
        self._prices = np.zeros(self.n)

    def as_dict(self, theorems: str = "quick") -> dict[str, Any]:
        names = self.names
        account: dict[str, Any] = {
            "rounds": self.rounds,
            "labelled": self.labelled,
            "open": self.open,
            "forgotten": self.forgotten,
            "loss": {"name": self.price.full_name, "total": self.loss},
            **({"rmse": self.rmse} if math.isfinite(self.rmse) else {}),
            "experts": dict(zip(names, self.expert_losses.tolist(), strict=False)),
            "weights": dict(zip(names, self.learner.weights.tolist(), strict=False)),
            "best_expert": self.best_expert,
            "regret": {"best_expert": self.best_regret},
            "longest_delay": self.longest_delay,
            "total_delay": self._total_delay,
            **self._metrics_as_dict(),
            **self._guarantees_as_dict(),
            **self._both_orders(),
            **self._named_learner(),
            "certificates": self._certificates_as_dicts(theorems),
        }
        if self.price.classes:
            account |= {"mistakes": self.mistakes, "expected_mistakes": self.expected}
        return account

    def _paid_as_dict(self) -> dict[str, Any]:
        return super()._paid_as_dict() if self.price.classes else {"loss": self.loss}

    def _split(self) -> str:
        return super()._split() if self.price.classes else Account._split(self)

    def _heaviest(self, most: int = 5) -> str:
        """The experts of most weight with their weights, as text."""
        shares = sorted(zip(self.learner.weights.tolist(), self._titles, strict=False), key=lambda pair: -pair[0])
        words = ", ".join(f"{name} {share:.3g}" for share, name in shares[:most])
        return words + (f" and {len(shares) - most} more" if len(shares) > most else "")

    def __str__(self) -> str:
        mean = f", {self.loss / self.labelled:,.6g} a round" if self.labelled else ""
        root = f", rmse {self.rmse:,.6g}" if math.isfinite(self.rmse) else ""
        lines = [
            self.learner.in_short(),
            f"{counted(self.rounds, 'round')}, {counted(self.n, 'expert')}; "
            f"{self.price.full_name} loss {self.loss:,.6g}{mean}{root}",
        ]
        if self.price.classes and self.learner.randomised:
            lines.append(f"{self.expected:,.6g} mistakes expected over the coin")
        if self.labelled:
            lines.append(f"regret {self.best_regret:,.6g} against {self._best_title}")
            lines.append(f"weights {self._heaviest()}")
        return "\n".join([*lines, *self._waiting(), *self._receipt()])

    def __repr__(self) -> str:
        return f"ExpertLedger({self.rounds} rounds, {self.n} experts, loss {self.loss:.6g})"
