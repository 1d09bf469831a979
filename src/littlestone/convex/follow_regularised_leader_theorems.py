"""The theorems of Follow the Regularised Leader: with the gradients that were seen, and with a bound on them.

Let Phi_t = F_{t-1} + c_t Psi with c_t = (t - 1) lambda_t, and let w_t be the point of the domain where it is smallest.
Then at w_t the vector s_t = g_t - (c_{t+1}/c_t - 1) nabla F_{t-1}(w_t), with g_t = nabla l_t(w_t), is a subgradient of
Phi_{t+1} on the domain (for t = 1 it is g_1). Phi_{t+1} is c_{t+1} alpha-strongly convex, so

    Phi_{t+1}(w_t) - Phi_{t+1}(w_{t+1}) <= |s_t|^2 / (2 alpha c_{t+1}),

and since Psi >= 0 the sum of these brackets is at least R_T(u) - c_{T+1} Psi(u), whatever u. If all gradients are at
most G then |s_t| <= 2G, and the limit is 2 G^2 / (alpha t lambda_t): for a fixed lambda at once, for lambda_t in
proportion to 1/sqrt(t) because there the factor of nabla F is so much smaller that it makes up for lambda_{t+1} being
less than lambda_t.

At a kink, nabla F stands for one of the subgradients at w_t, the one that Psi and the domain balance there, and a loss
tells only some other. So the first theorem is about differentiable losses, and so is the second unless G is promised,
or the loss knows how steep it is anywhere, as the hinge of a pair does: then all subgradients are at most G, and
whichever it was, |s_t| <= 2G.
"""

from __future__ import annotations

from math import sqrt
from typing import Any

import numpy as np

from ..bound import SLACK
from ..errors import BadParameter
from ..geometry.geometry_names import GEOMETRIES
from ..geometry.regulariser import Regulariser
from ..support.linear_algebra import dot
from ..support.settings import real
from .best_regularised_point import best_within
from .bracket_theorems import Brackets, LeaderCase
from .convex_ledger import ConvexLedger, Judged

KINKS = "the loss has kinks, and the theorem is about differentiable losses"
CLOSER = (1e-2, 1e-3, 1e-4, 1e-5, 1e-6)  # distance from a point within which kinks are searched
LOOKED_AT = 8  # points and coordinates at which kinks are searched


class RegularisedBrackets(Brackets):
    """Base of the two theorems: the brackets of a regularised leader, and the sizes of its gradients."""

    COUNTS = (*Brackets.COUNTS, "over", "flat")
    SUMS = (*Brackets.SUMS, "ceiling", "largest", "inverse")

    def __init__(self) -> None:
        super().__init__()
        self.over = 0  # the first round with a gradient larger than promised
        self.flat = 0  # the first round whose point and the one before show that Psi is not as convex as promised
        self.ceiling = 0.0  # of the bracket of the last round
        self.largest = 0.0  # the largest gradient so far
        self.inverse = 0.0  # sum of 1/(t lambda_t)

    def psi(self, ledger: Any) -> Regulariser:
        return ledger._player.psi  # type: ignore[no-any-return]

    def weight(self, ledger: Any, t: int) -> float:
        return float(ledger._player.weight(t))

    def most(self, ledger: Any) -> float | None:
        """The promised limit of gradients, or None."""
        return None

    def knows_slopes(self, ledger: Any) -> bool:
        """Is it known how steep the losses are at kinks, where their gradients do not tell?"""
        return self.most(ledger) is not None

    def limit(self, ledger: ConvexLedger, last: Judged, point: Any) -> float:
        return self.ceiling

    def see(self, ledger: Any, judged: Judged) -> None:
        before = self.last
        super().see(ledger, judged)
        if self.last is not judged:
            return
        learner, psi, t, g = ledger._player, self.psi(ledger), ledger.labelled, judged.gradient
        now, then = self.weight(ledger, t), self.weight(ledger, t + 1)
        steepest = ledger.price.steepest(judged.z)
        size = psi.dual(g if steepest is None else steepest)
        if before is None or t == 1:
            s = g
        else:
            past = ledger.losses.gradient(judged.point) - g
            size = max(size, psi.dual(past) / (t - 1))
            s = g - (then / now - 1.0) * past
            if not self.flat and too_flat(psi, before.point, judged.point):
                self.flat = judged.number
        self.inverse += 1.0 / (t * learner.charge(t))
        self.largest = max(self.largest, size)
        self.ceiling = self.roof(ledger, t, psi.dual(s))
        G = self.most(ledger)
        if G is not None and size > G * (1.0 + SLACK) and not self.over:
            self.over = judged.number

    def roof(self, ledger: Any, t: int, steep: float) -> float:
        """The limit of the bracket of round t, with |s_t| = steep."""
        return float(steep * steep / (2.0 * self.psi(ledger).alpha * self.weight(ledger, t + 1)))

    def unmeasurable(self, case: LeaderCase) -> str | None:
        if case.ledger.price.smooth is False and not self.knows_slopes(case.ledger):
            return KINKS
        return super().unmeasurable(case)

    def premise(self, case: LeaderCase) -> str | None:
        G = self.most(case.ledger)
        if G is not None and self.over:
            return f"a gradient was larger than {G:g}: round {self.over}"
        if self.flat:
            far = f"round {self.flat} is too far from the one before for alpha = {self.psi(case.ledger).alpha:g}"
            return f"Psi is not as convex as was said: {far}"
        return super().premise(case)

    def doubt(self, case: LeaderCase) -> str:
        ledger = case.ledger
        if ledger.price.smooth is None and self.most(ledger) is None and kinked(ledger, self.loose, self.largest):
            return KINKS
        promised = type(self.psi(ledger)) not in GEOMETRIES.values()
        return super().doubt(case) + (", or Psi is not as convex as was said" if promised else "")

    def lesson(self, case: LeaderCase, allowed: float | None) -> str:
        ledger = case.ledger
        if allowed is None or not ledger.labelled:
            return ""
        weight = self.weight(ledger, ledger.labelled + 1)
        least = f"{ledger.loss - case.closed.limits:,.6g}"
        return f"every fixed point u has lost at least {least} - {weight:,.6g} Psi(u)"


class StabilityBound(RegularisedBrackets):
    """R_T(u) <= c_{T+1} Psi(u) + sum |s_t|^2 / (2 alpha c_{t+1}), with the gradients that were seen: no premise.

    It is about differentiable losses. c_t = (t - 1) lambda_t is what Psi was multiplied by, and s_t the gradient of
    round t less (about) the mean of those before: see the head of this file. u is the best fixed point; for linear
    losses on all of R^d there is none, and u is the point for which the theorem is tightest.
    """

    def statement(self, case: LeaderCase) -> str:
        return "Follow the Regularised Leader: R_T(u) <= c_{T+1} Psi(u) + sum |s_t|^2/(2 alpha c_{t+1})"

    def allowed(self, case: LeaderCase) -> float:
        ledger = case.ledger
        if not ledger.labelled:
            return 0.0
        return self.weight(ledger, ledger.labelled + 1) * self.psi(ledger).value(case.u) + case.closed.limits


class RegularisedLeaderBound(RegularisedBrackets):
    """R_T(u) <= T lambda Psi(u) + (2 G^2 / (lambda alpha)) H_T for a fixed lambda (Shalev-Shwartz 2007).

    With lambda_t made from G and B it is R_T(u) <= T lambda_{T+1} Psi(u) + sum 2 G^2/(alpha t lambda_t), and that is at
    most 3 sqrt(2 G^2 B^2 T / alpha), for all u with Psi(u) <= B^2. `G` is a number the user vouches for, the largest
    gradient; without it, it is the one lambda_t was made from, or the largest seen, of a loss with kinks the largest it
    can have. `B` likewise: u is then the best point with Psi(u) <= B^2.
    """

    promise = "G"

    def __init__(self, G: float | None = None, B: float | None = None) -> None:
        super().__init__()
        for name, value, what in (("G", G, "the largest gradient"), ("B", B, "the root of the largest Psi(u)")):
            if value is not None and real(name, value, what) <= 0:
                raise BadParameter(f"{name} is {what}, more than 0, not {value}")
        self.G = None if G is None else float(G)
        self.B = None if B is None else float(B)

    def parameters(self) -> dict[str, Any]:
        return {"G": self.G, "B": self.B}

    def most(self, ledger: Any) -> float | None:
        return ledger._player.G if self.G is None else self.G

    def knows_slopes(self, ledger: Any) -> bool:
        known = self.last is None or ledger.price.steepest(self.last.z) is not None
        return known or super().knows_slopes(ledger)

    def within(self, ledger: Any) -> float | None:
        """B: as promised, or that of the learner's lambda_t."""
        if self.B is not None or ledger._player.G is None:
            return self.B
        return float(ledger._player.B)

    def tuned(self, ledger: Any) -> bool:
        """Was lambda_t made from the same numbers that are promised?"""
        learner = ledger._player
        return learner.G is not None and self.most(ledger) == learner.G and self.within(ledger) == learner.B

    def roof(self, ledger: Any, t: int, steep: float) -> float:
        G = max(self.largest, self.most(ledger) or 0.0)  # a bracket that only a broken promise forbids is no bug
        return float(2.0 * G * G / (self.psi(ledger).alpha * t * ledger._player.charge(t)))

    def comparator(self, ledger: ConvexLedger) -> Any:
        B = self.within(ledger)
        if B is None or not ledger.labelled:
            return super().comparator(ledger)
        return best_within(ledger.losses, ledger._domain, self.psi(ledger), B * B)

    def allowed(self, case: LeaderCase) -> float:
        ledger, psi = case.ledger, self.psi(case.ledger)
        promised, B, T = self.most(ledger), self.within(ledger), ledger.labelled
        if not T:
            return 0.0
        G = self.largest if promised is None else promised
        if self.tuned(ledger):
            assert B is not None
            return float(3.0 * sqrt(2.0 * T / psi.alpha) * G * B)
        charge = psi.value(case.u) if B is None else B * B
        return float(self.weight(ledger, T + 1) * charge + 2.0 * G * G / psi.alpha * self.inverse)

    def statement(self, case: LeaderCase) -> str:
        ledger: Any = case.ledger
        G = "the largest seen" if self.most(ledger) is None else f"{self.most(ledger):g}"
        if self.tuned(ledger):
            stated = "R_T(u) <= 3 sqrt(2 G^2 B^2 T/alpha)"
        elif ledger._player.G is None:
            stated = "R_T(u) <= T lambda Psi(u) + (2 G^2/(lambda alpha)) H_T"
        else:
            stated = "R_T(u) <= T lambda_{T+1} Psi(u) + sum 2 G^2/(alpha t lambda_t)"
        B = self.within(ledger)
        within = "" if B is None else f", Psi(u) <= {B * B:g}"
        return f"Follow the Regularised Leader: {stated}, G = {G}{within}"

    def lesson(self, case: LeaderCase, allowed: float | None) -> str:
        ledger, B = case.ledger, self.within(case.ledger)
        if B is None or allowed is None or not ledger.labelled:
            return super().lesson(case, allowed)
        least = ledger.loss - self.weight(ledger, ledger.labelled + 1) * B * B - case.closed.limits
        return f"no u with Psi(u) <= {B * B:g} has lost less than {least:,.6g}"


def too_flat(psi: Regulariser, v: Any, w: Any) -> bool:
    """Do two points prove that Psi is less convex than claimed? Only checked for Psi that are not of this package."""
    if type(psi) in GEOMETRIES.values() or type(psi).dual is not Regulariser.dual:
        return False
    here, there, step = psi.value(v), psi.value(w), w - v
    needed = psi.alpha / 2.0 * dot(step, step) - SLACK * (abs(here) + abs(there))
    rise = (
        max(there - here - dot(psi.gradient(v), step), 0.0),
        max(here - there + dot(psi.gradient(w), step), 0.0),
    )
    return bool(min(rise) < needed * (1.0 - SLACK))


def kinked(ledger: ConvexLedger, number: int, largest: float) -> bool:
    """Does the sum of the losses have a kink at a point played? That of round `number`, if any, is checked first.

    The gradients on both sides of a point converge as the distance shrinks, unless there is a kink between them.
    Gradients that differ by no more than a millionth of the `largest` count as equal.
    """
    total, domain = ledger.losses, ledger._domain
    first = [ledger.points[ledger._numbers.index(number)]] if number in ledger._numbers else []
    for w in [*first, *ledger.points[-LOOKED_AT:]]:
        for axis in np.eye(domain.d)[:LOOKED_AT]:
            apart = np.inf
            for near in CLOSER:
                step = near * (1.0 + float(np.abs(w).max())) * axis
                ahead, behind = domain.project(w + step), domain.project(w - step)
                turn = float(np.abs(total.gradient(ahead) - total.gradient(behind)).max())
                before, apart = apart, turn
                if apart > 1e-6 * largest and apart > before / 2.0:
                    return True
    return False
