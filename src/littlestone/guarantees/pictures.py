"""Pictures of guarantees: intervals around the truth, and how often they covered it so far."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

import numpy as np

from ..drawing import COLOURS, GREY, LEARNER, canvas, finished, name_lines, time_axis
from ..errors import BadParameter
from .coverage_theorems import CoverageBound

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from .calibrated import Calibrated
    from .intervals import Intervals


def plot_intervals(intervals: Intervals, path: str | os.PathLike[str] | None = None) -> Figure | None:
    """Plot the last intervals with their truths, missed ones marked, and the running coverage below.

    path    a .png or .svg file to write; None returns matplotlib's figure. Sets of classes have the lower part only.

    >>> from littlestone.guarantees import Intervals, Model
    >>> game = Model(lambda x: x, guarantees=[Intervals(0.8)])
    >>> for t in range(60):
    ...     game.label(game.predict(t % 5).number, t % 7)
    >>> len(plot_intervals(game.guarantees[0]).axes)
    2
    """
    account, asked = intervals.account, float(intervals.given["coverage"] or 0.0)
    if not account.labelled:
        raise BadParameter("there is nothing to draw yet: no truth has come")
    share = float(account.coverage or 0.0)
    with canvas(8.0, 6.5 if intervals.last else 3.2) as figure:
        panels = figure.subplots(2 if intervals.last else 1, 1, squeeze=False)[:, 0]
        if intervals.last:
            draw_intervals(panels[0], np.array(sorted(intervals.last)))
        panel = panels[-1]
        course = np.array([*intervals.course, (account.labelled, share)])
        panel.plot(course[:, 0], course[:, 1], label=f"covered {share:.2%}", **LEARNER)
        panel.axhline(asked, color=COLOURS[1], linestyle="--", linewidth=1.2)
        fewer, more = CoverageBound(intervals.given["b"]).range(account)
        low, high = np.maximum(asked - more / course[:, 0], 0.0), np.minimum(asked + fewer / course[:, 0], 1.0)
        panel.fill_between(course[:, 0], low, high, color=GREY, alpha=0.4, lw=0)
        panel.set_ylim(max(0.0, min(asked, float(course[:, 1].min())) - 0.15), 1.02)
        panel.set_title(f"share covered so far; {asked:.0%} was asked, grey is what the theorem allows")
        time_axis(panel, "labels")
        name_lines(panel)
        return finished(figure, path)


def draw_intervals(panel: Any, rounds: Any) -> None:
    """Draw the intervals as a band, and the truths as dots; those outside are crosses."""
    number, point, low, high, y = rounds.T
    outside = (y < low) | (y > high)
    ended = np.isfinite(high)
    edge = np.concatenate([y, point, low[ended], high[ended]])
    bottom, top = float(edge.min()), float(edge.max())
    panel.fill_between(
        number,
        np.maximum(low, bottom),
        np.minimum(high, top),
        where=high >= low,
        step="mid",
        color=GREY,
        alpha=0.5,
        lw=0,
    )
    panel.plot(number, point, label="guess", color=COLOURS[0], linewidth=1.0)
    panel.plot(number[~outside], y[~outside], ".", label="truth inside", color="black", markersize=3)
    if outside.any():
        panel.plot(number[outside], y[outside], "x", label="truth outside", color=COLOURS[1], markersize=5)
    panel.set_title(f"the last {len(rounds):,} intervals")
    time_axis(panel, "rounds")
    name_lines(panel)


def plot_reliability(calibrated: Calibrated, path: str | os.PathLike[str] | None = None) -> Figure | None:
    """Plot the reliability diagram: how often it happened against what was said, and the number of labels below.

    >>> from littlestone.guarantees import Calibrated, Model
    >>> game = Model(lambda x: x, truths="signs", guarantees=[Calibrated(5)])
    >>> for t in range(60):
    ...     game.label(game.predict((t % 10) / 10).number, t % 3 == 0)
    >>> len(plot_reliability(game.guarantees[0]).axes)
    2
    """
    found = np.array(calibrated.account.reliability)
    if not len(found):
        raise BadParameter("there is nothing to draw yet: no label has come")
    said, share, count = found.T
    with canvas(6.5, 6.5) as figure:
        above, below = figure.subplots(2, 1, sharex=True, height_ratios=(3, 1))
        above.plot([0.0, 1.0], [0.0, 1.0], color=GREY, linewidth=1.0)
        above.plot(said, share, marker="o", **LEARNER)
        above.set_title("how often it happened, where this was said")
        above.set_ylim(-0.02, 1.02)
        below.bar(said, count, width=0.8 / calibrated.bins, color=COLOURS[0])
        below.set_title("labels")
        below.set_xlabel("chance said by the learner")
        below.set_xlim(-0.02, 1.02)
        return finished(figure, path)
