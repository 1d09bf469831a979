"""The smallest value of a convex function on an interval."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

Total = Callable[[Any], tuple[float, Any]]  # a function of a point that returns its value and its gradient


def on_a_line(total: Total, low: Any, high: Any) -> tuple[Any, float]:
    """The minimum on an interval by bisection, and its gap; the function may have kinks.

    The tangents at both ends lie below the function, so their crossing is a lower bound.
    """
    (below, fall), (above, rise) = total(low), total(high)
    if fall[0] >= 0.0:
        return low, 0.0
    if rise[0] <= 0.0:
        return high, 0.0
    while low[0] < (middle := (low + high) / 2.0)[0] < high[0]:
        value, slope = total(middle)
        if slope[0] == 0.0:
            return middle, 0.0
        if slope[0] < 0.0:
            low, below, fall = middle, value, slope
        else:
            high, above, rise = middle, value, slope
    cross = (above - below - rise[0] * (high[0] - low[0])) / (fall[0] - rise[0])  # as a distance from low
    return low if below <= above else high, max(0.0, min(below, above) - (below + fall[0] * cross))
