"""The engine of a command: there before files are read, shut down in the end, and loud when its workers are gone."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Thread, current_thread, main_thread

from ..cluster.engine_names import executor_for
from ..cluster.engines import Engine

SOON = 2.0  # seconds that an engine may take to end


@contextmanager
def workers_on(on: str, workers: int | None) -> Iterator[Engine]:
    """The engine of that name.

    A pipe or socket to a worker that is gone raises an error meanwhile. The program lets SIGPIPE end it without a word,
    which is meant for its output alone; so it does again when all went well.
    """
    heard = hasattr(signal, "SIGPIPE") and current_thread() is main_thread()
    before = signal.signal(signal.SIGPIPE, signal.SIG_IGN) if heard else None
    engine = executor_for(on, workers)
    try:
        yield engine
    except BaseException:
        engine.shutdown(wait=False, cancel_futures=True)
        raise
    end = Thread(target=engine.shutdown, kwargs={"wait": engine.here, "cancel_futures": True}, daemon=True)
    end.start()
    end.join(SOON)
    if heard and not end.is_alive():  # else threads of it may still write to pipes
        signal.signal(signal.SIGPIPE, before)
