"""Geometry of online convex optimisation: domains, projections, regularisers, mirror maps, and a solver."""

from __future__ import annotations

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
