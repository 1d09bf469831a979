"""The regret of the online Newton step on rows, logarithmic for losses curved along their gradients."""

from __future__ import annotations

from functools import cached_property
from types import SimpleNamespace
from typing import Any

import numpy as np

from ..bound import SLACK
from ..convex.gradient_theorems import GradientsCase, best_point
from ..convex.online_newton_step_theorems import comparators, parabolas
from ..geometry.domain import Ball
from .arow_theorems import STRETCH
from .row_regret_theorems import OwnSumsBound

DIGITS = 1e-6  # tolerance of the inverse of a matrix
FLAT = 1e-12  # relative to the matrix: smaller numbers may be rounding


class NewtonCase(GradientsCase):
    """A game of Newton steps, presented as a game of points."""

    @cached_property
    def seen(self) -> Any:
        """The learner's sums, and a ball in which all guesses lie from -C to C."""
        return view(self.learner)

    @cached_property
    def candidates(self) -> list[Any]:
        """Vectors that do well on the parabolas, where these are more than the rounding of the matrix."""
        seen = self.seen
        curved = np.abs(seen.gram).max(initial=0.0) > FLAT * np.abs(seen.A).max(initial=0.0)
        return comparators(seen) if curved else [best_point(seen)]

    @cached_property
    def u(self) -> Any:
        """The vector for which the theorem is tightest, of those tried."""
        return max(self.candidates, key=lambda u: parabolas(self.seen, u) - allowance(self.learner, u))


class LinearNewtonBound(OwnSumsBound):
    """R <= gamma eps |u|^2/2 + (sum of g' A^-1 g)/(2 gamma) for u of guesses from -C to C (Luo et al. 2016).

    R is the regret of the parabolas below the losses, loss(u) >= loss(w) + <g, u - w> + (gamma/2) <g, u - w>^2.
    A step gives |w' - u|^2 <= |w - u|^2 - (2/gamma) <g, w - u> + g' A^-1 g/gamma^2 in the norm of A, and a projection
    into a strip that u lies in brings no one farther from u: add up. u is sought among the vectors no longer than
    C/R, R the longest example, whose guesses all lie from -C to C. Where the loss is square, gamma depends on how far
    from zero a truth may be: the premise is that none is farther than the learner has it. Of the diagonal form no
    theorem is known.
    """

    weighted = False  # how much a loss curves depends on its weight
    cheap = False  # a comparator costs a matrix inverse
    looks_at = NewtonCase

    def statement(self, case: NewtonCase) -> str:
        return "Newton step on rows: R(u) <= gamma eps |u|^2/2 + (sum g'A^-1 g)/(2 gamma), R of parabolas"

    def out_of_range(self, case: NewtonCase) -> str | None:
        learner = case.learner
        if not learner.full:
            return "no theorem is known of a diagonal matrix"
        if not learner.tangents.squares < STRETCH * learner.eps:
            return f"the gradients are too long beside eps = {learner.eps:g} for floating point; scale the features"
        S = learner.matrix()
        if not (np.diag(S) > 0.0).all() or np.linalg.slogdet(S)[0] == 0.0:
            return "the inverse of the matrix has lost its digits; scale the features"
        return super().out_of_range(case)

    def premise(self, case: NewtonCase) -> str | None:
        largest, Y = case.learner.largest, case.learner.Y
        if case.learner.tangents.price.name != "square" or largest <= Y * (1 + SLACK):
            return None
        return f"a truth is {largest:.4g} from zero, farther than the promised Y = {Y:g}"

    def astray(self, case: NewtonCase) -> str | None:
        learner, seen = case.learner, case.seen
        trace, due = float(np.trace(seen.A)), seen.d * learner.eps + learner.tangents.squares
        if abs(trace - due) > DIGITS * due:
            return "the matrix is not made of the gradients"
        if learner.leverage > np.linalg.slogdet(seen.A / learner.eps)[1] * (1 + DIGITS) + DIGITS:
            return "the sum of g' A^-1 g is more than the logarithm of the determinant"
        w = learner.embedded_weights(0)
        for u in (np.zeros(len(w)), *case.candidates):
            apart = learner.gamma / 2 * float((w - u) @ (seen.A @ (w - u)))
            paid, allowed = parabolas(seen, u), allowance(learner, u)
            if paid + apart > allowed + DIGITS * (abs(paid) + abs(allowed) + apart + abs(learner.tangents.played)):
                return "the weights are farther from some vector than the steps of the rule lead"
        return None

    def sides(self, case: NewtonCase) -> tuple[float, float]:
        return parabolas(case.seen, case.u), allowance(case.learner, case.u)

    def slack(self, case: NewtonCase, paid: float, allowed: float) -> float:
        return super().slack(case, paid, allowed) + SLACK * (abs(paid) + abs(float(case.learner.tangents.played)))

    def comparators(self, case: NewtonCase) -> str:
        return f"the best vector u found, |u| = {float(np.linalg.norm(case.u)):.4g},"


def allowance(learner: Any, u: Any) -> float:
    """The bound against u."""
    return float(learner.gamma * learner.eps * (u @ u) / 2 + learner.leverage / (2 * learner.gamma))


def view(learner: Any) -> Any:
    """The learner presented as one of points: its sums, and a ball in which all guesses lie from -C to C."""
    S = learner.matrix()
    A = learner.eps * np.linalg.inv(S)
    A = (A + A.T) / 2
    n = len(A)
    total = learner.gradients.embedded_weights(n)[:n]
    return SimpleNamespace(
        A=A,
        gram=A - learner.eps * np.eye(n),
        total=total,
        pulls=learner.pulls.embedded_weights(n)[:n],
        slopes=learner.slopes,
        gamma=learner.gamma,
        G=learner.tangents.longest,
        d=n,
        start=np.zeros(n),
        w=np.zeros(n),
        domain=Ball(n, learner.C / learner.radius if learner.radius else 1.0),
        regret=lambda u: learner.tangents.played - float(total @ u),
    )
