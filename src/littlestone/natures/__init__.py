"""Natures: recorded data, generated data, and wrappers that add noise, delay or drift."""

from __future__ import annotations

from ..bandits.arms import Arms, Rewarded
from .delayed import Delayed
from .drifting import Drifting
from .noisy import Noisy
from .one_sided import OneSided
from .planted import Analysts, PlantedDisjunction, PlantedHalfspace
from .recorded import Recorded

__all__ = [
    "Analysts",
    "Arms",
    "Delayed",
    "Drifting",
    "Noisy",
    "OneSided",
    "PlantedDisjunction",
    "PlantedHalfspace",
    "Recorded",
    "Rewarded",
]
