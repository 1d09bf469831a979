"""Runs the games of a sweep on any executor, and gathers their results in order."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Executor, Future
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from ..cluster.engine_names import as_engine
from ..cluster.engines import Engine, next_done, result_of
from ..cluster.shared_rows import SharedRows
from ..errors import BadParameter, MissingExtra, WorkerLost
from ..features.arrays import as_batch
from ..row import Batch
from .grids import own_classes, pairs_of, settings_of
from .tasks import Task, play

AHEAD = 4  # games that wait for each worker, so that none is idle
SEED = 20  # orders are drawn with the seeds from here on, so that they are not those of coins


def tasks_of(
    settings: Sequence[tuple[str, dict[str, Any]]],
    shuffles: int,
    own: Mapping[str, type[Any] | None] = {},  # never changed
    **more: Any,
) -> list[Task]:
    """The games of a sweep: every setting in the order of the file, or in so many orders by chance."""
    if shuffles < 0:
        raise BadParameter(f"shuffles is how many orders are drawn, 0 for that of the file alone, not {shuffles}")
    orders: list[int | None] = [None] if not shuffles else [SEED + k for k in range(shuffles)]
    return [
        Task(name, parameters, order, own=own.get(name), **more) for name, parameters in settings for order in orders
    ]


def results(
    rows: SharedRows,
    tasks: Sequence[Task],
    engine: Engine,
    kept: Path | None = None,
    told: Callable[[dict[str, Any]], None] | None = None,
) -> list[dict[str, Any]]:
    """The results of all tasks, in their order, whoever played them.

    kept    a file to which results are added as they come; those of the same rows that are in it are not played again
    told    is called with every result, as it comes
    """
    found = known_results(kept, rows.digest)
    waiting = (number for number, task in enumerate(tasks) if task.key not in found)
    file = None if kept is None else kept.open("a")
    running: dict[Future[dict[str, Any]], int] = {}

    def begin(count: int) -> None:
        for number in some(waiting, count):
            try:
                running[engine.submit(play, str(rows.folder), tasks[number])] = number
            except engine.lost as error:
                raise lost(error) from None

    try:
        begin(AHEAD * engine.workers)
        while running:
            done = next_done(running, engine)
            task = tasks[running.pop(done)]
            found[task.key] = played(done, engine)
            if file is not None:
                file.write(json.dumps({"key": task.key, "result": found[task.key]}) + "\n")
                file.flush()
            if told is not None:
                told(found[task.key])
            begin(1)
    finally:
        for future in running:
            future.cancel()
        if file is not None:
            file.close()
    return [found[task.key] for task in tasks]


def played(done: Future[dict[str, Any]], engine: Engine) -> dict[str, Any]:
    """The result of a game; a worker that was lost is said so."""
    try:
        found: dict[str, Any] = result_of(done, engine)
        return found
    except engine.lost as error:
        raise lost(error) from None


def lost(error: BaseException) -> WorkerLost:
    """The error for a worker that is gone."""
    return WorkerLost(
        f"a worker ended in the middle of a game ({error}): was it killed, or out of memory? What was played so "
        f"far is kept with --out; a script calls sweep() under if __name__ == '__main__'"
    )


def some(numbers: Iterator[int], count: int) -> list[int]:
    """The next few numbers."""
    return [number for _, number in zip(range(count), numbers, strict=False)]


def known_results(kept: Path | None, digest: str) -> dict[str, dict[str, Any]]:
    """The results over the same rows that a file has, by task; a line that was cut off is left out."""
    found: dict[str, dict[str, Any]] = {}
    if kept is not None and kept.exists():
        for line in kept.read_text().splitlines():
            try:
                told = json.loads(line)
            except ValueError:
                continue
            if told["result"].get("digest") == digest:
                found[told["key"]] = told["result"]
    return found


def sweep(
    X: Any,
    y: Any = None,
    *,
    learners: str | Iterable[str | type[Any]] = "arow",
    grid: Mapping[str, Sequence[Any] | str] | None = None,
    shuffles: int = 0,
    passes: int = 1,
    labels: Any = None,
    loss: str | None = None,
    metrics: Sequence[str] = (),
    executor: Executor | str = "processes",
    workers: int | None = None,
) -> Any:
    """Play every setting of a grid over the same rows, in as many orders as you like; a pandas data frame of results.

    The rows are written once into a folder that all workers map into memory. The frame has a row for every game: the
    learner, its parameters, the seed of the order, mistakes, losses, metrics and seconds. It is the same on any
    executor and with any number of workers, but for the seconds.

    X, y        the examples, as `as_batch` takes them, or a `Batch` with labels
    learners    names of the table, or texts with commas between them; or classes, also of your own
    grid        values by parameter: {"r": "2^-6..2^6", "pa1.C": [0.1, 1.0]}; `learner.parameter` is of one learner
    shuffles    how many orders by chance; 0 for that of the rows
    labels      the two classes in y, negative first, if they are not -1 and +1; "numbers"
    executor    "processes", "dask://host:port", or any `concurrent.futures.Executor`
    workers     how many processes; None for one a core

    >>> from littlestone.sweeps import sweep
    >>> X, y = [[0, 1], [1, 0], [1, 1]] * 20, [-1, 1, 1] * 20
    >>> found = sweep(X, y, learners="perceptron,pa1", grid={"C": "2^-1..2^0"}, workers=1)
    >>> found[["learner", "C", "mistakes"]].values.tolist()
    [['perceptron', None, 3], ['pa1', 0.5, 2], ['pa1', 1.0, 1]]
    """
    own = own_classes(learners.split(",") if isinstance(learners, str) else learners)
    settings = settings_of(own, pairs_of(grid or {}), own)
    batch = batch_of(X, y, labels)
    two = None if labels is None or isinstance(labels, str) else list(labels)
    told = "numbers" if labels == "numbers" else two
    tasks = tasks_of(settings, shuffles, own, passes=passes, loss=loss, labels=told, metrics=tuple(metrics))
    with TemporaryDirectory() as folder:
        rows = SharedRows.write(batch, None, folder)
        engine = as_engine(executor, workers)
        try:
            return as_frame(results(rows, tasks, engine))
        finally:
            if engine is not executor and engine.inner is not executor:  # who made it shuts it down
                engine.shutdown(cancel_futures=True)


def batch_of(X: Any, y: Any, labels: Any) -> Batch:
    """The examples as a labelled batch."""
    if isinstance(X, Batch):
        return X
    if labels == "numbers":
        rows = as_batch(X)
        return Batch(rows.starts, rows.columns, rows.values, rows.width, y).check()
    return as_batch(X, y, labels=(-1, 1) if labels is None else tuple(labels))


def as_frame(found: list[dict[str, Any]]) -> Any:
    """Results as a pandas data frame, with a column for every parameter."""
    try:
        import pandas
    except ImportError as error:
        raise MissingExtra("a sweep gives a data frame of pandas: pip install pandas") from error
    names = dict.fromkeys(name for one in found for name in one["parameters"])
    flat = [
        {"learner": one["learner"], **{name: one["parameters"].get(name) for name in names}}
        | without(one, "learner", "parameters")
        for one in found
    ]
    return pandas.DataFrame(flat).drop(columns=["digest"]).astype(object).where(lambda frame: frame.notna(), None)


def without(one: dict[str, Any], *names: str) -> dict[str, Any]:
    """A dict without these keys."""
    return {name: value for name, value in one.items() if name not in names}
