"""Runs mutants by the ten thousand: each is played, or refused by an error of ours.

A worker may not take more than 1 GB beyond what it has when it starts: more is a MemoryError, which is a failure.
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
import resource
import tempfile
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

ROOM = 1 << 30


class Kind(NamedTuple):
    """What is mutated: the files to begin with, what is changed in one, and what is done with the mutant."""

    sources: Callable[[Path], list[Path]]
    mutated: Callable[[Path, np.random.Generator], bytes]
    tried: Callable[[Path], str]


class Task(NamedTuple):
    """So many mutants from that seed on."""

    kind: Kind
    paths: list[Path]
    first: int
    count: int


def work(task: Task) -> tuple[dict[str, int], list[str]]:
    """How the mutants ended, and what went wrong."""
    used = int(Path("/proc/self/statm").read_text().split()[0]) * os.sysconf("SC_PAGE_SIZE")
    resource.setrlimit(resource.RLIMIT_AS, (used + ROOM, resource.getrlimit(resource.RLIMIT_AS)[1]))
    ends: dict[str, int] = {}
    failures = []
    with tempfile.TemporaryDirectory() as folder:
        for seed in range(task.first, task.first + task.count):
            rng = np.random.default_rng(seed)
            source = task.paths[int(rng.integers(len(task.paths)))]
            target = Path(folder) / source.name
            target.write_bytes(task.kind.mutated(source, rng))
            try:
                end = task.kind.tried(target)
            except (KeyboardInterrupt, SystemExit):
                raise
            except BaseException as error:  # the point of it all
                end = "failed"
                where = traceback.extract_tb(error.__traceback__)[-1]
                failures.append(
                    f"seed {seed}, {source.name}: {type(error).__name__}: {str(error)[:120]} "
                    f"({Path(where.filename).name}:{where.lineno})"
                )
            ends[end] = ends.get(end, 0) + 1
            target.unlink(missing_ok=True)
    return ends, failures


def fuzz(
    kind: Kind, count: int, seed: int = 0, workers: int = 1, chunk: int = 500, told: bool = False
) -> tuple[dict[str, int], list[str]]:
    """All of it, in processes of their own; `told` prints how it goes on the way."""
    ends: dict[str, int] = {}
    failures: list[str] = []
    with tempfile.TemporaryDirectory() as folder:
        paths = kind.sources(Path(folder))
        tasks = [Task(kind, paths, seed + start, min(chunk, count - start)) for start in range(0, count, chunk)]
        with multiprocessing.Pool(workers, maxtasksperchild=8) as pool:
            for done, (found, wrong) in enumerate(pool.imap(work, tasks), 1):
                failures += wrong
                for end, number in found.items():
                    ends[end] = ends.get(end, 0) + number
                if told and (wrong or done % 10 == 0):
                    print(done * chunk, ends, *wrong, sep="\n", flush=True)
    return ends, failures


def main(kind: Kind, words: Any) -> int:
    """The command line."""
    parser = argparse.ArgumentParser(description=words)
    parser.add_argument("--count", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--workers", type=int, default=os.cpu_count())
    options = parser.parse_args()
    ends, failures = fuzz(kind, options.count, options.seed, options.workers, told=True)
    peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss >> 10
    print(ends, f"{len(failures)} failures; no worker took more than {peak} MB", sep="\n")
    return 1 if failures else 0
