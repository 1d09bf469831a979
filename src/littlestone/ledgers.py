"""The ledgers by name: each lives with the game that it is the account of."""

from __future__ import annotations

from .support.loading import exported

__getattr__, __dir__, __all__ = exported(__name__, __file__)
