"""Pictures of wealth over time."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from ..drawing import canvas, finished, name_lines, pen, time_axis
from ..errors import BadParameter

if TYPE_CHECKING:
    from matplotlib.figure import Figure


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
