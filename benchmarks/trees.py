"""Forests: microseconds a row, ours and River's AMF and ARF in one run, one after the other block by block.

python benchmarks/trees.py                 nine cells and two classes, then 16 numbers and 26 classes
python benchmarks/trees.py --rows 10000000 --sets two --alone
                                           the cost a row and the memory once the trees are full

A block is a tenth of the rows, which ours plays in batches of 10,000 so that none of them is much of the memory.
"""

from __future__ import annotations

import argparse
import resource
import time
from typing import Any

import numpy as np

from littlestone import Batch, Forest, Game

BLOCKS = 10
BATCH = 10_000
OF_RIVER = 200  # rows a block that River's forests play: they take milliseconds


def two(rows: int, rng: Any) -> tuple[Any, Any]:
    """Nine cells, two classes: an XOR of two of them where a third is large, one label in ten flipped."""
    X = rng.random((rows, 9))
    return X, np.where(((X[:, 0] > 0.5) ^ (X[:, 1] > 0.6) & (X[:, 2] > 0.2)) ^ (rng.random(rows) < 0.1), 1.0, -1.0)


def many(rows: int, rng: Any) -> tuple[Any, Any]:
    """Sixteen numbers, 26 classes."""
    X = rng.normal(size=(rows, 16)).round(2)
    return X, (np.floor(X[:, 0] * 1.2) + 3 * np.floor(X[:, 1] * 1.2) + 7 * (X[:, 2] > 0)) % 26


def batch_of(X: Any, y: Any, classes: int) -> Batch:
    """Rows with every cell, zeros among them."""
    rows, width = X.shape
    columns = np.tile(np.arange(width), rows)
    names = None if classes == 2 else list(range(classes))
    return Batch(np.arange(rows + 1) * width, columns, X.ravel(), width, y, names)


def ours(game: Game, draw: Any, rows: int, classes: int, rng: Any) -> float:
    """Microseconds a row of our forest, on so many new rows."""
    spent = 0.0
    for begin in range(0, rows, BATCH):
        batch = batch_of(*draw(min(BATCH, rows - begin), rng), classes)
        start = time.process_time()
        game.play_batch(batch)
        spent += time.process_time() - start
    return spent / rows * 1e6


def rivers(model: Any, X: Any, y: Any) -> float:
    """Microseconds a row of a model of River, which predicts and learns."""
    rows = [dict(enumerate(row)) for row in X.tolist()]
    start = time.process_time()
    for x, label in zip(rows, y.tolist(), strict=True):
        model.predict_proba_one(x)
        model.learn_one(x, label)
    return (time.process_time() - start) / len(rows) * 1e6


def megabytes() -> float:
    """The memory of this process, now."""
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * resource.getpagesize() / 1e6


def made_by_river() -> dict[str, Any]:
    """River's forests, untrained, of as many trees as ours."""
    from river.forest import AMFClassifier, ARFClassifier

    return {"AMF": AMFClassifier(n_estimators=20, seed=1), "ARF": ARFClassifier(n_models=20, seed=1)}


def measure(what: str, rows: int, peers: dict[str, Any]) -> None:
    """One set: a line a block."""
    rng = np.random.default_rng(0)
    draw, classes = (two, 2) if what == "two" else (many, 26)
    game = Game(Forest("signs" if classes == 2 else "classes"), loss="log" if classes == 2 else None)
    print(f"{what}: microseconds a row; {game.learner.first.max_nodes:,} nodes a tree at most")
    for block in range(1, BLOCKS + 1):
        cost = ours(game, draw, rows // BLOCKS, classes, rng)
        X, y = draw(OF_RIVER, rng)
        beside = {name: rivers(model, X, y) for name, model in peers.items()}
        words = "".join(f", {name} {each:,.0f} ({each / cost:.0f} times)" for name, each in beside.items())
        found = game.learner.accounts()["forest"]
        print(
            f"  rows to {block * (rows // BLOCKS):,}: ours {cost:.1f}{words}; {found['full']} of {found['trees']} "
            f"trees full, {found['nodes']:,} nodes, {found['kept']:,} examples kept; {megabytes():,.0f} MB",
            flush=True,
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rows", type=int, default=100_000)
    parser.add_argument("--sets", default="two,many")
    parser.add_argument("--alone", action="store_true", help="without River's, so that the memory is that of ours")
    asked = parser.parse_args()
    for what in asked.sets.split(","):
        measure(what, asked.rows, {} if asked.alone else made_by_river())


if __name__ == "__main__":
    main()
