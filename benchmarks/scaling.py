"""What an entry costs as streams grow longer and weights more, a round as n grows, and what memory a stream takes.

    python benchmarks/scaling.py --plot docs/images/scaling.svg
    python benchmarks/scaling.py --rounds docs/images/rounds.svg
    python benchmarks/scaling.py --gigabytes 10

Every stream is made of one drawn block of rows, played again and again, with its columns spread over so many weights.
A lecture calls a learner efficient if its time is polynomial in n; the exponents that `--rounds` prints are how much.
"""

from __future__ import annotations

import argparse
import io
import resource
import statistics
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from drawn import draw, write

from littlestone import (
    AROW,
    Batch,
    DecisionList,
    Elimination,
    Game,
    Halving,
    Hedge,
    LinearAdaGrad,
    LinearDescent,
    Perceptron,
    Winnow,
)
from littlestone.concepts.concept_class import ConceptClass
from littlestone.experts import as_advice
from littlestone.features import as_batch
from littlestone.formats.text.svmlight import SvmlightReader

Playing = tuple[list[Game], Batch]  # games, each of which is to play the batch
ROUNDS = 1 << 17  # numbers in all rows of a measured game together, about
LARGE = 4  # of the largest n, by which the exponent goes: where a round is small, calling it costs more than playing it
NOISE = 0.1  # of the labels: so that learners learn, now and then
MANY, FEW, CONCEPTS = (
    [1 << bit for bit in bits] for bits in (range(4, 15), range(4, 11), range(4, 21))
)  # n for rules that touch every variable once, for those with a matrix, and for classes of n concepts
LEARNERS = {"perceptron": Perceptron, "ogd": lambda: LinearDescent(eta=0.5), "adagrad": lambda: LinearAdaGrad(eta=0.5)}


def spread(rows: int, width: int, seed: int = 1) -> Batch:
    """Rows with Zipf's columns, which lie anywhere among so many weights."""
    stream = draw(rows, width=width, seed=seed)
    return Batch(stream.starts, stream.columns, stream.values, width, stream.labels).check()


def cost(make: object, batch: Batch, passes: int) -> float:
    """Nanoseconds of processor time an entry, over so many passes."""
    game = Game(make(), bounds=())  # type: ignore[operator]
    game.play_batch(batch)  # the pages of the weights are there now
    start = time.thread_time()
    for _ in range(passes):
        game.play_batch(batch)
    return (time.thread_time() - start) / (passes * len(batch.values)) * 1e9


def longer(examples: list[int]) -> dict[str, list[float]]:
    """The cost of an entry for streams of so many examples, 2^18 weights."""
    found: dict[str, list[float]] = {name: [] for name in LEARNERS}
    batch = spread(10_000, 1 << 18)
    for count in examples:
        for name, make in LEARNERS.items():
            found[name].append(statistics.median(cost(make, batch, max(1, count // 10_000)) for _ in range(3)))
            print(f"{count:>10,} examples  {name:<12} {found[name][-1]:6.2f} ns an entry", flush=True)
    return found


def wider(bits: list[int]) -> dict[str, list[float]]:
    """The cost of an entry for so many weights, 20,000 examples."""
    found: dict[str, list[float]] = {name: [] for name in LEARNERS}
    for bit in bits:
        batch = spread(20_000, 1 << bit)
        for name, make in LEARNERS.items():
            found[name].append(statistics.median(cost(make, batch, 2) for _ in range(5)))
            print(f"2^{bit:<2} weights  {name:<12} {found[name][-1]:6.2f} ns an entry", flush=True)
    return found


def variables(n: int, rng: np.random.Generator) -> Batch:
    """Rows of n bits, labelled by the disjunction of the first two, but for noise."""
    bits = rng.integers(0, 2, size=(max(256, ROUNDS // n), n))
    labels = np.where(bits[:, :2].any(axis=1) ^ (rng.random(len(bits)) < NOISE), 1, -1)
    return as_batch(bits.astype(float), labels)


def experts(n: int, rng: np.random.Generator) -> Batch:
    """What n experts say, and a truth."""
    said = rng.random((max(256, ROUNDS // n), n))
    return as_advice(said, rng.random(len(said)))


def halving(n: int, rng: np.random.Generator) -> Playing:
    """Halving on n concepts over 32 points, again and again its first round: later ones have fewer left to ask."""
    known = ConceptClass(rng.integers(0, 2, size=(n, 32)))
    rows = known.examples()
    batch = Batch(rows.starts[:2], rows.columns[:1], rows.values[:1], rows.width, [1.0]).check()
    return [Game(Halving(known), bounds=()) for _ in range(20)], batch


def of_rows(make: Callable[[int], Any]) -> Callable[[int, Any], Playing]:
    """A learner of n variables, and its rows."""
    return lambda n, rng: ([Game(make(n), bounds=())], variables(n, rng))


# Who is measured, what n is, and how a game of that n is made.
EFFICIENT: dict[str, tuple[str, list[int], Callable[[int, Any], Playing]]] = {
    "perceptron": ("variables", MANY, of_rows(lambda n: Perceptron())),
    "winnow": ("variables", MANY, of_rows(lambda n: Winnow(n=n))),
    "elimination": ("variables", MANY, of_rows(lambda n: Elimination(n=n))),
    "decision list": ("variables", MANY, of_rows(lambda n: DecisionList(n=n))),
    "hedge": ("experts", MANY, lambda n, rng: ([Game(Hedge(), loss="square", bounds=())], experts(n, rng))),
    "arow, whole matrix": ("variables", FEW, of_rows(lambda n: AROW(covariance="full"))),
    "halving": ("concepts", CONCEPTS, halving),
}


def round_times() -> dict[str, tuple[list[int], list[float]]]:
    """The time of a round for every n, in rounds of the Perceptron with the smallest n; and how it grows."""
    found: dict[str, tuple[list[int], list[float]]] = {}
    unit = 0.0
    for name, (what, sizes, make) in EFFICIENT.items():
        times = [statistics.median(round_time(make, n) for _ in range(5)) for n in sizes]
        unit = unit or times[0]
        found[name] = sizes, [each / unit for each in times]
        slope = np.polyfit(np.log(sizes[-LARGE:]), np.log(times[-LARGE:]), 1)[0]
        first, last = found[name][1][0], found[name][1][-1]
        print(
            f"| {name} | {what}, {sizes[0]:,} to {sizes[-1]:,} | {first:,.3g} | {last:,.3g} | n^{slope:.1f} |",
            flush=True,
        )
    return found


def round_time(make: Callable[[int, Any], Playing], n: int) -> float:
    """Seconds of processor time a round; of one game alone, after a first pass."""
    games, batch = make(n, np.random.default_rng(n))
    if len(games) == 1:
        games[0].play_batch(batch)
        games *= 1 + ROUNDS // max(1, 8 * len(batch.values))
    start = time.thread_time()
    for game in games:
        game.play_batch(batch)
    return (time.thread_time() - start) / (len(games) * len(batch))


def picture_of_rounds(path: Path) -> None:
    """Time a round against n, both on logarithmic axes: a straight line is a power of n."""
    plt = pyplot()
    figure, axes = plt.subplots(figsize=(7, 4.2), layout="constrained")
    for name, (sizes, times) in round_times().items():
        axes.loglog(sizes, times, "o-", markersize=3, base=2, label=f"{name}, n {EFFICIENT[name][0]}")
    axes.set(xlabel="n", ylabel="time a round (the Perceptron's at n = 16 is 1)")
    axes.legend(frameon=False, fontsize="small")
    save(figure, path)


def pyplot() -> Any:
    """Matplotlib without a window, whose files are the same every time."""
    import matplotlib

    matplotlib.use("Agg")
    import matplotlib.pyplot as plt

    matplotlib.rcParams["svg.hashsalt"] = "littlestone"
    return plt


def save(figure: Any, path: Path) -> None:
    """Write the picture."""
    path.parent.mkdir(parents=True, exist_ok=True)
    figure.savefig(path, metadata={"Date": None} if path.suffix == ".svg" else None)


class Again(io.RawIOBase):
    """The same bytes again and again, as a stream of so many."""

    def __init__(self, text: bytes, size: int) -> None:
        self.text, self.size, self.at = text, size - size % len(text), 0

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: object) -> int:
        view = memoryview(buffer)  # type: ignore[arg-type]
        start = self.at % len(self.text)
        count = min(len(view), len(self.text) - start, self.size - self.at)
        view[:count] = self.text[start : start + count]
        self.at += count
        return count


def long_stream(gigabytes: float) -> None:
    """Play so many gigabytes of text and say what memory that took beyond the weights."""
    path = Path("again.svm")
    try:
        write(draw(20_000), path)
        text = path.read_bytes()
    finally:
        path.unlink()
    game = Game(LinearDescent(eta=0.5))
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    start = time.perf_counter()
    for batch in SvmlightReader(Again(text, int(gigabytes * 1e9)), threads=2, chunk=1 << 20):
        game.play_batch(batch)
    seconds = time.perf_counter() - start
    after = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    print(
        f"{game.ledger.rounds:,} rounds, {gigabytes:g} GB in {seconds:.0f} s, {gigabytes / seconds * 1000:.0f} MB/s; "
        f"at most {after / 1024:.0f} MB in all, {(after - before) / 1024:.0f} MB more than before"
    )


def picture(path: Path, examples: list[int], bits: list[int]) -> None:
    """Both curves side by side."""
    plt = pyplot()
    figure, (left, right) = plt.subplots(1, 2, figsize=(9, 3.6), sharey=True, layout="constrained")
    for name, costs in longer(examples).items():
        left.semilogx(examples, costs, "o-", label=name)
    for name, costs in wider(bits).items():
        right.semilogx(2 ** np.array(bits), costs, "o-", base=2, label=name)
    left.set(xlabel="examples (2^18 weights)", ylabel="nanoseconds an entry", ylim=(0, None))
    right.set(xlabel="weights (20,000 examples)")
    left.legend(frameon=False)
    save(figure, path)


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    options.add_argument("--plot", type=Path, help="draw both curves into this file")
    options.add_argument("--rounds", type=Path, help="draw the time of a round against n into this file instead")
    options.add_argument("--gigabytes", type=float, help="play a stream of text so long instead")
    told = options.parse_args()
    if told.gigabytes:
        long_stream(told.gigabytes)
    elif told.rounds:
        picture_of_rounds(told.rounds)
    else:
        examples, bits = [10**4, 10**5, 10**6, 10**7], [16, 18, 20, 22, 24]
        if told.plot:
            picture(told.plot, examples, bits)
        else:
            longer(examples)
            wider(bits)


if __name__ == "__main__":
    main()
