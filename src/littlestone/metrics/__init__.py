"""Metrics of the guesses given, kept while a game is played: of classes, of chances, of ranks, of numbers."""

from __future__ import annotations

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
