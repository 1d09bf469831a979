"""Geometry of online convex optimisation: domains, projections, regularisers, mirror maps, and a solver."""

from __future__ import annotations

from ..support.loading import exported

__getattr__, __dir__, __all__ = exported(__name__, __file__)
