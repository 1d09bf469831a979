"""A picture of how an account came about."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

import numpy as np

from ..drawing import COLOURS, LEARNER, canvas, finished, name_lines, time_axis
from ..errors import BadParameter

if TYPE_CHECKING:
    from matplotlib.figure import Figure


def plot_history(ledger: Any, path: str | os.PathLike[str] | None = None) -> Figure | None:
    """Plot what was paid over time, mistakes or the loss, what its theorem allows now, and below it the rate.

    ledger    of a game; its `history` is what is drawn
    path      a .png or .svg file to write; None returns matplotlib's figure

    >>> from littlestone import Game, Perceptron
    >>> from littlestone.plots import plot_history
    >>> game = Game(Perceptron())
    >>> ledger = game.play([([1.0, t % 2], 1 if t % 2 else -1) for t in range(20)])
    >>> [panel.get_title(loc="left") for panel in plot_history(ledger).axes]
    ['mistakes so far: 3', 'mistakes a round']
    """
    history = ledger.history
    labelled = history["labelled"]
    if labelled[-1] == 0:
        raise BadParameter("there is nothing to draw yet: no label has come")
    by_mistakes = hasattr(ledger, "mistakes")
    what = "mistakes" if by_mistakes else f"{ledger.price.name} loss"
    paid = history["mistakes" if by_mistakes else "loss"]
    with canvas(8.0, 5.5) as figure:
        above, below = figure.subplots(2, 1, sharex=True)
        above.plot(labelled, paid, label=ledger.learner.title, **LEARNER)
        allowed = [one.allowed for one in ledger.certificates if one.paid == paid[-1] and one.allowed is not None]
        if allowed:
            above.axhline(min(allowed), color=COLOURS[1], linestyle="--", linewidth=1.2, label="allowed by its theorem")
        above.set_ylim(bottom=min(0.0, float(paid.min())))
        above.set_title(f"{what} so far: {paid[-1]:,.6g}")
        name_lines(above)
        if len(labelled) > 1:
            steps = np.diff(labelled)
            below.plot(labelled[1:], np.diff(paid) / steps, color=COLOURS[0], linewidth=0.8, label="lately")
            below.plot(labelled[1:], paid[1:] / labelled[1:], label="so far", **LEARNER)
            name_lines(below)
        below.set_title(f"{what} a round")
        time_axis(below, "labels")
        return finished(figure, path)
