"""Transaction costs."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..support.linear_algebra import dot


def after_costs(held: Any, wanted: Any, cost: float) -> float:
    """The fraction a of the wealth that is left after rebalancing from shares `held` to shares `wanted`.

        a = 1 - cost sum_i |a wanted_i - held_i|

    Every unit of wealth bought or sold costs `cost`, paid out of the wealth itself, so the new shares are those of what
    is left. Shares held sum to 1, or to 0 before the first purchase, when all is cash. Newton's method from
    a = 1 ends after finitely many steps: the equation is piecewise linear, increasing and convex.
    """
    if cost == 0.0:
        return 1.0
    a = 1.0
    for _ in range(len(wanted) + 1):
        apart = a * wanted - held
        excess = a - 1.0 + cost * np.abs(apart).sum()
        step = excess / (1.0 + cost * dot(np.sign(apart), wanted))
        if step <= 1e-16:
            break
        a -= step
    return float(a)


def drifted(shares: Any, relatives: Any) -> Any:
    """The shares at the end of the day, after every asset has grown by its price relative."""
    grown = shares * relatives
    return grown / grown.sum()
