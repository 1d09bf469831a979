"""The best fixed point in hindsight, among those that a regulariser finds small enough."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..errors import BadParameter
from ..geometry.domain import Domain
from ..geometry.regulariser import Regulariser
from .loss_sum import LossSum

STEPS = 80


def best_within(losses: LossSum, domain: Domain, psi: Regulariser, most: float) -> Any:
    """A point with Psi <= most that would have paid least, but for the precision of a bisection.

    The larger the weight of Psi, the smaller is Psi where F + weight Psi is smallest: the weight is sought at which it
    is `most`. What is found satisfies Psi <= most in any case, so that a theorem about such points speaks of it.
    """
    try:
        free = losses.minimise(domain)
    except BadParameter:  # a linear function on all of R^d has no smallest value, but within Psi <= most it has
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
