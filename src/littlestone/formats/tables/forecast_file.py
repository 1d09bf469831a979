"""Forecasts in a table: one column is the truth, every other column is an expert."""

from __future__ import annotations

import os
from collections.abc import Generator, Iterator, Sequence
from contextlib import ExitStack, closing
from functools import partial
from operator import itemgetter
from typing import IO, Any

from ...errors import BadFile, BadLabel, BadParameter
from ...features.features import Features
from ...features.label_column import MISSING, NONE, Labels, spelling
from ...samples.samples import sample_or_path
from ..opening import find_format, format_named
from .csv_file import CsvFile
from .table import Records, hint

RECORDS = ("json", "parquet", "arrow")  # formats of records, which are tables here
INDEX = frozenset(
    ("", "time", "date", "datetime", "timestamp", "index", "id", "round", "t")
)  # names of a first column that is an index


class ForecastFile(CsvFile):
    """A file of forecasts as a nature: `Game(Hedge(), loss="square").play(ForecastFile("load.csv", truth="load"))`.

    Every column is an expert, except `truth` and those in `drop`; with `experts` only the columns named there. A first
    column that looks like an index (named time, date, id or the like, or without a name, or whose first cell is not a
    number) is left out, and `dropped` is its name. A cell that is empty, NA, NaN, null or ? is missing: that expert
    sleeps in this round, or, if it is the truth, the round is forgotten. Iterating gives pairs of the forecasts, None
    where one is missing, and the truth.

    A file of JSON lines, Parquet or Arrow is a table too: its columns are those of the first record.

    path         the file, plain or .gz, .bz2, .xz; "-" is standard input, "sample:rain" a sample
    truth        the column of what really happened
    classes      forecasts and truth are one of two classes, not numbers
    labels       the two classes, negative first; None understands 0/1, -1/+1, true/false, yes/no as -1 and +1
    delimiter    what stands between cells; None finds out whether it is a comma, a semicolon or a tab
    skip_bad     go on after lines that are wrong: `bad` counts them, `complaints` are the first few
    """

    def __init__(
        self,
        path: str | os.PathLike[str] | IO[bytes],
        *,
        truth: str,
        experts: Sequence[str] = (),
        drop: str | Sequence[str] = (),
        classes: bool = False,
        labels: tuple[str, str] | None = None,
        delimiter: str | None = None,
        skip_bad: bool = False,
    ) -> None:
        file = sample_or_path(path, "forecasts", classes=classes)
        super().__init__(file, label=truth, drop=drop, delimiter=delimiter, skip_bad=skip_bad)
        self.recorded: Any = None  # the reader of a file of records
        found = find_format(path, "csv", labelled=True) if file is path and delimiter is None else "csv"
        if found in RECORDS:
            make: Any = format_named(found).reader
            self.recorded = make(path, labels=NONE, skip_bad=skip_bad)
        self.truth = truth
        self.wanted = tuple(experts)
        for name in self.wanted:
            if name == truth or name in self.drop:
                raise BadParameter(f"{name!r} cannot be an expert and be {'the truth' if name == truth else 'dropped'}")
        self.classes = classes
        self.spellings = None if labels is None else {spelling(label): spelling(label) for label in labels}
        self.experts: list[str] = []
        self.dropped = ""  # the first column, if it was taken for an index
        self.at = 0  # the line that was read last
        self.stamp = ""  # what its first column says, if that is an index
        self.begun: Records | None = None

    @property
    def features(self) -> Features:
        """The columns of the experts; reads the first lines if they have not been read."""
        if not self.experts:
            self.begin()
        return Features(self.experts)

    @property
    def bad(self) -> int:
        return self.skipped + (self.recorded.bad if self.recorded else 0)

    @property
    def complaints(self) -> list[str]:
        return [*self.first_complaints, *(self.recorded.complaints if self.recorded else ())]

    @property
    def drained(self) -> bool:
        return self.recorded.drained if self.recorded else super().drained

    @property
    def progress(self) -> float | None:
        return self.recorded.progress if self.recorded else super().progress

    def place(self, number: int) -> str:
        return f"{self.name}, line {self.at}"

    def records(self) -> Records:
        """The lines as number and cells, the header first; records have the keys of the first one as a header."""
        if self.recorded is None:
            yield from super().records()
            return
        names = list[str]()
        with closing(self.recorded.records()) as records:
            for number, record in enumerate(records, start=1):
                if not names:
                    names = list(record)
                    yield number, names
                strange = [name for name in record if name not in names]
                if strange:
                    self.refuse(BadFile(f"{self.name}, record {number}: the first one has no {strange[0]!r}"))
                    continue
                yield number, ["" if record.get(name) is None else str(record[name]) for name in names]

    def begin(self) -> None:
        """Read the header and the first line, and find the experts."""
        with ExitStack() as opened:
            records = opened.enter_context(closing(self.records()))
            line, cells = next(records, (0, []))
            names = self.header(
                one(line, ["index" if not at and not cell.strip() else cell for at, cell in enumerate(cells)])
            )
            first = next(records, None)
            self.dropped = self.index(names, cells, first)
            left_out = {self.label, *self.drop, self.dropped}
            for name in self.wanted:
                if name not in names:
                    raise BadFile(f"{self.name} has no column {name!r}; {hint(name, names)}")
            self.experts = list(self.wanted) or [name for name in names if name not in left_out]
            if not self.experts:
                raise BadFile(
                    f"{self.name} has no expert: every column is the truth or left out; there is {', '.join(names)}"
                )
            self.names_of_columns = names
            if not self.repeatable:
                opened.pop_all()
                self.begun = chained(first, records)

    def index(self, names: list[str], cells: list[str], first: tuple[int, list[str]] | None) -> str:
        """The name of the first column if it is an index, else ""."""
        name = names[0]
        if name == self.label or name in self.drop or name in self.wanted:
            return ""
        if cells[0].strip().casefold() in INDEX:
            return name
        text = first[1][0].strip() if first else ""
        known = text.casefold() in MISSING or self.classes or is_number(text)
        return "" if known else name

    def __iter__(self) -> Iterator[Any]:
        if self.begun is None:
            self.begin()
        records, self.begun = self.begun, None
        if records is None:
            records = self.records()
            next(records, None)  # the header
        names = self.names_of_columns
        width, at = len(names), [names.index(name) for name in self.experts]
        pick = itemgetter(*at) if len(at) > 1 else lambda cells: (cells[at[0]],)
        truth = names.index(self.truth)
        read = self.number if not self.classes else self.class_in if self.spellings else partial(self.signed, Labels())
        with closing(records):
            for line, cells in records:
                self.at = line
                try:
                    if len(cells) != width:
                        self.check_width(line, cells, names)
                    said: Any = pick(cells)
                    values: list[Any] | None = None if self.classes else plain(said)  # most lines are all numbers
                    if values is None:
                        values = [read(name, cell) for name, cell in zip(self.experts, said, strict=True)]
                    y = read(self.truth, cells[truth])
                except BadFile as error:
                    self.refuse(error)
                    continue
                self.stamp = cells[0].strip() if self.dropped else ""
                yield values, y

    def number(self, name: str, cell: str) -> float | None:
        """The number in a cell, None if it is missing."""
        if is_number(cell):
            return float(cell)
        if cell.strip().casefold() in MISSING:
            return None
        raise self.unreadable(name, cell, "a finite number; leave the cell empty if it is missing")

    def signed(self, labels: Labels, name: str, cell: str) -> float | None:
        """The class in a cell as -1 or +1, None if it is missing."""
        try:
            sign: float | None = labels.sign(cell)
        except BadLabel:
            raise self.unreadable(
                name, cell, "0/1, -1/+1, true/false or yes/no throughout; say what the classes are: --labels ham,spam"
            ) from None
        return sign

    def class_in(self, name: str, cell: str) -> str | None:
        """The class in a cell under its own name, None if it is missing."""
        text = spelling(cell)
        if text.casefold() in MISSING:
            return None
        assert self.spellings is not None
        if text not in self.spellings:
            raise self.unreadable(name, cell, " or ".join(map(repr, self.spellings)))
        return text

    def unreadable(self, name: str, cell: str, wanted: str) -> BadFile:
        """The error for a cell that cannot be read."""
        drop = "" if name == self.label else f"; a column that is no expert is left out with --drop {name}"
        return BadFile(f"{self.name}, line {self.at}, column {name!r}: {cell[:40]!r} is not {wanted}{drop}")


def is_number(text: str) -> bool:
    """Is the cell a finite number, without Python's underscores?"""
    try:
        return "_" not in text and abs(float(text)) < float("inf")
    except ValueError:
        return False


def plain(cells: Sequence[str]) -> list[float] | None:
    """The numbers of a line if all its cells are numbers, else None."""
    if "_" in "".join(cells):  # Python reads 2012_01 as a number, nobody else does
        return None
    try:
        return list(map(float, cells))
    except ValueError:
        return None


def one(line: int, cells: list[str]) -> Generator[tuple[int, list[str]], None, None]:
    """One record."""
    yield line, cells


def chained(first: tuple[int, list[str]] | None, rest: Records) -> Records:
    """The first record, if there is one, and the rest; closed, it closes the rest."""
    with closing(rest):
        if first is not None:
            yield first
            yield from rest
