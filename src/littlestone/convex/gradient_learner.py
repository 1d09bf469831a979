"""Base of the learners of points that use only gradients."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..errors import BadLabel, BadParameter
from ..geometry.domain import Domain
from ..state import Amount, Number, Vector, fields
from ..support.linear_algebra import dot, norm
from ..support.settings import real
from .point import PointLearner

LONGEST = 1e100  # sums of squares of longer gradients would overflow


class GradientLearner(PointLearner):
    """Learns from g, the gradient of the loss at the point that was played, and from nothing else.

    A convex loss lies above its tangent: loss(w) - loss(u) <= <g, w - u> for every point u. So the regret is at most
    that of the linear losses <g, .>, which is known at every moment, because the learner adds up

        total = sum of g,     played = sum of <g, w - start>,     squares = sum of |g|^2,

    and on a ball, a box or the simplex the best fixed point for linear losses has a formula. A subclass defines `step`,
    which is called with g after the sums are updated, and returns the next point.
    """

    saved = fields(
        Vector("w", size="d"), Vector("total", size="d"), Number("played"), Amount("squares"), Amount("longest")
    )

    def __init__(self, d: int, *, domain: str | Domain = "space") -> None:
        super().__init__(d, domain=domain)
        self.start = self.domain.centre
        self.w = self.start
        self.total = np.zeros(self.d)
        self.played = 0.0
        self.squares = 0.0
        self.longest = 0.0

    def predict(self) -> Any:
        return self.w

    def learn(self, z: Any, point: Any) -> None:
        g = self.gradient(z, point)
        size = self.size(g)
        self.total = self.total + g
        self.played += dot(g, point - self.start)
        self.squares += size * size
        self.longest = max(self.longest, size)
        self.updates += 1
        self.w = self.step(g)

    def step(self, g: Any) -> Any:
        """The next point to play."""
        raise NotImplementedError(f"{type(self).__name__} must say where it steps")

    def size(self, g: Any) -> float:
        """The length of a gradient, in the norm of the theorem."""
        return norm(g)

    def gradient(self, z: Any, point: Any) -> Any:
        """The gradient of the loss at the point, checked."""
        g = np.asarray(self.price.gradient(point, z), dtype=np.float64)
        if g.shape != (self.d,):
            raise BadLabel(f"the gradient of a loss has {self.d} coordinates, not the shape {g.shape}")
        if not np.isfinite(g).all() or np.abs(g).max() > LONGEST:
            raise BadLabel(
                "the gradient of the loss is too long to be squared; scale the losses, or play on a bounded domain"
            )
        return g

    def regret(self, u: Any) -> float:
        """sum of <g, w - u>: an upper bound on the regret against u."""
        return self.played - dot(self.total, u - self.start)


def positive(name: str, value: Any, what: str) -> float:
    """A finite number above 0; `what` says what it stands for."""
    if not real(name, value, what) > 0:
        raise BadParameter(f"{name} is {what}, more than 0, not {value!r}")
    return float(value)
