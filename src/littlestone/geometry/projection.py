"""Projection onto a domain in the norm of a matrix: sqrt((w - v)' A (w - v)), A positive definite."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..errors import BadParameter
from ..support.linear_algebra import backward, factored, forward, norm, squared, times
from .domain import Ball, Box, Domain, Simplex

MOST_STEPS = 100  # per coordinate; a few are enough


def check_projection(domain: Domain) -> None:
    """Raise if `project_in_norm` does not support the domain."""
    if not isinstance(domain, Ball | Box | Simplex):
        raise BadParameter(f"a projection in the norm of a matrix is onto a ball, a box or the simplex, not {domain!r}")


def project_in_norm(domain: Domain, A: Any, v: Any, start: Any) -> Any:
    """The point w of a ball, a box or the simplex with the smallest (w - v)' A (w - v); `start` is a point of it."""
    if isinstance(domain, Ball):
        return onto_ball(domain.radius, A, v)
    low, high = (domain.low, domain.high) if isinstance(domain, Box) else (0.0, np.inf)
    if isinstance(domain, Box) and ((low <= v) & (v <= high)).all():
        return v
    return active_set(A, v, start, low, high, sum_to_one=isinstance(domain, Simplex))


def onto_ball(radius: float, A: Any, v: Any) -> Any:
    """w = (A + m I)^-1 A v for the m >= 0 with |w| = radius.

    1/|w| is nearly a line in m, and concave: Newton's method for 1/|w| = 1/radius comes from the left and needs a few
    steps, each with a triangle F F' = A + m I of its own: |w|^2 falls by 2 |F^-1 w|^2 (More and Sorensen 1983).
    """
    if norm(v) <= radius:
        return v
    pulled, w, m = times(A, v), v, 0.0
    for _ in range(MOST_STEPS):
        F = factored(A + m * np.eye(len(v)))
        w = backward(F, forward(F, pulled)) if m > 0.0 else v
        length, bend = norm(w), norm(forward(F, w))
        step = (length / radius - 1.0) * squared(length / bend)
        if step <= 1e-15 * m:
            break
        m += step
    return w * min(1.0, radius / norm(w))


def active_set(A: Any, v: Any, start: Any, low: float, high: float, *, sum_to_one: bool) -> Any:
    """The nearest point with every coordinate in [low, high], and with the sum 1 if `sum_to_one`: an active-set method.

    The active coordinates are held at their bound; the others move to their optimum, or up to the first bound on the
    way, which becomes active. A coordinate whose multiplier has the wrong sign is released. Every iterate is nearer
    than the last, so there are finitely many (Nocedal and Wright 2006, chapter 16).
    """
    A = A / np.abs(A).max()
    w = np.array(start, dtype=np.float64)
    held = (w <= low) | (w >= high)
    for _ in range(MOST_STEPS * len(w)):
        free = np.flatnonzero(~held)
        aim, push = best_place(A, v, w, free, sum_to_one)
        way = aim - w
        with np.errstate(divide="ignore", invalid="ignore"):
            reach = np.where(way < 0, (low - w) / way, np.where(way > 0, (high - w) / way, np.inf))
        first = int(free[np.argmin(reach[free])]) if len(free) else -1
        if first >= 0 and reach[first] < 1.0:
            w = w + max(0.0, reach[first]) * way
            w[first] = low if way[first] < 0 else high
            held[first] = True
            continue
        w = aim
        # release the coordinate along which the objective falls fastest from its bound into the domain
        inwards = np.where(w <= low, -push, push) * held
        most = int(np.argmax(inwards))
        if inwards[most] <= 1e-13 * (1.0 + np.abs(v).max() + np.abs(w).max()):
            break
        held[most] = False
    w = np.clip(w, low, high)
    return w / w.sum() if sum_to_one else w


def best_place(A: Any, v: Any, w: Any, free: Any, sum_to_one: bool) -> tuple[Any, Any]:
    """The optimum over the free coordinates, the others held, and the gradient there (less the multiplier)."""
    aim = np.array(w)
    price = 0.0  # the multiplier of the constraint that the sum is 1
    if len(free):  # on the simplex always: not all coordinates of a point are zero
        rise = times(A, w - v)[free]
        F = factored(A[np.ix_(free, free)])
        step = backward(F, forward(F, rise))
        if sum_to_one:
            even = backward(F, forward(F, np.ones(len(free))))
            price = float(step.sum() / even.sum())
            step = step - price * even
        aim[free] = w[free] - step
    return aim, times(A, aim - v) - price
