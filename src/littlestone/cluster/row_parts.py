"""Rows that several processes have parsed: each a part of the text, written into files that all of them map."""

from __future__ import annotations

import json
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from functools import cached_property
from itertools import accumulate
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from ..errors import BadBatch, BadFile, LittlestoneError
from ..features.batches import sound, together, truths_of
from ..features.features import Features
from ..formats.excerpts import Excerpt
from ..row import Batch
from .engines import Engine
from .handing_out import done_by
from .shared_rows import ENTRIES, NAMES, SharedRows, mapped, run_of
from .states import read_state, room_in, write_state

ABOUT = "part{}.rows"  # starts, labels and weights of a part
PARTS = "parts.json"
RUNS = 8  # of parts for each worker


class Part(NamedTuple):
    """An excerpt to be parsed into a folder."""

    folder: str
    number: int
    excerpt: Excerpt


class Parsed(NamedTuple):
    """What a part came to: how many rows and columns, and the label that became -1 if one did."""

    rows: int
    width: int
    negative: float | None


def parse_part(part: Part) -> Parsed:
    """Parse an excerpt; its entries are written as they come."""
    folder, source = Path(part.folder), part.excerpt.read()
    width, lengths, labels, weights = 0, [np.zeros(1, dtype=np.int64)], [np.zeros(0)], [np.zeros(0)]
    with room_in(folder), ExitStack() as stack:
        files = {name: stack.enter_context(entries_path(folder, name, part.number).open("wb")) for name in ENTRIES}
        for batch in source.passing():  # type: ignore[attr-defined]  # a source, as all readers of formats are
            for name, kind in ENTRIES.items():
                files[name].write(np.ascontiguousarray(getattr(batch, name), dtype=kind).data.cast("B"))
            width = max(width, batch.width)
            lengths.append(np.diff(batch.starts))
            labels.append(np.array(batch.labels))
            weights.append(np.array(batch.weights) if len(batch.weights) else np.ones(len(batch)))
    heavy = np.concatenate(weights)
    about = {"starts": np.concatenate(lengths).cumsum(), "labels": np.concatenate(labels)}
    write_state(folder / ABOUT.format(part.number), about | ({"weights": heavy} if (heavy != 1.0).any() else {}))
    return Parsed(len(heavy), width, source.negative)


class RowParts(SharedRows):
    """The same as `SharedRows`, in parts, which are mapped when they are first asked for."""

    def __init__(self, folder: str | Path) -> None:
        self.folder = Path(folder)
        told = json.loads((self.folder / PARTS).read_text())
        self.wide: int = told["width"]
        self.ends: list[int] = list(accumulate(told["rows"]))
        self.opened: dict[int, Batch] = {}

    @classmethod
    def parse(
        cls, excerpts: Sequence[Excerpt], folder: str | Path, features: Features | None, engine: Engine
    ) -> RowParts | None:
        """Have the excerpts parsed by workers of this machine.

        None if one of them is wrong, or if they do not agree on what the negative label is: whoever reads the lines in
        their order knows where, and says so.
        """
        place = Path(folder)
        tasks = [Part(str(place), k, excerpt) for k, excerpt in enumerate(excerpts)]
        try:
            found: list[Parsed] = done_by(engine, parse_part, tasks, lambda k: f"part {k + 1} of the text", RUNS)
        except BadFile:
            return None
        negative: dict[str, float] = {}
        for excerpt, one in zip(excerpts, found, strict=True):
            if one.negative is not None and negative.setdefault(excerpt.path, one.negative) != one.negative:
                return None
        told = {"width": max((one.width for one in found), default=0), "rows": [one.rows for one in found]}
        with room_in(place):
            if features is not None:
                np.savez(place / NAMES, **features.state())
            (place / PARTS).write_text(json.dumps(told))
        return cls(place)

    def part(self, number: int) -> Batch:
        """A part as a batch."""
        if number not in self.opened:
            try:
                about = read_state(self.folder / ABOUT.format(number))
                columns, values = (
                    mapped(entries_path(self.folder, name, number), kind) for name, kind in ENTRIES.items()
                )
                parts = about["starts"], columns, values, self.wide, about["labels"]
                batch = Batch(*parts, None, about.get("weights"))
                batch.check_shape()
            except (OSError, ValueError, KeyError, LittlestoneError) as error:
                raise BadFile(f"{self.folder} has no part {number + 1} that could be played: {error}") from None
            self.opened[number] = sound(batch)  # it was checked line by line
        return self.opened[number]

    def __len__(self) -> int:
        return self.ends[-1] if self.ends else 0

    @property
    def width(self) -> int:
        return self.wide

    def pieces(self, begin: int, end: int) -> Iterator[Batch]:
        if not 0 <= begin <= end <= len(self):
            raise BadBatch(f"there are {len(self):,} rows, and none from {begin:,} to {end:,}")
        number = bisect_right(self.ends, begin)
        while begin < end:
            first = self.ends[number - 1] if number else 0
            last = min(end, self.ends[number])
            if last > begin:
                yield run_of(self.part(number), begin - first, last - first)
            begin, number = last, number + 1

    def truths(self) -> list[Any]:
        return [y for number in range(len(self.ends)) for y in truths_of(self.part(number))]

    @cached_property
    def batch(self) -> Batch:  # type: ignore[override]
        """All parts as one, in memory."""
        return together([self.part(number) for number in range(len(self.ends))])

    def piece(self, begin: int, end: int) -> Batch:
        return together(list(self.pieces(begin, end)))


def entries_path(folder: Path, name: str, number: int) -> Path:
    """The file of the columns or values of a part."""
    return folder / f"{name}{number}.bin"


def open_rows(folder: str) -> SharedRows:
    """The rows of a folder, in parts or as one."""
    return RowParts(folder) if (Path(folder) / PARTS).exists() else SharedRows(folder)
