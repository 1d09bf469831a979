"""The engine of a command: there before files are read, shut down in the end, and loud when its workers are gone."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event, Thread, current_thread, main_thread
from types import FrameType

from ..cluster.engine_names import executor_for
from ..cluster.engines import Engine

SOON = 2.0  # seconds that an engine may take to end


@contextmanager
def terminated() -> Iterator[Event]:
    """SIGTERM is heard as Ctrl-C is, so that what is finished is saved; the event says whether it came."""
    told = Event()
    if current_thread() is not main_thread():
        yield told
        return

    def note(number: int, frame: FrameType | None) -> None:
        told.set()
        signal.signal(signal.SIGTERM, signal.SIG_IGN)  # once is enough: what is finished is being saved
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGTERM, note)
    try:
        yield told
    finally:
        signal.signal(signal.SIGTERM, before)


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
        with terminated() as told:
            yield engine
    except BaseException:
        engine.give_up()
        raise
    if told.is_set():
        engine.give_up()
    end = Thread(target=engine.shutdown, kwargs={"wait": engine.here, "cancel_futures": True}, daemon=True)
    end.start()
    end.join(SOON)
    if heard and not end.is_alive():  # else threads of it may still write to pipes
        signal.signal(signal.SIGPIPE, before)
