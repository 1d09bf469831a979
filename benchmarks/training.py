"""From text to model on 16 shards: what a second worker brings, and how soon others are as good.

    python benchmarks/training.py [--rows 200000] [--repeat 3] [--epochs 10]

A stream like RCV1 (drawn.py) as text, 223 MB; 20,000 more rows are held out.

1. One worker and two, five epochs, from the text to the mixed weights: the text is parsed by the workers as well. Taken
   in turns, the least of each is shown. Wall clock, and beside it what it would be on idle cores: the CPU time of the
   busiest worker and that of the parent, one after the other. Starting Python and the workers is not counted.
2. Seconds to get as few held-out rows wrong as the mixture does after its last epoch: the mixture with two workers; a
   serial run of the same learner, pass after pass; Vowpal Wabbit with --passes 1, 2, 3, 5 and 10 (each a run of its
   own), called as its own program does, in this process. Reading the text is counted for all.

The load of the machine is printed first: with other programs running, wall clocks are not those of idle cores.
"""

from __future__ import annotations

import argparse
import os
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

import numpy as np
import vowpalwabbit
from drawn import draw, write

from littlestone import Game, read
from littlestone.cluster.engine_names import executor_for
from littlestone.cluster.row_parts import RowParts
from littlestone.cluster.training import Training, digest_of, new_game
from littlestone.commands.train import PART
from littlestone.features.batches import together
from littlestone.formats.excerpts import excerpts_of
from littlestone.learners import make_learner

SHARDS, EPOCHS, HELD_OUT = 16, 5, 20_000
LEARNERS = ("perceptron", "arow")
PASSES = (1, 2, 3, 5, 10)
VW = {"VW, hinge": ["--sgd", "--loss_function", "hinge"], "VW, logistic": ["--loss_function", "logistic"]}


class Spent(NamedTuple):
    """Seconds by the clock, and of the processors one after the other: the busiest worker, then the parent."""

    wall: float
    cpu: float


class Watch:
    """Measures from now on; workers are those of an engine, None for none."""

    def __init__(self, engine=None):
        self.pids = [] if engine is None else list(engine.inner._processes)
        self.begun, self.parent, self.workers = time.monotonic(), time.process_time(), self.worked()

    def worked(self):
        return [int(Path(f"/proc/{pid}/schedstat").read_text().split()[0]) / 1e9 for pid in self.pids]

    def spent(self):
        busiest = max((now - then for now, then in zip(self.worked(), self.workers, strict=True)), default=0.0)
        return Spent(time.monotonic() - self.begun, time.process_time() - self.parent + busiest)


def mixed(path, name, workers, epochs, test=None):
    """What a training takes, its digest, and after every epoch: what it has taken, and the held-out rows wrong."""
    with tempfile.TemporaryDirectory() as folder, executor_for("processes", workers) as engine:
        list(engine.map(abs, range(workers)))  # so that processes are there
        watch, course = Watch(engine), []
        rows = RowParts.parse(excerpts_of(read(path), PART), folder, None, engine)
        game = new_game(make_learner(name), rows, SHARDS, {})
        for _ in Training(rows, game, shards=SHARDS).run(engine, epochs):
            course.append((len(course) + 1, watch.spent(), test and wrong(game.learner.weights, test)))
        return watch.spent(), digest_of(game), course


def serial(path, name, epochs, test):
    """The same of one learner, pass after pass over rows that are read once, on as many threads as there are cores."""
    watch, course = Watch(), []
    batch = together(list(read(path).batches()))
    game = Game(make_learner(name))
    for _ in range(epochs):
        game.play_batch(batch)
        course.append((len(course) + 1, watch.spent(), wrong(game.learner.linear_guess().weights, test)))
    return course


def vw(text, held_out, labels, folder, arguments, epochs):
    """The same of VW: a run for every number of passes."""
    course = []
    for passes in (passes for passes in PASSES if passes <= epochs):
        model, said = folder / "vw.model", folder / "vw.said"
        cache = ["--cache_file", str(folder / "vw.cache"), "-k", "--passes", str(passes), "--holdout_off"]
        watch = Watch()
        workspace(["-d", str(text), *arguments, *(cache if passes > 1 else []), "-f", str(model)])
        spent = watch.spent()
        workspace(["-d", str(held_out), "-t", "-i", str(model), "-r", str(said)])
        guesses = np.array([float(line.split()[0]) for line in said.read_text().splitlines()])
        course.append((passes, spent, float(np.mean(np.where(guesses >= 0, 1, -1) != labels))))
    return course


def workspace(arguments):
    """What the program `vw` does with these arguments."""
    vowpalwabbit.Workspace(arg_list=["--quiet", "--no_stdin", "-b", "18", *arguments]).finish()


def wrong(weights, test):
    """The part of the held-out rows whose sign is not guessed."""
    guesses = np.add.reduceat(test.values * np.asarray(weights)[test.columns], test.starts[:-1])
    return float(np.mean(np.where(guesses >= 0, 1, -1) != test.labels))


def speed_up(path, repeat):
    """One worker and two."""
    print("\n| learner | one worker, s | two workers, s | times as fast |\n|---|---:|---:|---:|")
    for name in LEARNERS:
        runs = [(workers, *mixed(path, name, workers, EPOCHS)[:2]) for _ in range(repeat) for workers in (1, 2)]
        assert len({run[2] for run in runs}) == 1, "the same bits"
        for at, how in enumerate(("by the clock", "by CPU time")):
            one, two = (min(run[1][at] for run in runs if run[0] == workers) for workers in (1, 2))
            print(f"| {name}, {how} | {one:.2f} | {two:.2f} | {one / two:.2f} |", flush=True)


def equal_error(folder, path, text, held_out, test, epochs):
    """How soon the others are as good."""
    others = {who: vw(text, held_out, test.labels, folder, how, epochs) for who, how in VW.items()}
    for name in LEARNERS:
        courses = {f"{name}, mixed, 2 workers": mixed(path, name, 2, epochs, test)[2]}
        courses[f"{name}, serial"] = serial(path, name, epochs, test)
        if name == LEARNERS[0]:
            averaged = "averaged-perceptron"
            courses[f"{averaged}, serial"] = serial(path, averaged, epochs, test)
        courses |= others
        goal = next(iter(courses.values()))[-1][-1]
        print(f"\nas good as {name}, mixed over {SHARDS} shards, after {epochs} epochs: {100 * goal:.2f} % wrong\n")
        print("| | wrong after 1 pass | after the last | as good after | by the clock, s | by CPU time, s |")
        print("|---|---:|---:|---:|---:|---:|")
        for who, course in courses.items():
            reached = [f"{k} | {spent.wall:.2f} | {spent.cpu:.2f} |" for k, spent, rate in course if rate <= goal]
            when = reached[0] if reached else "never | | |"
            print(f"| {who} | {100 * course[0][-1]:.2f} % | {100 * course[-1][-1]:.2f} % | {when}", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rows", type=int, default=200_000)
    parser.add_argument("--repeat", type=int, default=3)
    parser.add_argument("--epochs", type=int, default=10, help="of 2.; 0 leaves it out")
    asked = parser.parse_args()
    print(f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}")
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        stream = draw(asked.rows + HELD_OUT)
        cut = int(stream.starts[asked.rows])
        train = stream._replace(starts=stream.starts[: asked.rows + 1], labels=stream.labels[: asked.rows])
        test = stream._replace(
            starts=stream.starts[asked.rows :] - cut,
            columns=stream.columns[cut:],
            values=stream.values[cut:],
            labels=stream.labels[asked.rows :],
        )
        path, text, held_out = folder / "train.svm", folder / "train.vw", folder / "test.vw"
        write(train, path)
        write(train, text, vw=True)
        write(test, held_out, vw=True)
        print(f"{path.stat().st_size / 1e6:.0f} MB of text, {asked.rows:,} rows, {SHARDS} shards, {EPOCHS} epochs")
        speed_up(path, asked.repeat)
        if asked.epochs:
            equal_error(folder, path, text, held_out, test, asked.epochs)


if __name__ == "__main__":
    main()
