"""Guarantees beyond mistakes, in any game: intervals and sets that cover, calibrated probabilities, drift alarms."""

from __future__ import annotations

from ..support.loading import exported

__getattr__, __dir__, __all__ = exported(__name__, __file__)
