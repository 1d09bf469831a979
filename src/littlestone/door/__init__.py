"""Conversion of user input to rows and labels: feature names, hashing, labels, expert advice, arrays."""

from __future__ import annotations

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
