"""What is common to the theorems about leaders: an exact identity, and a bound on each of its terms.

A leader plays w_t, where Phi_t = F_{t-1} + c_t Psi is smallest; F_t = l_1 + ... + l_t, and c_t grows with t (for Follow
the Leader it is 0). Whatever was played,

    sum_t l_t(w_t) + (c_{t+1} - c_t) Psi(w_t)  -  Phi_{T+1}(w_{T+1})  =  sum_t [Phi_{t+1}(w_t) - Phi_{t+1}(w_{t+1})],

and if w_{T+1} is a leader the left side is what was lost more than by any fixed point, charges included. So regret is
the sum of the brackets, and a theorem is a limit for each of them.
"""

from __future__ import annotations

from copy import copy
from typing import Any, ClassVar, NamedTuple

import numpy as np

from ..bound import SLACK, Bound, not_fresh
from ..convex_ledger import ConvexLedger, Judged, PointWatcher
from ..convex_loss import Linear, SquaredDistance
from ..learner import State
from ..regulariser import Regulariser
from ..series import Series
from ..solver import PRECISION

LEAST = 1e-300  # numbers not much smaller than this lose their digits


class Closed(NamedTuple):
    """The sum of all brackets, that of their limits, the rounding to allow for, and what failed."""

    brackets: float
    limits: float
    slack: float
    failure: str | None


class Brackets(Bound, PointWatcher):
    """Adds up the brackets and their limits, round by round, in memory that does not grow."""

    COUNTS: ClassVar[tuple[str, ...]] = ("unled", "loose", "shapeless")
    SUMS: ClassVar[tuple[str, ...]] = ("brackets", "limits", "charged", "top", "floor", "rough")

    def __init__(self) -> None:
        self.unled = 0  # the first round whose point was no leader
        self.loose = 0  # the first round whose bracket was beyond its limit
        self.shapeless = 0  # the first round whose point has a Psi below zero
        self.brackets = 0.0
        self.limits = 0.0
        self.charged = 0.0  # sum of (c_{t+1} - c_t) Psi(w_t)
        self.top = 0.0  # Phi_{t+1}(w_t) of the last round
        self.floor = 0.0  # min Phi_{t+1} after the last round
        self.rough = 0.0  # the size of all that was added up: rounding errors are a fraction of it
        self.last: Judged | None = None

    def psi(self, learner: Any) -> Regulariser | None:
        """The Psi of that learner; None if it has none."""
        return None

    def weight(self, learner: Any, t: int) -> float:
        """c_t."""
        return 0.0

    def limit(self, ledger: ConvexLedger, last: Judged, point: Any) -> float:
        """The most that the bracket of the round before may be, now that `point` follows it."""
        raise NotImplementedError(f"{type(self).__name__} must say how large a bracket may be")

    def see_point(self, ledger: ConvexLedger, judged: Judged) -> None:
        """Close the bracket of the round before, which this point ends, and open that of this round."""
        t = ledger.labelled
        if ledger.latest or ledger.losses.count != t:
            return  # from here on there is nothing to certify
        learner, point = ledger.learner, judged.point
        psi = self.psi(learner)
        charge = 0.0 if psi is None else psi.value(point)
        value = ledger.losses.value(point)
        now, then = self.weight(learner, t), self.weight(learner, t + 1)
        self.rough += abs(judged.cost) + 1e-3 * float(np.abs(judged.gradient) @ np.abs(point))
        if charge < 0.0 and not self.shapeless:
            self.shapeless = judged.number
        if self.last is None:
            started = psi is None or charge <= psi.value(psi.least(ledger.domain)) + self.slack(learner, ledger)
            if not started or not ledger.domain.contains(point):
                self.unled = judged.number
        else:
            self.close(ledger, judged.number, point, value - judged.cost + now * charge)
        self.charged += (then - now) * charge
        self.top = value + then * charge
        if self.sure(learner, ledger):
            self.floor = self.lowest(ledger)
        self.last = judged

    def close(self, ledger: ConvexLedger, number: int, point: Any, bottom: float) -> None:
        """The bracket of the round before ends at `bottom`, the value of its Phi at the point that follows."""
        assert self.last is not None
        bracket, limit = self.top - bottom, self.limit(ledger, self.last, point)
        self.rough += abs(bracket) + abs(limit)
        slack = self.slack(ledger.learner, ledger)
        self.brackets += bracket
        self.limits += limit
        if bracket > limit + slack and not self.loose:
            self.loose = self.last.number
        high = self.sure(ledger.learner, ledger) and bottom > self.floor + slack
        if (high or not ledger.domain.contains(point)) and not self.unled:
            self.unled = number

    def lowest(self, ledger: ConvexLedger) -> float:
        """min Phi after the rounds so far."""
        return self.phi(ledger, self.leader(ledger))

    def leader(self, ledger: ConvexLedger) -> Any:
        """The point to play now, were this learner what it says it is."""
        psi = self.psi(ledger.learner)
        return ledger.losses.minimise(ledger.domain, psi, self.weight(ledger.learner, ledger.labelled + 1))

    def phi(self, ledger: ConvexLedger, point: Any) -> float:
        """Phi of the round to come, at that point."""
        psi = self.psi(ledger.learner)
        charge = 0.0 if psi is None else self.weight(ledger.learner, ledger.labelled + 1) * psi.value(point)
        return ledger.losses.value(point) + charge

    def sure(self, learner: Any, ledger: ConvexLedger) -> bool:
        """Is everything here our own, and computed by formulas? Then a failure is a bug of ours."""
        psi = self.psi(learner)
        ours = isinstance(ledger.price, Linear | SquaredDistance) and (psi is None or psi.ours)
        return ours and ledger.losses.exact(psi)

    def slack(self, learner: Any, ledger: ConvexLedger) -> float:
        """The rounding to be allowed for."""
        psi = self.psi(learner)
        grain = 0.0 if psi is None else psi.grain * self.weight(learner, ledger.labelled + 1)
        share = SLACK if self.sure(learner, ledger) else PRECISION
        return LEAST + grain + share * (self.rough + abs(self.top))

    def trouble(self, learner: Any, ledger: ConvexLedger) -> str | None:
        """The premise that leaves nothing to certify, if one does."""
        if learned := not_fresh(ledger):
            return learned
        if ledger.latest:
            return f"the truth of round {ledger.first_late} came after other updates"
        if ledger.losses.count != ledger.labelled:
            return f"only the first {ledger.losses.count:,} rounds were kept; play with a larger keep"
        if self.shapeless:
            return f"Psi is below 0 at the point of round {self.shapeless}"
        return None

    def closed(self, learner: Any, ledger: ConvexLedger) -> Closed:
        """Where things stand with the last bracket closed by the point to come."""
        if self.last is None:
            return Closed(0.0, 0.0, 0.0, None)
        whole = copy(self)
        floor = whole.floor = self.floor if self.sure(learner, ledger) else self.lowest(ledger)
        point = learner.predict()
        whole.close(ledger, ledger.rounds + 1, point, self.phi(ledger, point))
        slack = whole.slack(learner, ledger)
        failure = None
        if whole.unled:
            failure = f"the point of round {whole.unled} is not where the sum so far is smallest"
        elif whole.loose:
            failure = f"the bracket of round {whole.loose} is larger than the theorem allows"
        elif abs(ledger.loss + self.charged - floor - whole.brackets) > slack:
            failure = "the regret is not the sum of the brackets"
        return Closed(whole.brackets, whole.limits, slack, failure)

    def state(self) -> State:
        state: State = {name: np.int64(getattr(self, name)) for name in self.COUNTS}
        state |= {name: np.float64(getattr(self, name)) for name in self.SUMS}
        if self.last is not None:
            revealed = Series()
            revealed.append(self.last.z)
            state |= {
                "last/number": np.int64(self.last.number),
                "last/point": np.array(self.last.point),
                "last/z": revealed.array().copy(),
                "last/cost": np.float64(self.last.cost),
                "last/gradient": np.array(self.last.gradient),
            }
        return state

    def restore(self, state: State) -> None:
        for name in self.COUNTS:
            setattr(self, name, int(state[name]))
        for name in self.SUMS:
            setattr(self, name, float(state[name]))
        self.last = None
        if "last/number" in state:
            revealed = Series()
            revealed.restore(state["last/z"])
            self.last = Judged(
                int(state["last/number"]),
                np.array(state["last/point"]),
                revealed[0],
                float(state["last/cost"]),
                np.array(state["last/gradient"]),
            )
