"""Regret bounds of ridge regression and Vovk-Azoury-Warmuth against every linear combination of the experts."""

from __future__ import annotations

from copy import deepcopy
from math import isfinite
from typing import Any, NamedTuple

import numpy as np

from ..bound import SLACK
from ..support import elementary
from ..support.elementary import log
from .regret_theorems import AdviceCase, RegretBound
from .rule_check import CLOSE

ILL = 1e8  # the condition of F above which a guess cannot be recomputed to six digits
DROWNED = 1e18  # a ridge is lost in rounding where the root of A is so many times the root of the ridge
WIDEST = 200  # coordinates up to which that is checked
LARGEST = 1e150  # the largest number whose square does not overflow
FINEST = 1e-300  # coefficients much smaller have lost their digits


class Solved(NamedTuple):
    """A triangular F with F'F = A = ridge I + sum x x', what F u is, and the least cost of any u."""

    F: Any
    target: Any
    best: float

    @property
    def squares(self) -> float:
        """The sum of the squares of the truths: what u = 0 costs, and what no rotation changes."""
        return float(self.best + self.target @ self.target)


class LeastSquaresBound(RegretBound):
    """Base: a bound on the loss of the learner less the minimum over u of ridge |u - c|^2 + sum (y - u x)^2.

    That minimum is the learner's `best`, known at every moment without the data; `paid` is the excess over it.
    """

    weighted = False
    whose = "combination u of the experts"

    def largest(self, learner: Any) -> float:
        """The error whose square is in the theorem."""
        raise NotImplementedError(f"{type(self).__name__} must say which error it squares")

    def own(self, ledger: Any) -> float:
        """The loss of the learner."""
        return float(ledger.own)

    def unmeasurable(self, case: Any) -> str | None:
        if max(self.largest(case.learner), case.learner.largest) > LARGEST:
            return "what was missed is too large to be squared"
        return super().unmeasurable(case) or too_large(case.learner) or too_small(case.learner)

    def against(self, case: Any) -> str:
        return "the best combination"

    def paid(self, case: Any) -> float:
        return self.own(case.ledger) - float(case.learner.best)

    def allowed(self, case: Any) -> float:
        return self.largest(case.learner) ** 2 * log_det(case.learner)

    def slack(self, case: Any, paid: float, allowed: float) -> float:
        return SLACK * allowed + self.rounding(case)

    def rounding(self, case: Any) -> float:
        """Rounding of a cost, relative to the squares that it is the difference of."""
        ledger, squares = case.ledger, case.ledger.labelled * case.learner.largest**2
        return float(SLACK * (ledger.own + squares + np.abs(ledger.expert_losses).sum()))

    def lesson(self, case: Any, allowed: float | None) -> str:
        own = self.own(case.ledger)
        if allowed is None or not own > allowed:
            return ""
        return f"no {self.whose} has lost less than {own - allowed:,.6g} - {case.learner.ridge:g} |u - c|^2"

    def invariant(self, case: Any) -> str | None:
        learner, told = case.learner, case.ledger.labelled
        if learner.updates != told:
            return f"it has learned from {learner.updates:,} of {told:,} truths"
        if not told:
            return None
        return missolved(learner) or self.miscounted(case) or self.mistaught(case)

    def miscounted(self, case: AdviceCase) -> str | None:
        """What is wrong if the matrix or the residual is not that of the kept rounds, if all were kept."""
        learner, ledger, found = case.learner, case.ledger, solved(case.learner)
        # Each expert is a combination: u is 1 in one place and 0 elsewhere.
        share = learner.share()
        distance = (1.0 - share) ** 2 + (learner.n - 1) * share**2
        alone = float(ledger.expert_losses.min()) + learner.ridge * distance
        if learner.best > alone + self.rounding(case):
            return f"an expert alone costs {alone:.9g}, less than the best combination, {learner.best:.9g}"
        if not ledger.rows.complete or not case.effort.spend(float(ledger.labelled) * learner.n**2):
            return None
        truths, advice = ledger.advice()
        rest = truths - (advice.mean(axis=1) if learner.centre == "even" else 0.0)
        exact = SLACK * (np.abs(truths).max() + np.abs(advice).max())
        if abs(learner.largest - np.abs(rest).max()) > exact:
            return "the largest |y - c x| is not that of the game"
        A = learner.ridge * np.eye(learner.n) + advice.T @ advice
        return mismatched(found, A, advice.T @ rest, float(rest @ rest))

    def mistaught(self, case: AdviceCase) -> str | None:
        """What is wrong if a copy that learns the last round again does not follow the rule."""
        if not case.batch.rows:
            return None
        copy, x, y = deepcopy(case.learner), case.batch.row(case.batch.rows - 1), float(case.batch.labels[-1])
        z = np.zeros(copy.n)
        z[x.columns] = x.values
        return self.deviation(copy, x, y, z, z.mean() if copy.centre == "even" else 0.0)

    def deviation(self, copy: Any, x: Any, y: float, z: Any, start: float) -> str | None:
        """Let a copy learn x, which its rule sees as z, where c x is `start`; return how it deviates from the rule."""
        before, rest, u = solved(copy), y - start, coefficients(copy)
        guess, due = copy.predict(x), self.guess(before.F, z, float(z @ u))
        exact = CLOSE * float(np.abs(z) @ (np.abs(u) + np.abs(copy.weights).max(initial=0.0)))
        if due is not None and abs(guess - start - due) > exact:
            return f"the guess is {guess:.9g} where the rule says {start + due:.9g}"
        largest, worst = copy.largest, getattr(copy, "worst", 0.0)
        copy.learn(x, y, guess)
        if abs(copy.largest - max(largest, abs(rest))) > SLACK * (largest + abs(y) + np.abs(z).max(initial=0.0)):
            return "the largest |y - c x| is not taken note of"
        if hasattr(copy, "worst") and copy.worst != max(worst, abs(y - guess)):
            return "the largest error is not taken note of"
        A, b = before.F.T @ before.F + np.outer(z, z), before.F.T @ before.target + rest * z
        return mismatched(solved(copy), A, b, before.squares + rest * rest) or missolved(copy)

    def guess(self, F: Any, z: Any, dot: float) -> float | None:
        """The guess of the rule for z less c x, where <u - c, z> is `dot`; None if it cannot be recomputed."""
        return dot


class VovkAzouryWarmuthBound(LeastSquaresBound):
    """R(u) <= ridge |u - c|^2 + Y^2 ln det(A/ridge) for every u, Y the largest |y - c x|.

    A round costs (y - guess)^2 = z^2/(1 + q) + y^2 q/(1 + q) - guess^2 q, counted from c x, where z is the error of
    ridge regression and q = x A^-1 x: the first sums to the least cost of a u, and q/(1 + q) <= ln(1 + q) is what
    ln det A grows by (Vovk 2001, Azoury and Warmuth 2001; the identity is Forster's, 1999).
    """

    def statement(self, case: Any) -> str:
        start = "" if case.learner.centre == "zero" else " - mean x"
        return f"Vovk-Azoury-Warmuth: R(u) <= ridge |u - c|^2 + max (y{start})^2 ln det(A/ridge)"

    def largest(self, learner: Any) -> float:
        return float(learner.largest)

    def guess(self, F: Any, z: Any, dot: float) -> float | None:
        if len(F) > WIDEST or np.linalg.cond(F) > ILL:
            return None
        from scipy.linalg import solve_triangular

        novelty = solve_triangular(F, z, trans="T")
        return dot / (1.0 + float(novelty @ novelty))


class RidgeBound(LeastSquaresBound):
    """R(u) <= ridge |u - c|^2 + E^2 ln det(A/ridge) for every u, E the largest error that was made.

    The sum of (y - guess)^2/(1 + q), q = x A^-1 x, is the least cost of a u, exactly (Azoury and Warmuth 2001; Zhdanov
    and Kalnishkan 2013), and q/(1 + q) <= ln(1 + q) is what ln det A grows by. Were guesses cut to [-Y, Y], E would be
    2 Y at most (Vovk 2001); they are not cut here, and E is the largest that occurred.
    """

    def statement(self, case: Any) -> str:
        return "Ridge: R(u) <= ridge |u - c|^2 + max (y - guess)^2 ln det(A/ridge)"

    def largest(self, learner: Any) -> float:
        return float(learner.worst)

    def miscounted(self, case: AdviceCase) -> str | None:
        worst, own = case.learner.worst**2, case.ledger.own
        if not worst * (1.0 - SLACK) <= own <= worst * case.ledger.labelled * (1.0 + SLACK):
            return "the largest error is not one that was made"
        return super().miscounted(case)


def solved(learner: Any) -> Solved:
    """A copy of the learner's triangular system."""
    triangle = learner.triangle
    return Solved(np.array(triangle.factor).reshape(triangle.n, triangle.n), np.array(triangle.target), triangle.best)


def coefficients(learner: Any) -> Any:
    """u - c, in the coordinates of the learner's triangle."""
    if hasattr(learner, "bias_weight"):
        w = np.concatenate(([learner.bias_weight], learner.weights))
        return w[: learner.triangle.n]
    return learner.weights - learner.share()


def log_det(learner: Any) -> float:
    """ln det(A/ridge)."""
    diagonal = np.asarray(learner.triangle.factor)[:: learner.triangle.n + 1]
    return float(2.0 * elementary.logs(diagonal).sum() - len(diagonal) * log(learner.ridge))


def too_large(learner: Any) -> str | None:
    """Why the bound cannot be computed, if a sum has overflowed."""
    factor = np.asarray(learner.triangle.factor)
    with np.errstate(over="ignore", invalid="ignore"):
        all_of_them = float(factor @ factor)  # a column of F has no more; this is asked often, and mostly the answer
    found = Solved(
        factor.reshape(2 * (learner.triangle.n,)), np.asarray(learner.triangle.target), learner.triangle.best
    )
    if all_of_them < DROWNED**2 * learner.ridge and isfinite(found.squares) and learner.largest < LARGEST:
        return None
    with np.errstate(over="ignore", invalid="ignore"):
        length = np.linalg.norm(found.F, axis=0).max(initial=0.0)
        sizes = (length**2, found.squares, np.float64(learner.largest) ** 2)
    if not np.isfinite(sizes).all():
        return "squares have become too large to be numbers; scale features and truths down"
    if length > DROWNED * np.sqrt(learner.ridge):
        return "the ridge is so little beside the squares that rounding has drowned it; give a larger one"
    return None


def too_small(learner: Any) -> str | None:
    """Why the coefficients cannot be looked at, if all of them have vanished, or nearly."""
    target = np.abs(learner.triangle.target).max(initial=0.0)
    if not 0.0 < target < FINEST * LARGEST:  # this is asked often, and mostly the answer
        return None
    longest = max(1.0, float(np.abs(learner.triangle.factor).max()))
    if target / longest > FINEST or np.abs(learner.weights).max(initial=0.0) > FINEST:
        return None
    return f"no coefficient is more than {FINEST:g}, and smaller ones have few digits; scale features or truths up"


def missolved(learner: Any) -> str | None:
    """What is wrong if the coefficients do not solve F u = target."""
    found, u = solved(learner), coefficients(learner)
    exact = SLACK * (np.abs(found.F) @ (np.abs(u) + np.abs(learner.weights).max(initial=0.0)) + np.abs(found.target))
    return None if np.all(np.abs(found.F @ u - found.target) <= exact) else "the coefficients are not the best ones"


def mismatched(found: Solved, A: Any, b: Any, squares: float) -> str | None:
    """What is wrong unless F'F is A, F' target is b, and the residual of the squared truths is the best cost."""
    lengths = np.sqrt(np.diag(A))
    if np.any(np.abs(found.F.T @ found.F - A) > SLACK * np.outer(lengths, lengths)):
        return "the matrix is not ridge I + sum x x'"
    if np.any(np.abs(found.F.T @ found.target - b) > SLACK * lengths * np.sqrt(squares)):
        return "the target is not sum (y - c x) x"
    return None if abs(found.squares - squares) <= SLACK * squares else "the best cost is not that of the rounds"
