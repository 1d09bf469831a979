"""How many instructions a round takes, counted by valgrind: a number that no other load on the machine moves.

    python benchmarks/instructions.py record FILE     count, and write down
    python benchmarks/instructions.py compare FILE    count, and print old, new and their ratio

The package that plays is the one that Python finds, so PYTHONPATH says which. Every loop is played for some rounds and
for more; the difference, by their number, is what a round takes, so that setting up cancels. All of them are played in
one process, since starting one takes valgrind most of the time: the process calls `os.getppid`, which nobody else does,
before and after each, and callgrind writes down its count at every such call.
"""

from __future__ import annotations

import argparse
import gc
import json
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

import littlestone
from littlestone import EXPERTS, LEARNERS, Batch, Game


class Loop(NamedTuple):
    """What is counted: its name, what plays so many rounds, and how many rounds less and more."""

    name: str
    play: Callable[[int], Any]
    less: int
    more: int


def batch_of(rows: int, width: int, *, boolean: bool = False) -> Batch:
    """Rows that are full: numbers from 0 to 1, or zeros and ones; labels of a planted vector, one in twenty wrong."""
    rng = np.random.default_rng(width)
    table = rng.random((rows, width))
    if boolean:
        there = table < 0.3
        labels = np.where(there[:, 0] | there[:, 3], 1.0, -1.0)
        table = there.astype(float)
    else:
        scores = (table - 0.5) @ rng.normal(size=width)
        labels = np.where(scores > 0, 1.0, -1.0)
    labels[rng.random(rows) < 0.05] *= -1
    where, columns = np.nonzero(table)
    starts = np.concatenate(([0], np.cumsum(np.bincount(where, minlength=rows))))
    return Batch(starts, columns, table[where, columns], width, labels).check()


def advice_of(rows: int, experts: int) -> Batch:
    """Advice of experts from 0 to 1, some of it good."""
    rng = np.random.default_rng(experts)
    truths = rng.random(rows)
    said = np.clip(truths[:, None] + rng.normal(size=(rows, experts)) * np.linspace(0.05, 1.0, experts), 0.001, 1.0)
    columns = np.tile(np.arange(experts), rows)
    return Batch(np.arange(rows + 1) * experts, columns, said.ravel(), experts, truths).check()


def first(batch: Batch, rows: int) -> Batch:
    """The first rows of a batch."""
    stop = int(batch.starts[rows])
    kept = (np.asarray(batch.columns)[:stop], np.asarray(batch.values)[:stop])
    return Batch(np.asarray(batch.starts)[: rows + 1], *kept, batch.width, np.asarray(batch.labels)[:rows]).check()


def bulk(name: str, make: Callable[[], Any], batch: Batch, **settings: Any) -> Loop:
    """A pass over a batch."""
    more = len(batch.labels)
    pieces = {rows: first(batch, rows) for rows in (more // 4, more)}
    return Loop(name, lambda rows: Game(make(), **settings).play_batch(pieces[rows]), more // 4, more)


def words(features: int, count: int) -> list[tuple[dict[str, float], int]]:
    """Events as dicts of so many named features, always the same names, one label in twenty wrong."""
    draw = random.Random(1)
    names = [f"feature{i}" for i in range(features)]
    target = [draw.gauss(0, 1) for _ in names]
    stream = []
    for _ in range(count):
        values = [draw.random() for _ in names]
        margin = sum(w * (v - 0.5) for w, v in zip(target, values, strict=True))
        sign = 1 if (margin > 0) != (draw.random() < 0.05) else -1
        stream.append((dict(zip(names, values, strict=True)), sign))
    return stream


def events(name: str, make: Callable[[], Any], stream: list[tuple[dict[str, float], int]], **settings: Any) -> Loop:
    """One event after the other: predict, then label."""

    def play(rounds: int) -> None:
        game = Game(make(), **settings)
        for x, y in stream[:rounds]:
            game.label(game.predict(x).number, y)

    return Loop(name, play, len(stream) // 4, len(stream))


def loops() -> list[Loop]:
    """All that is counted."""
    ten, text, bits, advice = (
        batch_of(6000, 10),
        batch_of(2000, 75),
        batch_of(6000, 10, boolean=True),
        advice_of(6000, 10),
    )
    named = words(10, 2000)
    none: dict[str, Any] = {"bounds": []}

    def made(name: str, **settings: Any) -> Callable[[], Any]:
        return lambda: LEARNERS[name](**settings)

    return [
        bulk("batch perceptron 10", made("perceptron"), ten),
        bulk("batch perceptron 10, no bounds", made("perceptron"), ten, **none),
        bulk("batch perceptron 10, bias", made("perceptron", bias=1.0), ten),
        bulk("batch perceptron 10, bias, no bounds", made("perceptron", bias=1.0), ten, **none),
        bulk("batch perceptron 75", made("perceptron"), text),
        bulk("batch perceptron 75, no bounds", made("perceptron"), text, **none),
        bulk("batch perceptron 75, bias", made("perceptron", bias=1.0), text),
        bulk("batch pa1 10", made("pa1"), ten),
        bulk("batch pa1 10, no bounds", made("pa1"), ten, **none),
        bulk("batch pa1 10, bias", made("pa1", bias=1.0), ten),
        bulk("batch adagrad 10", made("adagrad"), ten),
        bulk("batch adagrad 10, no bounds", made("adagrad"), ten, **none),
        bulk("batch arow 10", made("arow"), ten),
        bulk("batch arow 10, no bounds", made("arow"), ten, **none),
        bulk("batch hedge 10 experts", lambda: EXPERTS["hedge"](), advice, loss="square"),
        bulk("batch hedge 10 experts, no bounds", lambda: EXPERTS["hedge"](), advice, loss="square", **none),
        bulk("batch winnow 10", made("winnow"), bits),
        bulk("batch winnow 10, no bounds", made("winnow"), bits, **none),
        events("events perceptron 10", made("perceptron"), named),
        events("events perceptron 10, no bounds", made("perceptron"), named, **none),
        events("events pa1 10", made("pa1"), named),
        events("events pa1 10, no bounds", made("pa1"), named, **none),
        events("events adagrad 10", made("adagrad"), named),
        events("events adagrad 10, no bounds", made("adagrad"), named, **none),
    ]


def play_all() -> None:
    """Play every loop for less and for more rounds, with a mark before and after each: what valgrind looks at."""
    counted = loops()
    for loop in counted:
        loop.play(loop.less)  # so that the interpreter has specialised what it will, and memory is there
    gc.disable()
    for loop in counted:
        for rounds in (loop.less, loop.more):
            gc.collect()
            os.getppid()
            loop.play(rounds)
            os.getppid()


def count() -> dict[str, float]:
    """The instructions of a round of every loop, by name."""
    valgrind = shutil.which("valgrind")
    if valgrind is None:
        sys.exit("instructions are counted by valgrind, and there is none")
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "out"
        tool = [valgrind, "--tool=callgrind", f"--callgrind-out-file={out}", "--dump-before=getppid"]
        still = shutil.which("setarch")  # the same addresses in every run, for some instructions go by addresses
        play = [sys.executable, str(Path(__file__).resolve()), "play"]
        # One thread for BLAS: what idle threads do while they wait is counted too, and differs from run to run.
        environment = {**os.environ, "PYTHONHASHSEED": "0", "OPENBLAS_NUM_THREADS": "1"}
        fixed = [still, "-R"] if still else []
        done = subprocess.run([*fixed, *tool, *play], env=environment, capture_output=True, text=True)
        if done.returncode:
            sys.exit(f"valgrind has failed:\n{done.stderr}")
        # A dump counts from the one before it: every second of them is of a loop.
        dumps = [total(Path(f"{out}.{k}")) for k in range(2, 4 * len(loops()) + 1, 2)]
    pairs = zip(loops(), dumps[::2], dumps[1::2], strict=True)
    return {loop.name: round((more - less) / (loop.more - loop.less), 1) for loop, less, more in pairs}


def total(dump: Path) -> int:
    """The instructions that a dump of callgrind has counted."""
    found = re.search(r"^totals: (\d+)", dump.read_text(), flags=re.M)
    if found is None:
        sys.exit(f"{dump.name} has no total: did something else call getppid?")
    return int(found[1])


def main() -> None:
    """Count, and write down or compare."""
    options = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    options.add_argument("do", choices=("record", "compare", "play"))
    options.add_argument("path", type=Path, nargs="?")
    told = options.parse_args()
    if told.do == "play":
        play_all()
        return
    if told.path is None:
        options.error("a file is needed")
    if told.do == "record":
        now = count()
        told.path.write_text(json.dumps({"version": littlestone.__version__, "a round": now}, indent=1) + "\n")
        return
    was = json.loads(told.path.read_text())
    print(
        f"instructions a round: {was['version']} and {littlestone.__version__} from {Path(littlestone.__file__).parent}"
    )
    now = count()
    for name, new in now.items():
        old = was["a round"].get(name)
        print(f"{name:40}" + (f"{old:12,.1f}{new:12,.1f}{new / old:8.3f}" if old else f"{'':12}{new:12,.1f}"))


if __name__ == "__main__":
    main()
