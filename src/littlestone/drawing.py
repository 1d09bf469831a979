"""How pictures are drawn, with matplotlib: `pip install littlestone[plots]`.

Lines differ in colour and in style. The same game gives the same file, byte for byte. The pictures of a subject lie
with it; `littlestone.plots` has them all.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from .errors import BadFile, BadParameter, MissingExtra

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

# The colour-blind safe palette of Okabe and Ito (2008), without yellow, too pale for lines, and black, which is the
# learner's.
COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#555555")
GREY = "#BBBBBB"
STYLES = ("-", "--", "-.", (0, (1, 1.2)), (0, (5, 1, 1, 1, 1, 1)), (0, (8, 2)))
LEARNER: dict[str, Any] = {"color": "black", "linewidth": 2.6}
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


def pen(number: int) -> dict[str, Any]:
    """The colour and style of line `number`."""
    return {"color": COLOURS[number % len(COLOURS)], "linestyle": STYLES[number % len(STYLES)], "linewidth": 1.6}


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
