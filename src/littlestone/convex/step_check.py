"""Checks every step of a game once: is it the step of the rule that the theorem is about?"""

from __future__ import annotations

from math import inf, sqrt
from typing import Any

import numpy as np

from ..bound import SLACK
from ..geometry.domain import Domain
from ..support.linear_algebra import dot, norm
from .convex_ledger import ConvexLedger

ROUNDING = 1e-12  # tolerance of the coordinates of a point, relative to its length


class Rule:
    """The rule of a theorem, which checks the points and gradients of a game step by step.

    It keeps its own sums of the gradients, to compare with the learner's. `wrong` says what is wrong with a step. Each
    step is checked once, so certificates after every round cost no more than one at the end.
    """

    def __init__(self, learner: Any, ledger: ConvexLedger) -> None:
        self.points, self.revealed = ledger.points, ledger.revealed
        self.t = 0
        self.total = np.zeros(learner.d)
        self.played = 0.0
        self.squares = 0.0
        self.gross = 0.0  # sum of |<g, w - start>|, and of |g|, to which rounding is relative
        self.lengths = 0.0
        self.records: list[tuple[int, float]] = []  # gradients longer than all before, and their numbers
        self.failure: str | None = None

    def wrong(self, learner: Any, g: Any, w: Any, after: Any) -> str | None:
        """What is wrong with the step from w to `after`, both in the domain, or None; g is in the sums already."""
        raise NotImplementedError(f"{type(self).__name__} must say what the rule is")

    def is_of(self, ledger: ConvexLedger) -> bool:
        """Are the steps checked so far those of this ledger?"""
        return self.points is ledger.points and self.revealed is ledger.revealed

    def catch_up(self, learner: Any, ledger: ConvexLedger) -> str | None:
        """Check the new steps; return the first thing that was ever wrong, or None.

        Where not all points were kept, the one after the last of them is not known, and only its gradient is looked at.
        """
        points = [*self.points[self.t :], learner.predict() if ledger._complete else None]
        for w, after, z in zip(points, points[1:], self.revealed[self.t :], strict=False):
            if self.failure is None:
                self.failure = self.looked_at(learner, ledger.price.gradient(w, z), w, after)
        if self.failure is None and self.t == learner.updates:
            self.failure = self.wrong_sums(learner)
        return self.failure

    def looked_at(self, learner: Any, g: Any, w: Any, after: Any) -> str | None:
        """Check one step, to `after` if that is known: add its gradient to the sums, return what is wrong, or None."""
        self.t += 1
        away, square, size = w - learner.start, dot(g, g), learner.size(g)
        self.total = self.total + g
        self.played += dot(g, away)
        self.squares += square
        self.gross += sqrt(square * dot(away, away))
        self.lengths += sqrt(square)
        if not self.records or size > self.records[-1][1]:
            self.records.append((self.t, size))
        if self.t == 1 and not learner.domain.contains(w):
            return f"point 1 lies outside the {learner.domain.name}"
        if after is None:
            return None
        if not learner.domain.contains(after):
            return f"point {self.t + 1} lies outside the {learner.domain.name}"
        return self.wrong(learner, g, w, after)

    def wrong_sums(self, learner: Any) -> str | None:
        """What is wrong with the learner's sums, when all its gradients are known, or None."""
        if abs(self.played - learner.played) > SLACK * self.gross:
            return "the learner's sum of <g, w> is not that of the points played"
        if np.linalg.norm(self.total - learner.total) > SLACK * self.lengths:
            return "the learner's sum of the gradients is not that of the game"
        return None


def is_nearest(domain: Domain, w: Any, step: Any, after: Any, pull: Any = None) -> bool:
    """Is `after`, a point of the domain, the nearest to v = w - step?

    It is if <v - after, u - after> <= 0 for every point u of the domain, which is checked at the maximum of this linear
    function. In another norm `pull`, its matrix times v - after, takes the place of v - after.
    """
    pull = w - step - after if pull is None else pull
    rounding = ROUNDING * (length(w) + length(step) + length(after))
    strength = length(pull)
    if domain.diameter == inf:
        return strength <= rounding
    way = domain.minimise_linear(-pull) - after
    return dot(pull, way) <= (SLACK * strength + rounding) * length(way) + strength * rounding


def length(x: Any) -> float:
    """|x|, faster than numpy's norm for short vectors."""
    return norm(x)
