"""The options that ask for guarantees in a game, which commands share."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import wraps
from inspect import Parameter, signature
from typing import Annotated, Any, NamedTuple, get_type_hints

import typer

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
Calibrate = Annotated[
    int | None,
    typer.Option(
        metavar="BINS",
        min=1,
        max=10_000,
        help="Calibrate the chances of classes by their own past, in so many bins, such as 20; of two classes, "
        "learners without chances get some.",
    ),
]
CalibrationPlot = Annotated[
    str | None, typer.Option(metavar="FILE", help="Draw the reliability diagram into a PNG or SVG file.")
]
Alarm = Annotated[
    float | None,
    typer.Option(
        metavar="ROUNDS",
        help="Sound an alarm when mistakes come more often than --alarm-level; so many rounds or more, such as 10000, "
        "lie before a false one on average.",
    ),
]
AlarmLevel = Annotated[
    float | None,
    typer.Option(metavar="MEAN", help="Mistakes a round that are still fine; of numbers, the mean of |y - guess|."),
]
AlarmLargest = Annotated[
    float | None, typer.Option(metavar="ERROR", help="Of numbers: the largest |y - guess| that an alarm counts.")
]
AlarmFeature = Annotated[
    str | None,
    typer.Option(metavar="COLUMN", help="Watch the mean of this column in place of mistakes: delay, or carrier=UA."),
]
AlarmWithin = Annotated[
    str | None,
    typer.Option(
        metavar="LOW,HIGH",
        help="The range of --alarm-feature, such as 0,120; 120,0 is for a mean that falls below the level.",
    ),
]
AlarmFresh = Annotated[
    bool,
    typer.Option(
        "--alarm-fresh",
        help="Let every alarm begin a member of the committee anew, beside the others: a remedy with a theorem.",
    ),
]
Tasting = Annotated[
    bool,
    typer.Option(
        "--tasting",
        help="Let the learner see a label only after a positive act, as apples are only known once tasted; negatives "
        "are tried now and then, by a coin.",
    ),
]
TastingMisses = Annotated[
    int | None,
    typer.Option(metavar="N", min=0, help="With --tasting: how often the learner can miss a positive at most."),
]
TastingHorizon = Annotated[
    int | None, typer.Option(metavar="T", min=1, help="With --tasting-misses: how many rounds there will be.")
]
ALARM_OPTIONS = ("alarm_level", "alarm_largest", "alarm_feature", "alarm_within", "alarm_fresh")
PICTURES = ("interval_plot", "calibration_plot")


class Guards(NamedTuple):
    """The guarantees that are asked for."""

    interval: float | None = None
    interval_eta: float | None = None
    interval_plot: str | None = None
    calibrate: int | None = None
    calibration_plot: str | None = None
    alarm: float | None = None
    alarm_level: float | None = None
    alarm_largest: float | None = None
    alarm_feature: str | None = None
    alarm_within: str | None = None
    alarm_fresh: bool = False
    tasting: bool = False
    tasting_misses: int | None = None
    tasting_horizon: int | None = None

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


def takes_guards(*, without: Sequence[str] = ()) -> Callable[[Callable[..., int]], Callable[..., int]]:
    """Give a command all options of `Guards` in place of its parameter `guards`, but for those `without`."""
    fields = [name for name in Guards._fields if name not in without]

    def with_options(command: Callable[..., int]) -> Callable[..., int]:
        own, hints = signature(command).parameters, get_type_hints(command, include_extras=True)

        def parameters() -> Iterator[Parameter]:
            for name, parameter in own.items():
                if name == "guards":
                    yield from map(option, fields)
                else:
                    yield parameter.replace(annotation=hints[name])

        @wraps(command)
        def called(*args: Any, **given: Any) -> int:
            return command(*args, guards=Guards(**{name: given.pop(name) for name in fields}), **given)

        options = list(parameters())
        vars(called)["__signature__"] = signature(command).replace(parameters=options, return_annotation=int)
        called.__annotations__ = {each.name: each.annotation for each in options} | {"return": int}
        return called

    return with_options


def option(field: str) -> Parameter:
    """The option for a field of `Guards`: `alarm_level` is described as `AlarmLevel` in this module."""
    described = globals()["".join(word.capitalize() for word in field.split("_"))]
    return Parameter(field, Parameter.KEYWORD_ONLY, default=Guards._field_defaults[field], annotation=described)
