"""A part of the chapter on what came after: one learner on many machines."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np

from ...cluster.training import train
from ...linear.perceptron import Perceptron
from ..chapter import Claim, Figure, Measure, Series, Table, cite
from ..runs import zero_rule

SHARDS = (
    "The notes play one learner on one stream. If the examples lie on several machines, each can train a Perceptron of "
    "its own, and the weights can be averaged. Once, at the end, that need not work, even if every machine has found a "
    "separator of its examples and all examples together have one. Averaged after every pass, and passed on from "
    "there, the Perceptron's theorem holds again, with mistakes counted by share (McDonald, Hall and Mann 2010)."
)
EXAMPLES = np.array([[-1.0, 0, 1], [0, 0, 1], [1, 0, 0], [0, 1, -1]])  # y x; two for each of two machines


def one_shot(quick: bool) -> Claim:
    """Four examples on two machines that no mean of the two separators separates, and epochs that do."""
    with ThreadPoolExecutor(1) as thread:

        def trained(rows: Any, shards: int, epochs: int) -> Any:
            learner = Perceptron(zero="mistake")
            return train(rows, np.ones(len(rows)), learner=learner, shards=shards, epochs=epochs, executor=thread)

        alone = [trained(EXAMPLES[part], 1, 100).learner.weights for part in (slice(0, 2), slice(2, 4))]
        shares = np.linspace(0.0, 1.0, 101 if quick else 1001)
        means = np.outer(shares, alone[0]) + np.outer(1.0 - shares, alone[1])
        right = ((means @ EXAMPLES.T) > 0).sum(axis=1)
        games = [trained(EXAMPLES, 2, epochs) for epochs in range(1, 13)]
    mixed = [int(((EXAMPLES @ game.learner.weights) > 0).sum()) for game in games]
    last = games[-1]
    own = [int(((EXAMPLES[2 * k : 2 * k + 2] @ w) > 0).sum()) for k, w in enumerate(alone)]
    figure = Figure(
        name="one-shot-epochs",
        caption="How many of the four examples are right after each epoch of averaging and going on.",
        alt=f"Averaged after every epoch, {mixed[0]} of four are right after the first and {mixed[-1]} after "
        f"{len(mixed)}; averaged once, never more than {int(right.max())}.",
        x_label="epoch",
        y_label="examples that are right",
        series=(
            Series("averaged after every epoch", list(range(1, 13)), mixed, "step"),
            Series("averaged once, best share", [1, 12], [int(right.max())] * 2, "bound"),
        ),
    )
    words = [" ".join(f"{value:g}" for value in row) for row in (*EXAMPLES, *alone, last.learner.weights)]
    names = ("$y x$, first machine", "", "$y x$, second machine", "", "$w_1$", "$w_2$", "$w$ after all epochs")
    return Claim(
        name="one-shot",
        statement="There are examples with a margin, on two machines, such that no mean $\\mu w_1 + (1 - \\mu) w_2$ of "
        "what their Perceptrons end with separates them. Averaged after every pass, the Perceptron makes at most "
        "$(R/\\gamma)^2$ mistakes by share.",
        source=cite("McDonald, Hall and Mann 2010, theorems 2 and 3"),
        run="Two machines with two examples each. The mean is $(1 - 2 \\mu, 1 - \\mu, 2 \\mu - 1)$: its first "
        "coordinate has to be positive for the third example, and its last for the second.",
        measures=(
            Measure("examples of its own that each machine gets right", float(min(own)), "=", 2.0),
            Measure("examples right at the best of all shares", float(right.max()), "<", 4.0),
            Measure("examples right, averaged after every epoch", float(mixed[-1]), "=", 4.0),
            Measure.of("mistakes by share, and the margin bound", last.ledger.certificates[0]),
        ),
        figures=(figure,),
        tables=(Table("Examples and weights", ("what", "vector"), tuple(zip(names, words, strict=True))),),
        zero=zero_rule(Perceptron(zero="mistake")),
    )
