"""Natures: recorded data, generated data, and wrappers that add noise, delay or drift."""

from __future__ import annotations

from ..bandits.arms import Arms, Rewarded
from .delayed import Delayed
from .drifting import Drifting
from .late_labels import LabelsOfSecondFile, LabelsWhenKnown, LateLabels, play_in_time
from .noisy import Noisy
from .one_sided import OneSided
from .planted import Analysts, PlantedDisjunction, PlantedHalfspace
from .recorded import Recorded

__all__ = [
    "Analysts",
    "Arms",
    "Delayed",
    "Drifting",
    "LabelsOfSecondFile",
    "LabelsWhenKnown",
    "LateLabels",
    "Noisy",
    "OneSided",
    "PlantedDisjunction",
    "PlantedHalfspace",
    "Recorded",
    "Rewarded",
    "play_in_time",
]
