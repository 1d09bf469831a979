"""Guarantees beyond mistakes, around any game or model: intervals and sets that cover, calibrated chances, alarms."""

from __future__ import annotations

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
