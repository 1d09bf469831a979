"""Concept classes and their exact dimensions, with the trees and searches that prove them."""

from __future__ import annotations

from ..support.loading import exported
from . import builders as builders  # so that classes can be parsed whichever module was imported

__getattr__, __dir__, __all__ = exported(__name__, __file__)
