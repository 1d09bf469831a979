"""Base of the theorems about Follow the Leader: an exact identity, and a bound on each of its terms.

A leader plays w_t, where Phi_t = F_{t-1} + c_t Psi is smallest; F_t = l_1 + ... + l_t, and c_t grows with t (for Follow
the Leader it is 0). Whatever was played,

    sum_t l_t(w_t) + (c_{t+1} - c_t) Psi(w_t)  -  Phi_{T+1}(w_{T+1})  =  sum_t [Phi_{t+1}(w_t) - Phi_{t+1}(w_{t+1})],

and if w_{T+1} is a leader the left side is what was lost more than by any fixed point, charges included. So regret is
the sum of the brackets, and a theorem is a limit for each of them.
"""

from __future__ import annotations

from copy import copy
from functools import cached_property
from math import isfinite
from typing import Any, ClassVar, NamedTuple

import numpy as np

from ..bound import SLACK, Bound, Case, Open
from ..errors import StateError
from ..geometry.domain import DOMAINS
from ..geometry.regulariser import Regulariser
from ..geometry.solver import PRECISION
from ..losses.series import Series
from ..state import Count, Growing, Held, Named, Number, Vector, fields, lacks
from ..support.linear_algebra import dot
from .convex_ledger import ConvexLedger, Judged, PointWatcher

LEAST = 1e-300  # subnormal numbers, which lose digits, are not much smaller than this


class Closed(NamedTuple):
    """The sum of all brackets, that of their limits, the rounding to allow for, and what failed."""

    brackets: float
    limits: float
    slack: float
    failure: str | None


class LeaderCase(Case):
    """A game with all its brackets closed, the last one by the next point."""

    bound: Brackets
    ledger: ConvexLedger

    @cached_property
    def incomplete(self) -> str | None:
        """Why the sum of losses is not known: `keep` was too small for losses without a formula, or they overflow."""
        if self.ledger.losses.count != self.ledger.labelled:
            return self.ledger._cut()
        if all(isfinite(each) for each in (self.ledger.loss, *(getattr(self.bound, name) for name in self.bound.SUMS))):
            return None
        return "the losses are too large to be added up; scale them down"

    @cached_property
    def closed(self) -> Closed:
        """The sums of the brackets and of their limits."""
        return self.bound.closed(self.ledger)

    @cached_property
    def u(self) -> Any:
        """The fixed point to compare with."""
        return self.bound.comparator(self.ledger)


def has_last(bound: Any) -> bool:
    """Was there a round before?"""
    return bound.last is not None


class Brackets(Bound, PointWatcher):
    """Adds up the brackets and their limits, round by round, in memory that does not grow.

    Where everything is of this package and computed by formulas, a failure is a bug. Otherwise a solver may be
    inexact, or a property claimed by a user's loss, domain or Psi may be false: then the case is open.
    """

    COUNTS: ClassVar[tuple[str, ...]] = ("unled", "loose", "shapeless")
    SUMS: ClassVar[tuple[str, ...]] = ("brackets", "limits", "charged", "top", "floor", "rough")
    looks_at = LeaderCase
    excess = "more regret than the theorem allows"
    saved = fields(
        Named("COUNTS", Count, missing=0),  # release 0.1.0 had not all of them
        Named("SUMS", Number),
        Count("last/number", "last.number()", missing=None, when=has_last),
        Vector("last/point", "last.point()", missing=None, when=has_last),
        Growing("last/z", lambda own: Series.of(own.last.z), missing=None, when=has_last),
        Number("last/cost", "last.cost()", missing=None, when=has_last),
        Vector("last/gradient", "last.gradient()", missing=None, like="last/point", when=has_last),
    )

    def __init__(self) -> None:
        self.unled = 0  # the first round whose point was not the leader
        self.loose = 0  # the first round whose bracket exceeded its limit
        self.shapeless = 0  # the first round whose point has a Psi below zero
        self.brackets = 0.0
        self.limits = 0.0
        self.charged = 0.0  # sum of (c_{t+1} - c_t) Psi(w_t)
        self.top = 0.0  # Phi_{t+1}(w_t) of the last round
        self.floor = 0.0  # min Phi_{t+1} after the last round
        self.rough = 0.0  # the size of all that was added up: rounding errors are a fraction of it
        self.last: Judged | None = None

    def psi(self, ledger: ConvexLedger) -> Regulariser | None:
        """The Psi of the learner; None if it has none."""
        return None

    def weight(self, ledger: ConvexLedger, t: int) -> float:
        """c_t."""
        return 0.0

    def limit(self, ledger: ConvexLedger, last: Judged, point: Any) -> float:
        """The limit of the bracket of the round before, given that `point` follows it."""
        raise NotImplementedError(f"{type(self).__name__} must say how large a bracket may be")

    def see(self, ledger: ConvexLedger, judged: Judged) -> None:
        """Close the bracket of the round before at this point, and open that of this round."""
        t = ledger.labelled
        if ledger.losses.count != t:
            return  # from here on nothing can be certified
        point = judged.point
        psi = self.psi(ledger)
        charge = 0.0 if psi is None else psi.value(point)
        value = ledger.losses.value(point)
        now, then = self.weight(ledger, t), self.weight(ledger, t + 1)
        self.rough += abs(judged.cost) + 1e-3 * dot(np.abs(judged.gradient), np.abs(point))
        if charge < 0.0 and not self.shapeless:
            self.shapeless = judged.number
        if self.last is None:
            started = psi is None or charge <= psi.value(psi.least(ledger._domain)) + self.rounding(ledger)
            if not started or not ledger._domain.contains(point):
                self.unled = judged.number
        else:
            self.close(ledger, judged.number, point, value - judged.cost + now * charge)
        self.charged += (then - now) * charge
        self.top = value + then * charge
        if self.sure(ledger):
            self.floor = self.lowest(ledger)
        self.last = judged

    def close(self, ledger: ConvexLedger, number: int, point: Any, bottom: float) -> None:
        """The bracket of the round before ends at `bottom`, the value of its Phi at the point that follows."""
        assert self.last is not None
        bracket, limit = self.top - bottom, self.limit(ledger, self.last, point)
        self.rough += abs(bracket) + abs(limit)
        slack = self.rounding(ledger)
        self.brackets += bracket
        self.limits += limit
        if bracket > limit + slack and not self.loose:
            self.loose = self.last.number
        high = self.sure(ledger) and bottom > self.floor + slack
        if (high or not ledger._domain.contains(point)) and not self.unled:
            self.unled = number

    def lowest(self, ledger: ConvexLedger) -> float:
        """min Phi after the rounds so far."""
        return self.phi(ledger, self.leader(ledger))

    def leader(self, ledger: ConvexLedger) -> Any:
        """The leader: the point that the learner should play now."""
        return ledger.losses.minimise(ledger._domain, self.psi(ledger), self.weight(ledger, ledger.labelled + 1))

    def phi(self, ledger: ConvexLedger, point: Any) -> float:
        """Phi of the round to come, at that point."""
        psi = self.psi(ledger)
        charge = 0.0 if psi is None else self.weight(ledger, ledger.labelled + 1) * psi.value(point)
        return ledger.losses.value(point) + charge

    def sure(self, ledger: ConvexLedger) -> bool:
        """Is everything of this package and computed by formulas? Then a failure is a bug."""
        return type(ledger._domain) in DOMAINS.values() and ledger.losses.exact(self.psi(ledger))

    def rounding(self, ledger: ConvexLedger) -> float:
        """The tolerance for rounding."""
        psi = self.psi(ledger)
        grain = 0.0 if psi is None else psi.grain * self.weight(ledger, ledger.labelled + 1)
        share = SLACK if self.sure(ledger) else PRECISION
        return LEAST + grain + share * (self.rough + abs(self.top))

    def closed(self, ledger: ConvexLedger) -> Closed:
        """The sums with the last bracket closed by the next point."""
        if self.last is None:
            return Closed(0.0, 0.0, 0.0, None)
        whole = copy(self)
        floor = whole.floor = self.floor if self.sure(ledger) else self.lowest(ledger)
        point = ledger._player.predict()
        whole.close(ledger, ledger.rounds + 1, point, self.phi(ledger, point))
        slack = whole.rounding(ledger)
        failure = None
        if whole.unled:
            failure = f"the point of round {whole.unled} is not where the sum so far is smallest"
        elif whole.loose:
            failure = f"the bracket of round {whole.loose} is larger than the theorem allows"
        elif abs(ledger.loss + self.charged - floor - whole.brackets) > slack:
            failure = "the regret is not the sum of the brackets"
        return Closed(whole.brackets, whole.limits, slack, failure)

    def comparator(self, ledger: ConvexLedger) -> Any:
        """The u to state the theorem for: the best fixed point, or where there is none, the one the theorem favours."""
        if not ledger.labelled:
            return ledger._domain.centre
        best = ledger.best
        return self.leader(ledger) if best is None else best

    def unmeasurable(self, case: LeaderCase) -> str | None:
        return case.incomplete

    def paid(self, case: LeaderCase) -> float:
        if case.incomplete:
            raise Open(case.incomplete)
        return float(case.ledger.loss - case.ledger.losses.value(case.u))

    def premise(self, case: LeaderCase) -> str | None:
        return f"Psi is below 0 at the point of round {self.shapeless}" if self.shapeless else None

    def failed(self, case: LeaderCase) -> str | None:
        """What is wrong with the brackets, which must hold whatever the data."""
        return case.closed.failure

    def invariant(self, case: LeaderCase) -> str | None:
        return self.blamed(case, self.failed(case))

    def slack(self, case: LeaderCase, paid: float, allowed: float) -> float:
        return case.closed.slack

    def exceeded(self, case: LeaderCase, paid: float, allowed: float) -> str | None:
        return self.blamed(case, super().exceeded(case, paid, allowed))

    def blamed(self, case: LeaderCase, failure: str | None) -> str | None:
        """The failure if it is a bug of this package; raises `Open` if it may be the user's."""
        if failure and not self.sure(case.ledger):
            raise Open(f"{self.doubt(case)}: {failure}")
        return failure

    def doubt(self, case: LeaderCase) -> str:
        """What outside this package may have caused a failure, in words."""
        if case.ledger.losses.exact(self.psi(case.ledger)):
            return f"{case.ledger._domain!r} is a domain of one's own, and may project wrongly"
        return "the leader was found by a solver, and not well enough"

    def check_state(self, held: Held) -> None:
        last = [held[f"last/{name}"] for name in Judged._fields]
        if last[0] is not None:
            if absent := [name for name, value in zip(Judged._fields, last, strict=True) if value is None]:
                raise lacks(self, f"last/{absent[0]}")
            if len(held["last/z"]) != 1:
                raise StateError(f"'last/z' is what one round revealed, not {len(held['last/z'])}")

    def take_up(self, held: Held) -> None:
        last = Judged(*(held[f"last/{name}"] for name in Judged._fields))
        self.last = None if last.number is None else last._replace(z=last.z[0])
