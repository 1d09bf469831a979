"""Plots of games, drawn with matplotlib: `pip install littlestone[plots]`.

Lines differ in colour and in style. The same game gives the same file, byte for byte.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from .errors import BadFile, BadParameter, MissingExtra
from .support.settings import amount, whole

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from .experts.expert_ledger import ExpertLedger

# The colour-blind safe palette of Okabe and Ito (2008), without yellow, too pale for lines, and black, which is the
# learner's.
COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#555555")
GREY = "#BBBBBB"
STYLES = ("-", "--", "-.", (0, (1, 1.2)), (0, (5, 1, 1, 1, 1, 1)), (0, (8, 2)))
HATCHES = ("", "///", "...", "\\\\\\", "xxx", "---")
LEARNER: dict[str, Any] = {"color": "black", "linewidth": 2.6}
TINY = 1e-6  # by how much a sum of shares may differ from one
FAR = 20.0  # a bound more than this many times the regret needs a logarithmic scale
SUFFIXES = (".png", ".svg")
SETTINGS = {
    "font.size": 10.0,
    "axes.titlesize": 11.0,
    "axes.titlelocation": "left",
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.grid": True,
    "grid.alpha": 0.25,
    "hatch.linewidth": 0.4,
    "svg.hashsalt": "littlestone",  # ids within the file are not random
    "svg.fonttype": "none",  # text stays text
}


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


def plot_wealth(
    paths: Mapping[str, Any], path: str | os.PathLike[str] | None = None, *, title: str = "wealth of one coin"
) -> Figure | None:
    """Plot the wealth of one unit invested over time, by name, on a logarithmic scale.

    >>> figure = plot_wealth({"cash": [1, 1, 1], "share": [1, 2, 1]})
    >>> figure.axes[0].get_yscale()
    'log'
    """
    curves = {name: np.asarray(wealth, dtype=float) for name, wealth in paths.items()}
    for name, wealth in curves.items():
        if wealth.ndim != 1 or not len(wealth) or not (wealth > 0).all():
            raise BadParameter(f"wealth is a row of numbers above 0, one a day; that of {name!r} is not")
    if not curves:
        raise BadParameter("there is no wealth to draw; give a dict of names and rows of numbers")
    with canvas(8.0, 4.5) as figure:
        panel = figure.subplots()
        for number, (name, wealth) in enumerate(curves.items()):
            panel.plot(np.arange(len(wealth)), wealth, label=name, **pen(number))
        panel.set_yscale("log")
        panel.yaxis.set_major_formatter("{x:,g}")
        panel.set_title(title)
        time_axis(panel, "days")
        name_lines(panel)
        return finished(figure, path)


def plot_rates(
    curves: Mapping[str, tuple[Any, Any]],
    path: str | os.PathLike[str] | None = None,
    *,
    title: str = "mistakes a round, so far",
) -> Figure | None:
    """Plot the mean loss so far of several learners: `curves` maps a name to its rounds and the rates after them.

    >>> figure = plot_rates({"perceptron": ([16, 32], [0.5, 0.3])})
    >>> figure.axes[0].get_xscale()
    'log'
    """
    if not any(len(times) for times, _ in curves.values()):
        raise BadParameter("there is nothing to draw yet: no round was judged")
    with canvas(9.0, max(4.5, 0.8 + 0.23 * len(curves))) as figure:
        panel = figure.subplots()
        for number, (name, (times, rates)) in enumerate(curves.items()):
            panel.plot(times, rates, label=name, **pen(number))
        panel.set_xscale("log")
        panel.xaxis.set_major_formatter("{x:,.0f}")
        panel.set_xlabel("rounds")
        panel.set_ylim(bottom=0.0)
        panel.set_title(title)
        name_lines(panel)
        return finished(figure, path)


def library() -> Any:
    """Import matplotlib when it is needed; raises `MissingExtra` if it is not installed."""
    try:
        import matplotlib.figure
    except ImportError:
        raise MissingExtra(
            "pictures are drawn by matplotlib, which is missing: pip install littlestone[plots]"
        ) from None
    return matplotlib


@contextmanager
def canvas(width: float, height: float) -> Iterator[Figure]:
    """An empty figure of that size with the settings of this module; the user's rcParams are ignored."""
    drawing = library()
    with drawing.rc_context():
        drawing.rcdefaults()
        drawing.rcParams.update(SETTINGS)
        yield drawing.figure.Figure(figsize=(width, height), layout="constrained")


def check_path(path: str | os.PathLike[str]) -> Path:
    """Check that the path ends in one of `SUFFIXES`."""
    found = Path(path)
    if found.suffix.casefold() not in SUFFIXES:
        raise BadParameter(f"a picture is a .png or .svg file, not {os.fspath(path)!r}")
    return found


def finished(figure: Figure, path: str | os.PathLike[str] | None) -> Figure | None:
    """Return the figure, or write it to `path` and return None."""
    if path is None:
        return figure
    found = check_path(path)
    metadata = {"Date": None} if found.suffix.casefold() == ".svg" else {"Software": None}
    try:
        figure.savefig(found, dpi=150, metadata=metadata)
    except OSError as error:
        raise BadFile(f"cannot write {found}: {error.strerror}") from None
    return None


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


def pen(number: int) -> dict[str, Any]:
    """The colour and style of line `number`."""
    return {"color": COLOURS[number % len(COLOURS)], "linestyle": STYLES[number % len(STYLES)], "linewidth": 1.6}


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


def name_lines(panel: Axes) -> None:
    """Draw a legend, in the order of the last values of the lines."""
    pairs = [(line, line.get_label()) for line in panel.get_lines() if not str(line.get_label()).startswith("_")]
    pairs.sort(key=lambda pair: -float(np.asarray(pair[0].get_ydata())[-1]))
    beside(panel, [line for line, _ in pairs], [str(label) for _, label in pairs])


def beside(panel: Axes, handles: list[Any], labels: list[str]) -> None:
    """Draw a legend to the right of the panel."""
    panel.legend(handles, labels, loc="center left", bbox_to_anchor=(1.0, 0.5), frameon=False, handlelength=2.8)


def time_axis(panel: Axes, unit: str) -> None:
    """Label the x-axis, with ticks at whole numbers."""
    from matplotlib.ticker import MaxNLocator

    panel.set_xlabel(unit)
    panel.xaxis.set_major_locator(MaxNLocator(integer=True, nbins=8, steps=[1, 2, 5, 10]))
    panel.xaxis.set_major_formatter("{x:,.0f}")


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
