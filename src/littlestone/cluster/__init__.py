"""Games as tasks of an engine that is there already: processes of this machine, Dask or Spark."""

from __future__ import annotations

from .keyed import KeyedGames, play_stream, spark_stream
from .scoring import Scorer
from .training import train

__all__ = ["KeyedGames", "Scorer", "play_stream", "spark_stream", "train"]
