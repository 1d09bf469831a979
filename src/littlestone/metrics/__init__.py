"""Metrics of the guesses given, kept while a game is played: of classes, of chances, of ranks, of numbers."""

from __future__ import annotations

from ..support.loading import exported

__getattr__, __dir__, __all__ = exported(__name__, __file__)
