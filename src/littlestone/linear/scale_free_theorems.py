"""The two theorems of ScInOL2: on the wealth of every coordinate and on the regret.

A coordinate is a bet of its own. With v = -g x_i, where |v| <= h M_i (slopes are 1 at most, weights at most h), its
wealth eta goes to eta (1 + v b), where b = sgn(theta) min(|theta|/s, 1)/(2 s) and s^2 = S + (h M)^2 counts the present
M but not yet v; so |v b| <= 1/2, and eta stays above 0. Let H(z) be z^2/4 up to |z| = 1 and |z|/2 - 1/4 beyond. Then
H'(theta/s)/s = b and H'' <= 1/2, and ln(1 + a) >= a - a^2 for |a| <= 1/2, so that

    ln(1 + v b) >= v b - v^2/(4 s^2)   and   H((theta + v)/s) <= H(theta/s) + v b + v^2/(4 s^2).

H falls where s grows. Added up over the rounds, ln(eta/eps) >= H(theta/s) - sum of v^2/(2 s^2). For a = v^2/s^2 <= 1,
a ln 2 <= ln(1 + a), and s^2 + v^2 is at most the next s^2; the first s is h|x_first|. So that sum is at most
ln(s^2/(h x_first)^2)/(2 ln 2), s^2 being S + (h M)^2 at the end:

    eta >= eps (h |x_first|/s)^(1/ln 2) e^H(theta/s),      H(z) >= |z|/2 - 1/4.

Since 1/ln 2 = 1.44.. <= 2 and e^(-1/4) = .77.. >= 2/3 that is at least eps 2 (h x_first)^2/(3 s^2) e^(|theta|/(2 s)),
the form known from Kempka, Kotlowski and Warmuth (2019); certified is the sharper one, which is proved here.

The regret of the tangents against any u is the sum over i of eps - eta_i + u_i theta_i, exactly. With
c = eps e^(-1/4) (h |x_first|/s)^(1/ln 2) it is, for one coordinate, at most eps + |u||theta| - c e^(|theta|/(2 s)). The
largest value of that over all theta is eps + 2 |u| s (ln(2 |u| s/c) - 1), or below eps where the bracket is negative.
"""

from __future__ import annotations

from copy import deepcopy
from functools import cached_property
from math import isfinite
from typing import Any

import numpy as np

from ..bound import SLACK, Case, Open
from ..convex.gradient_theorems import left, more_than
from ..row import Batch
from ..support import elementary
from ..support.effort import Effort
from ..support.elementary import exp, log
from ..support.linear_algebra import dot
from ..support.settings import counted
from .guess_probe import CLOSE
from .own_account import OwnAccountBound

RICHEST = exp(200.0)  # in units of eps, the largest wealth that is bet: beyond it rounding hides the bets of the others
POWER = 1.0 / log(2.0)
ROUNDING = 1e-15  # of one of the steps whose logarithms add up to that of the wealth
FEW = 8  # coordinates of the probe
TOO_RICH = "the wealth of a coordinate has passed e^200 eps, and more than that is not bet: its slopes are one-sided"


class WealthCase(Case):
    """The coordinates that values have come for, in units of their largest value (times h), and both sides."""

    @cached_property
    def cells(self) -> Any:
        """M, theta, S and the wealth of these coordinates, four rows."""
        table = self.learner.table()
        return table[self.seen].T

    @cached_property
    def seen(self) -> Any:
        """Which coordinates have had a value that is not 0, the constant feature's first."""
        return self.learner.table()[:, 0] > 0.0

    @cached_property
    def root(self) -> Any:
        """s."""
        return np.sqrt(1.0 + self.cells[2])

    @cached_property
    def z(self) -> Any:
        """|theta|/s."""
        return np.abs(self.cells[1]) / self.root

    @cached_property
    def fall(self) -> Any:
        """ln(x_first/s), which is 0 or less."""
        first = self.learner.first_values()[self.seen]
        return elementary.logs(first) - elementary.logs(self.cells[0]) - elementary.logs(self.root)

    @cached_property
    def least(self) -> Any:
        """The logarithm of the least wealth, in units of eps."""
        z = self.z
        return POWER * self.fall + np.where(z <= 1.0, z * z / 4.0, z / 2.0 - 0.25)

    @cached_property
    def u(self) -> Any:
        """The comparator, with the signs of theta, where the theorem on the regret is tightest."""
        height = np.maximum(1.0, self.z / 2.0)  # ln(2 |u| s/c): no u is cheaper than that with 1
        return np.sign(self.cells[1]) * elementary.exps(height - log(2.0) - elementary.logs(self.root) + self.log_c)

    @cached_property
    def log_c(self) -> Any:
        """ln(c), by which u is measured."""
        return log(self.learner.eps) - 0.25 + POWER * self.fall

    @cached_property
    def regret(self) -> float:
        """R(u)."""
        return float(self.learner.inner + dot(self.u, self.cells[1]))

    @cached_property
    def limit(self) -> float:
        """What the theorem allows for u."""
        u = np.abs(self.u)
        with np.errstate(divide="ignore"):
            height = np.where(u > 0.0, elementary.logs(2.0 * u * self.root) - self.log_c - 1.0, 0.0)
        return float((self.learner.eps + 2.0 * u * self.root * np.maximum(0.0, height)).sum())

    @cached_property
    def size(self) -> float:
        """The magnitude of what was added up: of R, of the wealth, and of what u is worth."""
        learner = self.learner
        moved = dot(np.abs(self.u), np.abs(self.cells[1]))
        return float(learner.gross + learner.eps * len(self.z) + moved)


class BetsBound(OwnAccountBound):
    """Base of the two: the accounts of the learner are compared with the ledger, its state with the rule."""

    cheap = True
    weighted = True  # slopes are those of the losses by weight
    looks_at = WealthCase

    def books(self, learner: Any) -> Any:
        return learner

    def unmeasurable(self, case: WealthCase) -> str | None:
        if (case.cells[3] > case.learner.richest).any():
            return TOO_RICH
        return None if isfinite(case.learner.paid) else "the losses have become too large to be a number"

    def paid(self, case: WealthCase) -> float:
        if self.fresh(case):
            raise Open("the learner's sums are not of this game alone")
        return self.amount(case)

    def amount(self, case: WealthCase) -> float:
        """What the theorem counts."""
        raise NotImplementedError(f"{type(self).__name__} must say what it counts")

    def invariant(self, case: WealthCase) -> str | None:
        wrong = super().invariant(case) or self.unbalanced(case) or self.lacks_wealth(case)
        return wrong or (misplayed(case.learner) if case.learner.updates else None)

    def unbalanced(self, case: WealthCase) -> str | None:
        """What is wrong if the coordinates did not win what the guesses lost, or bet what they should not."""
        learner = case.learner
        won = float((case.cells[3] - learner.eps).sum())
        if not abs(learner.inner + won) <= SLACK * case.size:
            return f"the coordinates have won {won:.6g}, and the guesses have lost {learner.inner:.6g}"
        bets = np.concatenate(([learner.bias_weight], learner.state()["w"]))
        due = staked(*case.cells[1:])
        if (np.abs(bets[case.seen] - due) > CLOSE * (np.abs(due) + ROUNDING)).any() or bets[~case.seen].any():
            return "the weights are not what the wealth and the sum of the slopes call for"
        return None

    def lacks_wealth(self, case: WealthCase) -> str | None:
        """What is wrong if a coordinate has less wealth than the theorem leaves it."""
        with np.errstate(divide="ignore"):
            have = elementary.logs(case.cells[3] / case.learner.eps)
        short = have < case.least - SLACK - ROUNDING * case.learner.updates * (1.0 + case.z)
        if not short.any():
            return None
        worst = int(np.argmin(have - case.least))
        who = coordinate(int(np.flatnonzero(case.seen)[worst]))
        return f"{who} has a wealth of {exp(have[worst]):.6g} eps, which is less than e^{case.least[worst]:.6g} eps"

    def lesson(self, case: WealthCase, allowed: float | None) -> str:
        if allowed is None or not case.learner.updates:
            return ""
        return self.taught(case)

    def taught(self, case: WealthCase) -> str:
        """What it implies, after at least one update."""
        raise NotImplementedError(f"{type(self).__name__} must say what it teaches")

    def slack(self, case: WealthCase, paid: float, allowed: float) -> float:
        return SLACK * (case.size + abs(allowed))

    def exceeded(self, case: WealthCase, paid: float, allowed: float) -> str | None:
        return more_than(paid, allowed, self.slack(case, paid, allowed))


class ScaleFreeWealthBound(BetsBound):
    """eta_i >= eps (x_i/s_i)^1.44 e^H(theta_i/s_i), H(z) = z^2/4 up to |z| = 1 and |z|/2 - 1/4 beyond.

    x_i is the first value of the coordinate that is not 0. That is at least 2 eps (x_i/s_i)^2/3 e^(|theta_i|/(2 s_i)),
    the form of Kempka, Kotlowski and Warmuth (2019); the proof stands at the head of this module. Written as losses,
    the sum of g guess is at most the sum over the coordinates of eps less that; every coordinate is looked at.
    """

    def statement(self, case: WealthCase) -> str:
        return "ScInOL2: eta_i >= eps (x_i/s_i)^1.44 e^H(theta_i/s_i), so sum g guess <= sum_i (eps - that)"

    def amount(self, case: WealthCase) -> float:
        return float(case.learner.inner)

    def allowed(self, case: WealthCase) -> float:
        return float(case.learner.eps * -elementary.expm1s(case.least).sum())

    def slack(self, case: WealthCase, paid: float, allowed: float) -> float:
        grown = float(case.learner.eps * elementary.exps(case.least).sum())
        return SLACK * (case.size + grown) + ROUNDING * int(case.learner.updates) * grown

    def taught(self, case: WealthCase) -> str:
        learner = case.learner
        wealth = case.cells[3]
        if not len(wealth):
            return ""
        best = int(np.argmax(wealth))
        who = coordinate(int(np.flatnonzero(case.seen)[best]))
        return (
            f"of {counted(len(wealth), 'coordinate')}, {int((wealth > learner.eps).sum()):,} have won; "
            f"{who} has made {learner.eps:g} into {wealth[best]:.4g}"
        )


class ScaleFreeBound(BetsBound):
    """R(u) <= sum_i [eps + 2 |u_i| s_i (ln(2.57 |u_i| s_i (s_i/x_i)^1.44/eps) - 1)+] for every vector u.

    x_i is the first value of the coordinate that is not 0, and 2.57 is 2 e^(1/4); it is at most the same with
    3 |u_i| s_i^3/(eps x_i^2) in the logarithm (Kempka, Kotlowski and Warmuth 2019). Shown is the u where it is
    tightest: ln(..) = max(1, |theta_i|/(2 s_i)), with the sign of theta_i. The proof stands at the head of this module.
    """

    def statement(self, case: WealthCase) -> str:
        return "ScInOL2: R(u) <= sum_i [eps + 2 |u_i| s_i (ln(2.57 |u_i| s_i (s_i/x_i)^1.44/eps) - 1)+]"

    def details(self, case: WealthCase) -> str:
        reach = float(np.abs(case.u).sum()) / case.learner.heaviest
        return f", sum |u_i| M_i = {reach:.4g}" if case.learner.updates else ""

    def amount(self, case: WealthCase) -> float:
        return float(case.regret)

    def allowed(self, case: WealthCase) -> float:
        return case.limit

    def taught(self, case: WealthCase) -> str:
        learner = case.learner
        lost = left(learner.paid, case.regret)
        return f"the {learner.price.name} losses are {learner.paid:.6g}; that vector u has lost at least {lost:.6g}"

    def live(self, ledger: Any) -> str:
        """The regret of the tangents and its bound."""
        allowed = self.allowance(ledger) if ledger.learner.updates else None
        return "" if allowed is None else f"R {WealthCase(self, ledger, Effort(0.0)).regret:,.4g} <= {allowed:,.4g}"


def coordinate(i: int) -> str:
    """A coordinate in words."""
    return f"column {i - 1}" if i else "the constant feature"


def staked(total: Any, squares: Any, wealth: Any) -> Any:
    """The bets of coordinates with these sums, in units of their largest value."""
    root = np.sqrt(1.0 + squares)
    return np.clip(total / root, -1.0, 1.0) * wealth / (2.0 * root)


def misplayed(learner: Any) -> str | None:
    """What is wrong if a copy of the learner guesses for a probe, or learns from it, otherwise than by the rule."""
    copy, before = deepcopy(learner), learner.table()
    bets = np.abs(staked(*before.T[1:]))
    known = 1 + np.flatnonzero((before[1:, 0] > 1e-300) & (before[1:, 0] < 1e300))  # half and twice are exact
    heavy = np.sort(known[np.argsort(-bets[known], kind="stable")[:FEW]])
    steps = np.resize([1.0, -0.5, 2.0, -1.5], len(heavy))  # the last two larger than all that came
    values = np.append(steps * before[heavy, 0], 3.0)  # and a new column
    x = Batch([0, len(values)], np.append(heavy, len(before)) - 1, values, len(before)).row(0)
    places, sizes = np.append(heavy, len(before)), values
    if learner.bias != 0.0:
        places, sizes = np.append(0, places), np.append(learner.bias, sizes)
    cells = np.concatenate((before, [[0.0, 0.0, 0.0, 0.0]]))[places].T
    M, total, squares, wealth = cells
    now = np.maximum(M, np.abs(sizes))
    shrunk, wealth = M / now, np.where(M > 0.0, wealth, learner.eps)
    total, squares = total * shrunk, squares * shrunk**2
    bet = staked(total, squares, wealth)
    due, size = float((bet * (sizes / now)).sum()), float(np.abs(bet).sum())
    guess = copy.predict(x)
    if not abs(guess * learner.heaviest - due) <= CLOSE * size:
        return "it does not guess with the bets that its wealth calls for"
    y = (-1.0 if guess > 0.0 else 1.0) if learner.price.name in ("log", "hinge") else above(learner, guess)
    copy.importance = learner.heaviest  # a slope of 1 is bet on then
    copy.learn(x, y, guess)
    gain = -learner.price.slope(y, guess) * (sizes / now)
    rule = np.array([now, total + gain, squares + gain**2, wealth + gain * bet])
    found = copy.table()[places].T
    rounding = np.abs(rule) + np.array([0.0 * now, 1.0 + 0.0 * now, 1.0 + 0.0 * now, wealth])
    if (np.abs(found - rule) > SLACK * rounding).any():
        return "a probe did not change the sums, or the wealth, as the rule does"
    return None


def above(learner: Any, guess: float) -> float:
    """A truth so far above the guess that no loss forgives it."""
    return 2.0 * (1.0 + abs(guess)) + guess + float(getattr(learner.price, "epsilon", 0.0))
