"""What metrics cost: a game with each of them against the same game without, in one run and as ratios.

A batch of two classes, of many and of numbers is played with every metric that is about them. Reading a value out is
timed apart: that of a window counts its rounds anew, that of the AUC sorts what is kept.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from time import perf_counter

import numpy as np
from measure import Candidate, report, take_turns

from littlestone import Game, LinearDescent, MulticlassPerceptron
from littlestone.features.arrays import as_batch
from littlestone.metrics.metric_names import METRICS
from littlestone.row import Batch
from littlestone.support.loading import core
from littlestone.truth import CLASSES, NUMBERS, SIGNS, Truth

AIM = 0.3  # microseconds an event, for each metric


def streams(rows: int, width: int = 10, seed: int = 0) -> dict[Truth, tuple[Callable[..., Game], Batch]]:
    """A game and a batch for every kind of label; a tenth of the labels of classes are noise."""
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(rows, width))
    score = X @ rng.normal(size=width) + rng.normal(size=rows)
    plain = as_batch(X)

    def labelled(y: np.ndarray) -> Batch:
        return Batch(plain.starts, plain.columns, plain.values, plain.width, y.astype(float))

    return {
        SIGNS: (
            lambda **more: Game(LinearDescent(loss="log"), bounds=[], **more),
            labelled(np.where(score > 0, 1, -1)),
        ),
        CLASSES: (
            lambda **more: Game(MulticlassPerceptron(), bounds=[], **more),
            labelled(np.digitize(score, [-2, 0, 2])),
        ),
        NUMBERS: (lambda **more: Game(LinearDescent(loss="square", eta=0.01), bounds=[], **more), labelled(score)),
    }


def measured(truth: Truth, make: Callable[..., Game], batch: Batch, rounds: int) -> None:
    """Every metric of that kind of label, alone, and one over a window, against none."""
    gives = make().learner.has_chances
    names = [name for name, tally in METRICS.items() if truth in tally.truths and (gives or not tally.needs_chance)]
    single = [name for name in names if METRICS[name].tables == () or name in ("accuracy", "f1", "confusion")]
    candidates = [Candidate("no metrics", lambda: make().play_batch(batch))]
    for asked in [*single, f"{names[0]}@1000", ",".join(names)]:
        candidates.append(Candidate(asked[:40], lambda asked=asked: make(metrics=asked).play_batch(batch)))
    take_turns(candidates, rounds)
    report(f"{truth}: {batch.rows:,} events", candidates, batch.rows, "event")
    base = candidates[0].median()
    costs = [1e6 * (one.median() - base) / batch.rows for one in candidates[1:-1]]
    print(f"  the dearest metric adds {max(costs):.3f} us an event (aim: at most {AIM} us)")
    game = make(metrics=[*names, f"{names[0]}@1000"])
    game.play_batch(batch)
    for name in (*(name for name in names if name == "auc"), f"{names[0]}@1000"):
        start = perf_counter()
        value = game.ledger.metrics[name]
        seconds = perf_counter() - start
        error = game.ledger.metrics.errors.get(name, 0.0)
        print(f"  reading {name} takes {1e3 * seconds:.2f} ms: {value:.6f}, off by {error:.2g} at most")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=11, help="how often every candidate is measured")
    parser.add_argument("--rows", type=int, default=200_000, help="events of a game")
    options = parser.parse_args()
    print(f"littlestone, {core()} core; medians of {options.rounds} turns each; less than 1x is slower than no metrics")
    for truth, (make, batch) in streams(options.rows).items():
        measured(truth, make, batch, options.rounds)


if __name__ == "__main__":
    main()
