"""Comparators in hindsight: the best expert, mixture, path, point or portfolio, against which regret is measured.

Pure functions of arrays. Each returns a `Comparator`: its loss, and how far that can be from the optimum.
"""

from __future__ import annotations

from .support.loading import exported

__getattr__, __dir__, __all__ = exported(__name__, __file__)
