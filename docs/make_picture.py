"""Draws docs/images/perceptron_and_winnow.svg: run it when the figure or the learners change.

Mistakes against trials where the label is an OR of 20 of N variables (after Kivinen, Warmuth and Auer 1997). Assumed,
as the details of their experiment are not at hand: each variable is on by the chance that makes half of the labels
positive, the Perceptron has a constant feature and counts a guess of zero as a mistake, Winnow has theta = N and
beta = 1; the mean of five seeds.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import numpy as np

from littlestone import Game, Perceptron, Winnow
from littlestone.drawing import canvas, finished, time_axis
from littlestone.features import as_batch
from littlestone.natures import PlantedDisjunction

K, ROUNDS, SEEDS = 20, 5000, 5
EVERY = 10  # trials between two points of a line
COLOURS = {"Perceptron": "#D55E00", "Winnow": "#0072B2"}
STYLES = {200: "-", 400: "--"}


def mistakes(make: Any, n: int, rounds: int = ROUNDS, seeds: int = SEEDS) -> Any:
    """The mistakes made so far, after EVERY trials, after twice as many and so on, on average over the seeds."""
    total = np.zeros(rounds // EVERY)
    for seed in range(seeds):
        game, nature = Game(make(n), bounds=[]), PlantedDisjunction(n, K, rounds=rounds, seed=seed)
        for t in range(len(total)):
            drawn = [(nature.ask(None), nature.y) for _ in range(EVERY)]
            game.play_batch(as_batch([x.astype(float) for x, _ in drawn], [y for _, y in drawn]))
            total[t] += game.ledger.mistakes
    return total / seeds


def curves(rounds: int = ROUNDS, seeds: int = SEEDS) -> dict[tuple[str, int], Any]:
    """The four curves of the figure."""
    makes = {"Perceptron": lambda n: Perceptron(bias=1.0, zero="mistake"), "Winnow": lambda n: Winnow(n=n)}
    return {(name, n): mistakes(make, n, rounds, seeds) for name, make in makes.items() for n in (200, 400)}


def draw(path: Path) -> None:
    """Write the picture."""
    with canvas(8.0, 4.2) as figure:
        panel = figure.subplots()
        figure.patch.set_facecolor("white")
        times = np.arange(EVERY, ROUNDS + 1, EVERY)
        for (name, n), curve in curves().items():
            panel.plot(times, curve, color=COLOURS[name], linestyle=STYLES[n], linewidth=2.0)
            panel.annotate(
                f"{name}, N = {n}: {curve[-1]:.0f}", (ROUNDS, curve[-1]), (6, 0), textcoords="offset points",
                va="center", color=COLOURS[name],
            )  # fmt: skip
        for n in STYLES:
            allowed = 1 + 3 * K * (1 + int(np.log2(n)))
            panel.axhline(allowed, color="#555555", linestyle=STYLES[n], linewidth=0.9)
            panel.annotate(f"Winnow may make {allowed}", (120, allowed), (0, 3), textcoords="offset points", fontsize=8)
        panel.set_title("Mistakes, if the label is an OR of 20 of N variables")
        panel.set_xlim(0, ROUNDS)
        panel.set_ylim(0, None)
        panel.set_ylabel("mistakes so far")
        time_axis(panel, "trials")
        finished(figure, path)


if __name__ == "__main__":
    draw(Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parent / "images" / "perceptron_and_winnow.svg")
