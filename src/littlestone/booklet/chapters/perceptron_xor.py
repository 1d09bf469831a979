"""A part of the Perceptron's chapter: XOR, which no line separates and a kernel does."""

from __future__ import annotations

from itertools import product
from typing import Any

import numpy as np

from ...features.arrays import as_batch
from ...kernels.kernel_perceptron import KernelPerceptron
from ...learner import RowLearner
from ...linear.perceptron import ZEROS, Perceptron
from ...rows.game import Game
from ..chapter import Band, Claim, Figure, Measure, Series, cite
from ..runs import over_time, zero_rule
from .perceptron_errata import AT_ZERO

EPOCH = [(np.array([a, b]), -int(a * b)) for a, b in product((1.0, -1.0), repeat=2)]
PASSES = 50
EDGE = 2.0  # of the drawing


def cycled(learner: RowLearner) -> tuple[Game, list[int], list[Any]]:
    """The four points again and again: the game, the mistakes of every epoch, and the last states of the learner."""
    game = Game(learner)
    mistakes: list[int] = [0]
    states: list[Any] = []
    for _ in range(PASSES):
        states.clear()
        for x, label in EPOCH:
            game.label(game.predict(x).number, label)
            states.append(learner.state())
        mistakes.append(game.ledger.mistakes)
    return game, np.diff(mistakes).tolist(), states


def no_line() -> Claim:
    """The four points that no line separates."""
    games = [cycled(Perceptron(bias=1.0, zero=zero)) for zero in ZEROS]
    margin, hinge = games[0][0].ledger.certificates
    return Claim(
        "xor",
        "No line separates XOR: the Perceptron errs in every epoch, for ever. The margin bound then has no "
        "premise; the hinge bound, which needs none, still holds.",
        cite("N3, Figure 1", "N3, Section 2.1, characteristics", "N2, Question: non realizable?", "E30"),
        f"The four points of XOR with a constant feature, {PASSES} epochs.",
        (
            *(
                Measure(f"fewest mistakes in an epoch, {words}", min(epochs), ">=", 1)
                for words, (_, epochs, _) in zip(AT_ZERO.values(), games, strict=True)
            ),
            Measure("margin certificates that name a broken premise", int(margin.verdict == "broken premise"), "=", 1),
            Measure.of(f"mistakes, {AT_ZERO['+1']}, against the hinge bound", hinge),
        ),
        text=(f"The certificate says: {margin.broken}.",),
        figures=(lines(games[0][2]),),
        zero=zero_rule(*(game.learner for game, _, _ in games)),
    )


def lines(states: list[Any]) -> Figure:
    """The four points, and the lines that the Perceptron turns through in every epoch."""
    series: list[Series] = []
    for state in states:
        (a, b), c = state["w"], state["bias_weight"]
        if b:
            along = np.linspace(-EDGE, EDGE, 61)
            up = -(a * along + c) / b
            seen = np.abs(up) <= EDGE
            series.append(
                Series(f"after mistake {len(series) + 1} of an epoch", along[seen].tolist(), up[seen].tolist())
            )
    return Figure(
        "xor-lines",
        "XOR, and the lines that the Perceptron comes back to in every epoch: each has a point on its wrong side.",
        "Four points, the corners of a square, opposite corners of one class; every line leaves one of the wrong "
        "class on one of its sides.",
        "x1",
        "x2",
        (corners(+1), corners(-1), *series),
    )


def corners(sign: int) -> Series:
    """The points with this label."""
    those = [x.tolist() for x, label in EPOCH if label == sign]
    return Series(f"label {sign:+d}", [a for a, _ in those], [b for _, b in those], "points")


def kernel() -> Claim:
    """The same points in the space of a polynomial kernel."""
    learner = KernelPerceptron(kernel="polynomial", degree=2)
    game, epochs, _ = cycled(learner)
    corner = float(learner.predict(as_batch([[1.0, 1.0]]).row(0)))
    grid = np.linspace(-EDGE, EDGE, 7)
    apart = max(
        abs(learner.predict(as_batch([[a, b]]).row(0)) - corner * a * b) for a, b in product(grid.tolist(), repeat=2)
    )
    linear = np.concatenate(([0], np.cumsum(cycled(Perceptron(bias=1.0))[1])))
    return Claim(
        "xor-kernel",
        "In the space of the kernel $(\\langle a, b \\rangle + 1)^2$ XOR has a margin, and the Perceptron's theorem "
        "applies: the kernel Perceptron comes to a clean epoch and errs no more.",
        cite("N3, Figure 1", "N2, Question: other classes?", "Aizerman, Braverman and Rozonoer 1964"),
        f"The same four points, {PASSES} epochs.",
        (
            Measure.of("mistakes, and $R^2 / \\gamma^2$ in the space of the kernel", game.ledger.certificates[0]),
            Measure("mistakes in the last epoch", epochs[-1], "=", 0),
            Measure("mistakes of the Perceptron in its last epoch", linear[-1] - linear[-2], ">", 0),
            Measure(f"largest difference of its guess from ${corner:g} x_1 x_2$", float(apart), "=", 0.0, within=1e-9),
        ),
        text=(
            "Of the six coordinates that the kernel stands for, $1, x_1, x_2, x_1^2, x_2^2, x_1 x_2$ but for factors, "
            "the mistakes have left one: the product, which is what XOR is.",
        ),
        figures=(
            quadrants(learner),
            Figure(
                "xor-mistakes",
                "Mistakes on XOR, epoch after epoch.",
                f"The Perceptron's mistakes rise along a line to {linear[-1]} after {PASSES} epochs; those of the "
                f"kernel Perceptron end at {sum(epochs)}.",
                "epoch",
                "mistakes",
                (over_time("Perceptron", linear[1:]), over_time("kernel Perceptron", np.cumsum(epochs))),
            ),
        ),
        zero=zero_rule(learner, Perceptron()),
    )


def quadrants(learner: KernelPerceptron) -> Figure:
    """Where the kernel Perceptron says +1."""
    half = np.linspace(1e-6, EDGE, 16)  # the axes themselves are no side
    axis = np.concatenate((-half[::-1], half)).tolist()
    low, high = [], []
    for a in axis:
        yes = [b for b in axis if learner.predict(as_batch([[a, b]]).row(0)) > 0.0]
        low.append(min(yes))
        high.append(max(yes))
    return Figure(
        "xor-kernel-sides",
        "Where the kernel Perceptron says $+1$ when it is done: wherever the coordinates have different signs.",
        "The quarters of the plane at the upper left and the lower right are shaded; they hold both positive points.",
        "x1",
        "x2",
        (corners(+1), corners(-1)),
        (Band("guess above 0", axis, low, high),),
    )
