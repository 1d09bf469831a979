"""Pictures of games, drawn by matplotlib, which comes with `pip install littlestone[plots]`.

Every line differs from the others in colour and in style. The same game gives the same picture, byte for byte.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from .errors import BadFile, BadParameter, MissingExtra
from .support.settings import whole
from .support.words import amount

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from .ledgers.advice import ExpertLedger

# The colours of Okabe and Ito (2008), which the colour-blind can tell apart, without yellow, too pale for lines, and
# black, which is the learner's.
COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#555555")
GREY = "#BBBBBB"
STYLES = ("-", "--", "-.", (0, (1, 1.2)), (0, (5, 1, 1, 1, 1, 1)), (0, (8, 2)))
HATCHES = ("", "///", "...", "\\\\\\", "xxx", "---")
LEARNER: dict[str, Any] = {"color": "black", "linewidth": 2.6}
TINY = 1e-6  # by how much a sum of shares may differ from one
FAR = 20.0  # a bound so many times above the regret needs a scale of its own
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
    "svg.hashsalt": "littlestone",  # names within the file do not depend on chance
    "svg.fonttype": "none",  # text stays text
}


def plot_experts(
    ledger: ExpertLedger, path: str | os.PathLike[str] | None = None, *, title: str | None = None, experts: int = 8
) -> Figure | None:
    """How a game of advice went: weights, losses relative to the best expert, and regret against its bound.

    Drawn from the snapshots of `ledger.history`. The losses are what each has paid more than the expert that is best at
    the end: raw totals would lie on top of each other. Of an expert who slept the learner's own losses stand in.

    path       a .png or .svg file; None hands back matplotlib's figure
    title      what stands above; None names the learner and its game
    experts    how many of the experts to show by name, those of most weight over time; the rest are "others"
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
    """Regret over time, and what the theorems allow, by name.

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
    """What one coin became over time, by name, on a scale where equal factors are equally far apart.

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
    """What every learner had paid in a round by then, by name: the rounds, and the rate after each of them.

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
    """The library that draws, loaded when it is needed; an error says what to install if it is missing."""
    try:
        import matplotlib.figure
    except ImportError:
        raise MissingExtra(
            "pictures are drawn by matplotlib, which is missing: pip install littlestone[plots]"
        ) from None
    return matplotlib


@contextmanager
def canvas(width: float, height: float) -> Iterator[Figure]:
    """An empty figure of that size, drawn in the settings of this house whatever the user's own are."""
    drawing = library()
    with drawing.rc_context():
        drawing.rcdefaults()
        drawing.rcParams.update(SETTINGS)
        yield drawing.figure.Figure(figsize=(width, height), layout="constrained")


def check_path(path: str | os.PathLike[str]) -> Path:
    """The path of a picture, which has to end in one of the kinds that are drawn."""
    found = Path(path)
    if found.suffix.casefold() not in SUFFIXES:
        raise BadParameter(f"a picture is a .png or .svg file, not {os.fspath(path)!r}")
    return found


def finished(figure: Figure, path: str | os.PathLike[str] | None) -> Figure | None:
    """The figure itself, or, with a path, nothing but the file."""
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
    """How a game went, one entry a snapshot; of losses and weights one row a snapshot, one column an expert."""

    times: Any
    losses: Any
    regrets: Any
    allowed: Any
    totals: Any
    weights: Any


def course(ledger: ExpertLedger) -> Course:
    """The history of the game, and how things stand now."""
    if not ledger.labelled:
        raise BadParameter("there is nothing to draw yet: no round of this game was judged")
    past, now = ledger.history, ledger.history.now(ledger)
    losses = np.array([*past.losses, *now.losses])
    totals = table([*past.experts, *now.experts], ledger.n)
    return Course(
        np.array([*past.times, *now.times]),
        losses,
        np.array([*past.regrets, *now.regrets]),
        np.array([*past.allowed, *now.allowed], dtype=float),
        np.where(np.isnan(totals), losses[:, None], totals),  # before it came, a newcomer slept
        np.nan_to_num(table([*past.weights, *now.weights], ledger.n)),
    )


def table(rows: list[Any], n: int) -> Any:
    """Vectors as one table of n columns, with NaN for experts that had not come yet."""
    full = np.full((len(rows), n), np.nan)
    for t, row in enumerate(rows):
        full[t, : len(row)] = row[:n]
    return full


def chosen(weights: Any, totals: Any, most: int) -> list[int]:
    """The experts to show by name: of most weight over time, those that lost less first among equals."""
    order = np.lexsort((totals, -weights.mean(axis=0)))
    return [int(i) for i in order[:most]]


def pen(number: int) -> dict[str, Any]:
    """How the line of that number is drawn."""
    return {"color": COLOURS[number % len(COLOURS)], "linestyle": STYLES[number % len(STYLES)], "linewidth": 1.6}


def draw_weights(panel: Axes, times: Any, weights: Any, shown: list[int], names: list[str]) -> None:
    """Shares of the experts, one above the other; weights that are no shares, some below zero, as lines."""
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
    """What each has paid more than the expert that is best at the end."""
    for number, i in enumerate(shown):
        panel.plot(times, totals[:, i] - totals[:, rival], label=shortened(names[i]), **pen(number))
    panel.plot(times, losses - totals[:, rival], label="the learner", **LEARNER)
    panel.set_title(f"loss above that of the best expert, {shortened(names[rival])}")
    panel.axhline(0.0, color="black", linewidth=0.6)
    ends = [*(totals[:, i] - totals[:, rival] for i in shown), losses - totals[:, rival]]
    crop(panel, ends, losses - totals[:, rival])
    name_lines(panel)


def draw_regret(panel: Axes, times: Any, regrets: Any, bounds: Mapping[str, Any]) -> None:
    """Regret, and what each theorem allows."""
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
    """Leave the worst experts out of sight where they would flatten all others."""
    tops = sorted(float(np.nanmax(np.abs(curve))) for curve in curves)
    limit = 8.0 * max(tops[len(tops) // 2], float(np.nanmax(np.abs(learner))))
    if 0.0 < limit < tops[-1]:
        low, _ = panel.get_ylim()
        panel.set_ylim(max(low, -limit), limit)


def name_lines(panel: Axes) -> None:
    """Names beside the lines, from the highest end to the lowest."""
    pairs = [(line, line.get_label()) for line in panel.get_lines() if not str(line.get_label()).startswith("_")]
    pairs.sort(key=lambda pair: -float(np.asarray(pair[0].get_ydata())[-1]))
    beside(panel, [line for line, _ in pairs], [str(label) for _, label in pairs])


def beside(panel: Axes, handles: list[Any], labels: list[str]) -> None:
    """A legend to the right of the panel, outside the lines."""
    panel.legend(handles, labels, loc="center left", bbox_to_anchor=(1.0, 0.5), frameon=False, handlelength=2.8)


def time_axis(panel: Axes, unit: str) -> None:
    """The axis of time, with whole numbers that can be read."""
    from matplotlib.ticker import MaxNLocator

    panel.set_xlabel(unit)
    panel.xaxis.set_major_locator(MaxNLocator(integer=True, nbins=8, steps=[1, 2, 5, 10]))
    panel.xaxis.set_major_formatter("{x:,.0f}")


def shortened(name: str, most: int = 18) -> str:
    """A name that fits beside a panel."""
    return name if len(name) <= most else name[: most // 2 - 1] + "..." + name[-(most - most // 2 - 2) :]


def described(ledger: ExpertLedger) -> str:
    """The learner and its game in a line."""
    name = ledger.learner.name or type(ledger.learner).__name__
    return f"{name}: {ledger.labelled:,} rounds, {ledger.n:,} experts, {ledger.price.full_name} loss"


def bound_name(ledger: ExpertLedger) -> str:
    """What to call the bound: the theorem that allows a number."""
    for bound in ledger.bounds:
        if bound.allowance(ledger) is not None:
            return "allowed"
    return "allowed, until a\npremise failed:"
