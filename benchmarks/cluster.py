"""What engines cost and what workers bring to a sweep; for trainings see training.py.

    python benchmarks/cluster.py [--shuffles 20]

1. Twenty tasks that take a second each (they sleep, so that other load on the machine does not matter), on two
   processes and on two workers of a Dask cluster on loopback.
2. A sweep over sample:flights, 50 settings in so many orders, with one worker and with two: by the clock, and what it
   would be on idle cores, the CPU time of the busiest worker and that of the parent, one after the other.

The load of the machine is printed first: with other programs running, wall clocks are not those of idle cores.
"""

from __future__ import annotations

import argparse
import os
import tempfile
import time
from pathlib import Path

from training import Watch

from littlestone.cluster.engine_names import executor_for
from littlestone.cluster.shared_rows import SharedRows
from littlestone.samples.samples import sample
from littlestone.sweeps.grids import pairs_of, settings_of
from littlestone.sweeps.run import results, tasks_of

TASKS = 20


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


def sweeping(shuffles):
    """Games over the flights with one worker and with two; reading, which is done once, is counted for both."""
    learners, grids = ("arow", "pa1", "pa2", "adagrad"), {"r": "2^-6..2^6", "C": "2^-6..2^6", "eta": "2^-8..2^2"}
    tasks = tasks_of(settings_of(learners, pairs_of(grids)), shuffles)
    with tempfile.TemporaryDirectory() as folder:
        watch = Watch()
        source = sample("flights")
        rows = SharedRows.gather(source.batches(), Path(folder), lambda: source.features)
        reading = watch.spent()
        print(
            f"\n{len(rows):,} flights, {len(tasks):,} games; read in {reading.wall:.2f} s ({reading.cpu:.2f} s of CPU)"
        )
        spent = {}
        for workers in (1, 2):
            with executor_for("processes", workers) as engine:
                list(engine.map(abs, range(workers)))
                watch = Watch(engine)
                results(rows, tasks, engine)
                spent[workers] = watch.spent()
        for at, how in enumerate(("by the clock", "by CPU time")):
            one, two = (spent[workers][at] + reading[at] for workers in (1, 2))
            print(f"{how}: {one:.1f} s with one worker, {two:.1f} s with two, {one / two:.2f} times as fast")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--shuffles", type=int, default=20)
    asked = parser.parse_args()
    print(f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}")
    engines()
    sweeping(asked.shuffles)


if __name__ == "__main__":
    main()
