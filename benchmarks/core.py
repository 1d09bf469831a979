"""The core against its peers, in one run and as ratios: `make bench`.

River's Perceptron event by event, scikit-learn's over a matrix. All three learn by the same rule from the same data;
River's also updates when a guess is exactly on the line, scikit-learn's shuffles the rows. Both peers count nothing;
the game counts rounds, mistakes and losses, and with certificates keeps the evidence its theorems need.
"""

from __future__ import annotations

import argparse
import random

import numpy as np
import scipy.sparse
from measure import Candidate, report, take_turns
from river.linear_model import Perceptron as RiverPerceptron
from sklearn.linear_model import Perceptron as SklearnPerceptron

from littlestone import Batch, Game, Perceptron
from littlestone.features.arrays import as_batch
from littlestone.features.features import Features
from littlestone.support.loading import core


def events(features: int, count: int, *, fixed: bool, seed: int = 1) -> list[tuple[dict[str, float], int]]:
    """Dicts of so many features: always the same names, as in a table, or words from a vocabulary of 5,000."""
    draw = random.Random(seed)
    names = [f"feature{i}" for i in range(features if fixed else 5000)]
    weights = {name: draw.gauss(0, 1) for name in names}
    stream = []
    for _ in range(count):
        chosen = names if fixed else draw.sample(names, features)
        x = {name: draw.random() for name in chosen}
        stream.append((x, 1 if sum(weights[name] * value for name, value in x.items()) > 0 else -1))
    return stream


def river(stream: list[tuple[dict[str, float], int]]) -> None:
    model = RiverPerceptron()
    for x, y in stream:
        model.predict_one(x)
        model.learn_one(x, y > 0)


def learner(stream: list[tuple[dict[str, float], int]]) -> None:
    model, features = Perceptron(), Features()
    for x, y in stream:
        row = features.row(x)
        model.learn(row, y, model.predict(row))


def game(stream: list[tuple[dict[str, float], int]], **settings: object) -> None:
    play = Game(Perceptron(), **settings)
    for x, y in stream:
        play.label(play.predict(x).number, y)


def one_event(features: int, aim: float, *, fixed: bool, rounds: int) -> None:
    count = 20_000 if features < 50 else 5_000
    stream = events(features, count, fixed=fixed)
    candidates = [
        Candidate("River Perceptron, predict_one + learn_one", lambda: river(stream)),
        Candidate("littlestone learner, predict + learn", lambda: learner(stream)),
        Candidate("littlestone game, no certificates", lambda: game(stream, bounds=[])),
        Candidate("littlestone game with certificates", lambda: game(stream)),
    ]
    take_turns(candidates, rounds)
    kind = "always the same names" if fixed else "words of a vocabulary of 5,000"
    report(f"One event from a dict of {features} features, {kind}", candidates, count, "event", aim)


def text_like(
    rows: int, width: int = 47_236, size: int = 95, seed: int = 0
) -> tuple[scipy.sparse.csr_matrix, np.ndarray]:
    """Rows like a text collection's: Zipf columns, about 75 entries, length one; labels of a planted separator."""
    rng = np.random.default_rng(seed)
    chances = np.cumsum(1 / np.arange(1, width + 1))
    drawn = np.searchsorted(chances / chances[-1], rng.random((rows, size)))
    drawn.sort(axis=1)
    fresh = np.ones_like(drawn, dtype=bool)
    fresh[:, 1:] = drawn[:, 1:] != drawn[:, :-1]
    starts = np.concatenate(([0], np.cumsum(fresh.sum(axis=1))))
    X = scipy.sparse.csr_matrix((rng.random(int(fresh.sum())), drawn[fresh], starts), shape=(rows, width))
    X = scipy.sparse.csr_matrix(X.multiply(1 / np.sqrt(X.multiply(X).sum(axis=1))))
    X.data = X.data.round(6)
    scores = X @ rng.normal(size=width)
    return X, np.where(scores > np.median(scores), 1, -1)


def bulk(rows: int, rounds: int) -> None:
    X, y = text_like(rows)
    batch = as_batch(X, y)
    classes = np.array([-1, 1])

    def unchecked() -> Batch:
        return Batch(X.indptr, X.indices, X.data, X.shape[1], y)

    candidates = [
        Candidate(
            "scikit-learn Perceptron.partial_fit", lambda: SklearnPerceptron().partial_fit(X, y, classes=classes)
        ),
        Candidate(
            "littlestone, from CSR, no certificates", lambda: Game(Perceptron(), bounds=[]).play_batch(unchecked())
        ),
        Candidate(
            "littlestone, checked batch, no certificates", lambda: Game(Perceptron(), bounds=[]).play_batch(batch)
        ),
        Candidate("littlestone, checked batch, certificates", lambda: Game(Perceptron()).play_batch(batch)),
    ]
    take_turns(candidates, rounds)
    played = Game(Perceptron()).play_batch(batch)
    report(
        f"One pass over {rows:,} rows of {X.nnz / rows:.1f} entries, {100 * played.mistakes / rows:.1f} % mistakes",
        candidates,
        rows,
        "row",
        4,
    )
    bare, certified = candidates[2].median(), candidates[3].median()
    print(f"  certificates cost {100 * (certified / bare - 1):.1f} % of the pass (aim: at most 30 %)")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=11, help="how often every candidate is measured")
    parser.add_argument("--rows", type=int, default=200_000, help="rows of the bulk pass")
    options = parser.parse_args()
    print(f"littlestone, {core()} core; medians of {options.rounds} turns each; more than 1x is faster than the peer")
    one_event(10, 8, fixed=True, rounds=options.rounds)
    one_event(10, 8, fixed=False, rounds=options.rounds)
    one_event(75, 4, fixed=True, rounds=options.rounds)
    one_event(75, 4, fixed=False, rounds=options.rounds)
    bulk(options.rows, options.rounds)


if __name__ == "__main__":
    main()
