"""Comparators in hindsight: the best expert, mixture, path, point or portfolio, against which regret is counted.

Pure functions over arrays. Each returns a `Comparator`: what it paid, and a proof of how much less its kind could pay.
"""

from __future__ import annotations

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
