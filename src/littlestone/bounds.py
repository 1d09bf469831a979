"""The theorems by name: each lives beside the rule that it is about."""

from __future__ import annotations

from .support.loading import exported

__getattr__, __dir__, __all__ = exported(__name__, __file__)
__path__: list[str] = []  # modules of release 0.1.0 stood below it, and are found by `support.moved`
