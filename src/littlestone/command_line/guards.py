"""The options that ask for guarantees in a game, which commands share."""

from __future__ import annotations

from typing import Annotated, NamedTuple

import typer

ALARM_OPTIONS = ("alarm_level", "alarm_largest", "alarm_feature", "alarm_within", "alarm_fresh")
PICTURES = ("interval_plot", "calibration_plot")


class Guards(NamedTuple):
    """The guarantees that are asked for."""

    interval: Annotated[
        float | None,
        typer.Option(
            metavar="SHARE",
            help="Give an interval with every guess, or a set of classes, that covers this share of truths, "
            "such as 0.9.",
        ),
    ] = None
    interval_eta: Annotated[
        float | None,
        typer.Option(
            metavar="ETA",
            help="Let the radius of intervals move by this step, in units of the truth (quantile tracking); "
            "without it, "
            "adaptive conformal inference.",
        ),
    ] = None
    interval_plot: Annotated[
        str | None,
        typer.Option(metavar="FILE", help="Draw the last intervals and the running coverage into a PNG or SVG file."),
    ] = None
    calibrate: Annotated[
        int | None,
        typer.Option(
            metavar="BINS",
            min=1,
            max=10_000,
            help="Calibrate the probabilities of classes by their own past, in so many bins, such as 20; for two "
            "classes, learners without probabilities get some.",
        ),
    ] = None
    calibration_plot: Annotated[
        str | None, typer.Option(metavar="FILE", help="Draw the reliability diagram into a PNG or SVG file.")
    ] = None
    alarm: Annotated[
        float | None,
        typer.Option(
            metavar="ROUNDS",
            help="Drift detection: sound an alarm when mistakes come more often than --alarm-level; so many rounds or "
            "more, such as 10000, lie before a false alarm on average.",
        ),
    ] = None
    alarm_level: Annotated[
        float | None,
        typer.Option(metavar="MEAN", help="Mistakes a round that are still fine; of numbers, the mean of |y - guess|."),
    ] = None
    alarm_largest: Annotated[
        float | None, typer.Option(metavar="ERROR", help="Of numbers: the largest |y - guess| that an alarm counts.")
    ] = None
    alarm_feature: Annotated[
        str | None,
        typer.Option(
            metavar="COLUMN", help="Watch the mean of this column in place of mistakes: delay, or carrier=UA."
        ),
    ] = None
    alarm_within: Annotated[
        str | None,
        typer.Option(
            metavar="LOW,HIGH",
            help="The range of --alarm-feature, such as 0,120; 120,0 is for a mean that falls below the level.",
        ),
    ] = None
    alarm_fresh: Annotated[
        bool,
        typer.Option(
            "--alarm-fresh",
            help="Let every alarm begin a member of the committee anew, beside the others: a remedy with a theorem.",
        ),
    ] = False
    tasting: Annotated[
        bool,
        typer.Option(
            "--tasting",
            help="Let the learner see a label only after a positive act, as apples are only known once tasted; "
            "negatives "
            "are tried now and then, by a coin.",
        ),
    ] = False
    tasting_misses: Annotated[
        int | None,
        typer.Option(metavar="N", min=0, help="With --tasting: how often the learner can miss a positive at most."),
    ] = None
    tasting_horizon: Annotated[
        int | None, typer.Option(metavar="T", min=1, help="With --tasting-misses: how many rounds there will be.")
    ] = None

    @property
    def pictures(self) -> dict[str, str | None]:
        """The files of the pictures, by option."""
        return {option_of(name): getattr(self, name) for name in PICTURES}

    @property
    def given(self) -> list[str]:
        """The options that were given, but for pictures: a game that goes on has its own."""
        default = Guards()
        names = [name for name in self._fields if name not in PICTURES]
        return [option_of(name) for name in names if getattr(self, name) != getattr(default, name)]


def option_of(name: str) -> str:
    """The option for a field."""
    return "--" + name.replace("_", "-")
