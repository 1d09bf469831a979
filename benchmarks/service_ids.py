"""What it costs to find 1,000 known ids in the index of a journal, by the number of rows; ids come in no order.

The index alone is filled, as `SQLiteJournal` does it: 40,000 rows at a time, two rows an id. Between them, large runs
become one by `--slices` slices; a service writes four a second, so 8 stand for 20,000 rows a second.

With `--whole` it is a journal with all of its rows, and what a batch of 1,000 ids that are sent again asks of it.
"""

from __future__ import annotations

import argparse
import os
import random
import sqlite3
import sys
import tempfile
import time
from hashlib import blake2b
from pathlib import Path
from statistics import median
from typing import Any

import numpy as np

from littlestone.service.journal.id_runs import SCHEMA, IdRuns
from littlestone.service.journal.journal import LABEL, PREDICT
from littlestone.service.journal.sqlite_journal import SQLiteJournal

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


def rows_from(seq: int, maker: int) -> list[tuple[int, tuple[Any, ...]]]:
    """Predictions and labels of ids in no order, as many as a group."""
    found: list[tuple[int, tuple[Any, ...]]] = []
    for k in range(0, GROUP, 2):
        id = id_of(seq + k)
        found.append((1, (seq + k + 1, id, PREDICT, b'{"a":1,"b":"w1"}', b'"ham"', bytes(8), None, None, maker, 5)))
        found.append((1, (seq + k + 2, id, LABEL, b'{"y":"ham"}', b"true", None, None, None, maker, 5)))
    return found


def id_of(seq: int) -> str:
    """The id of the prediction after this row: in no order, as most clients send them."""
    return blake2b(seq.to_bytes(8), digest_size=12).hexdigest()


def whole(most: int, slices: int) -> None:
    """Fill a journal with its rows, and send ids again."""
    with tempfile.TemporaryDirectory(dir=os.environ.get("TMPDIR")) as folder:
        journal, shown = SQLiteJournal(Path(folder) / "journal.sqlite", synchronous="OFF"), 1
        for seq in range(0, most, GROUP):
            journal.write(rows_from(seq, journal.maker), [] if seq else [(1, "g")])
            for _ in range(slices):
                journal.merge()
            if seq + GROUP >= shown * 320_000 or seq + GROUP >= most:
                shown *= 4
                took = []
                for _ in range(9):
                    ids = [id_of(2 * each) for each in random.sample(range(seq // 2), 1000)]
                    begun = time.perf_counter()
                    found = journal.rows_of(1, ids)
                    took.append(1000 * (time.perf_counter() - begun))
                    assert {id: len(rows) for id, rows in found.items()} == dict.fromkeys(ids, 2)
                print(
                    f"{seq + GROUP:12,} rows, {len(journal.runs.games.get(1, ())):3} runs: the rows of 1000 ids that "
                    f"are sent again {median(took):.1f} ms ({min(took):.1f} to {max(took):.1f})",
                    flush=True,
                )
        journal.close()


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--rows", type=int, default=5_000_000)
    parser.add_argument("--slices", type=int, default=8)
    parser.add_argument("--whole", action="store_true")
    given = parser.parse_args()
    if given.whole:
        whole(given.rows, given.slices)
        sys.exit()
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
