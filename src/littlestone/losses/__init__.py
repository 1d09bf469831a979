"""Loss functions: those of numeric predictions, those of points of a convex domain, and lookup by name."""

from __future__ import annotations

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
