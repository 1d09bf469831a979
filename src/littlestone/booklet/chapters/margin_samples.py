"""Parts of the chapter on online and statistical learning: losses that judge margins, and examples a margin needs."""

from __future__ import annotations

from math import ceil, sqrt
from typing import Any

import numpy as np

from ...linear.linear_descent import LinearDescent
from ...linear.perceptron import Perceptron
from ...reductions.online_to_batch import OnlineToBatch
from ...rows.game import Game
from ..chapter import Claim, Measure, Table, cite
from ..runs import seeds, zero_rule

GAMMAS = (0.4, 0.2, 0.1)
EPSILONS = (0.2, 0.1, 0.05)
COORDINATES, TESTS = 100, 2000


def draw(random: np.random.Generator, count: int, gamma: float) -> tuple[Any, Any]:
    """Examples of length 1 whose labels are right by gamma exactly, by the first coordinate."""
    y = random.choice((-1.0, 1.0), count)
    beside = random.normal(size=(count, COORDINATES - 1))
    beside *= sqrt(1 - gamma**2) / np.linalg.norm(beside, axis=1)[:, None]
    return np.column_stack((gamma * y, beside)), y


def judged(seed: int) -> Claim:
    """One learner, judged by four losses."""
    random = seeds(seed, "judges")
    X, y = draw(random, 500, 0.2)
    y = np.where(random.random(500) < 0.05, -y, y)
    losses = ("mistake", "ramp", "margin", "hinge")
    paid = {}
    for loss in losses:
        game = Game(LinearDescent(loss="hinge"), loss=loss, bounds=())
        for x, label in zip(X, y, strict=True):
            game.label(game.predict(x).number, label)
        paid[loss] = game.ledger.loss
    rows = tuple((loss, paid[loss], paid[loss] / len(y)) for loss in losses)
    return Claim(
        name="judges",
        statement="The ramp loss $min(1, max(0, 1 - y g))$ of a guess $g$ lies between the loss of mistakes and the "
        "margin loss, which is 1 where $y g < 1$, and below the hinge. Neither is convex: they are losses to judge by, "
        "and the hinge is the one to learn from.",
        source=cite("N2, Question: ramp and hinge?"),
        run=f"Gradient descent on the hinge loss over {len(y)} examples of margin 0.2, each label wrong with chance "
        "0.05, the same game judged by each of the four.",
        measures=(
            Measure("mistakes, and the ramp loss", paid["mistake"], "<=", paid["ramp"]),
            Measure("the ramp loss, and the margin loss", paid["ramp"], "<=", paid["margin"]),
            Measure("the ramp loss, and the hinge loss", paid["ramp"], "<=", paid["hinge"]),
        ),
        zero=zero_rule(LinearDescent()),
        tables=(Table("What the same guesses cost", ("loss", "in all", "a round"), rows),),
    )


def examples_needed(repeats: int, seed: int) -> Claim:
    """How many examples the Perceptron needs for an error, by the margin, against both rates."""
    random = seeds(seed, "margins")
    rows, shares, over = [], [], []
    for gamma in GAMMAS:
        longest = ceil(1 / (gamma**2 * min(EPSILONS)))
        runs = [errors_so_far(random, longest, gamma) for _ in range(repeats)]
        error, mistakes = np.mean([errors for errors, _ in runs], axis=0), np.mean([count for _, count in runs])
        over.append(float(np.max(error * gamma**2 * np.arange(1, longest + 1))))
        for epsilon in EPSILONS:
            fits = np.flatnonzero(error > epsilon)
            needed = int(fits[-1]) + 2 if len(fits) else 1  # from here on it stays below
            online, notes = 1 / (gamma**2 * epsilon), 1 / (gamma * epsilon) ** 2
            rows.append(
                (gamma, epsilon, needed, ceil(online), ceil(notes), round(float(mistakes), 1), int(1 / gamma**2 + 1e-9))
            )
            shares.append(needed / online)
    return Claim(
        name="margin-samples",
        statement="With a margin $\\gamma$ the Perceptron makes $(R/\\gamma)^2$ mistakes at most, so that one of its "
        "hypotheses in $m$ rounds, drawn at random, errs by $(R/\\gamma)^2/m$ in expectation: $m = R^2/(\\gamma^2 "
        "\\epsilon)$ examples are enough for an error of $\\epsilon$, and certainly the notes' "
        "$R^2/(\\gamma^2 \\epsilon^2)$.",
        source=cite("N2, Linear Predictors, margin", "N2, Matches statistics", "E32"),
        run=f"{repeats} runs for each margin over examples of length 1 in {COORDINATES} dimensions, right by $\\gamma$ "
        f"exactly; the mean error of the hypotheses so far on {TESTS:,} fresh examples.",
        measures=(
            Measure("largest share of $R^2/(\\gamma^2 \\epsilon)$ that was needed", max(shares), "<=", 1.0),
            Measure("largest error, as a share of $(R/\\gamma)^2/m$", max(over), "<=", 1.0),
            Measure("largest share of the allowed mistakes", max(row[5] / row[6] for row in rows), "<=", 1.0),
        ),
        zero=zero_rule(Perceptron()),
        tables=(
            Table(
                "Examples until the error stays below $\\epsilon$, by both rates; and mistakes of the longest run.",
                (
                    "$\\gamma$",
                    "$\\epsilon$",
                    "examples",
                    "$1/(\\gamma^2\\epsilon)$",
                    "$1/(\\gamma\\epsilon)^2$",
                    "mistakes",
                    "allowed",
                ),
                tuple(rows),
            ),
        ),
    )


def errors_so_far(random: np.random.Generator, rounds: int, gamma: float) -> tuple[Any, int]:
    """The mean error of h_1, ..., h_m for every m, and the mistakes of the run."""
    played = OnlineToBatch(Perceptron(), *draw(random, rounds, gamma))
    X, y = draw(random, TESTS, gamma)
    guesses = X @ np.array([h.linear_guess().weights for h in played.hypotheses]).T
    each = (np.where(guesses >= 0.0, 1.0, -1.0) != y[:, None]).mean(axis=0)
    return np.cumsum(np.repeat(each, played.rounds_of)) / np.arange(1, rounds + 1), played.mistakes
