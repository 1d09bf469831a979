"""Runs the peers of `default.py` on its sets, and keeps every result in a file, so that nothing is computed twice.

    python benchmarks/default_kept.py                                  # all of them that are not kept yet: hours
    python benchmarks/default_kept.py --sets xor,letter --of forests --seeds 3
    python benchmarks/default_kept.py --merge others.json

A result is kept by set, peer, settings, seed and rows. A run that takes longer than `--patience` seconds of its
processor is stopped, and what it lost up to the last mark (5,000, 10,000, ... rows) is kept.
"""

from __future__ import annotations

import argparse
import json
import os
import time
import warnings
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

from default_forests import batch_limit, forest_grid
from default_peers import Count, Noted, OutOfTime, Peer, linear_grid
from default_sets import CHOOSING, Task, task_of

GRIDS: dict[str, Callable[[Task], Iterator[Peer]]] = {
    "linear": linear_grid,
    "forests": forest_grid,
    "limit": batch_limit,
}
NOT_COUNTED = "HistGradientBoosting"
RESULTS = Path(__file__).with_name("default_results.json")  # of the peers, kept: they take an hour or two


def key_of(task: Task, peer: Peer, seed: int) -> str:
    """The name of a result."""
    return " | ".join((task.name, peer.family, peer.settings, f"seed {seed}", f"{len(task.rows)} rows"))


class Kept:
    """A file of results, written after every run."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.results: dict[str, dict[str, Any]] = json.loads(path.read_text()) if path.exists() else {}

    def add(self, results: dict[str, dict[str, Any]]) -> None:
        """Add results to those of the file, which another process may have written in the meantime."""
        on_disk = json.loads(self.path.read_text()) if self.path.exists() else {}
        self.results = {**self.results, **on_disk, **results}
        beside = self.path.with_suffix(f".{os.getpid()}")
        beside.write_text(as_lines(self.results))
        beside.replace(self.path)

    def of(self, name: str) -> list[dict[str, Any]]:
        """The results on a set."""
        return [result for result in self.results.values() if result["set"] == name]


def as_lines(results: dict[str, dict[str, Any]]) -> str:
    """The results as JSON, a line each."""
    line = partial(json.dumps, sort_keys=True, separators=(",", ":"))
    return "{\n" + ",\n".join(f"{json.dumps(key)}: {line(results[key])}" for key in sorted(results)) + "\n}\n"


def run(task: Task, peer: Peer, seed: int, patience: float) -> dict[str, Any]:
    """Play a peer, and tell what it lost at every mark."""
    begun = time.process_time()
    Count.deadline = begun + patience
    stopped = None
    try:
        count = peer.play(seed)
    except OutOfTime:
        count, stopped = Count.last, Count.last.row
    return {
        "set": task.name,
        "peer": peer.family,
        "settings": peer.settings,
        "default": peer.default,
        "seed": seed,
        "rows": len(task.rows),
        "notes": {str(row): list(note) for row, note in count.notes.items()},
        "stopped": stopped,
        "seconds": round(time.process_time() - begun, 2),
    }


def notes_of(result: dict[str, Any]) -> dict[int, Noted]:
    """What a result says was lost, by rows."""
    return {int(row): Noted(*note) for row, note in result["notes"].items()}


def fill(kept: Kept, task: Task, grid: str, only: str, seeds: int, patience: float, until: float) -> None:
    """Run what is missing of a grid on a set; of seeded peers the first seed of all comes first."""
    peers = [peer for peer in GRIDS[grid](task) if not only or peer.family in only.split(",")]
    if not peers:
        print(f"{task.name}: nothing of {grid}: too wide, or not among the peers", flush=True)
    slow: set[str] = set()
    for seed in range(seeds):
        for peer in peers:
            key = key_of(task, peer, seed)
            done = kept.results.get(key)
            if (seed and not peer.seeded) or key in slow or time.time() > until:
                continue
            if done is None:
                done = run(task, peer, seed, patience)
                kept.add({key: done})
                end = max(notes_of(done).items(), default=(0, Noted(0.0, 0, 0)))
                mean = end[1].mean(task.kind)
                told = f"loss {mean:.4f}, {end[1].mistakes} mistakes in {end[0]} rows"
                print(f"{key}: {told}, {done['seconds']} s", flush=True)
            if not done["notes"]:
                slow |= {key_of(task, peer, later) for later in range(seeds)}  # the next seed would not end either


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--keep", type=Path, default=RESULTS, help="the file of results")
    parser.add_argument("--sets", default="", help="names of sets, with commas; all that are for choosing")
    parser.add_argument("--of", default="linear,forests,limit", help="the grids, with commas")
    parser.add_argument("--peers", default="", help="kinds of peers, with commas, such as ARF,HAT; all of the grids")
    parser.add_argument("--seeds", type=int, default=3, help="how many of a forest")
    parser.add_argument("--patience", type=float, default=600.0, help="seconds that a run may take")
    parser.add_argument("--minutes", type=float, default=1e9, help="begin no run after so many")
    parser.add_argument("--merge", type=Path, help="add the results of this file, and run nothing")
    told = parser.parse_args()
    warnings.filterwarnings("ignore")
    kept = Kept(told.keep)
    if told.merge:
        kept.add(json.loads(told.merge.read_text()))
        return
    until = time.time() + 60.0 * told.minutes
    for name in told.sets.split(",") if told.sets else CHOOSING:
        task = task_of(name)
        for grid in told.of.split(","):
            fill(kept, task, grid, told.peers, told.seeds, told.patience, until)


if __name__ == "__main__":
    main()
