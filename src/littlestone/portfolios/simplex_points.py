"""Points of the simplex to mix constant rebalanced portfolios over: a grid, a sample, or the nodes of a quadrature."""

from __future__ import annotations

from itertools import combinations
from math import comb
from typing import Any

import numpy as np

from ..errors import TooLarge
from ..support import elementary

NEWTON = 8  # steps from within a cell: each doubles the digits
MOST = 20_000_000  # numbers in a list of points: more would not be played in reasonable time


def grid_points(d: int, steps: int) -> Any:
    """All points whose coordinates are multiples of 1/steps: C(steps + d - 1, d - 1) of them.

    Each is a row of `steps` stars among which d - 1 bars are set: the stars between two bars are one coordinate.
    """
    count = comb(steps + d - 1, d - 1)
    check_room(count, d, "a coarser grid")
    bars = np.array(list(combinations(range(steps + d - 1), d - 1)), dtype=np.int64).reshape(count, d - 1)
    ends = np.concatenate((np.full((count, 1), -1), bars, np.full((count, 1), steps + d - 1)), axis=1)
    return (np.diff(ends, axis=1) - 1) / steps


def sampled_points(d: int, count: int, seed: int) -> Any:
    """Points drawn uniformly from the simplex: exponential numbers over their sum."""
    check_room(count, d, "fewer samples")
    drawn = -elementary.log1ps(-np.random.default_rng(seed).random((count, d)))
    return drawn / drawn.sum(axis=1, keepdims=True)


def quadrature_points(nodes: int) -> tuple[Any, Any]:
    """Points of the triangle and weights that integrate polynomials of degree 2 nodes - 2 or less without error.

    Gauss' nodes u and v on [0, 1]; the point is (u, (1 - u) v, (1 - u)(1 - v)), and its weight has the factor 2(1 - u).
    """
    at, weight = legendre_nodes(nodes)
    at, weight = (at + 1.0) / 2.0, weight / 2.0
    u, v = (part.ravel() for part in np.meshgrid(at, at, indexing="ij"))
    prior = 2.0 * (1.0 - u) * np.outer(weight, weight).ravel()
    return np.stack((u, (1.0 - u) * v, (1.0 - u) * (1.0 - v)), axis=1), prior / prior.sum()


def legendre_nodes(n: int) -> tuple[Any, Any]:
    """The zeros of Legendre's polynomial P_n, rising, and Gauss' weights 2 (1 - x^2)/(n P_(n-1)(x))^2.

    Between the points (1 - s^2)/(1 + s^2) for small steps of s, which lie as densely as the zeros do, P_n changes its
    sign once at most; Newton's method goes on from there. A library would ask for eigenvalues, whose last digits are
    those of the processor.
    """
    s = np.arange(8 * n + 1) / (8.0 * n)
    half = (1.0 - s * s) / (1.0 + s * s)  # from 1 to 0
    places = np.concatenate((-half, half[-2::-1]))
    above = legendre(n, places)[0] > 0.0
    cell = np.flatnonzero(above[:-1] != above[1:])
    x = (places[cell] + places[cell + 1]) / 2.0
    for _ in range(NEWTON):
        value, before = legendre(n, x)
        x = x - value * (1.0 - x) * (1.0 + x) / (n * (before - x * value))
    before = n * legendre(n, x)[1]
    return x, 2.0 * (1.0 - x) * (1.0 + x) / (before * before)


def legendre(n: int, x: Any) -> tuple[Any, Any]:
    """P_n(x) and P_(n-1)(x), by k P_k = (2k - 1) x P_(k-1) - (k - 1) P_(k-2)."""
    before, value = np.zeros_like(x), np.ones_like(x)
    for k in range(1, n + 1):
        before, value = value, ((2 * k - 1) * x * value - (k - 1) * before) / k
    return value, before


def check_room(count: int, d: int, less: str) -> None:
    """Refuse lists that would not fit."""
    if count * d > MOST:
        raise TooLarge(f"{count:,} portfolios of {d} assets are more than can be played; take {less}, or sample")
