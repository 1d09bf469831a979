"""The engines by their names, as `--on` takes them."""

from __future__ import annotations

from concurrent.futures import Executor

from ..errors import BadParameter
from .dask_engine import Dask
from .engines import Engine, Processes, processors
from .spark_engine import Spark

ENGINES = "'processes', 'dask://host:port', 'spark' or 'spark://host:port'"


def executor_for(on: str, workers: int | None = None) -> Engine:
    """The engine of that name, with so many workers if they are processes."""
    if workers is not None and workers < 1:
        raise BadParameter(f"workers is a number of processes, 1 or more, not {workers}")
    if on == "processes":
        return Processes(workers or processors())
    if on.startswith("dask://"):
        return Dask(on.removeprefix("dask://"))
    if on == "spark" or on.startswith("spark://"):
        return Spark(None if on == "spark" else on)
    raise BadParameter(f"tasks run on {ENGINES}, not on {on!r}")


def as_engine(executor: Executor | str, workers: int | None = None) -> Engine:
    """An executor of the user's own, or the name of one, as an engine."""
    if isinstance(executor, Engine):
        return executor
    if isinstance(executor, str):
        return executor_for(executor, workers)
    return Engine(executor, workers or 2)
