"""Where tasks are run: on processes of this machine, on a Dask cluster, or on Spark.

All of it is written against `concurrent.futures.Executor`. An `Engine` is one that can also say what is wrong with it,
so that nobody waits for workers that are gone.
"""

from __future__ import annotations

import os
import signal
import socket
from collections.abc import Callable, Iterable
from concurrent.futures import (
    FIRST_COMPLETED,
    BrokenExecutor,
    CancelledError,
    Executor,
    Future,
    ProcessPoolExecutor,
    wait,
)
from contextlib import suppress
from multiprocessing import get_all_start_methods, get_context
from threading import Thread, active_count
from time import sleep
from typing import Any, ClassVar

from ..errors import BadParameter, WorkerLost

PATIENCE = 5  # seconds that a scheduler may take to answer, and a cluster may be without workers
EVERY = 0.5  # seconds after which an engine that has finished nothing is asked what is wrong


class Engine(Executor):
    """Runs tasks on another executor.

    `lost` are the errors of a task whose worker ended in the middle of it, which may be run again.
    """

    lost: ClassVar[tuple[type[BaseException], ...]] = (BrokenExecutor,)
    here: ClassVar[bool] = False  # do all workers run on this machine, and see its files?
    runs: ClassVar[int] = 4  # of tasks for each worker: with one, a slow machine would keep all others waiting

    def __init__(self, inner: Executor, workers: int) -> None:
        self.inner = inner
        self.workers = workers

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Begin a task."""
        return self.inner.submit(fn, *args, **kwargs)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Begin no more tasks."""
        self.inner.shutdown(wait=wait, cancel_futures=cancel_futures)

    def give_up(self) -> None:
        """Begin no more tasks, and wait for none."""
        self.shutdown(wait=False, cancel_futures=True)

    def trouble(self) -> str | None:
        """Why tasks that are waited for will not be finished; None if all is well."""
        return None

    def renew(self) -> None:
        """Take new workers after one was lost, where the engine does not do so by itself."""


class Processes(Engine):
    """Processes of this machine."""

    here = True
    runs = 1  # workers are alike, and every run costs half a millisecond

    def __init__(self, workers: int) -> None:
        super().__init__(pool(workers), workers)

    def give_up(self) -> None:
        working = list((getattr(self.inner, "_processes", None) or {}).values())
        super().give_up()
        for process in working:  # the task at hand may take an hour
            process.terminate()

    def renew(self) -> None:
        self.inner.shutdown(cancel_futures=True)  # and waited for: its threads would be in the way of new processes
        self.inner = pool(self.workers)


def pool(workers: int) -> Executor:
    """So many processes, begun at once: copies had better be made before this one has threads."""
    context = get_context(way_to_start())
    found = ProcessPoolExecutor(workers, mp_context=context, initializer=follow, initargs=(os.getpid(),))
    with suppress(BrokenExecutor):  # whoever gives them a task will be told
        found.submit(processors)
    return found


def follow(parent: int) -> None:
    """In a worker: end when the process is gone that gives out the tasks, and by SIGTERM whatever that one does."""
    signal.signal(signal.SIGTERM, signal.SIG_DFL)

    def watch() -> None:
        while os.getppid() == parent:
            sleep(EVERY)
        os._exit(1)

    Thread(target=watch, daemon=True).start()


def check_answers(address: str, who: str, port: int) -> None:
    """Raise if nobody listens at host:port: others would take minutes to say so, or seconds to be imported."""
    host, _, given = address.rpartition(":") if ":" in address else (address, "", str(port))
    try:
        with socket.create_connection((host.strip("[]"), int(given)), timeout=PATIENCE):
            pass
    except (OSError, ValueError) as error:
        raise BadParameter(f"no {who} answers at {address} within {PATIENCE} seconds: {error}") from None


def processors() -> int:
    """How many processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def way_to_start() -> str:
    """How processes begin: as copies of this one, which needs no guard in scripts, unless it has threads running."""
    return "fork" if "fork" in get_all_start_methods() and active_count() == 1 else "spawn"


def result_of(done: Future[Any], engine: Engine) -> Any:
    """What a task has returned or raised; an engine that has given it up says why."""
    try:
        return done.result()
    except CancelledError:
        why = engine.trouble() or "its tasks were cancelled: was it shut down?"
        raise WorkerLost(f"{type(engine).__name__} has given up: {why}") from None


def next_done(running: Iterable[Future[Any]], engine: Engine) -> Future[Any]:
    """The next task that is done; raises if the engine says that none will be."""
    while True:
        done, _ = wait(running, timeout=EVERY, return_when=FIRST_COMPLETED)
        if done:
            return done.pop()
        if words := engine.trouble():
            raise WorkerLost(words)
