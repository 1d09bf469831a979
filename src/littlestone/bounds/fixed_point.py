"""The best fixed point in hindsight, among those that a regulariser finds small enough."""

from __future__ import annotations

from typing import Any

from ..domain import Domain
from ..errors import BadParameter
from ..loss_sum import LossSum
from ..regulariser import Regulariser

STEPS = 60


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
    if psi.value(found) >= most or losses.count == 0:
        return found
    low, high = 0.0, 1.0
    while psi.value(losses.minimise(domain, psi, high)) > most:
        low, high = high, 2.0 * high
    while low == 0.0 and high > 1e-300 and psi.value(losses.minimise(domain, psi, high / 2.0)) <= most:
        high /= 2.0
    for _ in range(STEPS if losses.exact(psi) else STEPS // 2):
        middle = (low + high) / 2.0
        point = losses.minimise(domain, psi, middle)
        if psi.value(point) <= most:
            high, found = middle, point
        else:
            low = middle
    return found
