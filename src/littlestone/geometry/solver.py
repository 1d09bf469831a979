"""Numerical minimisation of a convex function on a domain, where there is no closed form."""

from __future__ import annotations

from collections.abc import Callable
from math import inf
from typing import Any

import numpy as np

from ..errors import BadParameter
from ..support.linear_algebra import dot, solved, times
from .domain import Ball, Box, Domain, Simplex, Space
from .projection import project_in_norm

PRECISION = 1e-6  # relative error allowed in the smallest value
CLEAR = 1e-12  # the least weight on the simplex: logarithms have no slope at zero
STEPS = 500  # far more than are needed
EXACT = 1e-22  # a step that promises less than this fraction of the value is not taken
ROUNDING = 2.0**-50  # of a value: what is less is no difference
SHORTEST = 1e-10  # the least share of a step
BENT = 0.2  # the least curvature that a step is taken to show, as a share of what was expected (Powell 1978)


def smallest(value: Callable[[Any], float], gradient: Callable[[Any], Any], domain: Domain, start: Any) -> Any:
    """Minimise the convex function `value` on the domain, from `start` on, by sequential quadratic programs.

    A step goes to the smallest value of a parabola on the domain, which is the point nearest to the free minimum in the
    norm of its matrix B, or a share of the way there. B is learned from how the gradient changes (Broyden, Fletcher,
    Goldfarb and Shanno 1970), damped so that it stays positive definite (Powell 1978).
    """
    if not isinstance(domain, Space | Ball | Box | Simplex):
        raise BadParameter(
            f"there is a solver for R^d, balls, boxes and the simplex, not for {domain!r}; "
            f"play linear losses or squared distances there, which need none"
        )
    w = inside(domain, np.array(start, dtype=np.float64))
    here, slope = value(w), gradient(w)
    B = np.eye(len(w)) * max(1.0, float(np.abs(slope).max(initial=0.0)))
    last = -inf
    for _ in range(STEPS):
        way = inside(domain, lowest(domain, B, w, slope)) - w
        promised = dot(slope, way)
        flat = promised > -ROUNDING * abs(here)  # the value tells no more; the gradient does, as long as it shrinks
        if not promised < -EXACT * abs(here) or (flat and promised < last / 2.0):
            break
        last = promised if flat else -inf
        share = stride(value, w, way, here, promised)
        if share == 0.0:
            break
        moved = share * way
        w = w + moved
        before, here, slope = slope, value(w), gradient(w)
        B = bent(B, moved, slope - before)
    return w if here <= value(start) + ROUNDING * abs(here) else np.array(start)


def inside(domain: Domain, w: Any) -> Any:
    """The point, kept clear of the sides of the simplex."""
    if not isinstance(domain, Simplex):
        return w
    w = np.maximum(w, CLEAR)
    return w / w.sum()


def lowest(domain: Domain, B: Any, w: Any, slope: Any) -> Any:
    """The point v of the domain where <slope, v - w> + (v - w)'B(v - w)/2 is smallest."""
    free = w - solved(B, slope)
    if isinstance(domain, Space):
        return free
    start = (
        np.where(w > 2.0 * CLEAR, w, 0.0) if isinstance(domain, Simplex) else w
    )  # what is clear of a side lies on it
    return project_in_norm(domain, B, free, start)


def stride(value: Callable[[Any], float], w: Any, way: Any, here: float, promised: float) -> float:
    """The share of a way that goes down as it should; 0 if there is none."""
    share = 1.0
    while not value(w + share * way) <= here + 1e-4 * share * promised + ROUNDING * abs(here):
        share /= 2.0
        if share < SHORTEST:
            return 0.0
    return share


def bent(B: Any, moved: Any, change: Any) -> Any:
    """B, changed as little as makes it say how the gradient has changed over the last step."""
    pulled = times(B, moved)
    expected, found = dot(moved, pulled), dot(moved, change)
    if not expected > 0.0:
        return B
    if found < BENT * expected:
        part = (1.0 - BENT) * expected / (expected - found)
        change, found = part * change + (1.0 - part) * pulled, BENT * expected
    return B - np.outer(pulled, pulled) / expected + np.outer(change, change) / found
