"""The smallest sum of hinge losses on a domain: by a linear program, or by a barrier method, and with a proof.

    F(w) = sum_t max(0, 1 - <a_t, w>) + (weight/2) |w|^2,     a_t = y_t x_t

It has kinks, where solvers for smooth functions get stuck. Any p with 0 <= p_t <= 1 proves that the losses are at least
sum_t p_t (1 - <a_t, w>), a linear function, whose smallest value on the domain is known: both methods find such a p
together with w. The barrier method is that of Nesterov and Nemirovskii (1994).
"""

from __future__ import annotations

from math import inf
from typing import Any

import numpy as np

from ..geometry.domain import Ball, Box, Domain, Simplex, Space
from ..losses.series import Series
from ..support import elementary
from ..support.linear_algebra import combined, dot, least_squares, times
from .line_search import on_a_line

NEAR = 1e-11  # what the last barrier may cost, as a share of the sum at the centre of the domain
FASTER = 30.0  # by how much the barrier is weakened at a time
STEPS = 60  # Newton steps at each of them, far more than are needed
DONE = 1e-8  # a step that promises less than this, in units of the barrier, is not taken
SHORTEST = 1e-12  # the least share of a step
TIGHT = 1e-9  # so near to 0 is a loss at its kink, and a coordinate at the side of its domain
LEFT = 1e-9  # so much of sum_t p_t a_t, as a share of its terms, is rounding


def smallest_hinge(a: Any, domain: Domain, weight: float = 0.0) -> Any:
    """A point where F is smallest.

    a         the rows a_t, at least one
    domain    all of R^d, a ball, a box or the simplex
    weight    of |w|^2/2, 0 or more
    """
    if domain.d == 1:
        return on_a_line(lambda w: line_sum(a, w, weight), *line_ends(a, domain))[0]
    if weight == 0.0 and not isinstance(domain, Ball):
        return at_corner(a, domain, by_linear_program(a, domain)[0])
    return by_barrier(a, domain, weight)[0]


def best_hinge(a: Any, domain: Domain) -> tuple[Any, float]:
    """A point where the sum of the losses is smallest, and a number it is proved to be nowhere below; -inf if none."""
    if domain.d == 1:
        w, gap = on_a_line(lambda w: line_sum(a, w, 0.0), *line_ends(a, domain))
        return w, line_sum(a, w, 0.0)[0] - gap
    if not isinstance(domain, Ball):
        w, p = by_linear_program(a, domain)
        return w, floor(a, p, domain)
    w, proofs = by_barrier(a, domain, 0.0)
    anywhere = Space(domain.d)  # what is smallest inside of the ball is smallest everywhere, and has an exact proof
    proved = floor(a, by_linear_program(a, anywhere)[1], anywhere)
    return w, max(proved, *(floor(a, p, domain) for p in proofs))  # the last p is the nearest, but for rounding


def signed_rows(pairs: Series) -> Any:
    """The rows a_t = y_t x_t of pairs that were revealed."""
    kept = pairs.array()
    return kept[:, :-1] * kept[:, -1:]


def bounded(domain: Domain) -> bool:
    """Has the domain an end in every direction?"""
    return domain.diameter < inf


def line_ends(a: Any, domain: Domain) -> tuple[Any, Any]:
    """The ends of the domain on a line; of all numbers, those of an interval with 0 and every kink of the sum."""
    if bounded(domain):
        return np.array(domain.minimise_linear(np.ones(1))), np.array(domain.minimise_linear(-np.ones(1)))
    places = 1.0 / a[a != 0.0]
    return np.array([places.min(initial=0.0)]), np.array([places.max(initial=0.0)])


def line_sum(a: Any, w: Any, weight: float) -> tuple[float, Any]:
    """F in one dimension, and its slope."""
    short = 1.0 - times(a, w)
    value = float(np.maximum(short, 0.0).sum()) + weight * dot(w, w) / 2.0
    return value, weight * w - a[short > 0.0].sum(axis=0)


def floor(a: Any, p: Any, domain: Domain) -> float:
    """The lower bound that p proves, and at least 0; on all of R^d only if sum_t p_t a_t is 0."""
    pull = combined(p, a)
    if bounded(domain):
        return max(0.0, float(p.sum()) - dot(pull, domain.minimise_linear(-pull)))
    balanced = bool((np.abs(pull) <= LEFT * np.abs(p[:, None] * a).sum(axis=0)).all())
    return max(0.0, float(p.sum())) if balanced else -inf


def by_linear_program(a: Any, domain: Domain) -> tuple[Any, Any]:
    """The point and the proof where the domain has flat sides: min sum_t s_t with s_t >= 1 - <a_t, w>, s_t >= 0."""
    from scipy.optimize import linprog
    from scipy.sparse import eye_array, hstack

    n, d = a.shape
    scale = float(np.abs(a).max()) or 1.0
    low, high = (domain.low, domain.high) if isinstance(domain, Box) else (-inf, inf)
    level = {}
    if isinstance(domain, Simplex):
        low, level = 0.0, {"A_eq": np.concatenate((np.ones(d), np.zeros(n)))[None], "b_eq": np.full(1, scale)}
    solved = linprog(
        np.concatenate((np.zeros(d), np.ones(n))),
        A_ub=hstack((-a / scale, -eye_array(n))),
        b_ub=-np.ones(n),
        bounds=[(low * scale, high * scale)] * d + [(0.0, inf)] * n,
        **level,
    )
    if solved.x is None:  # numbers too far apart for the solver: what follows is true, and proves nothing
        return np.array(domain.centre), np.zeros(n)
    return domain.project(solved.x[:d] / scale), np.clip(-solved.ineqlin.marginals, 0.0, 1.0)


def at_corner(a: Any, domain: Domain, w: Any) -> Any:
    """The corner that a linear program has found, computed anew from the sides that meet in it.

    The digits of a solver are its own; those of the same equations, solved in one order, are the same everywhere.
    """
    tight = np.abs(1.0 - times(a, w)) <= TIGHT
    rows, sides = [a[tight]], [np.ones(int(tight.sum()))]
    if isinstance(domain, Box | Simplex):
        low, high = (domain.low, domain.high) if isinstance(domain, Box) else (0.0, inf)
        for end in (low, high):
            there = np.abs(w - end) <= TIGHT * (1.0 + np.abs(w))
            rows.append(np.eye(domain.d)[there])
            sides.append(np.full(int(there.sum()), end))
    if isinstance(domain, Simplex):
        rows.append(np.ones((1, domain.d)))
        sides.append(np.ones(1))
    corner = domain.project(least_squares(np.concatenate(rows), np.concatenate(sides)))
    paid, least = (float(np.maximum(1.0 - times(a, point), 0.0).sum()) for point in (corner, w))
    return corner if paid <= least + TIGHT * (1.0 + least) else w


def by_barrier(a: Any, domain: Domain, weight: float) -> tuple[Any, list[Any]]:
    """The point and proofs p, each better than the one before but for rounding.

    Newton's method finds where the sum is smallest that a barrier keeps smooth, with ever less of it. Where the barrier
    is divided by t, a hinge of u = 1 - <a, w> is the smallest t s - ln s - ln(s - u) over s, and its slope in u is t p.
    A step is a problem of least squares, which loses half the digits that its equations would.
    """
    w = np.array(domain.centre, dtype=np.float64)
    terms = 2.0 * len(a) + {Space: 0, Ball: 1, Box: 2 * domain.d, Simplex: domain.d}[type(domain)]
    last = terms / (NEAR * max(1.0, float(np.maximum(1.0 - times(a, w), 0.0).sum())))
    t = min(1.0, last)
    proofs: list[Any] = []
    while True:
        for _ in range(STEPS):
            rows, sides = newton_rows(a, w, domain, weight, t)
            way = level_step(rows, sides) if isinstance(domain, Simplex) else least_squares(rows, -sides)
            drop = -dot(sides, times(rows, way))
            share = stride(a, w, domain, weight, t, way, drop) if drop > DONE else 0.0
            if share == 0.0:
                break
            w = w + share * way
        q = lifted(t * (1.0 - times(a, w)))
        proofs.append(q / (q + 2.0))
        if t >= last:
            return w, proofs
        t = min(t * FASTER, last)


def level_step(rows: Any, sides: Any) -> Any:
    """The step of least squares whose coordinates sum to 0."""
    inside = level_directions(rows.shape[1])
    return combined(least_squares(np.stack([times(rows, one) for one in inside], axis=1), -sides), inside)


def level_directions(d: int) -> Any:
    """An orthonormal basis of the vectors whose coordinates sum to 0, a row each (Helmert 1876).

    The k-th has 1 in its first k coordinates and -k in the next one.
    """
    k = np.arange(1.0, d)[:, None]
    place = np.arange(d)
    return np.where(place < k, 1.0, np.where(place == k, -k, 0.0)) / np.sqrt(k * (k + 1.0))


def lifted(u: Any) -> Any:
    """u + sqrt(u^2 + 4), without loss of digits where u is far below 0."""
    root = np.sqrt(u * u + 4.0)
    return np.where(u >= 0.0, u + root, 4.0 / (root - np.minimum(u, 0.0)))


def rooms(w: Any, domain: Domain) -> Any:
    """How far w is from each side of the domain, in the units of its barrier."""
    if isinstance(domain, Ball):
        return np.array([domain.radius**2 - dot(w, w)])
    if isinstance(domain, Box):
        return np.concatenate((w - domain.low, domain.high - w))
    return w if isinstance(domain, Simplex) else np.ones(0)


def smoothed(a: Any, w: Any, domain: Domain, weight: float, t: float) -> float:
    """The value of the smooth sum; infinite outside of the domain."""
    room = rooms(w, domain)
    if not (room > 0.0).all():
        return inf
    q = lifted(t * (1.0 - times(a, w)))
    hinges = 1.0 + q / 2.0 - elementary.log1ps(q / 2.0) - elementary.log1ps(2.0 / q)
    return float(hinges.sum()) + t * weight * dot(w, w) / 2.0 - float(elementary.logs(room).sum())


def newton_rows(a: Any, w: Any, domain: Domain, weight: float, t: float) -> tuple[Any, Any]:
    """The smooth sum at w as rows J and sides r: its gradient is J'r, its second derivatives are J'J."""
    u = t * (1.0 - times(a, w))
    q, root = lifted(u), np.sqrt(u * u + 4.0)
    bend = np.sqrt(2.0 * q / root) / (q + 2.0)
    eye, room = np.eye(domain.d), rooms(w, domain)
    rows, sides = [t * bend[:, None] * a], [-q / (q + 2.0) / bend]
    if weight > 0.0:
        rows.append(np.sqrt(t * weight) * eye)
        sides.append(np.sqrt(t * weight) * w)
    if isinstance(domain, Ball):
        rows += [np.sqrt(2.0 / room) * eye, 2.0 * w[None] / room]
        sides += [np.sqrt(2.0 / room) * w, np.zeros(1)]
    elif isinstance(domain, Box):
        rows += [eye / room[: domain.d], eye / room[domain.d :]]
        sides += [-np.ones(domain.d), np.ones(domain.d)]
    elif isinstance(domain, Simplex):
        rows.append(eye / room)
        sides.append(-np.ones(domain.d))
    return np.concatenate(rows), np.concatenate(sides)


def stride(a: Any, w: Any, domain: Domain, weight: float, t: float, way: Any, drop: float) -> float:
    """The share of a step that goes down and stays inside; 0 if there is none."""
    here, share = smoothed(a, w, domain, weight, t), 1.0
    while share > SHORTEST:
        if smoothed(a, w + share * way, domain, weight, t) <= here - 0.1 * share * drop:
            return share
        share /= 2.0
    return 0.0
