"""Formats on disk and on pipes: every file of examples, forecasts or prices becomes a source."""

from __future__ import annotations

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
