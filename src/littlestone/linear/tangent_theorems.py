"""Regret bounds of linear learners that follow gradients, with one rate or one for every coordinate.

A convex loss lies above its tangent, so for every u the loss of the learner less that of u is at most
R(u) = sum of <g, w - u>, known exactly from two sums. Where a coordinate moves by w' = w - eta g,

    g (w - u) = (w - u)^2/(2 eta) - (w' - u)^2/(2 eta) + eta g^2/2;

added up, with s_t = 1/eta_t - 1/eta_(t-1), which is not negative where rates fall,

    R(u) <= sum over coordinates and rounds of  s_t (w_t - u)^2/2 + eta_t g_t^2/2,

known for every u from sums too: of g, s, s w, s w^2 and eta g^2. For the u where the learner has arrived it is an
equation, which says nothing but that the steps are the rule's: that is an invariant, and the theorem is shown for
the vector beyond that `reach` finds. The loss is at least 1 (hinge, square) or ln 2 (log) on a mistake, so that what
limits the regret limits the mistakes too.
"""

from __future__ import annotations

from functools import cached_property
from math import isfinite
from typing import Any, ClassVar

import numpy as np

from ..bound import SLACK, Case, Open
from ..convex.gradient_theorems import left, more_than
from ..convex.reach import Sides
from ..receipts.exact_text import exact, vector
from ..support.effort import Effort
from .own_account import OwnAccountBound

OUT_OF_RANGE = "the gradients are too long or too short for their squares to be numbers; scale the features"


class TangentCase(Case):
    """The two sides of the theorem for every u, the learner's end point, and the comparator that is shown."""

    @cached_property
    def both(self) -> Sides:
        """R(u) and its bound, as functions of u."""
        learner = self.learner
        l1, l2 = self.bound.prices(learner)
        total, stiffness, pull = learner.sums()
        stiffness = np.where(stiffness > 0, stiffness + l2, stiffness)
        return Sides(learner.inner, total, (learner.drag + learner.weighted) / 2, stiffness, pull, l1)

    @cached_property
    def end(self) -> Any:
        """The learner's end point, by its sums."""
        return self.both.end()

    @cached_property
    def u(self) -> Any:
        """The comparator."""
        return self.both.competitor(self.learner.paid)

    @cached_property
    def sides(self) -> tuple[float, float, float]:
        """R(u), its bound, and the magnitude of the terms of both."""
        return self.both.against(self.u)


class TangentBound(OwnAccountBound):
    """Base of these theorems. `l1` and `l2` are the learner's penalties of |u_i| and u_i^2/2, if it has any."""

    cheap = True
    weighted = True  # the gradients are those of the losses by weight
    looks_at = TangentCase
    theorem: ClassVar[str] = ""

    def books(self, learner: Any) -> Any:
        return learner

    def prices(self, learner: Any) -> tuple[float, float]:
        """l1 and l2."""
        return 0.0, 0.0

    def statement(self, case: TangentCase) -> str:
        return self.theorem

    def details(self, case: TangentCase) -> str:
        return f", |u| = {float(np.linalg.norm(case.u)):.4g}" if case.learner.updates else ""

    def unmeasurable(self, case: TangentCase) -> str | None:
        return None if isfinite(case.sides[2]) and case.learner.measurable() else OUT_OF_RANGE

    def paid(self, case: TangentCase) -> float:
        if self.fresh(case) or not isfinite(case.sides[2]):
            raise Open(OUT_OF_RANGE)
        return case.sides[0]

    def invariant(self, case: TangentCase) -> str | None:
        return super().invariant(case) or self.astray(case)

    def astray(self, case: TangentCase) -> str | None:
        """What is wrong if the weights do not follow from the sums, or the theorem fails at the end point."""
        learner, both, end = case.learner, case.both, case.end
        # rounding of the sums per coordinate, over as many gradients as there were updates
        summed = learner.lengths() * learner.updates**0.5 + np.sqrt(both.stiffness * max(0.0, learner.drag))
        rounding = summed / np.where(both.stiffness > 0, both.stiffness, np.inf)
        if (np.abs(learner.arrived() - end) > SLACK * (np.abs(end) + rounding)).any():
            return "the weights are not where the gradients lead"
        return self.unequal(case)

    def unequal(self, case: TangentCase) -> str | None:
        """What is wrong with the theorem at the end point, where it is an equation unless there are penalties."""
        paid, allowed, size = case.both.against(case.end)
        if not any(self.prices(case.learner)) and not abs(paid - allowed) <= SLACK * size:
            return "the steps do not add up to the weights"
        return more_than(paid, allowed, SLACK * size)

    def allowed(self, case: TangentCase) -> float:
        return case.sides[1]

    def slack(self, case: TangentCase, paid: float, allowed: float) -> float:
        return SLACK * case.sides[2]

    def exceeded(self, case: TangentCase, paid: float, allowed: float) -> str | None:
        return more_than(paid, allowed, self.slack(case, paid, allowed))

    def lesson(self, case: TangentCase, allowed: float | None) -> str:
        learner = case.learner
        if allowed is None or not learner.updates:
            return ""
        here, there = (left(learner.paid, case.both.against(u)[0]) for u in (case.u, case.end))
        return (
            f"the {learner.price.name} losses are {learner.paid:.6g}; that vector u has lost at least {here:.6g}, and "
            f"the weights where it has arrived, |w| = {float(np.linalg.norm(case.end)):.4g}, at least {there:.6g}"
        )

    def live(self, ledger: Any) -> str:
        """The regret of the tangents and its bound."""
        allowed = self.allowance(ledger) if ledger.learner.updates else None
        return "" if allowed is None else f"R {TangentCase(self, ledger, Effort(0.0)).sides[0]:,.4g} <= {allowed:,.4g}"


class LinearDescentBound(TangentBound):
    """R(u) <= |u|^2/(2 eta) + (eta/2) sum |g|^2 at a fixed rate (Zinkevich 2003).

    At rates eta_t that fall it is at most D^2/(2 eta_T) + sum of eta_t |g|^2/2, D the longest distance between u and w.
    """

    theorem = "Gradient descent: R(u) <= sum s_t |w_t - u|^2/2 + sum eta_t |g|^2/2, s_t = 1/eta_t - 1/eta_(t-1)"

    def witness(self, case: TangentCase) -> dict[str, Any]:
        """The vector, the weights, and the sums that both sides are made of, which the rows would refute."""
        learner, first = case.learner, 0 if case.learner.bias else 1  # rows have the constant feature as column 0
        vectors = {"u": case.u, "w": learner.arrived()}
        if learner.rate == "root":
            vectors["total"] = case.both.total
        sums = {name: exact(getattr(learner, name)) for name in ("inner", "drag", "weighted")}
        return {**{name: vector(each[first:]) for name, each in vectors.items()}, **sums, "updates": learner.updates}

    def astray(self, case: TangentCase) -> str | None:
        return self.unequal(case)  # sums of s w, and of g at a fixed rate, are not kept: they follow from the weights


class CoordinatesBound(TangentBound):
    """Base of those with a rate for every coordinate, whose sums are the witness."""

    def witness(self, case: TangentCase) -> dict[str, Any]:
        """The vector, the weights, and the sums of every coordinate and of all, which the rows would refute."""
        learner, first = case.learner, 0 if case.learner.bias else 1  # rows have the constant feature as column 0
        total, _, pull = learner.sums()
        vectors = {"u": case.u, "w": learner.arrived(), "total": total, "squares": learner.squares(), "pull": pull}
        sums = {name: exact(getattr(learner, name)) for name in ("inner", "drag", "weighted")}
        return {**{name: vector(each[first:]) for name, each in vectors.items()}, **sums, "updates": learner.updates}


class LinearAdaGradBound(CoordinatesBound):
    """R(u) <= sum over i of (D_i^2/(2 eta) + eta) sqrt(sum of g_i^2) (Duchi, Hazan and Singer 2011).

    It is the theorem of descent with a falling rate, once for every coordinate; certified is the sharper sum.
    """

    theorem = "AdaGrad: R(u) <= sum_i sum_t s_t (w_t - u)^2/2 + eta_t g^2/2 <= sum_i (D_i^2/(2 eta) + eta) |g_1:T,i|"


class ProximalBound(CoordinatesBound):
    """R(u) <= sum over i of sum of s_t (w_t - u)^2/2 + g^2/(2 (1/eta_t)) + l1 |u_i| + l2 u_i^2/2 (McMahan 2017).

    With 1/eta_t = (beta + sqrt(n_i))/alpha it is at most (beta + sqrt(n_i)) D_i^2/(2 alpha) + alpha sqrt(n_i), and the
    prices of u.
    """

    theorem = "FTRL-Proximal: R(u) <= sum_i sum_t s_t (w_t - u)^2/2 + eta_t g^2/2, + l1 |u|_1 + l2 |u|^2/2"

    def prices(self, learner: Any) -> tuple[float, float]:
        return learner.l1, learner.l2
