"""Guarantees around the game of a command: the options that ask for them, and their part of the receipt."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from ...errors import BadParameter
from ...support.words import amount, counted

if TYPE_CHECKING:
    from .printing import Line

Interval = Annotated[
    float | None,
    typer.Option(
        metavar="SHARE",
        help="Give an interval with every guess, or a set of classes, that covers this share of truths, such as 0.9.",
    ),
]
IntervalEta = Annotated[
    float | None,
    typer.Option(
        metavar="ETA",
        help="Let the radius of intervals move by this step, in units of the truth (quantile tracking); without it, "
        "adaptive conformal inference.",
    ),
]
IntervalPlot = Annotated[
    str | None,
    typer.Option(metavar="FILE", help="Draw the last intervals and the running coverage into a PNG or SVG file."),
]


def guarded(game: Any, interval: float | None, eta: float | None = None) -> Any:
    """The game, with the guarantees around it that are asked for."""
    if interval is None:
        if eta is not None:
            raise BadParameter("--interval-eta is a step of intervals: give --interval 0.9 as well")
        return game
    from ...guarantees.intervals import Intervals

    return Intervals(game, interval, eta=eta)


def guarantees_of(game: Any) -> list[Any]:
    """The guarantees around a game, from the outside in."""
    from ...guarantees.wrapper import Wrapper

    found = []
    while isinstance(game, Wrapper):
        found.append(game)
        game = game.game
    return found


def bare(game: Any) -> Any:
    """The game itself, without what stands around it."""
    around = guarantees_of(game)
    return around[-1].game if around else game


def intervals_of(game: Any) -> Any:
    """The intervals around a game; None if there are none."""
    return next((each for each in guarantees_of(game) if each.name == "intervals"), None)


def check_interval_plot(path: str | None, game: Any) -> None:
    """Find out before a long game that there will be no picture of intervals."""
    if path is None:
        return
    from .arguments import check_plot

    if intervals_of(game) is None:
        raise BadParameter("--interval-plot draws intervals, and there are none: give --interval 0.9")
    check_plot(path)


def draw_guarantees(path: str | None, game: Any) -> None:
    """Draw the intervals, if that is asked for and a truth has come."""
    found = intervals_of(game)
    if path is not None and found.account.labelled:
        from ...guarantees.pictures import plot_intervals

        plot_intervals(found, path)


def accounts_of(game: Any) -> dict[str, Any]:
    """The accounts of the guarantees, as plain values; empty without any."""
    return {each.name: each.as_dict() for each in guarantees_of(game)}


def certificates_of(game: Any, theorems: str) -> list[Any]:
    """What the theorems of the guarantees say."""
    if theorems == "none":
        return []
    return [certificate for each in guarantees_of(game) for certificate in each.certificates]


def lines_of(account: dict[str, Any]) -> list[Line]:
    """What the receipt says of the guarantees."""
    return interval_lines(account["intervals"]) if "intervals" in account else []


def interval_lines(account: dict[str, Any]) -> list[Line]:
    """What the receipt says of intervals."""
    judged = account["labelled"]
    if not judged:
        return [("intervals", "no truth has come yet", "")]
    inside = f"{judged - account['misses']:,} of {judged:,} truths inside, {account['observed_coverage']:.2%}"
    lines = [("intervals", f"{inside}; {account['coverage']:.4g} was asked", "")]
    if account["mean_radius"] is not None:
        lines.append(("", f"radius {amount(account['mean_radius'])} on average, {amount(account['radius'])} now", ""))
    if account["everything"] or account["nothing"]:
        ends = f"{counted(account['everything'], 'interval')} without end, {account['nothing']:,} that took in nothing"
        lines.append(("", ends, ""))
    return lines
