"""Learning from advice: every expert says something, the learner mixes what they say."""

from __future__ import annotations

from ..support.loading import exported

__getattr__, __dir__, __all__ = exported(__name__, __file__)
