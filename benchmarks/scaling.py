"""What an entry costs as streams grow longer and weights more, and what memory a long stream takes.

    python benchmarks/scaling.py --plot docs/images/scaling.svg
    python benchmarks/scaling.py --gigabytes 10

Every stream is made of one drawn block of rows, played again and again, with its columns spread over so many weights.
"""

from __future__ import annotations

import argparse
import io
import resource
import statistics
import time
from pathlib import Path

import numpy as np
from drawn import draw, write

from littlestone import Batch, Game, LinearAdaGrad, LinearDescent, Perceptron
from littlestone.files.svmlight import SvmlightReader

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
    import matplotlib

    matplotlib.use("Agg")
    import matplotlib.pyplot as plt

    matplotlib.rcParams["svg.hashsalt"] = "littlestone"
    figure, (left, right) = plt.subplots(1, 2, figsize=(9, 3.6), sharey=True, layout="constrained")
    for name, costs in longer(examples).items():
        left.semilogx(examples, costs, "o-", label=name)
    for name, costs in wider(bits).items():
        right.semilogx(2 ** np.array(bits), costs, "o-", base=2, label=name)
    left.set(xlabel="examples (2^18 weights)", ylabel="nanoseconds an entry", ylim=(0, None))
    right.set(xlabel="weights (20,000 examples)")
    left.legend(frameon=False)
    path.parent.mkdir(parents=True, exist_ok=True)
    figure.savefig(path, metadata={"Date": None} if path.suffix == ".svg" else None)


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    options.add_argument("--plot", type=Path, help="draw both curves into this file")
    options.add_argument("--gigabytes", type=float, help="play a stream of text so long instead")
    told = options.parse_args()
    if told.gigabytes:
        long_stream(told.gigabytes)
    else:
        examples, bits = [10**4, 10**5, 10**6, 10**7], [16, 18, 20, 22, 24]
        if told.plot:
            picture(told.plot, examples, bits)
        else:
            longer(examples)
            wider(bits)


if __name__ == "__main__":
    main()
