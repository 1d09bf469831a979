"""Domains of points: all of R^d, a ball, a box, or the simplex of weights that sum to one."""

from __future__ import annotations

from math import inf, sqrt
from typing import Any, ClassVar

import numpy as np

from ..errors import BadParameter, UnknownName
from ..support.linear_algebra import norm
from ..support.settings import real, whole


class Domain:
    """A closed convex set of points with d coordinates.

    `centre` is the default starting point, `diameter` the largest distance between two points. `str` gives the name
    and the parameters, "ball:2.0", which `find_domain` reads.
    """

    name: ClassVar[str] = ""

    def __init__(self, d: int) -> None:
        self.d = whole("d", d, "a number of coordinates", least=1)

    def numbers(self) -> tuple[float, ...]:
        """The parameters after d, in the order of the constructor."""
        return ()

    def __str__(self) -> str:
        return ":".join([self.name, *([",".join(map(repr, self.numbers()))] if self.numbers() else [])])

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(map(repr, (self.d, *self.numbers())))})"

    @property
    def centre(self) -> Any:
        """The default starting point."""
        return np.zeros(self.d)

    @property
    def diameter(self) -> float:
        """The largest distance between two points of the set."""
        return inf

    def project(self, w: Any) -> Any:
        """The point of the set that is nearest to w."""
        raise NotImplementedError(f"{type(self).__name__} must implement project()")

    def minimise_linear(self, g: Any) -> Any:
        """A point w of the set with the smallest <g, w>."""
        raise NotImplementedError(f"{type(self).__name__} must implement minimise_linear()")

    def contains(self, w: Any) -> bool:
        """Does w lie in the set, up to rounding?"""
        return norm(self.project(w) - w) <= 1e-9 * (1.0 + norm(w))


class Space(Domain):
    """All of R^d."""

    name = "space"

    def project(self, w: Any) -> Any:
        return w

    def minimise_linear(self, g: Any) -> Any:
        if np.any(g):
            raise BadParameter(
                "a linear function has no smallest value on all of R^d; play on a ball, a box or the simplex"
            )
        return self.centre


class Ball(Domain):
    """|w| <= radius."""

    name = "ball"

    def __init__(self, d: int, radius: float = 1.0) -> None:
        super().__init__(d)
        self.radius = real("radius", radius, "how far the ball reaches")
        if self.radius <= 0:
            raise BadParameter(f"radius is more than 0, not {radius}")

    @property
    def diameter(self) -> float:
        return 2.0 * self.radius

    def project(self, w: Any) -> Any:
        length = norm(w)
        return w if length <= self.radius else w * (self.radius / length)

    def minimise_linear(self, g: Any) -> Any:
        if not np.any(g):
            return self.centre
        direction = g / np.abs(g).max()  # so that squares of very small numbers are not lost
        return -self.radius * (direction / norm(direction))

    def numbers(self) -> tuple[float, ...]:
        return (self.radius,)


class Box(Domain):
    """low <= w_i <= high in every coordinate."""

    name = "box"

    def __init__(self, d: int, low: float = -1.0, high: float = 1.0) -> None:
        super().__init__(d)
        self.low = real("low", low, "the least a coordinate may be")
        self.high = real("high", high, "the most a coordinate may be")
        if self.low >= self.high:
            raise BadParameter(f"low lies below high, not {low} and {high}")

    @property
    def centre(self) -> Any:
        return np.full(self.d, (self.low + self.high) / 2.0)

    @property
    def diameter(self) -> float:
        return (self.high - self.low) * sqrt(self.d)

    def project(self, w: Any) -> Any:
        return np.clip(w, self.low, self.high)

    def minimise_linear(self, g: Any) -> Any:
        return np.where(g > 0, self.low, np.where(g < 0, self.high, self.centre))

    def numbers(self) -> tuple[float, ...]:
        return (self.low, self.high)


class Simplex(Domain):
    """w_i >= 0 and sum w_i = 1."""

    name = "simplex"

    @property
    def centre(self) -> Any:
        return np.full(self.d, 1.0 / self.d)

    @property
    def diameter(self) -> float:
        return sqrt(2.0) if self.d > 1 else 0.0

    def project(self, w: Any) -> Any:
        """Sort, subtract one threshold from the largest coordinates, set the rest to 0 (Held, Wolfe, Crowder 1974)."""
        w = w - np.max(w)  # does not change the result, but keeps the 1 from being rounded away
        falling = np.sort(w)[::-1]
        above = np.cumsum(falling) - 1.0
        size = int(np.flatnonzero(falling * np.arange(1, self.d + 1) > above)[-1]) + 1
        return np.maximum(w - above[size - 1] / size, 0.0)

    def minimise_linear(self, g: Any) -> Any:
        w = np.zeros(self.d)
        w[int(np.argmin(g))] = 1.0
        return w


DOMAINS: dict[str, type[Domain]] = {domain.name: domain for domain in (Space, Ball, Box, Simplex)}


def find_domain(domain: str | Domain, d: int) -> Domain:
    """The domain in R^d of that name: "simplex", "ball", "ball:2", "box:0,1"; a `Domain` is returned as it is."""
    if isinstance(domain, Domain):
        if domain.d != d:
            raise BadParameter(f"points have d = {d} coordinates, but those of {domain!r} have {domain.d}")
        return domain
    name, _, rest = str(domain).partition(":")
    if name not in DOMAINS:
        raise UnknownName.among("domain", name, DOMAINS)
    try:
        numbers = [float(number) for number in rest.split(",")] if rest else []
        return DOMAINS[name](d, *numbers)
    except (TypeError, ValueError) as error:
        if isinstance(error, BadParameter):
            raise
        raise BadParameter(
            f'a domain is written as "space", "ball:radius", "box:low,high" or "simplex", not {domain!r}'
        ) from None
