"""Pictures of games, wherever they live, drawn with matplotlib: `pip install littlestone[plots]`."""

from __future__ import annotations

from .support.loading import exported

__getattr__, __dir__, __all__ = exported(__name__, __file__)
