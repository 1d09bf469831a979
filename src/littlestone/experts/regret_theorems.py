"""Base of the regret theorems of learners from expert advice: the case, what is paid, and the lesson."""

from __future__ import annotations

from functools import cached_property
from math import isfinite
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from ..bound import SLACK, Bound, Case, Open
from ..losses.guess_losses import LogScore
from ..receipts.exact_text import exacts
from ..row import Batch

if TYPE_CHECKING:
    from .expert_ledger import ExpertLedger

ENTRY = 50.0  # the effort of reading an entry of the kept rounds: see `Effort`
FINEST = 1e-140  # squares of numbers much smaller than this vanish
SURE = 1e-15  # as in `LogScore`: chances below are priced as this


class AdviceCase(Case):
    """A game of advice: its kept rounds, in the order in which their truths came."""

    @cached_property
    def batch(self) -> Batch:
        """The kept rounds as a batch, with an entry for every expert that was awake."""
        return self.ledger.rows.batch()  # type: ignore[no-any-return]

    @cached_property
    def prices(self) -> Any:
        """The loss of each entry of the kept rounds."""
        sizes: Any = np.diff(np.asarray(self.batch.starts))
        truths = np.repeat(np.asarray(self.batch.labels), sizes)
        prices = self.ledger.price.values(truths, np.asarray(self.batch.values))
        return prices * np.repeat(self.ledger.rows.row_weights(), sizes) if self.by_weight else prices

    @cached_property
    def spreads(self) -> Any:
        """The spread (largest less smallest) of the losses of each kept round."""
        starts = np.asarray(self.batch.starts)[:-1]
        if not len(starts):
            return np.zeros(0)
        return np.maximum.reduceat(self.prices, starts) - np.minimum.reduceat(self.prices, starts)

    @cached_property
    def seeks(self) -> bool:
        """Is there time to read the kept rounds? Not during a game, where only numbers are asked for."""
        return self.effort.spend(ENTRY * float(self.ledger.rows.entries))

    @property
    def whole(self) -> bool:
        """Were all rounds kept, and is there time to read them?"""
        return bool(self.ledger.rows.complete) and self.seeks

    @property
    def awake(self) -> bool:
        """Were all experts that the learner knows awake in every round?"""
        return self.learner.n == self.ledger.n and not np.asarray(self.ledger._slept).any()

    @property
    def at_first(self) -> int:
        """A lower limit of the number of experts in the first round: all of them, if all were always awake."""
        if self.awake:
            return int(self.learner.n)
        if not self.batch.rows:
            return 1
        return int(np.asarray(self.batch.columns)[: self.batch.starts[1]].max()) + 1

    def number(self, kept: int) -> int:
        """The number of a kept round."""
        return int(self.ledger.rows.numbers[kept])

    def learned(self, update: int) -> str:
        """The round of this update of the learner, in words; other rounds may have been forgotten."""
        if update <= self.ledger.rows.count:
            return f"round {self.number(update - 1)}"
        if self.given._ordered is None and self.given.rounds == self.given.labelled:
            return f"round {update}"
        return f"the round of label {update}"

    def slept_in(self) -> str:
        """The first round in which an expert that ever spoke was asleep, in words."""
        rows = self.ledger.rows
        short = np.flatnonzero(np.asarray(rows.sizes)[: rows.count] < self.ledger.n)
        return f"round {self.number(short[0])}" if len(short) else "some round"

    def when_all_lost_more(self, limit: float) -> str:
        """The round by which every expert had lost more than the limit, in words; losses are not negative."""
        if not self.seeks:
            return f"round {self.given.rounds}"
        starts, columns = np.asarray(self.batch.starts), np.asarray(self.batch.columns)

        def least(rounds: int) -> float:
            entries = slice(0, starts[rounds])
            lost = np.bincount(columns[entries], weights=self.prices[entries], minlength=self.ledger.n)
            return float(lost.min())

        low, high = 0, self.batch.rows  # bisection: not all had after `low` rounds; all had after `high`
        if not high or least(high) <= limit:
            return f"round {self.given.rounds}"
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (middle, high) if least(middle) <= limit else (low, middle)
        return f"round {self.number(high - 1)}"


class RegretBound(Bound):
    """A bound on the learner's loss less that of the best expert, on every sequence and at every moment."""

    cheap = True
    weighted = True  # a loss by weight is a loss
    looks_at: ClassVar[type[Case]] = AdviceCase
    excess = "more regret than the theorem allows"

    def unmeasurable(self, case: AdviceCase) -> str | None:
        price, spread = case.ledger.price, case.learner.spread
        if not (price.convex or price.classes):
            return f"no theorem is known for the {price.name} loss, which is not convex"
        if 0.0 < spread < FINEST:
            return f"the losses of a round lie {spread:.3g} apart at most, too little to be squared; scale them up"
        return None

    def against(self, case: Any) -> str:
        return "the best expert"

    def paid(self, case: AdviceCase) -> float:
        return float(case.ledger.best_regret)

    def witness(self, case: AdviceCase) -> dict[str, Any]:
        """How many experts there are, whether one came late, and what the learner lost while each slept."""
        ledger, learner = case.ledger, case.learner
        if learner.kind != "experts":
            return {}
        late = bool(getattr(learner, "grown", 0)) or learner.n != max(1, ledger.n)
        return {"experts": max(1, learner.n), "late": late, "missed": exacts(ledger._missed)}

    def slack(self, case: AdviceCase, paid: float, allowed: float) -> float:
        # Chances are rounded near 1, however little they cost; other losses may be in any unit.
        return float(SLACK * (case.ledger.price.chances + abs(case.ledger.own) + abs(allowed)))

    def excuse(self, case: AdviceCase) -> str | None:
        if excuse := super().excuse(case):
            return excuse
        if not isinstance(case.ledger.price, LogScore):
            return None
        said = np.asarray(case.batch.values)
        if case.ledger.rows.complete and ((said >= SURE) & (said <= 1.0 - SURE)).all():
            return None
        return f"chances below {SURE:g} are priced as {SURE:g}, and there the log loss is not convex"

    def exceeded(self, case: AdviceCase, paid: float, allowed: float) -> str | None:
        if not isfinite(allowed):
            raise Open("what the theorem allows is too large to be a number")
        return super().exceeded(case, paid, allowed)

    def lesson(self, case: AdviceCase, allowed: float | None) -> str:
        if allowed is None or not case.ledger.n:
            return ""
        least = at_least(case, allowed)
        return f"no expert has lost less than {least:,.6g}" if least > 0 else ""

    def live(self, ledger: ExpertLedger) -> str:
        """The bound so far."""
        allowed = self.allowance(ledger)
        return "" if allowed is None else f"regret <= {allowed:,.4g}"


def at_least(case: AdviceCase, allowed: float) -> float:
    """A lower limit of an expert's loss, given that the regret against it is at most the bound.

    For an expert that slept, only the rounds count in which it was awake.
    """
    return float(case.ledger.own - np.max(case.ledger._missed) - allowed)
