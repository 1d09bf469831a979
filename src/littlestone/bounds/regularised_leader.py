"""The theorems of Follow the Regularised Leader: with the gradients that were seen, and with a bound on them.

Let Phi_t = F_{t-1} + c_t Psi with c_t = (t - 1) lambda_t, and let w_t be the point of the domain where it is smallest.
Then at w_t the vector s_t = g_t - (c_{t+1}/c_t - 1) nabla F_{t-1}(w_t), with g_t = nabla l_t(w_t), is a subgradient of
Phi_{t+1} on the domain (for t = 1 it is g_1). Phi_{t+1} is c_{t+1} alpha-strongly convex, so

    Phi_{t+1}(w_t) - Phi_{t+1}(w_{t+1}) <= |s_t|^2 / (2 alpha c_{t+1}),

and since Psi >= 0 the sum of these brackets is at least R_T(u) - c_{T+1} Psi(u), whatever u. If all gradients are at
most G then |s_t| <= 2G, and the limit is 2 G^2 / (alpha t lambda_t): for a fixed lambda at once, for lambda_t in
proportion to 1/sqrt(t) because there the factor of nabla F is so much smaller that it makes up for lambda_{t+1} being
less than lambda_t.
"""

from __future__ import annotations

from math import sqrt
from typing import Any

from ..bound import SLACK, Certificate
from ..convex_ledger import ConvexLedger, Judged
from ..errors import BadParameter
from ..regulariser import Regulariser
from ..settings import real
from .brackets import Brackets
from .fixed_point import best_within


class RegularisedBrackets(Brackets):
    """What the two theorems share: the brackets of a regularised leader, and the sizes of its gradients."""

    COUNTS = (*Brackets.COUNTS, "over")
    SUMS = (*Brackets.SUMS, "ceiling", "largest", "inverse")

    def __init__(self) -> None:
        super().__init__()
        self.over = 0  # the first round with a gradient larger than promised
        self.ceiling = 0.0  # of the bracket of the last round
        self.largest = 0.0  # the largest gradient so far
        self.inverse = 0.0  # sum of 1/(t lambda_t)

    def psi(self, learner: Any) -> Regulariser | None:
        return learner.psi  # type: ignore[no-any-return]

    def weight(self, learner: Any, t: int) -> float:
        return float(learner.weight(t))

    def most(self, learner: Any) -> float | None:
        """The promised size of gradients, if there is a promise."""
        return None

    def limit(self, ledger: ConvexLedger, last: Judged, point: Any) -> float:
        return self.ceiling

    def see_point(self, ledger: ConvexLedger, judged: Judged) -> None:
        super().see_point(ledger, judged)
        if self.last is not judged:
            return
        learner, t, g = ledger.learner, ledger.labelled, judged.gradient
        psi = learner.psi  # type: ignore[attr-defined]
        now, then = self.weight(learner, t), self.weight(learner, t + 1)
        size = psi.dual(g)
        if t == 1:
            s = g
        else:
            past = ledger.losses.gradient(judged.point) - g
            size = max(size, psi.dual(past) / (t - 1))
            s = g - (then / now - 1.0) * past
        self.inverse += 1.0 / (t * learner.charge(t))  # type: ignore[attr-defined]
        self.largest = max(self.largest, size)
        self.ceiling = self.roof(learner, t, psi.dual(s))
        G = self.most(learner)
        if G is not None and size > G * (1.0 + SLACK) and not self.over:
            self.over = judged.number

    def roof(self, learner: Any, t: int, steep: float) -> float:
        """The most that the bracket of round t may be, with |s_t| = steep."""
        return float(steep * steep / (2.0 * learner.psi.alpha * self.weight(learner, t + 1)))

    def comparator(self, learner: Any, ledger: ConvexLedger) -> Any:
        """The u to state the theorem for: the best fixed point, or where there is none, the one the theorem favours."""
        best = ledger.best
        return self.leader(ledger) if best is None else best

    def statement(self, learner: Any) -> str:
        """The theorem in one line."""
        raise NotImplementedError(f"{type(self).__name__} must say what it states")

    def allowed(self, learner: Any, ledger: ConvexLedger, u: Any, limits: float) -> float:
        """The most that the regret against u may be, the brackets having these limits."""
        raise NotImplementedError(f"{type(self).__name__} must say what it allows")

    def refuted(self, learner: Any) -> str | None:
        """What the rounds have made of the promises."""
        return None

    def certificate(self, learner: Any, ledger: ConvexLedger) -> Certificate:
        theorem = self.statement(learner)
        if broken := self.trouble(learner, ledger):
            return Certificate(theorem, ledger.loss, None, broken, "")
        u = self.comparator(learner, ledger) if ledger.labelled else ledger.domain.centre
        paid = ledger.loss - ledger.losses.value(u)
        _, limits, slack, failure = self.closed(learner, ledger)
        allowed = self.allowed(learner, ledger, u, limits) if ledger.labelled else 0.0
        broken = self.refuted(learner)
        if failure is None and broken is None and paid > allowed + slack:
            failure = "more regret than the theorem allows"
        if failure and not self.sure(learner, ledger):
            found = "the leader was found by a solver, and not well enough, or Psi is not as convex as was said"
            broken, failure = f"{found}: {failure}", None
        if broken:
            return Certificate(theorem, paid, None, broken, "", failure)
        return Certificate(theorem, paid, allowed, None, self.lesson(learner, ledger, limits), failure)

    def lesson(self, learner: Any, ledger: ConvexLedger, limits: float) -> str:
        """The bound read backwards."""
        weight = self.weight(learner, ledger.labelled + 1)
        least = f"{ledger.loss - limits:,.6g}"
        return f"every fixed point u has lost at least {least} - {weight:,.6g} Psi(u)" if ledger.labelled else ""


class StabilityBound(RegularisedBrackets):
    """R_T(u) <= c_{T+1} Psi(u) + sum |s_t|^2 / (2 alpha c_{t+1}), with the gradients that were seen: no premise.

    It is about differentiable losses. c_t = (t - 1) lambda_t is what Psi was multiplied by, and s_t the gradient of
    round t less (about) the mean of those before: see the head of this file. u is the best fixed point; for linear
    losses on all of R^d there is none, and u is the point for which the theorem is tightest.
    """

    def statement(self, learner: Any) -> str:
        return "Follow the Regularised Leader: R_T(u) <= c_{T+1} Psi(u) + sum |s_t|^2/(2 alpha c_{t+1})"

    def allowed(self, learner: Any, ledger: ConvexLedger, u: Any, limits: float) -> float:
        return self.weight(learner, ledger.labelled + 1) * float(learner.psi.value(u)) + limits


class RegularisedLeaderBound(RegularisedBrackets):
    """R_T(u) <= T lambda Psi(u) + (2 G^2 / (lambda alpha)) H_T for a fixed lambda (Shalev-Shwartz 2007).

    With lambda_t made from G and B it is R_T(u) <= T lambda_{T+1} Psi(u) + sum 2 G^2/(alpha t lambda_t), and that is at
    most 3 sqrt(2 G^2 B^2 T / alpha), for all u with Psi(u) <= B^2. `G` is a number the user vouches for, the largest
    gradient; without it, it is the one lambda_t was made from, or the largest seen. `B` likewise: u is then the best
    point with Psi(u) <= B^2.
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

    def most(self, learner: Any) -> float | None:
        return learner.G if self.G is None else self.G

    def within(self, learner: Any) -> float | None:
        """B, promised or that of the learner's lambda_t."""
        if self.B is not None or learner.G is None:
            return self.B
        return float(learner.B)

    def tuned(self, learner: Any) -> bool:
        """Was lambda_t made from the very numbers that are promised?"""
        return learner.G is not None and self.most(learner) == learner.G and self.within(learner) == learner.B

    def roof(self, learner: Any, t: int, steep: float) -> float:
        G = max(self.largest, self.most(learner) or 0.0)  # a bracket that only a broken promise forbids is no bug
        return float(2.0 * G * G / (learner.psi.alpha * t * learner.charge(t)))

    def comparator(self, learner: Any, ledger: ConvexLedger) -> Any:
        B = self.within(learner)
        if B is None:
            return super().comparator(learner, ledger)
        return best_within(ledger.losses, ledger.domain, learner.psi, B * B)

    def allowed(self, learner: Any, ledger: ConvexLedger, u: Any, limits: float) -> float:
        promised, B, T = self.most(learner), self.within(learner), ledger.labelled
        G = self.largest if promised is None else promised
        if self.tuned(learner):
            return float(3.0 * sqrt(2.0 * T / learner.psi.alpha) * G * learner.B)
        charge = learner.psi.value(u) if B is None else B * B
        return float(self.weight(learner, T + 1) * charge + 2.0 * G * G / learner.psi.alpha * self.inverse)

    def refuted(self, learner: Any) -> str | None:
        if self.over:
            return f"a gradient was larger than {self.most(learner):g}: round {self.over}"
        return None

    def statement(self, learner: Any) -> str:
        G = "the largest seen" if self.most(learner) is None else f"{self.most(learner):g}"
        if self.tuned(learner):
            stated = "R_T(u) <= 3 sqrt(2 G^2 B^2 T/alpha)"
        elif learner.G is None:
            stated = "R_T(u) <= T lambda Psi(u) + (2 G^2/(lambda alpha)) H_T"
        else:
            stated = "R_T(u) <= T lambda_{T+1} Psi(u) + sum 2 G^2/(alpha t lambda_t)"
        B = self.within(learner)
        within = "" if B is None else f", Psi(u) <= {B * B:g}"
        return f"Follow the Regularised Leader: {stated}, G = {G}{within}"

    def lesson(self, learner: Any, ledger: ConvexLedger, limits: float) -> str:
        B = self.within(learner)
        if B is None:
            return super().lesson(learner, ledger, limits)
        least = ledger.loss - self.weight(learner, ledger.labelled + 1) * B * B - limits
        return f"no u with Psi(u) <= {B * B:g} has lost less than {least:,.6g}" if ledger.labelled else ""
