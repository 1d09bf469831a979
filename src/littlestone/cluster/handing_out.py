"""Hands tasks out to the workers of an engine, several at a time, and out again where a worker was lost."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import Future, wait
from itertools import pairwise
from typing import Any

from ..errors import LittlestoneError, WorkerLost
from .engines import Engine, next_done, result_of

PATIENCE = 5  # seconds that tasks may take to end after another one has failed
TRIES = 3  # how often a task is begun whose worker was lost


def in_turn(fn: Callable[[Any], Any], tasks: Sequence[Any]) -> list[Any]:
    """What the tasks of a run return, or the first error. A task may want to know what the one before returned."""
    found: list[Any] = []
    for task in tasks:
        try:
            found.append(fn(task.after(found[-1]) if found and hasattr(task, "after") else task))
        except LittlestoneError as error:
            return [*found, error]
    return found


def done_by(
    engine: Engine, fn: Callable[[Any], Any], tasks: Sequence[Any], named: Callable[[int], str], runs: int | None = None
) -> list[Any]:
    """What all tasks return, in their order.

    Workers are given runs of tasks: a few runs each cost less than every task by itself. Those of a run whose worker
    was lost are given out again, one by one. Raises if that does not help, or what a task raised.

    named    what a task is called, by its number, in a message
    runs     how many a worker; None for as many as the engine likes
    """
    found: dict[int, Any] = {}
    tries = [0] * len(tasks)
    running: dict[Future[list[Any]], list[int]] = {}

    def begin(numbers: list[int]) -> None:
        try:
            future = engine.submit(in_turn, fn, [tasks[number] for number in numbers])
        except engine.lost as error:  # a worker ended when it had nothing to do
            future = Future()
            future.set_exception(error)
        running[future] = numbers

    count = min(len(tasks), (runs or engine.runs) * engine.workers)
    cuts = [k * len(tasks) // count for k in range(count + 1)] if count else [0]
    try:
        for first, last in pairwise(cuts):
            begin(list(range(first, last)))
        while running:
            done = next_done(running, engine)
            numbers = running.pop(done)
            try:
                results = result_of(done, engine)
            except engine.lost as error:
                for number in numbers:
                    tries[number] += 1
                    if tries[number] >= TRIES:
                        raise WorkerLost(
                            f"{named(number)} is lost: {TRIES} workers ended in the middle of it "
                            f"({type(error).__name__}: {error}); were they killed, or out of memory?"
                        ) from None
                others = list(running.values())  # a pool with one dead process is dead
                running.clear()
                engine.renew()
                for each in [*([number] for number in numbers), *others]:
                    begin(each)
                continue
            for number, result in zip(numbers, results, strict=False):
                if isinstance(result, LittlestoneError):
                    raise type(result)(f"{named(number)}: {result}") from None
                found[number] = result
    finally:
        begun = [future for future in running if not future.cancel()]
        if engine.here:  # they write into the folder, which whoever called may be about to take away
            wait(begun, timeout=PATIENCE)
    return [found[number] for number in range(len(tasks))]
