"""The comparator for theorems that are equations, or nearly so, at the learner's own end point.

Such a theorem says R(u) <= A(u) for every u, R linear and A convex, and the learner ends where R - A is largest. There
both sides are equal, which shows that the steps were the rule's and nothing about the losses. So that is an invariant,
and the u shown lies farther out: on the ray from the minimum of A through the end point, where A is twice as large as
at the end point. If weights have no price by their size, no other vector with as small an A(u) has a larger R(u): it is
the strongest comparator at this bound. But losses are not negative; if the tangents give that u a negative loss, the
one shown is the last on the ray whose loss is not.
"""

from __future__ import annotations

from math import isfinite, sqrt
from typing import Any, NamedTuple

import numpy as np


class Sides(NamedTuple):
    """R(u) = regret - <total, u> and A(u) = least + sum over i of s_i u_i^2/2 - p_i u_i + l1 |u_i|.

    s is `stiffness`, p is `pull`. A coordinate without stiffness has u_i = 0.
    """

    regret: float
    total: Any
    least: float
    stiffness: Any
    pull: Any
    l1: float = 0.0

    def against(self, u: Any) -> tuple[float, float, float]:
        """R(u), A(u), and the size of what was added up for them."""
        with np.errstate(all="ignore"):
            gained, pulled = float(self.total @ u), float(self.pull @ u)
            price = float((self.stiffness * u * u).sum() / 2 + self.l1 * np.abs(u).sum())
            moved = float(np.abs(self.total) @ np.abs(u) + np.abs(self.pull) @ np.abs(u))
        regret, least = float(self.regret), float(self.least)
        return regret - gained, least + price - pulled, abs(regret) + moved + least + price

    def end(self, weight: float = 1.0) -> Any:
        """The u with the largest weight R(u) - A(u); with none, that with the smallest A(u)."""
        with np.errstate(all="ignore"):
            z = self.pull - weight * self.total
            shrunk = np.sign(z) * np.maximum(0.0, np.abs(z) - self.l1)
            return shrunk / np.where(self.stiffness > 0, self.stiffness, np.inf)

    def competitor(self, lost: float) -> Any:
        """The u to show, given that the learner's total loss is `lost`."""
        end = self.end()
        paid, allowed, _ = self.against(end)
        with np.errstate(all="ignore"):
            way = end - self.end(0.0)
            rise = float((self.stiffness * end - self.pull) @ way + self.l1 * np.abs(way).sum())  # of A at the end
            curve = float((self.stiffness * way * way).sum()) / 2
            gain = -float(self.total @ way)
        steep = rise + sqrt(max(0.0, rise * rise + 4.0 * curve * allowed))
        far = 2.0 * allowed / steep if steep > 0.0 else 0.0
        last = (lost - paid) / gain if gain > 0.0 else far
        far = min(far, last) if last > -1.0 else far
        return end + far * way if isfinite(far) else end


def farther(least: float, price: float) -> float:
    """How many times farther out the u to show is, where A(u) = least + price(u) and the price is quadratic.

    At mu times the end point, whose price this is, the bound is twice as large: least + mu^2 price =
    2 (least + price).
    """
    mu = sqrt(2.0 + least / price) if price > 0.0 else 1.0
    return mu if isfinite(mu) else 1.0
