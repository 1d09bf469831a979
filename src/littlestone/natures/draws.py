"""Random numbers that are the same on every machine."""

from __future__ import annotations

from typing import Any

import numpy as np

GRAIN = 2.0**40  # the parts of one that a normal number is rounded to


def normals(random: Any, size: Any) -> Any:
    """Normal numbers from a generator of numpy, cut where a logarithm of the C library may end in other digits."""
    return np.round(random.standard_normal(size) * GRAIN) / GRAIN
