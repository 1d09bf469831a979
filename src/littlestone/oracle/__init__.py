"""Comparators in hindsight: the best expert, mixture, path, point or portfolio, against which regret is counted.

Pure functions over arrays. Each returns a `Comparator`: what it paid, and a proof of how much less its kind could pay.
"""

from __future__ import annotations

from .comparator import Comparator
from .convex import best_convex
from .door import oracle
from .expert import best_expert, uniform
from .linear import best_linear
from .point import best_point
from .portfolio import best_crp
from .switching import best_switching, switching_losses

__all__ = [
    "Comparator",
    "best_convex",
    "best_crp",
    "best_expert",
    "best_linear",
    "best_point",
    "best_switching",
    "oracle",
    "switching_losses",
    "uniform",
]
