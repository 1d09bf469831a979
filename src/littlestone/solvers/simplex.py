"""Minimisation of a sum of smooth convex functions of <a_t, w> over the simplex, by Newton's method."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

STEPS = 200  # Newton steps: a dozen is usual
NOISE = 1e-14  # relative rounding error of a sum
PATIENCE = 3  # stop after so many steps with neither a smaller sum nor a smaller gap


class Price(NamedTuple):
    """The losses of a vector of guesses, one per round, with their first and second derivatives."""

    values: Callable[[Any], Any]
    slopes: Callable[[Any], Any]
    curvatures: Callable[[Any], Any]


def duality_gap(rows: Any, weights: Any, slopes: Any) -> float:
    """An upper bound on how much smaller than at w the sum can be on the simplex (Frank and Wolfe 1956).

        gap(w) = max_i <grad f(w), w - e_i>,   f(v) >= f(w) + <grad f(w), v - w> >= f(w) - gap(w)

    `slopes` are the derivatives at the guesses of w; at a kink any subgradient will do.
    """
    ahead = slopes @ (rows - (rows @ weights)[:, None])
    return max(0.0, -float(ahead.min()))


def smallest_on_simplex(rows: Any, price: Price) -> tuple[Any, float]:
    """The weights w >= 0 of sum one with the smallest sum_t price_t(<a_t, w>), and their duality gap.

    Newton's method: replace every loss by its parabola at the guess; the sum of the parabolas is |Z w|^2/2 up to a
    constant, so its minimum over the simplex is the point of the hull of the columns of Z nearest to the origin. Move
    there, or as far as the sum decreases.
    """
    n = rows.shape[1]
    weights = best = np.full(n, 1.0 / n)
    smallest = lowest = np.inf
    idle = 0
    for _ in range(STEPS):
        guesses = rows @ weights
        values, slopes, curvatures = price.values(guesses), price.slopes(guesses), price.curvatures(guesses)
        total, blur = values.sum(), NOISE * np.abs(values).sum()
        gap = duality_gap(rows, weights, slopes)
        idle = 0 if gap < smallest or total < lowest - blur else idle + 1
        lowest = min(lowest, total)
        if gap < smallest:
            best, smallest = weights, gap
        if gap <= NOISE * np.abs(slopes * guesses).sum() or idle == PATIENCE:
            break
        root = np.sqrt(curvatures)[:, None]
        way = nearest_to_origin(root * (rows - (guesses - slopes / curvatures)[:, None])) - weights
        step = rows @ way
        share = 1.0
        while price.values(guesses + share * step).sum() > total + 0.1 * share * (slopes @ step) + blur:
            share /= 2.0
        weights = weights + share * way
    return best, smallest


def nearest_to_origin(points: Any) -> Any:
    """The weights of the point nearest to the origin in the hull of the columns of `points`.

        min |Z w|, w in the simplex  =  min |Z u|^2 + (s - s sum u)^2, u >= 0,  for any s > 0, with w = u / sum u:

    along a ray u = c w the right side is smallest at s^2 |Z w|^2 / (|Z w|^2 + s^2), which grows with |Z w|. It is a
    nonnegative least squares problem (Lawson and Hanson 1974). It is then solved again on its support, for accuracy.
    """
    from scipy.optimize import nnls

    triangle: Any = np.linalg.qr(points, mode="r") if len(points) > points.shape[1] else points
    lengths = np.linalg.norm(triangle, axis=0)
    scale = float(lengths.min())
    if scale == 0.0:
        return np.eye(len(lengths))[int(lengths.argmin())]
    ahead = np.append(np.zeros(len(triangle)), 1.0)
    found, _ = nnls(np.vstack((triangle / scale, np.ones(len(lengths)))), ahead, maxiter=30 * len(lengths))
    return polished(triangle / scale, found / found.sum())


def polished(points: Any, weights: Any) -> Any:
    """The weights refined on their support, with the same sum."""
    support = np.flatnonzero(weights)
    pivot = support[weights[support].argmax()]
    others = support[support != pivot]
    ways = points[:, others] - points[:, [pivot]]
    step = np.linalg.lstsq(ways, -(points @ weights), rcond=None)[0]
    better = weights.copy()
    better[others] += step
    better[pivot] -= step.sum()
    return better if better[support].min() >= 0.0 else weights
