"""Loss functions: those of numeric predictions, those of points of a convex domain, and lookup by name."""

from __future__ import annotations

from ..support.loading import exported

__getattr__, __dir__, __all__ = exported(__name__, __file__)
