"""Where the games of a sweep are played: processes of this machine, or a Dask cluster."""

from __future__ import annotations

import os
from concurrent.futures import Executor, ProcessPoolExecutor
from multiprocessing import get_all_start_methods, get_context
from threading import active_count
from typing import Any

from ..errors import BadParameter, MissingExtra

PATIENCE = 10  # seconds that a cluster may take to answer


def executor_for(on: str, workers: int | None = None) -> tuple[Executor, int]:
    """An executor, and how many workers it has: "processes", or "dask://host:port"."""
    if workers is not None and workers < 1:
        raise BadParameter(f"workers is a number of processes, 1 or more, not {workers}")
    if on == "processes":
        count = workers or processors()
        return ProcessPoolExecutor(count, mp_context=get_context(way_to_start())), count
    if on.startswith("dask://"):
        return dask_executor(on.removeprefix("dask://"))
    raise BadParameter(f"a sweep runs on 'processes' or on 'dask://host:port', not on {on!r}")


def processors() -> int:
    """How many processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def way_to_start() -> str:
    """How processes begin: as copies of this one, which needs no guard in scripts, unless it has threads running."""
    return "fork" if "fork" in get_all_start_methods() and active_count() == 1 else "spawn"


def dask_executor(address: str) -> tuple[Executor, int]:
    """The executor of a Dask cluster."""
    try:
        from distributed import Client
    except ImportError as error:
        raise MissingExtra("a sweep on Dask needs distributed: pip install 'littlestone[dask]'") from error
    try:
        client: Any = Client(f"tcp://{address}", timeout=PATIENCE)
    except (OSError, ValueError) as error:
        raise BadParameter(f"no Dask scheduler answers at {address} within {PATIENCE} seconds: {error}") from None
    workers = sum(one["nthreads"] for one in client.scheduler_info()["workers"].values())
    if not workers:
        client.close()
        raise BadParameter(f"the Dask scheduler at {address} has no workers")
    # pure=False: a task that is lost with its worker is played again, and none is taken for another
    return client.get_executor(pure=False), workers
