"""Games as tasks of an engine that is there already: processes of this machine, Dask or Spark."""

from __future__ import annotations

from .scoring import Scorer
from .training import train

__all__ = ["Scorer", "train"]
