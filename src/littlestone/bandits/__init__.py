"""Bandits: learners of actions, which see the reward of what they did and of nothing else."""

from __future__ import annotations

from ..support.loading import exported

__getattr__, __dir__, __all__ = exported(__name__, __file__)
