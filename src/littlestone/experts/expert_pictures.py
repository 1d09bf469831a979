"""Pictures of games with experts: weights, losses and regret over time."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ..drawing import COLOURS, GREY, LEARNER, beside, canvas, finished, name_lines, pen, time_axis
from ..errors import BadParameter
from ..support.settings import amount, whole

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from .expert_ledger import ExpertLedger

HATCHES = ("", "///", "...", "\\\\\\", "xxx", "---")
TINY = 1e-6  # by how much a sum of shares may differ from one
FAR = 20.0  # a bound more than this many times the regret needs a logarithmic scale


def plot_experts(
    ledger: ExpertLedger, path: str | os.PathLike[str] | None = None, *, title: str | None = None, experts: int = 8
) -> Figure | None:
    """Plot a game with experts: their weights, losses relative to the best expert, and regret against its bound.

    Drawn from the snapshots of `ledger._history`. Losses are shown minus those of the expert that is best at the end,
    because raw totals would overlap. While an expert sleeps, it is charged the learner's loss.

    path       a .png or .svg file to write; None returns matplotlib's figure
    title      the title; None names the learner and its game
    experts    how many experts to show by name, those of most weight over time; the rest are "others"
    """
    times, losses, regrets, allowed, totals, weights = course(ledger)
    shown = chosen(weights, totals[-1], whole("experts", experts, "a number of experts", least=1))
    names = ledger.names
    with canvas(8.0, 9.0) as figure:
        panels = figure.subplots(3, 1, sharex=True, height_ratios=(1.1, 1.1, 1.0))
        figure.suptitle(title or described(ledger), x=0.01, ha="left", fontsize=12)
        draw_weights(panels[0], times, weights, shown, names)
        draw_losses(panels[1], times, losses, totals, shown, names, ledger.best)
        draw_regret(panels[2], times, regrets, {bound_name(ledger): allowed})
        time_axis(panels[2], "rounds")
        panels[2].set_xlim(min(times[0], times[-1] - 1), times[-1])
        return finished(figure, path)


def plot_regret(
    times: Any,
    regrets: Any,
    bounds: Mapping[str, Any] | None = None,
    path: str | os.PathLike[str] | None = None,
    *,
    title: str = "regret",
) -> Figure | None:
    """Plot regret over time, and upper bounds by name.

    >>> figure = plot_regret([1, 10, 100], [0.5, 2.0, 6.0], {"sqrt(t)": [1.0, 3.2, 10.0]})
    >>> len(figure.axes)
    1
    """
    with canvas(8.0, 4.0) as figure:
        panel = figure.subplots()
        draw_regret(panel, np.asarray(times), np.asarray(regrets, dtype=float), bounds or {})
        panel.set_title(title)
        time_axis(panel, "rounds")
        return finished(figure, path)


class Course(NamedTuple):
    """The course of a game, one entry per snapshot; totals and weights have one column per expert."""

    times: Any
    losses: Any
    regrets: Any
    allowed: Any
    totals: Any
    weights: Any


def course(ledger: ExpertLedger) -> Course:
    """The snapshots of the game's history, and one of now."""
    if not ledger.labelled:
        raise BadParameter("there is nothing to draw yet: no round of this game was judged")
    past, now = ledger._history, ledger._history.now(ledger)
    losses = np.array([*past.losses, *now.losses])
    totals = table([*past.experts, *now.experts], ledger.n)
    return Course(
        np.array([*past.times, *now.times]),
        losses,
        np.array([*past.regrets, *now.regrets]),
        np.array([*past.allowed, *now.allowed], dtype=float),
        np.where(np.isnan(totals), losses[:, None], totals),  # a new expert counts as asleep before it came
        np.nan_to_num(table([*past.weights, *now.weights], ledger.n)),
    )


def table(rows: list[Any], n: int) -> Any:
    """Vectors as the rows of an array of n columns, with NaN for experts that had not come yet."""
    full = np.full((len(rows), n), np.nan)
    for t, row in enumerate(rows):
        full[t, : len(row)] = row[:n]
    return full


def chosen(weights: Any, totals: Any, most: int) -> list[int]:
    """The experts to show by name: those of most weight over time, ties broken by smaller loss."""
    order = np.lexsort((totals, -weights.mean(axis=0)))
    return [int(i) for i in order[:most]]


def draw_weights(panel: Axes, times: Any, weights: Any, shown: list[int], names: list[str]) -> None:
    """Draw the weights stacked if they are non-negative and sum to one, else as lines."""
    panel.set_title("weight of every expert")
    if weights.min() < 0.0 or abs(weights.sum(axis=1) - 1.0).max() > TINY:
        for number, i in enumerate(shown):
            panel.plot(times, weights[:, i], label=shortened(names[i]), **pen(number))
        name_lines(panel)
        return
    rest = 1.0 - weights[:, shown].sum(axis=1)
    others = len(shown) < weights.shape[1]
    layers = [weights[:, i] for i in shown] + ([np.maximum(rest, 0.0)] if others else [])
    words = [names[i] for i in shown] + ([f"{weights.shape[1] - len(shown)} others"] if others else [])
    bands = panel.stackplot(times, layers, step="post")
    for number, band in enumerate(bands):
        last = others and number == len(bands) - 1
        band.set_facecolor(GREY if last else COLOURS[number % len(COLOURS)])
        band.set_hatch("" if last else HATCHES[number % len(HATCHES)])
        band.set_edgecolor("white")
        band.set_linewidth(0.3)
        band.set_label(shortened(words[number]))
    panel.set_ylim(0.0, 1.0)
    panel.grid(visible=False)
    handles, labels = panel.get_legend_handles_labels()
    beside(panel, handles[::-1], labels[::-1])


def draw_losses(
    panel: Axes, times: Any, losses: Any, totals: Any, shown: list[int], names: list[str], rival: int
) -> None:
    """Draw each total loss minus that of the expert that is best at the end."""
    for number, i in enumerate(shown):
        panel.plot(times, totals[:, i] - totals[:, rival], label=shortened(names[i]), **pen(number))
    panel.plot(times, losses - totals[:, rival], label="the learner", **LEARNER)
    panel.set_title(f"loss above that of the best expert, {shortened(names[rival])}")
    panel.axhline(0.0, color="black", linewidth=0.6)
    ends = [*(totals[:, i] - totals[:, rival] for i in shown), losses - totals[:, rival]]
    crop(panel, ends, losses - totals[:, rival])
    name_lines(panel)


def draw_regret(panel: Axes, times: Any, regrets: Any, bounds: Mapping[str, Any]) -> None:
    """Draw regret and the upper bounds."""
    panel.plot(times, regrets, label=f"regret {amount(regrets[-1])}", **LEARNER)
    highest = 0.0
    for number, (name, allowed) in enumerate(bounds.items()):
        numbers = np.asarray(allowed, dtype=float)
        if np.isfinite(numbers).any():
            last = numbers[np.isfinite(numbers)][-1]
            highest = max(highest, float(np.nanmax(numbers)))
            panel.plot(times, numbers, label=f"{name} {amount(last)}", **pen(number + 1))
    reached = float(np.abs(regrets).max())
    if 0.0 < FAR * reached < highest:  # on one scale the regret would be a flat line
        panel.set_yscale("symlog", linthresh=10.0 ** np.ceil(np.log10(reached)))
    panel.axhline(0.0, color="black", linewidth=0.6)
    without = "" if highest else "; no theorem allows a number"
    panel.set_title(f"regret against the best expert so far{without}")
    name_lines(panel)


def crop(panel: Axes, curves: Iterable[Any], learner: Any) -> None:
    """Limit the y-axis so that the worst experts do not flatten all others."""
    tops = sorted(float(np.nanmax(np.abs(curve))) for curve in curves)
    limit = 8.0 * max(tops[len(tops) // 2], float(np.nanmax(np.abs(learner))))
    if 0.0 < limit < tops[-1]:
        low, _ = panel.get_ylim()
        panel.set_ylim(max(low, -limit), limit)


def shortened(name: str, most: int = 18) -> str:
    """A name, with its middle cut out if it is longer than `most`."""
    return name if len(name) <= most else name[: most // 2 - 1] + "..." + name[-(most - most // 2 - 2) :]


def described(ledger: ExpertLedger) -> str:
    """The default title: learner, rounds, experts and loss."""
    name = ledger.learner.name or type(ledger.learner).__name__
    return f"{name}: {ledger.labelled:,} rounds, {ledger.n:,} experts, {ledger.price.full_name} loss"


def bound_name(ledger: ExpertLedger) -> str:
    """The name of the bound's line in the legend."""
    for bound in ledger.bounds:
        if bound.allowance(ledger) is not None:
            return "allowed"
    return "allowed, until a\npremise failed:"
