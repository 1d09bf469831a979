"""What engines cost and what workers bring.

    python benchmarks/cluster.py [--rows 200000]

1. Twenty tasks that take a second each (they sleep, so that other load on the machine does not matter), on two
   processes and on two workers of a Dask cluster on loopback.
2. Training on 16 shards of a stream like RCV1 (drawn.py, as svmlight text) with one worker and with two: reading, which
   is done once, and five epochs. Interleaved three times, the least of each is shown.
3. Mistakes on rows that were held out, and seconds, epoch by epoch, beside a serial run of the same learner.

The load of the machine is printed first: with other programs running, ratios of 2. are not those of a quiet machine.
"""

from __future__ import annotations

import argparse
import os
import tempfile
import time
from pathlib import Path

import numpy as np
from drawn import draw, write

from littlestone import Game, read
from littlestone.cluster.engine_names import executor_for
from littlestone.cluster.shared_rows import SharedRows
from littlestone.cluster.training import Training, digest_of, new_game
from littlestone.learners.table import make_learner

TASKS, SHARDS, EPOCHS, HELD_OUT = 20, 16, 5, 20_000


def spent(engine):
    """Seconds for all tasks; the engine has been used before."""
    list(engine.map(time.sleep, [0.0, 0.0]))
    begun = time.monotonic()
    list(engine.map(time.sleep, [1.0] * TASKS))
    return time.monotonic() - begun


def engines():
    with executor_for("processes", 2) as engine:
        plain = spent(engine)
    print(f"processes: {TASKS} tasks of 1 s on 2 workers: {plain:.2f} s")
    try:
        from distributed import LocalCluster
    except ImportError:
        print("Dask: distributed is not installed")
        return
    with LocalCluster(
        n_workers=2, threads_per_worker=1, host="127.0.0.1", dashboard_address="127.0.0.1:0", silence_logs=50
    ) as cluster:
        engine = executor_for(cluster.scheduler_address.replace("tcp://", "dask://"))
        there = spent(engine)
        engine.shutdown(wait=False)
    print(f"Dask: the same: {there:.2f} s, {100 * (there / plain - 1):+.1f} %")


def trained(rows, name, workers, test=None):
    """Seconds of all epochs, the digest, and for every epoch the seconds so far and the mistakes on held-out rows."""
    learner = make_learner(name)
    game = new_game(learner, rows, SHARDS, {}, keep=0)
    course = []
    with executor_for("processes", workers) as engine:
        list(engine.map(abs, range(workers)))  # so that processes are there
        begun, away = time.monotonic(), 0.0
        for _ in Training(rows, game, shards=SHARDS).run(engine, EPOCHS):
            if test is not None:
                now = time.monotonic()
                course.append((now - begun - away, wrong(learner, test)))
                away += time.monotonic() - now
        return time.monotonic() - begun - away, digest_of(game), course


def serial(rows, name, test):
    """The same of one learner, pass after pass."""
    learner = make_learner(name)
    game = Game(learner, bounds=[])
    seconds, course = 0.0, []
    for _ in range(EPOCHS):
        begun = time.monotonic()
        game.play_batch(rows.piece(0, len(rows.batch)))
        seconds += time.monotonic() - begun
        course.append((seconds, wrong(learner, test)))
    return course


def wrong(learner, test):
    """The part of the held-out rows whose sign is not guessed."""
    w = np.asarray(learner.weights)
    starts, columns, values, labels = test
    guesses = np.add.reduceat(values * w[columns], starts[:-1])
    return float(np.mean(np.where(guesses >= 0, 1, -1) != labels))


def training(count):
    with tempfile.TemporaryDirectory() as folder:
        stream = draw(count + HELD_OUT)
        cut = int(stream.starts[count])
        train = stream._replace(starts=stream.starts[: count + 1], labels=stream.labels[:count])
        path = Path(folder) / "train.svm"
        write(train, path)
        size = path.stat().st_size / 1e6
        begun = time.monotonic()
        source = read(path, format="svmlight", base=0)
        rows = SharedRows.gather(source.batches(), Path(folder) / "rows", lambda: None)
        print(f"\n{size:.0f} MB of text, {count:,} rows: read, and written out, in {time.monotonic() - begun:.2f} s")
        starts = stream.starts[count:] - cut
        test = (starts, stream.columns[cut:], stream.values[cut:], stream.labels[count:])
        for name in ("perceptron", "arow"):
            runs = [(workers, *trained(rows, name, workers)) for _ in range(3) for workers in (1, 2)]
            least = {workers: min(run[1] for run in runs if run[0] == workers) for workers in (1, 2)}
            assert len({run[2] for run in runs}) == 1, "the same bits"
            print(
                f"{name}, {SHARDS} shards, {EPOCHS} epochs: {least[1]:.2f} s with one worker, {least[2]:.2f} s with "
                f"two, {least[1] / least[2]:.2f} times as fast; digest {runs[0][2]} in all runs"
            )
            print("| epoch | mixed, 2 workers: s | held out | serial: s | held out |\n|---:|---:|---:|---:|---:|")
            mixed, alone = trained(rows, name, 2, test)[2], serial(rows, name, test)
            for k, ((a, b), (c, d)) in enumerate(zip(mixed, alone, strict=False), 1):
                print(f"| {k} | {a:.2f} | {100 * b:.2f} % | {c:.2f} | {100 * d:.2f} % |")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rows", type=int, default=200_000)
    asked = parser.parse_args()
    print(f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}")
    engines()
    training(asked.rows)


if __name__ == "__main__":
    main()
