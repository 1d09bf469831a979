"""Follow the Leader's theorem: the regret is exactly the cost of the leader's moves."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..errors import BadParameter
from ..losses.point_losses import Gain, Linear, SquaredDistance
from ..support.linear_algebra import norm
from ..support.settings import real
from .bracket_theorems import Brackets, LeaderCase
from .convex_ledger import ConvexLedger, Judged


class LeaderBound(Brackets):
    """R_T = sum F_t(w_t) - F_t(w_{t+1}), and each bracket is at most l_t(w_t) - l_t(w_{t+1}) (Kalai and Vempala 2005).

    Of squared distances |w - z|^2 more is known: R_T is at most the sum of |z_t - w_t|^2 / t, and is that sum if no
    leader had to be projected. So R_T <= |z_1 - w_1|^2 + D^2 (H_T - 1), where H_T = 1 + 1/2 + ... + 1/T and D is the
    largest distance seen after round 1. `radius` is a number the user vouches for: |z| <= radius, and w_1 = 0; then
    R_T <= radius^2 (4 H_T - 3).
    """

    promise = "radius"
    COUNTS = (*Brackets.COUNTS, "wide", "outside", "off")
    SUMS = (*Brackets.SUMS, "first", "distance", "track", "harmonic")

    def __init__(self, radius: float | None = None) -> None:
        super().__init__()
        if radius is not None and real("radius", radius, "how far from 0 nature goes") <= 0:
            raise BadParameter(f"radius is more than 0, not {radius}")
        self.radius = None if radius is None else float(radius)
        self.wide = 0  # the first round whose z was longer than `radius`
        self.outside = 0  # the first round whose z was not in the domain
        self.off = 0  # the first round, if its point was not 0
        self.first = 0.0  # |z_1 - w_1|^2
        self.distance = 0.0  # the largest |z_t - w_t|^2 after that
        self.track = 0.0  # sum of |z_t - w_t|^2 / t
        self.harmonic = 0.0

    def parameters(self) -> dict[str, Any]:
        return {"radius": self.radius}

    def limit(self, ledger: ConvexLedger, last: Judged, point: Any) -> float:
        return last.cost - float(ledger.price.value(point, last.z))

    def see(self, ledger: ConvexLedger, judged: Judged) -> None:
        super().see(ledger, judged)
        t = ledger.labelled
        self.harmonic += 1.0 / t
        if not squared(ledger):
            return
        if t == 1:
            self.first = judged.cost
            self.off = judged.number if np.any(judged.point) else 0
        else:
            self.distance = max(self.distance, judged.cost)
        self.track += judged.cost / t
        if self.radius is not None and not self.wide and norm(judged.z) > self.radius * (1 + 1e-12):
            self.wide = judged.number
        if not self.outside and not ledger._domain.contains(judged.z):
            self.outside = judged.number

    def statement(self, case: LeaderCase) -> str:
        if self.radius is not None:
            return f"Follow the Leader, |z| <= {self.radius:g} and w_1 = 0: R_T <= radius^2 (4 H_T - 3)"
        if squared(case.ledger):
            return "Follow the Leader, squared distance: R_T <= sum |z_t - w_t|^2/t <= |z_1 - w_1|^2 + D^2 (H_T - 1)"
        stated = "Follow the Leader: R_T = sum F_t(w_t) - F_t(w_{t+1}) <= sum l_t(w_t) - l_t(w_{t+1})"
        return stated + (", which can be T for linear losses" if isinstance(case.ledger.price, Linear | Gain) else "")

    def unmeasurable(self, case: LeaderCase) -> str | None:
        if self.radius is not None and not squared(case.ledger):
            return f"the theorem with a radius is about squared distances, and the loss is {case.ledger.price.name}"
        if self.radius is not None and self.off:
            return f"the theorem with a radius is about leaders that begin at 0, and this one did not: round {self.off}"
        return super().unmeasurable(case)

    def premise(self, case: LeaderCase) -> str | None:
        if self.radius is not None and self.wide:
            return f"nature went farther from 0 than {self.radius:g}: round {self.wide}"
        return super().premise(case)

    def failed(self, case: LeaderCase) -> str | None:
        paid, closed = self.paid(case), case.closed
        if closed.failure:
            return closed.failure
        if squared(case.ledger):
            below = not self.outside and paid < self.track - closed.slack
            if paid > self.track + closed.slack or below:
                return "the regret is not the sum of |z - w|^2 / t"
        return "the regret is not the sum of the brackets" if abs(paid - closed.brackets) > closed.slack else None

    def allowed(self, case: LeaderCase) -> float:
        if not case.ledger.labelled:
            return 0.0
        if self.radius is not None:
            return self.radius**2 * (4.0 * self.harmonic - 3.0)
        if squared(case.ledger):
            return self.first + self.distance * (self.harmonic - 1.0)
        return case.closed.limits

    def lesson(self, case: LeaderCase, allowed: float | None) -> str:
        return "" if allowed is None else f"no fixed point has lost less than {case.ledger.loss - allowed:,.6g}"


def squared(ledger: ConvexLedger) -> bool:
    """Are the losses the squared distances of this package, and not a subclass of them?"""
    return type(ledger.price) is SquaredDistance
