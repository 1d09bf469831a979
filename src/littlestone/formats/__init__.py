"""Formats on disk and on pipes: every file of examples, forecasts or prices becomes a source."""

from __future__ import annotations

from ..support.loading import exported

__getattr__, __dir__, __all__ = exported(__name__, __file__)
