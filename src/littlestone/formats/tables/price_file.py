"""Files of prices: one line per day, one column per asset."""

from __future__ import annotations

import os
import re
from contextlib import closing
from math import isfinite
from typing import Any, NamedTuple

import numpy as np

from ...errors import BadFile
from ...features.label_column import MISSING
from ...samples.samples import sample_or_path
from ...support.settings import counted
from .csv_file import CsvFile

DAYS = {"", "date", "dates", "day", "days", "time", "timestamp", "datetime", "index", "month", "week", "year", "period"}
DATE = re.compile(r"(19|20)\d\d(0[1-9]|1[0-2])([0-2]\d|3[01])")  # a date in eight digits
FIRST = "the first"  # what a column of dates without a name is called
Lines = list[tuple[int, list[str]]]  # a line's number in the file, and its cells


class Market(NamedTuple):
    """Price relatives: one row per day, one column per asset.

    `skipped` is the column of dates, if there was one, and `days` what it says of every day, else ""; `doubt` is a
    warning if prices look like relatives, or vice versa.
    """

    names: list[str]
    relatives: Any
    days: list[str]
    skipped: str | None
    doubt: str | None


def read_prices(path: str | os.PathLike[str], *, relatives: bool = False, delimiter: str | None = None) -> Market:
    """The market in a CSV file: its prices, or with `relatives` the price relatives, day by day.

    The first line names the assets if it has texts where other lines have numbers; else they are called "asset 1" and
    so on. The first column is taken for the days, and left out, if its cells are texts, if it is named date, day,
    time, index or the like or not at all, if it counts from 0 or 1, or if its numbers are dates such as 19620703.

    path          the file, in UTF-8; .gz, .bz2 and .xz are decompressed on the way; "-" is standard input, and
                  "sample:stocks" a sample
    relatives     the cells are price relatives, today's price over yesterday's, and not prices
    delimiter     what stands between cells; None finds out whether it is a comma, a semicolon or a tab
    """
    file = CsvFile(sample_or_path(path, "prices"), label="", delimiter=delimiter)
    with closing(file.records()) as records:
        lines = [(line, [cell.strip() for cell in cells]) for line, cells in records]
    if not lines:
        raise BadFile(f"{file.name} is empty; it should have a line for every day and a column for every asset")
    width = len(lines[0][1])
    for line, cells in lines:
        if len(cells) != width:
            raise BadFile(f"{file.name}, line {line}: {width} cells expected, as in the first line, not {len(cells)}")
    header = lines.pop(0)[1] if is_header(lines[0][1]) else None
    if len(lines) < (1 if relatives else 2):
        what = "one day of price relatives" if relatives else "the prices of two days"
        raise BadFile(f"{file.name} has {counted(len(lines), 'line')} of numbers; a game needs {what} at least")
    skip = 1 if is_days(header, [cells[0] for _, cells in lines]) else 0
    names = (header or [""] * width)[skip:]
    names = [name or f"asset {at}" for at, name in enumerate(names, start=1)]
    check_names(file.name, names)
    table = np.array(
        [
            [number(file.name, line, name, cell, relatives) for name, cell in zip(names, cells[skip:], strict=True)]
            for line, cells in lines
        ]
    )
    changes = table if relatives else steps(file.name, names, lines, table)
    days = [cells[0] if skip else "" for _, cells in lines[len(lines) - len(changes) :]]
    skipped = ((header and header[0]) or FIRST) if skip else None
    return Market(names, changes, days, skipped, doubt(table, relatives))


def steps(file: str, names: list[str], lines: Lines, prices: Any) -> Any:
    """Price relatives: each day's prices divided by those of the day before."""
    with np.errstate(over="ignore", under="ignore"):
        relatives = prices[1:] / prices[:-1]
    for t, i in np.argwhere(~np.isfinite(relatives) | (relatives <= 0.0))[:1]:
        raise BadFile(
            f"{file}, line {lines[t + 1][0]}, column {names[i]!r}: "
            f"{prices[t + 1, i]:g} after {prices[t, i]:g} is no possible change of a price; check the two lines"
        )
    return relatives


def doubt(table: Any, relatives: bool) -> str | None:
    """A warning if prices look like price relatives, or relatives like prices; else None."""
    usual = float(np.median(table))
    if relatives and usual > 2.0:
        return f"half of the price relatives are above {usual:g}: are they prices? then leave out --relatives"
    if not relatives and 0.9 < usual < 1.1 and table.max() < 3.0 and np.ptp(table[0]) > 0.0:
        return (
            f"half of the prices are above {usual:g} and none above 3: are they price relatives? then give --relatives"
        )
    return None


def is_number(cell: str) -> bool:
    """Is the cell a number, without Python's underscores?"""
    try:
        float(cell)
    except ValueError:
        return False
    return "_" not in cell and cell.casefold() not in MISSING


def is_header(cells: list[str]) -> bool:
    """Is the first line a header? An empty cell among numbers is not a name; a number is one beside "date", say."""
    if any(not is_number(cell) and cell.casefold() not in MISSING for cell in cells[1:] or cells):
        return True
    return (cells[0] != "" and cells[0].casefold() in DAYS) or (cells[0] == "" and counts(cells[1:]))


def is_days(header: list[str] | None, first: list[str]) -> bool:
    """Does the first column hold dates or numbers of days, and not an asset?"""
    if header is not None and header[0].casefold() in DAYS:
        return True
    told = [cell for cell in first if cell.casefold() not in MISSING]
    if told and not any(is_number(cell) for cell in told):
        return True
    return len(first) > 1 and (counts(first) or all(DATE.fullmatch(cell) for cell in first))


def counts(cells: list[str]) -> bool:
    """Are they 0, 1, 2, ... or 1, 2, 3, ...?"""
    counting = [str(number) for number in range(len(cells) + 1)]
    return cells in (counting[:-1], counting[1:])


def check_names(file: str, names: list[str]) -> None:
    """Raise unless there are two assets or more, each with its own name."""
    if len(names) < 2:
        raise BadFile(f"{file} has {counted(len(names), 'asset')}; a portfolio is divided among two or more")
    if len(set(names)) < len(names):
        twice = next(name for name in names if names.count(name) > 1)
        raise BadFile(f"{file}: two columns are named {twice!r}; give each its own name")


def number(file: str, line: int, name: str, cell: str, relatives: bool) -> float:
    """The number in a cell, a price or a price relative; raises if it is not finite and above 0."""
    where, what = f"{file}, line {line}, column {name!r}", "price relative" if relatives else "price"
    if cell.casefold() in MISSING:
        raise BadFile(f"{where}: the {what} is missing; fill it in, or leave out the asset or the day")
    if not is_number(cell):
        raise BadFile(f"{where}: {cell[:40]!r} is not a {what}; a number above 0 was expected")
    value = float(cell)
    if not isfinite(value) or value <= 0.0:
        raise BadFile(f"{where}: {cell[:40]!r} is not a {what}, which is finite and above 0")
    return value
