"""Games as tasks of an engine that is there already: processes of this machine, Dask or Spark."""

from __future__ import annotations

from .training import train

__all__ = ["train"]
