"""Conversion of user input to rows and labels: feature names, hashing, labels, expert advice, arrays."""

from __future__ import annotations

from ..support.loading import exported

__getattr__, __dir__, __all__ = exported(__name__, __file__)
