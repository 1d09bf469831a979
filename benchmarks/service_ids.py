"""What it costs to find 1,000 known ids in the index of a journal, by the number of rows; ids come in no order.

The index alone is filled, as `SQLiteJournal` does it: 40,000 rows at a time, two rows an id. Between them, large runs
become one by `--slices` slices; a service writes four a second, so 8 stand for 20,000 rows a second.
"""

from __future__ import annotations

import argparse
import os
import random
import sqlite3
import tempfile
import time
from statistics import median

import numpy as np

from littlestone.service.journal.id_runs import SCHEMA, IdRuns

GROUP = 40_000


def merge(runs: IdRuns, slices: int) -> float:
    """Let so many slices of large runs become one, each in a transaction; returns the seconds that the longest took."""
    longest = 0.0
    for _ in range(slices):
        begun = time.perf_counter()
        if not runs.may_merge():
            break
        runs.connection.execute("begin immediate")
        runs.merge()
        runs.connection.execute("commit")
        runs.has_merged()
        longest = max(longest, time.perf_counter() - begun)
    return longest


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--rows", type=int, default=5_000_000)
    parser.add_argument("--slices", type=int, default=8)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory(dir=os.environ.get("TMPDIR")) as folder:
        connection = sqlite3.connect(f"{folder}/index.sqlite", isolation_level=None)
        connection.execute("pragma journal_mode=wal")
        connection.execute("pragma synchronous=off")
        connection.execute("pragma cache_size=-65536")
        connection.executescript(SCHEMA)
        reader = sqlite3.connect(f"{folder}/index.sqlite", isolation_level=None)
        runs, draw, known, seq, shown, worst = IdRuns(connection, reader), np.random.default_rng(1), [], 0, 1, 0.0
        slowest = 0.0
        while seq < given.rows:
            hashes = np.repeat(draw.integers(0, 1 << 63, GROUP // 2), 2)
            seqs = np.arange(seq + 1, seq + GROUP + 1)
            begun = time.perf_counter()
            connection.execute("begin")
            runs.begin()
            runs.add(1, hashes, seqs)
            connection.execute("commit")
            runs.took_effect()
            worst = max(worst, time.perf_counter() - begun)
            slowest = max(slowest, merge(runs, given.slices))
            known.append(hashes[:40:2])
            seq += GROUP
            if seq >= shown * 320_000 or seq >= given.rows:
                shown *= 4
                every = np.concatenate(known).tolist()
                begun = time.perf_counter()
                runs.seqs(1, random.sample(every, min(1000, len(every))))
                first = time.perf_counter() - begun
                times = []
                for _ in range(9):
                    asked = random.sample(every, min(1000, len(every)))
                    begun = time.perf_counter()
                    found = runs.seqs(1, asked)
                    times.append(1000 * (time.perf_counter() - begun))
                    assert len(found) == len(asked)
                print(
                    f"{seq:12,} rows, {len(runs.games[1]):3} runs: {len(asked)} known ids {median(times):6.1f} ms "
                    f"({min(times):.1f} to {max(times):.1f}); the first time {first:.2f} s; "
                    f"the longest indexing of 40,000 rows so far {worst:.2f} s, slice {slowest:.3f} s",
                    flush=True,
                )


if __name__ == "__main__":
    main()
