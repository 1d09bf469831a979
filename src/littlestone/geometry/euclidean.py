"""The Euclidean mirror map, whose gradient is the identity."""

from __future__ import annotations

from math import inf
from typing import Any

import numpy as np

from ..support.linear_algebra import dot, squared
from .domain import Ball, Box, Domain, Simplex
from .mirror_map import MirrorMap


class Euclidean(MirrorMap):
    """|w|^2 / 2, which is 1-strongly convex in the Euclidean norm. Lectures that take |w|^2 have alpha = 2.

    Mirror descent with it is gradient descent.
    """

    name = "euclidean"
    ours = True
    grain = 0.0

    def value(self, w: Any) -> float:
        return dot(w, w) / 2.0

    def gradient(self, w: Any) -> Any:
        return w

    def inverse(self, theta: Any, domain: Domain) -> Any:
        return domain.project(theta)

    def divergence(self, u: Any, w: Any) -> float:
        return dot(u - w, u - w) / 2.0

    def least(self, domain: Domain) -> Any:
        return domain.project(np.zeros(domain.d))

    def most(self, domain: Domain) -> float:
        if isinstance(domain, Ball):
            return squared(domain.radius) / 2.0
        if isinstance(domain, Box):
            return domain.d * max(squared(domain.low), squared(domain.high)) / 2.0
        return 0.5 if isinstance(domain, Simplex) else inf
