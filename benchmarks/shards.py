"""What more shards cost: the Perceptron averaged over 1 to 10,000 of them, one after the other, mixed as on a cluster.

    python benchmarks/shards.py [--rows 100000] [--plot docs/images/shards.png]

Rows of length one in 50 columns. Once they have a margin, which is promised; once a tenth of the labels is turned over.
Every number of shards sees the same rows. Prints a table in Markdown: mistakes in all and by share over five epochs,
both certificates, and mistakes on rows that were held out after one epoch and after five.
"""

from __future__ import annotations

import argparse
from concurrent.futures import Executor, Future
from tempfile import TemporaryDirectory
from time import process_time

import numpy as np

from littlestone import Game, Perceptron
from littlestone.bounds import MixedHingeBound, MixedMarginBound
from littlestone.cluster.engines import Engine
from littlestone.cluster.shared_rows import SharedRows
from littlestone.cluster.training import Training
from littlestone.features import as_batch

COLUMNS, MARGIN, EPOCHS, NOISE = 50, 0.05, 5, 0.1
SHARDS = (1, 10, 100, 1_000, 10_000)


class Here(Executor):
    """Plays every task at once, in this process."""

    def submit(self, fn, /, *args, **kwargs):
        done = Future()
        done.set_result(fn(*args, **kwargs))
        return done


def draw(rows, rng):
    """Rows of length one, each at a distance of at least the margin from a plane, and the sides that they are on."""
    u = np.zeros(COLUMNS)
    u[0] = 1.0
    X = rng.normal(size=(2 * rows, COLUMNS))
    X /= np.linalg.norm(X, axis=1, keepdims=True)
    X = X[np.abs(X @ u) >= MARGIN][:rows]
    return X, np.sign(X @ u)


def simulate(X, y, X_test, y_test, shards, bound):
    """The numbers of one line."""
    wrong = []
    begun = process_time()
    with TemporaryDirectory() as folder:
        rows = SharedRows.write(as_batch(X, y), None, folder)
        game = Game(Perceptron(), bounds=[bound(shards)], keep=10_000_000)
        for _ in Training(rows, game, shards=shards).run(Engine(Here(), 1), EPOCHS):
            wrong.append(float(np.mean(np.where(X_test @ game.learner.weights >= 0, 1, -1) != y_test)))
    (certificate,) = game.ledger.certificates
    return {
        "shards": shards,
        "mistakes": game.ledger.mistakes,
        "by_share": certificate.paid,
        "allowed": certificate.allowed,
        "verdict": certificate.verdict,
        "first": wrong[0],
        "last": wrong[-1],
        "seconds": process_time() - begun,
    }


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rows", type=int, default=100_000)
    parser.add_argument("--plot")
    asked = parser.parse_args()
    rng = np.random.default_rng(14)
    X, y = draw(asked.rows, rng)
    X_test, y_test = draw(20_000, rng)
    noisy = np.where(rng.random(len(y)) < NOISE, -y, y)
    cases = {
        "a margin of 0.05": (y, lambda shards: MixedMarginBound(MARGIN, shards)),
        "a tenth of the labels turned over": (noisy, MixedHingeBound),
    }
    found = {}
    for name, (labels, bound) in cases.items():
        print(f"\n{name}, {len(y):,} rows\n")
        print(
            "| shards | rows in each | mistakes in all | by share | allowed by share | wrong after 1 epoch | after 5 |"
        )
        print("|---:|---:|---:|---:|---:|---:|---:|")
        found[name] = []
        for shards in SHARDS:
            one = simulate(X, labels, X_test, y_test, shards, bound)
            found[name].append(one)
            print(
                f"| {shards:,} | {len(y) // shards:,} | {one['mistakes']:,} | {one['by_share']:,.1f} | "
                f"{one['allowed']:,.1f} | {100 * one['first']:.2f} % | {100 * one['last']:.2f} % |",
                flush=True,
            )
            assert one["verdict"] == "holds", one
    if asked.plot:
        draw_plot(found, asked.plot)


def draw_plot(found, path):
    import matplotlib

    matplotlib.use("Agg")
    import matplotlib.pyplot as plt

    figure, axes = plt.subplots(1, 2, figsize=(9, 3.6), layout="constrained")
    for axis, (name, rows) in zip(axes, found.items(), strict=True):
        shards = [one["shards"] for one in rows]
        axis.loglog(shards, [one["mistakes"] for one in rows], "o-", label="mistakes in all")
        axis.loglog(shards, [one["by_share"] for one in rows], "s-", label="mistakes by share")
        axis.loglog(shards, [one["allowed"] for one in rows], "k--", label="allowed by share")
        axis.loglog(shards, [one["shards"] * one["allowed"] for one in rows], "k:", label="allowed in all")
        axis.set(xlabel="shards", title=name)
        axis.legend(fontsize=8)
    figure.savefig(path, dpi=110)


if __name__ == "__main__":
    main()
