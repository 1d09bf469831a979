"""Many games at once: every setting of a grid, in several orders, over data that is read once."""

from __future__ import annotations

from .grids import read_grid
from .run import sweep

__all__ = ["read_grid", "sweep"]
