"""The worlds a learner plays against."""

from __future__ import annotations

from .delayed import Delayed
from .drifting import Drifting
from .noisy import Noisy
from .planted import Analysts, PlantedDisjunction, PlantedHalfspace
from .recorded import Recorded

__all__ = [
    "Analysts",
    "Delayed",
    "Drifting",
    "Noisy",
    "PlantedDisjunction",
    "PlantedHalfspace",
    "Recorded",
]
