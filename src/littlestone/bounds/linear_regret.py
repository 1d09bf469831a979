"""What the regret theorems of gradient learners share: tangents instead of losses, and a look at every step.

A convex loss lies above its tangent, so the regret of the linear losses <g, .> is at least the true one, and it is known
exactly from two sums: sum of <g, w> - min over u of <sum of g, u>. A theorem that bounds it bounds both. And it is a matter
of geometry, not of data: nothing that nature reveals can break it, but for a premise that is named.
"""

from __future__ import annotations

from math import inf
from typing import Any

import numpy as np

from ..bound import SLACK, Bound, Certificate, not_fresh
from ..convex_ledger import ConvexLedger
from ..domain import Domain
from ..errors import BadParameter
from ..settings import real

ROUNDING = 1e-12  # what the coordinates of a point may be off, relative to its length


class LinearRegretBound(Bound):
    """A bound on the regret of the tangents, made of the gradients that were seen.

    `G` is a length that the user vouches no gradient exceeds: the bound is then the one known before the game. Without
    it the gradients are taken as they came, which is never worse, and there is no premise about them.
    """

    promise = "G"

    def __init__(self, G: float | None = None) -> None:
        self.G = promised("G", G, "the longest gradient")

    def parameters(self) -> dict[str, Any]:
        return {"G": self.G}

    def certificate(self, learner: Any, ledger: ConvexLedger) -> Certificate:
        theorem = self.statement(learner)
        broken = not_fresh(ledger)
        if broken is None and ledger.latest:
            broken = f"the truth of round {ledger.first_late} came after other updates"
        if broken or learner.updates == 0:
            return Certificate(theorem, 0.0, None if broken else 0.0, broken, "")
        W, gradients = played(learner, ledger) if ledger.complete else (None, None)
        failure = None if W is None else self.wrong_rule(learner, W, gradients)
        broken = self.premise(learner, gradients)
        paid, allowed = self.regret(learner)
        if failure is None and broken is None:
            failure = self.exceeded(learner, paid, allowed)
        teaches = "" if broken or failure else self.lesson(learner, ledger, paid)
        return Certificate(theorem, paid, None if broken else allowed, broken, teaches, failure)

    def statement(self, learner: Any) -> str:
        """The theorem in one line."""
        raise NotImplementedError(f"{type(self).__name__} must say what it states")

    def regret(self, learner: Any) -> tuple[float, float]:
        """The regret of the tangents, and what the theorem allows; there was at least one gradient."""
        raise NotImplementedError(f"{type(self).__name__} must say what it allows")

    def wrong_step(self, learner: Any, W: Any, gradients: Any) -> str | None:
        """The first step that is not the rule's, if any: step t goes from W[t] to W[t + 1], both in the domain."""
        raise NotImplementedError(f"{type(self).__name__} must say what the rule is")

    def premise(self, learner: Any, gradients: Any) -> str | None:
        """The premise about the losses that failed, if one did."""
        return too_long(learner, gradients, self.G)

    def exceeded(self, learner: Any, paid: float, allowed: float) -> str | None:
        """The inequality that failed, if one did."""
        if paid > allowed + SLACK * abs(allowed):
            return f"a regret of {paid:.6g} is more than {allowed:.6g}"
        return None

    def wrong_rule(self, learner: Any, W: Any, gradients: Any) -> str | None:
        """What is wrong with the points and sums of this learner, whatever the data, if anything is."""
        away = W[:-1] - learner.start
        gross = float(np.abs(gradients * away).sum())
        if abs(float((gradients * away).sum()) - learner.played) > SLACK * gross:
            return "the sum of <g, w> is not that of the points played"
        if np.abs(gradients.sum(axis=0) - learner.total).max() > SLACK * np.abs(gradients).sum():
            return "the sum of the gradients is not that of the game"
        for t, w in enumerate(W):
            if not learner.domain.contains(w):
                return f"point {t + 1} lies outside the {learner.domain.name}"
        return self.wrong_step(learner, W, gradients)

    def lesson(self, learner: Any, ledger: ConvexLedger, paid: float) -> str:
        """The bound read backwards: every fixed point has lost something too."""
        return f"no fixed point of the {learner.domain.name} has lost less than {ledger.loss - paid:.6g}"

    def live(self, learner: Any, ledger: ConvexLedger) -> str:
        """The regret of the tangents and what is allowed."""
        if learner.updates == 0 or not_fresh(ledger) or ledger.latest:
            return ""
        paid, allowed = self.regret(learner)
        return f"R {paid:,.4g} <= {allowed:,.4g}"


def promised(name: str, value: float | None, what: str) -> float | None:
    """A number above 0 that the user vouches for, or None."""
    if value is not None and not real(name, value, what) > 0:
        raise BadParameter(f"{name} is {what}, more than 0, not {value!r}")
    return None if value is None else float(value)


def played(learner: Any, ledger: ConvexLedger) -> tuple[Any, Any]:
    """The points of the game, one row each, the next one included, and the gradients at those that were judged."""
    pairs = zip(ledger.points, ledger.revealed, strict=True)
    gradients = np.array([ledger.price.gradient(point, z) for point, z in pairs])
    return np.array([*ledger.points, learner.predict()]), gradients


def too_long(learner: Any, gradients: Any, G: float | None) -> str | None:
    """The premise that no gradient is longer than G, if it is broken."""
    if G is None or learner.longest <= G * (1 + SLACK):
        return None
    which = "a gradient"
    if gradients is not None:
        which = f"gradient {next(t for t, g in enumerate(gradients, 1) if learner.size(g) > G * (1 + SLACK))}"
    return f"{which} is longer than the promised {G:g}; the longest is {learner.longest:.4g}"


def best_point(learner: Any) -> Any:
    """The point of the domain that the tangents, added up, favour."""
    return learner.domain.minimise_linear(learner.total)


def is_nearest(domain: Domain, v: Any, w: Any, pull: Any = None) -> bool:
    """Is w, a point of the domain, the nearest to v?

    It is if the way on to v forms an obtuse angle with the way to every point u: <v - w, u - w> <= 0, which is largest
    where a linear function is. In another norm `pull`, the matrix of the norm times v - w, takes the place of v - w.
    """
    pull = v - w if pull is None else pull
    strength, rounding = np.linalg.norm(pull), ROUNDING * (np.linalg.norm(v) + np.linalg.norm(w))
    if domain.diameter == inf:
        return bool(strength <= rounding)
    u = domain.minimise_linear(-pull)
    return bool(pull @ (u - w) <= (SLACK * strength + rounding) * np.linalg.norm(u - w) + strength * rounding)
