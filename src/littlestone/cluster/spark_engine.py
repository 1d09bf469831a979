"""Tasks on Spark, and the processor that keeps a game per key in its state."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from importlib import import_module
from typing import Any

from ..errors import BadParameter, MissingExtra, StateError
from ..support.loading import VERSION
from .dask_engine import version_here
from .engines import Engine, check_answers

LOCAL = "local[*,4]"  # all cores, and a task that fails is tried again, as on a cluster

SHIFT = 2**32  # seconds that are added to event times: Spark's watermark begins at 0, and leaves out what is not above


class Spark(Engine):
    """The executors of Spark: every task is a job of its own, which Spark plays again if its worker is lost."""

    def __init__(self, master: str | None = None) -> None:
        self.session = session_on(master)
        self.context = self.session.sparkContext
        workers = int(self.context.defaultParallelism)
        super().__init__(ThreadPoolExecutor(workers), workers)
        found = self.context.parallelize(range(workers), workers).map(lambda _: version_here()).collect()
        if other := set(found).difference({VERSION}):
            raise StateError(
                f"a worker of Spark has littlestone {other.pop()}, and this is {VERSION}: "
                f"install the same version everywhere"
            )

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Begin a job with one task."""

        def job() -> Any:
            task = self.context.parallelize([(fn, args, kwargs)], 1).map(outcome)
            result, error = task.collect()[0]
            if error is not None:
                raise error
            return result

        return self.inner.submit(job)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Begin no more jobs; the session stays, which others may use."""
        if cancel_futures:
            self.context.cancelAllJobs()
        super().shutdown(wait=wait, cancel_futures=cancel_futures)


def outcome(task: tuple[Callable[..., Any], tuple[Any, ...], dict[str, Any]]) -> tuple[Any, Exception | None]:
    """What a task returns, or raises: Spark would wrap an error in one of Java's, and try again what is wrong."""
    fn, args, kwargs = task
    try:
        return fn(*args, **kwargs), None
    except Exception as error:
        return None, error


def session_on(master: str | None = None) -> Any:
    """The session of Spark that is there, or a new one: on this machine, on loopback alone, without a master."""
    if master is not None:
        check_answers(master.removeprefix("spark://"), "Spark master", 7077)
    try:
        java: Any = import_module("py4j.protocol")
        sql: Any = import_module("pyspark.sql")
    except ImportError as error:
        raise MissingExtra("tasks on Spark need pyspark and Java 17: pip install 'littlestone[spark]'") from error
    Spark.lost = (*Engine.lost, java.Py4JJavaError)
    if (there := sql.SparkSession.getActiveSession()) is not None:
        if master not in (None, there.sparkContext.master):
            raise BadParameter(
                f"a session of Spark is open on {there.sparkContext.master}: close it, or give --on spark"
            )
        return there
    os.environ.setdefault("PYSPARK_PYTHON", sys.executable)  # else workers run whatever python3 is
    builder = sql.SparkSession.builder.appName("littlestone").config("spark.ui.enabled", "false")
    if master is None:
        os.environ.setdefault("SPARK_LOCAL_IP", "127.0.0.1")
        builder = builder.config("spark.driver.bindAddress", "127.0.0.1").config("spark.driver.host", "127.0.0.1")
    return builder.master(master or LOCAL).getOrCreate()


def keyed_processor(games: Any, *, timed: bool = False) -> Any:
    """The processor of `transformWithStateInPandas` that plays a game per key.

    timed    is there a watermark, so that rounds of keys without events expire by timers?
    """
    try:
        pandas: Any = import_module("pandas")
        streaming: Any = import_module("pyspark.sql.streaming")
    except ImportError as error:
        raise MissingExtra(
            "a game per key on Spark needs pyspark 4 and pandas: pip install 'littlestone[spark]'"
        ) from error

    class Processor(streaming.StatefulProcessor):  # type: ignore[misc]  # here: pyspark is imported where it is used
        def init(self, handle: Any) -> None:
            self.handle = handle
            self.state = handle.getValueState("game", "saved binary")

        def handleInputRows(self, key: Any, rows: Iterator[Any], timerValues: Any) -> Iterator[Any]:  # noqa: N802
            events = [event for frame in rows for event in frame.to_dict("records")]
            saved, answers = games.play(self.state.get()[0] if self.state.exists() else None, events)
            yield self.keep(saved, answers)

        def handleExpiredTimer(self, key: Any, timerValues: Any, expiredTimerInfo: Any) -> Iterator[Any]:  # noqa: N802
            now = timerValues.getCurrentWatermarkInMs() / 1000 - SHIFT
            saved, answers = games.expire(self.state.get()[0], key[0], now)
            yield self.keep(saved, answers)

        def keep(self, saved: bytes, answers: list[dict[str, Any]]) -> Any:
            """Keep the new state, wake up when the next round may expire, and give the answers as a frame."""
            self.state.update((saved,))
            if timed:
                first, there = games.deadline(saved), list(self.handle.listTimers())
                wanted = None if first is None else first + 1000 * SHIFT
                for when in there:
                    if when != wanted:
                        self.handle.deleteTimer(when)
                if wanted is not None and wanted not in there:
                    self.handle.registerTimer(wanted)
            frame = pandas.DataFrame(answers, columns=games.fields)
            for name in ("seq", "rounds", "labelled", "mistakes"):
                frame[name] = frame[name].astype("Int64")
            return frame

        def close(self) -> None:
            pass

    return Processor()
