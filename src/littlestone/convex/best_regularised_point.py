"""The best fixed point in hindsight, among those with a small enough value of a regulariser."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..errors import BadParameter
from ..geometry.domain import Domain
from ..geometry.regulariser import Regulariser
from .loss_sum import LossSum

STEPS = 80


def best_within(losses: LossSum, domain: Domain, psi: Regulariser, most: float) -> Any:
    """The point with the smallest loss among those with Psi <= most, up to the precision of a bisection.

    The larger the weight of Psi, the smaller is Psi at the minimum of F + weight Psi: bisection finds the weight at
    which it is `most`. The result satisfies Psi <= most in any case, so that theorems about such points apply to it.
    """
    try:
        free = losses.minimise(domain)
    except BadParameter:  # a linear function has no minimum on all of R^d, but has one where Psi <= most
        free = None
    if free is not None and psi.value(free) <= most:
        return free
    found = psi.least(domain)
    size = float(np.linalg.norm(losses.gradient(found)))
    if psi.value(found) >= most or size == 0.0:
        return found
    low, high = 0.0, size
    found = losses.minimise(domain, psi, high)
    while psi.value(found) > most:
        low, high = high, 2.0 * high
        found = losses.minimise(domain, psi, high)
    for _ in range(STEPS if losses.exact(psi) else STEPS // 2):
        middle = (low + high) / 2.0
        point = losses.minimise(domain, psi, middle)
        if psi.value(point) <= most:
            high, found = middle, point
        else:
            low = middle
    return found
