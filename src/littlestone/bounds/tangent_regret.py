"""The regret of linear learners that follow the gradients of a loss: with one rate, or one for every coordinate.

A convex loss lies above its tangent, so for every u the loss of the learner less that of u is at most
R(u) = sum of <g, w - u>, known exactly from two sums. Where a coordinate moves by w' = w - eta g,

    g (w - u) = (w - u)^2/(2 eta) - (w' - u)^2/(2 eta) + eta g^2/2;

added up, with s_t = 1/eta_t - 1/eta_(t-1), which is not negative where rates fall,

    R(u) <= sum over coordinates and rounds of  s_t (w_t - u)^2/2 + eta_t g_t^2/2,

an equation for the u where the learner has arrived; it is certified for that u. The loss is at least 1 (hinge,
square) or ln 2 (log) on a mistake, so that what limits the regret limits the mistakes too.
"""

from __future__ import annotations

from math import isfinite
from typing import Any, ClassVar

import numpy as np

from ..bound import SLACK, Bound, Certificate, not_fresh
from ..ledger import Ledger
from .own_account import heard_more, misheard


class TangentBound(Bound):
    """What these theorems share. `l1` and `l2` are prices of |u_i| and u_i^2/2 that the learner has, if it has any."""

    statement: ClassVar[str] = ""

    def prices(self, learner: Any) -> tuple[float, float]:
        """l1 and l2."""
        return 0.0, 0.0

    def certificate(self, learner: Any, ledger: Ledger) -> Certificate:
        broken = not_fresh(ledger) or heard_more(ledger, learner.heard)
        if broken is None and ledger.latest:
            broken = f"the label of round {ledger.first_late} came after other updates"
        failure = misheard(ledger, learner.price, learner.heard, learner.paid)
        if broken or learner.updates == 0:
            return Certificate(self.statement, 0.0, None if broken else 0.0, broken, "", None if broken else failure)
        with np.errstate(all="ignore"):
            u = self.tightest(learner)
        paid, allowed, size = self.compared(learner, u)
        if not isfinite(size) or not learner.measurable():
            broken = "the gradients are too long or too short for their squares to be numbers; scale the features"
            return Certificate(self.statement, 0.0, None, broken, "")
        failure = failure or self.astray(learner, u, allowed - paid, size)
        if failure is None and paid > allowed + SLACK * size:
            failure = f"a regret of {paid:.6g} is more than {allowed:.6g}"
        lost = [max(0.0, learner.paid - self.compared(learner, v)[1]) for v in (u, 0 * u)]
        teaches = (
            f"the {learner.price.name} losses are {learner.paid:.6g}; the vector u where it has arrived, |u| = "
            f"{float(np.linalg.norm(u)):.4g}, has lost at least {lost[0]:.6g}, and u = 0 at least {lost[1]:.6g}"
        )
        return Certificate(self.statement, paid, allowed, None, teaches, failure)

    def tightest(self, learner: Any) -> Any:
        """The u for which the theorem is tightest: z = sum of g - s w, and u = -z/(sum of s), less what l1 takes."""
        l1, l2 = self.prices(learner)
        total, stiffness, pull = learner.sums()
        z, stiffness = total - pull, stiffness + l2
        return -np.sign(z) * np.maximum(0.0, np.abs(z) - l1) / np.where(stiffness > 0, stiffness, np.inf)

    def astray(self, learner: Any, u: Any, gap: float, size: float) -> str | None:
        """The invariant that does not hold, if it does not: then the steps are not those of the rule.

        Where a rule keeps the sum of s w, its weights are u; where it does not, the theorem for them is an equation.
        """
        w = learner.arrived()
        if not hasattr(learner, "lengths"):
            return "the steps do not add up to the weights" if abs(gap) > SLACK * size else None
        _, stiffness, _ = learner.sums()
        summed = learner.lengths() * learner.updates**0.5 + np.sqrt(stiffness * max(0.0, learner.drag))
        stray = np.abs(w - u) > SLACK * (np.abs(u) + summed / np.where(stiffness > 0, stiffness, np.inf))
        return "the weights are not where the gradients lead" if stray.any() else None

    def compared(self, learner: Any, u: Any) -> tuple[float, float, float]:
        """R(u), what it may be, and the size of what was added up for them."""
        l1, l2 = self.prices(learner)
        total, stiffness, pull = learner.sums()
        with np.errstate(all="ignore"):
            gained, pulled = float(total @ u), float(pull @ u)
            constant = (learner.drag + learner.weighted) / 2
            price = float(((stiffness + l2) * u * u).sum() / 2 + l1 * np.abs(u).sum())
            size = abs(learner.inner) + float(np.abs(total) @ np.abs(u) + np.abs(pull) @ np.abs(u)) + constant + price
        return learner.inner - gained, constant + price - pulled, size

    def live(self, learner: Any, ledger: Ledger) -> str:
        """The regret of the tangents and what is allowed."""
        if learner.updates == 0 or not_fresh(ledger) or ledger.latest:
            return ""
        paid, allowed, _ = self.compared(learner, self.tightest(learner))
        return f"R {paid:,.4g} <= {allowed:,.4g}"


class LinearDescentBound(TangentBound):
    """R(u) <= |u|^2/(2 eta) + (eta/2) sum |g|^2 at a fixed rate (Zinkevich 2003).

    At rates eta_t that fall it is at most D^2/(2 eta_T) + sum of eta_t |g|^2/2, D the longest distance between u and w.
    """

    statement = "Gradient descent: R(u) <= sum s_t |w_t - u|^2/2 + sum eta_t |g|^2/2, s_t = 1/eta_t - 1/eta_(t-1)"


class LinearAdaGradBound(TangentBound):
    """R(u) <= sum over i of (D_i^2/(2 eta) + eta) sqrt(sum of g_i^2) (Duchi, Hazan and Singer 2011).

    It is the theorem of descent with a falling rate, once for every coordinate; certified is the sharper sum.
    """

    statement = "AdaGrad: R(u) <= sum_i sum_t s_t (w_t - u)^2/2 + eta_t g^2/2 <= sum_i (D_i^2/(2 eta) + eta) |g_1:T,i|"


class ProximalBound(TangentBound):
    """R(u) <= sum over i of sum of s_t (w_t - u)^2/2 + g^2/(2 (1/eta_t)) + l1 |u_i| + l2 u_i^2/2 (McMahan 2017).

    With 1/eta_t = (beta + sqrt(n_i))/alpha it is at most (beta + sqrt(n_i)) D_i^2/(2 alpha) + alpha sqrt(n_i), and the
    prices of u.
    """

    statement = "FTRL-Proximal: R(u) <= sum_i sum_t s_t (w_t - u)^2/2 + eta_t g^2/2, + l1 |u|_1 + l2 |u|^2/2"

    def prices(self, learner: Any) -> tuple[float, float]:
        return learner.l1, learner.l2
