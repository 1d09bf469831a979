"""The default, untouched, beside River, Vowpal Wabbit and scikit-learn: with a grid of settings, and untouched too.

    LITTLESTONE_DATA=DIR python benchmarks/default.py  # with shared data, else found beside the repository
    python benchmarks/default.py --only wine,digits
    python benchmarks/default.py --keep peers.json     # results of the peers are kept there, and not computed again

Every example is predicted before it is learned, in one pass; shown is the mean log loss of classes, the root mean
square error of numbers. Ours is `Committee()`, `Committee("classes")` or `Committee("numbers")` without any setting.
The best of a grid is chosen for the peers in hindsight:

    River     StandardScaler (not where rows are sparse: it would make zeros of ones) and AdaGrad .05 .1 .3 or SGD .005
              .01 .05, logistic or linear regression; untouched: SGD .01
    VW        logistic or squared loss at -l .1 .5 2, --oaa where there are many classes; untouched: .5
    sklearn   SGD in batches of 100 after a StandardScaler, alpha 1e-5 1e-4 1e-3; untouched: 1e-4

The members were chosen on half of the sets, every other one of its kind, which are marked.
"""

from __future__ import annotations

import argparse
import json
import math
import time
import warnings
from pathlib import Path
from typing import Any

from default_peers import grid
from default_sets import NUMBERS, TASKS, Task, chosen_on

from littlestone import Committee, Game


def ours(task: Task) -> tuple[float, float]:
    """The loss a round of the default, and the microseconds that a round takes, its names and its account included."""
    many = task.kind != NUMBERS and len(task.classes) > 2
    committee = Committee("numbers") if task.kind == NUMBERS else Committee("classes") if many else Committee()
    game = Game(committee, labels=None if many or task.kind == NUMBERS else task.classes, bounds=[])
    begun = time.process_time()
    for x, y in zip(task.rows, task.labels, strict=True):
        game.label(game.predict(x).number, y)
    spent = time.process_time() - begun
    account = committee.account
    loss = account.own / max(1, account.labelled)
    return math.sqrt(loss) if task.kind == NUMBERS else loss, 1e6 * spent / len(task.rows)


def peers(task: Task, kept: dict[str, Any]) -> dict[str, tuple[bool, float]]:
    """What every peer loses a round with every setting, and whether that is its default."""
    if task.name not in kept:
        kept[task.name] = {name: (default, play()) for name, default, play in grid(task)}
    return dict(kept[task.name])


def digits(loss: float) -> str:
    """A loss in four digits."""
    return f"{loss:,.0f}" if loss >= 1000 else f"{loss:.4g}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--only", default="", help="names of sets, with commas")
    parser.add_argument("--keep", default="", help="a file of results of the peers")
    options = parser.parse_args()
    warnings.filterwarnings("ignore")
    keep = Path(options.keep) if options.keep else None
    kept: dict[str, Any] = json.loads(keep.read_text()) if keep and keep.exists() else {}
    print("| set | rows | half | ours | best of the grid | ratio | best default | ratio | us a round |")
    print("|---|---|---|---|---|---|---|---|---|")
    ratios: dict[bool, list[tuple[float, float]]] = {True: [], False: []}
    for name in options.only.split(",") if options.only else TASKS:
        try:
            task = TASKS[name]()
        except OSError as error:
            print(f"| {name} | skipped: {error} |")
            continue
        loss, micros = ours(task)
        found = peers(task, kept)
        if keep:
            keep.write_text(json.dumps(kept))
        best = min(found, key=lambda peer: found[peer][1])
        default = min((peer for peer in found if found[peer][0]), key=lambda peer: found[peer][1])
        pair = loss / found[best][1], loss / found[default][1]
        ratios[chosen_on(name)].append(pair)
        print(
            f"| {name} | {len(task.rows):,} | {'choosing' if chosen_on(name) else 'other'} | {digits(loss)} "
            f"| {digits(found[best][1])}, {best} | {pair[0]:.3f} | {digits(found[default][1])}, {default} "
            f"| {pair[1]:.3f} | {micros:.1f} |",
            flush=True,
        )
    for half, words in ((True, "choosing"), (False, "other")):
        for k, against in enumerate(("the best of the grid", "the best default")):
            of = [pair[k] for pair in ratios[half]]
            if of:
                better, near = sum(ratio < 1.0 for ratio in of), sum(ratio <= 1.03 for ratio in of)
                print(f"\n{words} half, {against}: better on {better} of {len(of)}, at most 3 % worse on {near}")


if __name__ == "__main__":
    main()
