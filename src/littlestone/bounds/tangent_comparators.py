"""Vectors to compare a learner of gradients with, when all that is known of the game is what the learner has summed up.

For every u, with g the gradients and s_t = 1/eta_t - 1/eta_(t-1) of every coordinate (see `tangent_regret`),

    R(u) = sum of <g, w - u>  <=  B(u) = sum of s_t (w_t - u)^2/2 + sum of eta_t g_t^2/2 + l1 |u|_1 + l2 |u|^2/2,

and both sides are known from sums. They differ by |u - w|^2/2 in the metric 1/eta of the last round, w the weights
now: for u = w the theorem is an equation, whatever the game, and says nothing about it. No vector may be taken for the
competitor because of where the learner has arrived.

Gradients alone do not say which vector is best, for the longer u the smaller its tangents. They do say which is best
among those that the rate was chosen for. A rate weighs two prices, u^2/(2 eta) for vectors that are far and eta g^2/2
for steps that are long; it is right for the vectors for which both are the same,

    sum of u_i^2/eta_i  =  sum of eta_t g_t^2.

At a fixed rate these are the vectors of length eta sqrt(sum |g|^2), for which B(u) is |u| sqrt(sum |g|^2), the
regret of the textbook. Among all vectors that are no longer than that, R is largest for

    u_i  in proportion to  -eta_i (sum of g_i, less l1 where it is more than that, else 0),

which depends on the gradients and the rate alone. The loss of u is at least that of the learner less R(u).
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np


class Compared(NamedTuple):
    """A vector, in words and in numbers: R(u), B(u), and the size of what was added up for them."""

    name: str
    u: Any
    paid: float
    allowed: float
    size: float


def both_sides(learner: Any, u: Any, l1: float = 0.0, l2: float = 0.0) -> tuple[float, float, float]:
    """R(u), what it may be, and the size of what was added up for them."""
    total, stiffness, pull = learner.sums()
    with np.errstate(all="ignore"):
        gained, pulled = float(total @ u), float(pull @ u)
        constant = (learner.drag + learner.weighted) / 2
        price = float(((stiffness + l2) * u * u).sum() / 2 + l1 * np.abs(u).sum())
        size = abs(learner.inner) + float(np.abs(total) @ np.abs(u) + np.abs(pull) @ np.abs(u)) + constant + price
    return learner.inner - gained, constant + price - pulled, size


def arrived(learner: Any, l1: float = 0.0, l2: float = 0.0) -> Any:
    """The u for which the theorem is an equation: z = sum of g - s w, and u = -z/(sum of s), less what l1 takes."""
    total, stiffness, pull = learner.sums()
    with np.errstate(all="ignore"):
        return -cut(total - pull, l1) / np.where(stiffness + l2 > 0, stiffness + l2, np.inf)


def balanced(learner: Any, l1: float = 0.0, l2: float = 0.0) -> Any:
    """The u with the largest R(u) less its l1, among those for which the rate is right; zero if no gradient is left."""
    total, stiffness, _ = learner.sums()
    metric = stiffness + l2
    with np.errstate(all="ignore"):
        u = -cut(total, l1) / np.where(metric > 0, metric, np.inf)
        length = float((metric * u * u).sum())
        return u * np.sqrt(learner.weighted / length) if length > 0 else u


def cut(z: Any, l1: float) -> Any:
    """What lies of z beyond l1, either way."""
    return np.sign(z) * np.maximum(0.0, np.abs(z) - l1)


def comparators_of(learner: Any, l1: float = 0.0, l2: float = 0.0) -> list[Compared]:
    """What the theorem says of the vector worth reading, then of zero, and last of where the learner has arrived."""
    best, end = balanced(learner, l1, l2), arrived(learner, l1, l2)
    named = {"the best of the vectors this rate is right for": best, "u = 0": 0.0 * end, "where it has arrived": end}
    return [Compared(name, u, *both_sides(learner, u, l1, l2)) for name, u in named.items()]
