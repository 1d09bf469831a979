"""Streams against Vowpal Wabbit, scikit-learn and River, in one run and as ratios: a part of docs/benchmarks.md.

    python benchmarks/streams.py --write docs/benchmarks.md

A stream like RCV1 is drawn (drawn.py): 200,000 rows, 47,236 columns, about 76 entries a row by Zipf's law, six digits.
Every contender takes what it reads from the page cache, makes one pass, and may use two cores. VW is called as its own
program does, `vowpalwabbit.Workspace(arg_list=...)`, in this process, so that nobody's start counts.
"""

from __future__ import annotations

import argparse
import random
import tempfile
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import scipy.sparse
import vowpalwabbit
from drawn import WIDTH, Stream, draw, write
from measure import Candidate, take_turns
from page import figure, fill, versions
from river.linear_model import LogisticRegression, PAClassifier
from river.linear_model import Perceptron as RiverPerceptron
from river.optim import AdaGrad as RiverAdaGrad
from sklearn.linear_model import Perceptron as SklearnPerceptron

from littlestone import (
    AROW,
    PA1,
    Batch,
    Committee,
    Game,
    LinearAdaGrad,
    LinearDescent,
    Perceptron,
    RowLearner,
    ScaleFree,
)
from littlestone.formats import PackedFile, pack
from littlestone.formats.text.svmlight import SvmlightReader

HINGE = ["--sgd", "--loss_function", "hinge", "--binary", "-l", "0.5"]
LOGISTIC = ["--loss_function", "logistic", "--binary"]


class Table:
    """Lines of the page, one for each contender, against the first of its group."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.busy = 0.0  # cores that others used, at most

    def group(self, title: str, candidates: list[Candidate], rounds: int, per: float, unit: str, aim: str) -> None:
        """Let them take turns, and write down medians and ratios."""
        take_turns(candidates, rounds)
        peer, peer_cpu = candidates[0].median(), candidates[0].cpu()
        self.busy = max(self.busy, *(candidate.others() for candidate in candidates))
        self.lines += [f"\n### {title}\n", f"| | {unit} | ratio | of processors | ratio |", "|---|---|---|---|---|"]
        for candidate in candidates:
            seconds, cpu = candidate.median(), max(candidate.cpu(), 1e-9)
            own = f"{figure(cpu / per)} | {peer_cpu / cpu:.2f}x"
            self.lines.append(f"| {candidate.name} | {figure(seconds / per)} | {peer / seconds:.2f}x | {own} |")
        self.lines.append(f"\nAim: {aim}.")
        print("\n".join(self.lines[-len(candidates) - 4 :]), flush=True)


def vw(arguments: list[str]) -> None:
    """What the program `vw` does with these arguments."""
    vowpalwabbit.Workspace(arg_list=["--quiet", "--no_stdin", "-b", "18", *arguments]).finish()


def from_text(path: Path, learner: RowLearner, threads: int = 1, certified: bool = False) -> Game:
    game = Game(learner, bounds=None if certified else ())
    for batch in SvmlightReader(path, threads=threads, chunk=1 << 20):
        game.play_batch(batch)
    return game


def from_batches(batches: Any, learner: RowLearner) -> Game:
    game = Game(learner, bounds=())
    for batch in batches:
        game.play_batch(batch)
    return game


def texts(table: Table, folder: Path, stream: Stream, rounds: int) -> None:
    """One pass from text, and from the caches, against VW."""
    svm, text, cache, rows = (folder / name for name in ("rows.svm", "rows.vw", "rows.cache", "rows.rows"))
    write(stream, svm)
    write(stream, text, vw=True)
    vw(["-d", str(text), "--cache_file", str(cache)])
    pack(SvmlightReader(svm, copy=True), rows)
    size = svm.stat().st_size / 1e6
    table.lines.append(
        f"\nThe stream: {len(stream.labels):,} rows, {len(stream.values) / len(stream.labels):.1f} entries a row, "
        f"{size:.0f} MB as svmlight text, {text.stat().st_size / 1e6:.0f} MB as VW text, "
        f"{rows.stat().st_size / 1e6:.0f} MB packed, {cache.stat().st_size / 1e6:.0f} MB as VW's cache."
    )
    table.group(
        "Text to model, hinge loss, seconds a pass",
        [
            Candidate("VW, text, `--sgd --loss_function hinge`", partial(vw, ["-d", str(text), *HINGE])),
            Candidate("littlestone ogd, two threads in all", lambda: from_text(svm, LinearDescent(eta=0.5))),
            Candidate("the same with certificates", lambda: from_text(svm, LinearDescent(eta=0.5), certified=True)),
            Candidate("littlestone ogd, one thread in all", lambda: from_text(svm, LinearDescent(eta=0.5), threads=0)),
        ],
        rounds,
        1.0,
        "seconds",
        "4.5x, two cores each",
    )
    table.group(
        "Text to model, logistic loss with a rate for every coordinate, seconds a pass",
        [
            Candidate("VW, text, `--loss_function logistic`", partial(vw, ["-d", str(text), *LOGISTIC])),
            Candidate("littlestone adagrad, two threads in all", lambda: from_text(svm, LinearAdaGrad(eta=0.5))),
            Candidate("the same with certificates", lambda: from_text(svm, LinearAdaGrad(eta=0.5), certified=True)),
            Candidate("littlestone scale-free, two threads in all", lambda: from_text(svm, ScaleFree())),
        ],
        rounds,
        1.0,
        "seconds",
        "3x",
    )
    packed = PackedFile(rows)
    table.group(
        "From a cache, hinge loss, seconds a pass",
        [
            Candidate(
                "VW, cache, `--sgd --loss_function hinge`",
                partial(vw, ["-d", str(text), "--cache_file", str(cache), *HINGE]),
            ),
            Candidate("littlestone ogd, packed", lambda: from_batches(packed.batches(), LinearDescent(eta=0.5))),
            Candidate(
                "littlestone ogd, packed, opened and verified",
                lambda: from_batches(PackedFile(rows).batches(), LinearDescent(eta=0.5)),
            ),
        ],
        rounds,
        1.0,
        "seconds",
        "5x",
    )


def narrowed(stream: Stream, entries: int) -> Stream:
    """The same rows with their first entries alone, as rows of named cells are."""
    starts, sizes = np.asarray(stream.starts), np.minimum(np.diff(stream.starts), entries)
    places = np.arange(sizes.sum()) - np.repeat(np.cumsum(sizes) - sizes, sizes) + np.repeat(starts[:-1], sizes)
    columns, values = np.asarray(stream.columns)[places], np.asarray(stream.values)[places]
    return Stream(np.concatenate(([0], np.cumsum(sizes))), columns, values, stream.labels)


def memory(table: Table, stream: Stream, rounds: int, aim: str) -> None:
    """One pass in memory against scikit-learn."""
    matrix = scipy.sparse.csr_matrix((stream.values, stream.columns, stream.starts), (len(stream.labels), WIDTH))
    batch = Batch(stream.starts, stream.columns, stream.values, WIDTH, stream.labels).check()
    table.group(
        f"In memory, {len(stream.values) / len(stream.labels):.0f} entries a row, one pass, seconds",
        [
            Candidate(
                "scikit-learn `Perceptron.partial_fit`",
                lambda: SklearnPerceptron().partial_fit(matrix, stream.labels, classes=[-1, 1]),
            ),
            Candidate("littlestone perceptron", lambda: Game(Perceptron(), bounds=()).play_batch(batch)),
            Candidate("the same with certificates", lambda: Game(Perceptron()).play_batch(batch)),
            Candidate("littlestone adagrad", lambda: Game(LinearAdaGrad(), bounds=()).play_batch(batch)),
            Candidate("littlestone scale-free", lambda: Game(ScaleFree(), bounds=()).play_batch(batch)),
            Candidate("littlestone committee of three", lambda: Game(committee(), bounds=()).play_batch(batch)),
        ],
        rounds,
        1.0,
        "seconds",
        aim,
    )


def committee() -> Committee:
    """Three members: what a round of a small committee takes."""
    return Committee([ScaleFree(), LinearAdaGrad(), AROW()])


def words(features: int, count: int) -> list[tuple[dict[str, float], int]]:
    """Events as dicts of so many named features, always the same names."""
    draw_number = random.Random(1)
    names = [f"feature{i}" for i in range(features)]
    target = [draw_number.gauss(0, 1) for _ in names]
    stream = []
    for _ in range(count):
        values = [draw_number.random() for _ in names]
        margin = sum(w * v for w, v in zip(target, values, strict=True))
        stream.append((dict(zip(names, values, strict=True)), 1 if margin > 0 else -1))
    return stream


def river(make: Any, stream: list[tuple[dict[str, float], int]]) -> None:
    model = make()
    for x, y in stream:
        model.predict_one(x)
        model.learn_one(x, y > 0)


def events(make: Any, stream: list[tuple[dict[str, float], int]]) -> None:
    game = Game(make())
    for x, y in stream:
        game.label(game.predict(x).number, y)


def single_events(table: Table, rounds: int) -> None:
    """One event from a dict against River: predict, learn, and for us the ledger with its certificates."""
    for features, aim in ((10, 8), (75, 4)):
        stream = words(features, 20_000 if features == 10 else 5_000)
        for name, theirs, ours in (
            ("Perceptron", RiverPerceptron, Perceptron),
            ("passive-aggressive", lambda: PAClassifier(C=1.0, mode=1), lambda: PA1(C=1.0)),
            ("logistic AdaGrad", lambda: LogisticRegression(optimizer=RiverAdaGrad(0.1)), LinearAdaGrad),
        ):
            table.group(
                f"One event of {features} named features, {name}",
                [
                    Candidate("River, predict_one and learn_one", partial(river, theirs, stream)),
                    Candidate("littlestone game with certificates", partial(events, ours, stream)),
                ],
                rounds,
                len(stream) / 1e6,
                "us an event",
                f"{aim}x",
            )


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    options.add_argument("--rows", type=int, default=200_000)
    options.add_argument("--rounds", type=int, default=9)
    options.add_argument("--streams-only", action="store_true", help="leave out single events")
    options.add_argument("--write", type=Path, help="the page whose part is written")
    told = options.parse_args()
    table = Table()
    stream = draw(told.rows)
    with tempfile.TemporaryDirectory() as folder:
        texts(table, Path(folder), stream, told.rounds)
    memory(table, stream, told.rounds, "4x")
    memory(table, narrowed(stream, 9), told.rounds, "2x")
    if not told.streams_only:
        single_events(table, told.rounds)
    if told.write:
        fill(told.write, "streams.py", [f"Medians of {told.rounds}: {versions(table.busy)}", *table.lines])


if __name__ == "__main__":
    main()
